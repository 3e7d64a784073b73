import ObjectGraph

/// Warnings about declarations that can have no effect.
extension PlanCompiler {
    mutating func noteIdle() {
        noteUnreached()
        for mapping in mappings.mappings { noteUnmappedKeys(of: mapping) }
        noteMissingInverses()
    }

    /// Warns about mappings that no root path or relationship leads to.
    ///
    /// Mappings that were derived from a model are there for all of its entities.
    private mutating func noteUnreached() {
        guard !mappings.origin.isModel, !mappings.roots.isEmpty else { return }
        var reached = Set(mappings.roots.map(\.mapping))
        var open = Array(reached)
        while let name = open.popLast() {
            for next in namesReached(from: name) where reached.insert(next).inserted {
                open.append(next)
            }
        }
        for mapping in mappings.mappings where !reached.contains(mapping.name) {
            guard model.layout(named: mapping.entity.name).map(isFollowed) != true else { continue }
            warn(
                .idle, mapping, nil,
                "no root path and no relationship leads to this mapping, so no record is mapped by "
                    + "it; add a root path, unless a program or a response names it")
        }
    }

    /// Tests whether the mapping of an ancestor follows sub-entities down to an entity.
    private func isFollowed(_ layout: EntityLayout) -> Bool {
        ancestors(of: layout).contains { ancestor in
            mappings(of: ancestor).contains(where: \.followsSubentities)
        }
    }

    /// The indices of the ancestors of an entity, nearest first.
    private func ancestors(of layout: EntityLayout) -> [Int] {
        model.entities[layout.index].ancestors.compactMap { model.index(ofEntity: $0.name) }
    }

    /// The mappings of an entity.
    private func mappings(of entity: Int) -> [EntityMapping] {
        entityMappingIndexes[entity, default: []].map { mappings.mappings[$0] }
    }

    /// Returns the mappings that a mapping refers to.
    private func namesReached(from name: String) -> [String] {
        guard let index = mappingIndexes[name] else { return [] }
        let count = mappings.mappings.count
        return index < count
            ? mappings.mappings[index].relationshipMappings.map(\.mapping)
            : mappings.dynamicMappings[index - count].knownMappings
    }

    /// Warns about connections by foreign keys that no mapping of the entity's family fills.
    private mutating func noteUnmappedKeys(of mapping: EntityMapping) {
        guard !mapping.connections.isEmpty,
            let layout = model.layout(named: mapping.entity.name)
        else { return }
        let family = (ancestors(of: layout) + layout.family).flatMap(mappings(of:))
        let mapped = Set(family.flatMap { $0.attributeMappings.map(\.destination) })
        for connection in mapping.connections {
            let keys = mapping.resolved(connection, in: model).keys.map(\.source)
            guard let key = keys.first(where: { !mapped.contains($0) }) else { continue }
            warn(
                .idle, mapping, connection.relationship,
                "the connection of '\(connection.relationship)' by '\(key)': nothing is mapped to "
                    + "'\(key)', so it connects nothing; map it, unless a program sets it")
        }
    }

    /// Warns about two relationships in opposite directions without an inverse.
    private mutating func noteMissingInverses() {
        let mapped = Set(mappings.mappings.compactMap { model.index(ofEntity: $0.entity.name) })
        let single = model.relationships.filter {
            $0.inverse == nil && mapped.contains($0.entity) && mapped.contains($0.destination)
                && $0.entity != $0.destination
        }
        let byEnds = Dictionary(grouping: single) { [$0.entity, $0.destination] }
        for one in single {
            // Several candidates have different meanings.
            guard byEnds[[one.entity, one.destination]]?.count == 1,
                let opposite = byEnds[[one.destination, one.entity]], opposite.count == 1,
                let other = opposite.first, one.index < other.index,
                let mapping = mappings(of: one.entity).first
            else { continue }
            let (left, right) = (model.layouts[one.entity].name, model.layouts[other.entity].name)
            warn(
                .idle, mapping, one.name,
                "\(left).\(one.name) and \(right).\(other.name) have no inverse, so linking one "
                    + "leaves the other empty; declare one as the inverse of the other, unless they "
                    + "mean different things")
        }
    }
}
