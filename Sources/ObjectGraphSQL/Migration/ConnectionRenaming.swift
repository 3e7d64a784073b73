import ObjectGraph

/// Renames the registered connections after a model, and removes invalid ones.
struct ConnectionRenaming {
    private let match: ModelMatch
    private var model: ManagedObjectModel { match.model }

    init(_ match: ModelMatch) {
        self.match = match
    }

    /// Rewrites the connections of the file.
    func run(_ session: any SQLSession) throws(StoreError) {
        let old = try session.texts("SELECT description FROM mercator_connections ORDER BY id")
        try session.execute("DELETE FROM mercator_connections")
        for text in old {
            guard let description = renamed(try ConnectionDescription(text: text)) else { continue }
            try ConnectionRegistry(session).add(description)
        }
    }

    private func renamed(_ old: ConnectionDescription) -> ConnectionDescription? {
        guard let entity = match.index(ofStored: old.entity),
            let name = match.renamed(old.relationship, of: entity),
            let relationship = model.relationship(named: name, of: entity)
        else { return nil }
        let destination = relationship.destination
        var description = old
        description.entity = model.layouts[entity].name
        description.relationship = name
        description.keys = []
        for key in old.keys {
            guard let near = match.renamed(key.source, of: entity),
                let far = match.renamed(key.destination, of: destination)
            else { return nil }
            description.keys.append(.init(source: near, destination: far))
        }
        description.keys.sort { $0.source < $1.source }
        if let path = old.keyPath {
            guard let path = renamed(path, of: entity)?.path else { return nil }
            description.keyPath = path
        }
        guard let source = renamed(old.sourcePredicate, of: entity),
            let target = renamed(old.destinationPredicate, of: destination)
        else { return nil }
        description.sourcePredicate = source
        description.destinationPredicate = target
        return description
    }

    private func renamed(_ predicate: EntityPredicate, of entity: Int) -> EntityPredicate? {
        renamed(predicate.node, of: entity).map { EntityPredicate($0) }
    }

    private func renamed(
        _ predicates: PredicateParts, of entity: Int
    ) -> PredicateParts? {
        let renamed = predicates.compactMap { self.renamed($0, of: entity) }
        return renamed.count == predicates.count ? PredicateParts(renamed) : nil
    }

    private func renamed(
        _ node: EntityPredicate.Node, of entity: Int
    ) -> EntityPredicate.Node? {
        func way(_ path: PropertyPath) -> PropertyPath? { renamed(path, of: entity)?.path }
        switch node {
        case .constant, .tooDeep: return node
        case .comparison(let path, let comparison, let value):
            return way(path).map { .comparison($0, comparison, value) }
        case .pathComparison(let left, let comparison, let right):
            guard let left = way(left), let right = way(right) else { return nil }
            return .pathComparison(left, comparison, right)
        case .membership(let path, let values): return way(path).map { .membership($0, values) }
        case .range(let path, let lower, let upper):
            return way(path).map { .range($0, lower: lower, upper: upper) }
        case .text(let path, let text): return way(path).map { .text($0, text) }
        case .object(let path, let objects):
            guard let (path, end) = renamed(path, of: entity), let end else { return nil }
            return .object(path, renamed(objects, of: end))
        case .identity(let objects): return .identity(renamed(objects, of: entity))
        case .count(let path, let comparison, let count):
            return way(path).map { .count($0, comparison, count) }
        case .expression(let expression, let comparison, let value):
            guard let path = expression.content.path else { return node }
            return way(path).map {
                .expression(expression.replacingPath(with: $0), comparison, value)
            }
        case .search(let query, let paths):
            let renamed = paths.compactMap(way)
            return renamed.count == paths.count ? .search(query, renamed) : nil
        case .crossing(let quantifier, let inner):
            return renamed(inner, of: entity).map { .crossing(quantifier, $0) }
        case .isNil(let path): return way(path).map { .isNil($0) }
        case .quantified(let quantifier, let path, let inner):
            guard let (path, end) = renamed(path, of: entity), let end,
                let inner = renamed(inner, of: end)
            else { return nil }
            return .quantified(quantifier, path, inner)
        case .not(let inner): return renamed(inner, of: entity).map { .not($0) }
        case .and(let parts): return renamed(parts, of: entity).map { .and($0) }
        case .or(let parts): return renamed(parts, of: entity).map { .or($0) }
        }
    }

    private func renamed(_ objects: [ManagedObjectID], of entity: Int) -> [ManagedObjectID] {
        let root = model.layouts[model.layouts[entity].root].name
        return objects.map { ManagedObjectID(entityName: root, number: $0.number) }
    }

    /// Returns the path with new names, and the entity at its end if it ends with a relationship.
    private func renamed(
        _ path: PropertyPath, of entity: Int
    ) -> (path: PropertyPath, end: Int?)? {
        var names: [String] = []
        var owner: Int? = entity
        for component in path.components {
            guard let current = owner, let name = match.renamed(component, of: current) else {
                return nil
            }
            names.append(name)
            owner = model.relationship(named: name, of: current)?.destination
        }
        return (PropertyPath(names.joined(separator: ".")), owner)
    }
}
