/// Conditions on paths that cross to-many relationships.
extension PredicateResolver {
    /// Resolves the condition as nested conditions, outermost first.
    ///
    /// Each to-many relationship along the path has one condition.
    func crossing(
        _ quantifier: EntityPredicate.Quantifier, _ condition: EntityPredicate
    ) throws(StoreError) -> ResolvedPredicate {
        guard let paths = condition.paths, paths.count == 1, let path = paths.first else {
            throw problem(
                PropertyPath(components: []),
                "a condition for any or all values needs exactly one path, in all of its parts; "
                    + "use any(_:_:) or all(_:_:) for others")
        }
        guard let end = crossing(path, isAboutObjects: condition.isAboutObjects) else {
            throw problem(path, "expected a to-many relationship on the way")
        }
        guard end <= EntityPredicate.stepLimit + 1 else { throw tooManySteps(end - 1) }
        let rest = PropertyPath(components: Array(path.components[end...]))
        var inner = condition.replacingPath(with: rest)
        let (_, relationship) = try toMany(PropertyPath(components: Array(path.components[..<end])))
        let destination = PredicateResolver(model: model, entity: relationship.destination)
        if destination.crossing(rest, isAboutObjects: condition.isAboutObjects) != nil {
            inner = EntityPredicate(.crossing(quantifier, inner))
        }
        return try resolvePart(
            EntityPredicate(
                .quantified(
                    quantifier, PropertyPath(components: Array(path.components[..<end])), inner)))
    }

    /// Returns the number of components up to the first crossed to-many relationship.
    ///
    /// The result is `nil` if the path crosses none.
    ///
    /// The last component is crossed only if the condition refers to the objects there.
    func crossing(_ path: PropertyPath, isAboutObjects: Bool) -> Int? {
        var current = entity
        let names = isAboutObjects ? path.components[...] : path.components.dropLast()
        for (position, name) in names.enumerated() {
            guard let relationship = model.relationship(named: name, of: current) else {
                return nil
            }
            if relationship.isToMany { return position + 1 }
            current = relationship.destination
        }
        return nil
    }
}

extension EntityPredicate {
    /// The paths of the condition; `nil` if it has parts without a path.
    fileprivate var paths: Set<PropertyPath>? {
        switch node {
        case .constant, .quantified, .crossing, .identity, .expression, .search, .tooDeep:
            return nil
        case .comparison(let path, _, _), .membership(let path, _), .range(let path, _, _),
            .text(let path, _), .object(let path, _), .isNil(let path), .count(let path, _, _):
            return [path]
        case .pathComparison(let path, _, let other): return [path, other]
        case .not(let inner): return inner.paths
        case .and(let parts), .or(let parts):
            var all: Set<PropertyPath> = []
            for part in parts {
                guard let paths = part.paths else { return nil }
                all.formUnion(paths)
            }
            return all
        }
    }

    /// Indicates whether the condition compares the end of its path with objects.
    fileprivate var isAboutObjects: Bool {
        switch node {
        case .object: true
        case .not(let inner): inner.isAboutObjects
        case .and(let parts), .or(let parts): parts.contains(where: \.isAboutObjects)
        default: false
        }
    }

    /// Returns the same condition on another path; for an empty path, on the object itself.
    fileprivate func replacingPath(with path: PropertyPath) -> EntityPredicate {
        switch node {
        case .constant, .quantified, .crossing, .identity, .expression, .search, .tooDeep: self
        case .comparison(_, let comparison, let value):
            EntityPredicate(.comparison(path, comparison, value))
        case .pathComparison(_, let comparison, _):
            EntityPredicate(.pathComparison(path, comparison, path))
        case .membership(_, let values): EntityPredicate(.membership(path, values))
        case .range(_, let lower, let upper):
            EntityPredicate(.range(path, lower: lower, upper: upper))
        case .text(_, let match): EntityPredicate(.text(path, match))
        case .object(_, let objects):
            EntityPredicate(
                path.components.isEmpty ? .identity(objects) : .object(path, objects))
        case .isNil: EntityPredicate(.isNil(path))
        case .count(_, let comparison, let number):
            EntityPredicate(.count(path, comparison, number))
        case .not(let inner): EntityPredicate(.not(inner.replacingPath(with: path)))
        case .and(let parts):
            EntityPredicate(.and(PredicateParts(parts.map { $0.replacingPath(with: path) })))
        case .or(let parts):
            EntityPredicate(.or(PredicateParts(parts.map { $0.replacingPath(with: path) })))
        }
    }
}
