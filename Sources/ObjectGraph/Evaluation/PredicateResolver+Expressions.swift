/// Attributes and aggregates of conditions, sort keys and selections.
extension PredicateResolver {
    /// Resolves the value of an object or a group.
    ///
    /// - Throws: ``StoreError`` with code `invalidRequest` if a name is not in the model, if the
    ///   path crosses two to-many relationships, or if the function has no such values.
    package func expression(_ expression: ValueExpression) throws(StoreError) -> ResolvedExpression
    {
        switch expression.content {
        case .attribute(let path): return .attribute(try attribute(path))
        case .aggregate(let function, nil): return .group(function, nil)
        case .aggregate(let function, let path?):
            guard let end = crossing(path, isAboutObjects: true) else {
                let attribute = try attribute(path)
                try require(function, path, attribute)
                return .group(function, attribute)
            }
            return try related(function, path, crossingAt: end)
        case .literal, .operation: return try arithmetic(expression.content)
        }
    }

    /// Resolves an aggregate whose path crosses a to-many relationship after some names.
    private func related(
        _ function: AggregateFunction, _ path: PropertyPath, crossingAt end: Int
    ) throws(StoreError) -> ResolvedExpression {
        let (over, relationship) = try toMany(
            PropertyPath(components: Array(path.components[..<end])))
        let rest = PropertyPath(components: Array(path.components[end...]))
        guard !rest.components.isEmpty else {
            guard function == .count else {
                throw problem(
                    path,
                    "expected an attribute of these objects, of which to take the "
                        + "\(function.word)")
            }
            return .related(.count, over, nil)
        }
        let destination = PredicateResolver(model: model, entity: relationship.destination)
        guard destination.crossing(rest, isAboutObjects: true) == nil else {
            throw problem(path, "a path of an aggregate crosses one to-many relationship, not two")
        }
        let inner = try destination.attribute(rest)
        try require(function, path, inner)
        return .related(function, over, inner)
    }

    private func require(
        _ function: AggregateFunction, _ path: PropertyPath, _ resolved: ResolvedPath
    ) throws(StoreError) {
        guard let type = resolved.type, function.resultType(for: type) == nil else { return }
        throw problem(
            path,
            "expected \(function.operands) for \(function.word)(…), found values of type "
                + "\(type.word)")
    }

    /// Resolves the comparison of an aggregate.
    func compare(
        _ expression: ValueExpression, _ comparison: EntityPredicate.Comparison, _ value: Value
    ) throws(StoreError) -> ResolvedPredicate {
        let resolved = try self.expression(expression)
        try requireNoArithmetic(expression)
        if resolved.isGroupAggregate, !allowsGroupAggregates {
            throw misplaced(expression)
        }
        guard let fitting = resolved.type.comparable(value) else {
            throw problem(
                PropertyPath(components: ["\(expression)"]),
                "expected \(resolved.type.word), found \(value)")
        }
        return .expression(resolved, comparison, fitting)
    }

    /// Creates the error for an aggregate of a group where there is none.
    private func misplaced(_ expression: ValueExpression) -> StoreError {
        problem(
            PropertyPath(components: ["\(expression)"]),
            "an aggregate of groups is a column, an order or a group condition of a selection; in a "
                + "condition of objects, its path crosses a to-many relationship")
    }

    /// Resolves the values of sort keys.
    ///
    /// - Throws: ``StoreError`` with code `invalidRequest` if a key refers to no attribute or
    ///   aggregate, or to one with unordered values, or if there are too many keys.
    package func sortExpressions(_ keys: [SortKey]) throws(StoreError) -> [ResolvedExpression] {
        guard keys.count <= EntityPredicate.sortKeyLimit else {
            throw StoreError(
                .invalidRequest,
                "\(model.entities[entity].name): found \(keys.count) sort keys, at most "
                    + "\(EntityPredicate.sortKeyLimit) are used")
        }
        var expressions: [ResolvedExpression] = []
        for key in keys {
            let expression = try self.expression(key.expression)
            try requireNoArithmetic(key.expression)
            if expression.isGroupAggregate, !allowsGroupAggregates {
                throw misplaced(key.expression)
            }
            guard expression.type.isOrdered else {
                throw problem(
                    key.path, "values of this type have no order; sort by another attribute")
            }
            if case .attribute = expression {
            } else if !key.options.isEmpty {
                throw problem(
                    key.path, "options for texts go with attributes, and not with aggregates")
            }
            expressions.append(expression)
        }
        try requireFewSteps(expressions)
        return expressions
    }
}
