import ObjectGraph

/// Compiling attributes and aggregates.
extension QueryCompiler {
    /// Returns the expression for a value of the scope's row or of its group.
    mutating func expression(
        _ expression: ResolvedExpression, _ scope: inout Scope
    ) throws(StoreError) -> String {
        if let column = scope.computed[expression] { return "\(scope.alias).\(column)" }
        switch expression {
        case .attribute(let path): return try self.expression(path, &scope)
        case .literal(let value, _): return value.isNull ? "NULL" : bind(.value(value))
        case .operation(let operation, let left, let right, let type):
            return try arithmetic(operation, left, right, type, &scope)
        case .group(let function, nil): return aggregate(function, "*", .integer64)
        case .group(let function, let path?):
            return aggregate(
                function, try self.expression(path, &scope), path.type ?? .integer64)
        case .related(let function, let path, let inner):
            return try related(function, path, inner, &scope)
        }
    }

    /// Returns the result of an operator.
    ///
    /// - Throws: ``StoreError`` with code `overflow` if the database cannot tell a result beyond
    ///   the range of the type, so that the value is computed in memory.
    private mutating func arithmetic(
        _ operation: ValueOperator, _ left: ResolvedExpression, _ right: ResolvedExpression,
        _ type: AttributeType, _ scope: inout Scope
    ) throws(StoreError) -> String {
        let first = try expression(left, &scope)
        let second = try expression(right, &scope)
        let isNested = left.addsUp || right.addsUp
        let result = schema.dialect.result(
            of: operation, first, second, StoreColumn.Kind(type), isNested: isNested)
        guard let result else {
            throw StoreError(
                .overflow, "the database does not compute with values of type \(type.word) exactly")
        }
        return result
    }

    /// Returns a subquery for an aggregate of related objects.
    private mutating func related(
        _ function: AggregateFunction, _ path: ResolvedPath, _ inner: ResolvedPath?,
        _ scope: inout Scope
    ) throws(StoreError) -> String {
        let relationship = try relationship(at: path)
        let members = try members(of: relationship, try alias(of: path.steps, &scope), newAlias())
        guard let inner else { return "(SELECT count(*) FROM \(members))" }
        var innerScope = Scope(alias: newAlias())
        let value = try expression(inner, &innerScope)
        let table = try schema.table(of: relationship.destination).sql
        // The members are a subquery of numbers, which keeps the joins of the value separate.
        return
            "(SELECT \(aggregate(function, value, inner.type ?? .integer64)) FROM \(table) AS "
            + "\(innerScope.alias)\(innerScope.joins) WHERE "
            + "\(innerScope.alias).\(SystemColumn.id.quotedName) IN (SELECT member FROM \(members)))"
    }

    private func aggregate(
        _ function: AggregateFunction, _ value: String, _ type: AttributeType
    ) -> String {
        let kind = StoreColumn.Kind(type)
        switch function {
        case .count: return "count(\(value))"
        case .countDistinct: return "count(DISTINCT \(value))"
        case .sum: return schema.dialect.sum(of: value, kind)
        case .average: return schema.dialect.average(of: value, kind)
        case .minimum: return "min(\(value)\(order(of: type)))"
        case .maximum: return "max(\(value)\(order(of: type)))"
        }
    }

    /// Returns the text after an expression that is compared in the order of a type.
    func order(of type: AttributeType) -> String {
        type == .decimal ? schema.dialect.decimalOrder : ""
    }
}
