/// Resolves the names in predicates and sort keys to slots and relationships.
package struct PredicateResolver {
    let model: ManagedObjectModel
    let entity: Int
    /// The number of enclosing conditions on to-many relationships.
    private var level = 0
    /// Indicates whether conditions and orders apply to groups.
    let allowsGroupAggregates: Bool

    /// The greatest nesting of conditions on to-many relationships.
    package static let levelLimit = EntityPredicate.depthLimit / EntityPredicate.toManyLevels

    package init(
        model: ManagedObjectModel, entity: Int, ofGroups allowsGroupAggregates: Bool = false
    ) {
        self.model = model
        self.entity = entity
        self.allowsGroupAggregates = allowsGroupAggregates
    }

    /// Resolves a predicate over the entity.
    ///
    /// - Throws: ``StoreError`` with code `invalidRequest` for the first name or value that
    ///   does not fit, with a suggestion for misspelled names, and for a predicate that
    ///   exceeds the limits.
    /// - Complexity: O(*n*) in the number of conditions and their values.
    package func resolve(_ predicate: EntityPredicate) throws(StoreError) -> ResolvedPredicate {
        let resolved = try resolvePart(predicate)
        try requireAnswerable(resolved)
        return resolved
    }

    /// Resolves a predicate or a part of one.
    func resolvePart(_ predicate: EntityPredicate) throws(StoreError) -> ResolvedPredicate {
        switch predicate.node {
        case .constant(let flag): return .constant(flag)
        case .comparison(let path, let comparison, let value):
            let resolved = try attribute(path)
            try requireOrder(comparison, path, resolved)
            return .comparison(resolved, comparison, try fit(value, path, resolved))
        case .pathComparison(let path, let comparison, let other):
            return try compare(path, comparison, other)
        case .membership(let path, let values):
            return try membership(path, values)
        case .range(let path, let lower, let upper):
            let resolved = try attribute(path)
            try requireOrder(.less, path, resolved)
            return .range(
                resolved, lower: try fit(lower, path, resolved),
                upper: try fit(upper, path, resolved))
        case .text(let path, let match): return try text(path, match)
        case .object(let path, let objects): return try object(path, objects)
        case .isNil(let path): return .isNil(try self.path(path))
        case .quantified(let quantifier, let path, let inner):
            return try quantified(quantifier, path, inner)
        case .crossing(let quantifier, let inner): return try crossing(quantifier, inner)
        case .count(let path, let comparison, let number):
            return .count(try toMany(path).0, comparison, number)
        case .expression(let expression, let comparison, let value):
            return try compare(expression, comparison, value)
        case .search(let query, let paths): return try search(query, paths)
        case .identity(let objects):
            try require(objects, of: entity, PropertyPath(components: []))
            return .identity(objects.map(\.number))
        case .not(let inner): return .not(try resolvePart(inner))
        case .and(let parts): return .allOf(try resolve(parts.elements))
        case .or(let parts): return .anyOf(try resolve(parts.elements))
        case .tooDeep:
            throw StoreError(
                .invalidRequest,
                "\(model.entities[entity].name): \(EntityPredicate.tooDeepMessage)")
        }
    }

    /// Resolves a path to an attribute through to-one relationships.
    package func attribute(_ path: PropertyPath) throws(StoreError) -> ResolvedPath {
        let resolved = try self.path(path)
        guard case .attribute = resolved.end else {
            throw problem(path, "expected an attribute, found a relationship")
        }
        return resolved
    }

    private func resolve(_ parts: [EntityPredicate]) throws(StoreError) -> [ResolvedPredicate] {
        var resolved: [ResolvedPredicate] = []
        for part in parts { resolved.append(try resolvePart(part)) }
        return resolved
    }

    private func compare(
        _ path: PropertyPath, _ comparison: EntityPredicate.Comparison, _ other: PropertyPath
    ) throws(StoreError) -> ResolvedPredicate {
        let (left, right) = (try attribute(path), try attribute(other))
        try requireOrder(comparison, path, left)
        guard let leftWord = left.type?.word, leftWord == right.type?.word else {
            throw problem(path, "it cannot be compared with \(other), which has another type")
        }
        return .pathComparison(left, comparison, right)
    }

    private func membership(
        _ path: PropertyPath, _ values: [Value]
    ) throws(StoreError) -> ResolvedPredicate {
        let resolved = try attribute(path)
        var fitting: [Value] = []
        for value in values { fitting.append(try fit(value, path, resolved)) }
        return .membership(resolved, fitting)
    }

    /// Resolves a condition on the objects of a to-many relationship.
    private func quantified(
        _ quantifier: EntityPredicate.Quantifier, _ path: PropertyPath, _ inner: EntityPredicate
    ) throws(StoreError) -> ResolvedPredicate {
        let (resolved, relationship) = try toMany(path)
        var destination = PredicateResolver(model: model, entity: relationship.destination)
        destination.level = level + 1
        guard destination.level <= PredicateResolver.levelLimit else {
            throw problem(
                path,
                "conditions on to-many relationships are nested deeper than "
                    + "\(PredicateResolver.levelLimit) levels")
        }
        return .quantified(quantifier, resolved, try destination.resolvePart(inner))
    }

    private func text(
        _ path: PropertyPath, _ match: TextMatch
    ) throws(StoreError) -> ResolvedPredicate {
        let resolved = try attribute(path)
        guard resolved.type?.isText == true else {
            throw problem(path, "expected a text attribute, found \(resolved.type?.word ?? "none")")
        }
        do {
            return .text(resolved, try TextMatcher(match))
        } catch {
            throw problem(path, "\(error)")
        }
    }

    private func object(
        _ path: PropertyPath, _ objects: [ManagedObjectID]
    ) throws(StoreError) -> ResolvedPredicate {
        let (resolved, relationship) = try self.relationship(path)
        guard !relationship.isToMany else {
            throw problem(path, "expected a to-one relationship; use any(_:_:) for a to-many")
        }
        try require(objects, of: relationship.destination, path)
        return .object(resolved, objects.map(\.number))
    }

    private func require(
        _ objects: [ManagedObjectID], of entity: Int, _ path: PropertyPath
    ) throws(StoreError) {
        let root = model.layouts[model.layouts[entity].root].name
        guard let foreignObject = objects.first(where: { $0.entityName != root }) else { return }
        throw problem(path, "expected an object of \(root), found \(foreignObject)")
    }

    /// Resolves a path to a to-many relationship.
    func toMany(
        _ path: PropertyPath
    ) throws(StoreError) -> (ResolvedPath, RelationshipLayout) {
        let (resolved, relationship) = try self.relationship(path)
        guard relationship.isToMany else {
            throw problem(path, "expected a to-many relationship, found a to-one")
        }
        return (resolved, relationship)
    }

    private func relationship(
        _ path: PropertyPath
    ) throws(StoreError) -> (ResolvedPath, RelationshipLayout) {
        let resolved = try self.path(path)
        guard case .relationship(let index) = resolved.end else {
            throw problem(path, "expected a relationship, found an attribute")
        }
        return (resolved, model.relationships[index])
    }

    private func path(_ path: PropertyPath) throws(StoreError) -> ResolvedPath {
        var steps: [Int] = []
        var current = entity
        guard path.components.count <= EntityPredicate.stepLimit + 1 else {
            throw tooManySteps(path.components.count - 1)
        }
        for (position, name) in path.components.enumerated() {
            let layout = model.layouts[current]
            let isLast = position == path.components.count - 1
            if isLast, let slot = layout.slotIndexes[name],
                let attribute = layout.slots[slot].attribute
            {
                let end = ResolvedPath.End.attribute(slot: slot, attribute.type)
                return ResolvedPath(steps: steps, entity: current, end: end)
            }
            guard let relationship = model.relationship(named: name, of: current) else {
                if let slot = layout.slotIndexes[name],
                    let type = layout.slots[slot].attribute?.type
                {
                    throw problem(
                        path,
                        "no property '\(name)' in \(layout.name) that leads to "
                            + "'\(path.components[position + 1])': it is an attribute of type "
                            + "\(type.word)")
                }
                let known = model.entities[current]
                let names = known.attributes.map(\.name) + known.relationships.map(\.name)
                let advice = model.advice(for: name, among: names)
                throw problem(path, "no property '\(name)' in \(known.name)\(advice)")
            }
            if isLast {
                let end = ResolvedPath.End.relationship(relationship.index)
                return ResolvedPath(steps: steps, entity: current, end: end)
            }
            guard !relationship.isToMany else {
                throw problem(
                    path, "'\(name)' is a to-many relationship; use any(_:_:) or all(_:_:)")
            }
            steps.append(relationship.index)
            current = relationship.destination
        }
        throw problem(path, "expected the name of a property, found nothing")
    }

    private func fit(
        _ value: Value, _ path: PropertyPath, _ resolved: ResolvedPath
    ) throws(StoreError) -> Value {
        guard let fitting = resolved.type?.comparable(value) else {
            throw problem(path, "expected \(resolved.type?.word ?? "none"), found \(value)")
        }
        return fitting
    }

    private func requireOrder(
        _ comparison: EntityPredicate.Comparison, _ path: PropertyPath, _ resolved: ResolvedPath
    ) throws(StoreError) {
        guard comparison != .equal, comparison != .notEqual, resolved.type?.isOrdered == false
        else { return }
        throw problem(path, "values of this type have no order; only == and != apply")
    }

    /// Creates an error for a path of the entity.
    func problem(_ path: PropertyPath, _ message: String) -> StoreError {
        let name = model.entities[entity].name
        let subject = path.components.isEmpty ? name : "\(name).\(path.excerpt)"
        return StoreError(.invalidRequest, "\(subject): \(message)")
    }
}

extension ResolvedPath {
    /// The type of the attribute at the end; `nil` for a relationship.
    package var type: AttributeType? {
        if case .attribute(_, let type) = end { type } else { nil }
    }
}

extension AttributeType {
    /// Indicates whether values of the type are ordered.
    package var isOrdered: Bool { self != .array && self != .dictionary }

    /// Returns a value in the form of this type, for a comparison.
    ///
    /// In contrast to ``normalized(_:)``, numbers of any width are accepted, because a comparison
    /// with a number beyond the range is well-defined.
    func comparable(_ value: Value) -> Value? {
        switch self {
        case .integer16, .integer32: AttributeType.integer64.normalized(value)
        case .float, .double:
            // A decimal literal in a predicate represents the nearest number that the attribute can
            // have.
            if case .decimal = value {
                value.storedText.flatMap(Double.init).map(Value.double)
            } else {
                AttributeType.double.normalized(value)
            }
        default: normalized(value)
        }
    }
}
