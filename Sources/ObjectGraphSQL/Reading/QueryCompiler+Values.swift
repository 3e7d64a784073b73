package import ObjectGraph

/// Compiling selections.
extension QueryCompiler {
    /// Returns the statement for the rows of a selection, in order.
    ///
    /// The number of the object precedes the values, unless rows are groups.
    package static func values(
        _ request: ValueRequest, _ values: ResolvedValues, _ schema: StoreSchema
    ) throws(StoreError) -> BoundStatement {
        var compiler = QueryCompiler(schema: schema)
        return try compiler.select(request, values)
    }

    private mutating func select(
        _ request: ValueRequest, _ values: ResolvedValues
    ) throws(StoreError) -> BoundStatement {
        let table = try schema.table(of: request.rows.entity)
        var scope = Scope(alias: newAlias())
        let rows = try source(of: values, table, &scope)
        let number = "\(scope.alias).\(SystemColumn.id.quotedName)"
        var columns: [String] = values.isGrouped ? [] : [number]
        for output in values.outputs { columns.append(try expression(output, &scope)) }
        if values.includesPosition, !values.isGrouped { columns.append(number) }
        var terms: [OrderTerm] = []
        for term in values.order { terms.append(try orderTerm(term, &scope)) }
        if !values.isGrouped {
            terms.append(OrderTerm(sql: number, collation: "", isAscending: true))
        }
        var conditions = try conditions(of: request.rows, values.predicate, table, &scope)
        var groupConditions: [String] = []
        if values.groupPredicate != .constant(true) {
            scope.isOfGroups = true
            groupConditions.append(
                try condition(values.groupPredicate, &scope).operand(of: .and))
        }
        if let position = request.position {
            let condition = follows(position, terms)
            if values.isGrouped {
                groupConditions.append(condition)
            } else {
                conditions.append(condition)
            }
        }
        let source =
            " FROM \(rows) AS \(scope.alias)\(scope.joins)"
            + (conditions.isEmpty ? "" : " WHERE " + conditions.joined(separator: " AND "))
        let order = terms.map {
            schema.dialect.sorted($0.sql + $0.collation, isAscending: $0.isAscending)
        }
        let sql =
            values.isGrouped
            ? grouped(columns, source, values, groupConditions, order)
            : "SELECT \(columns.joined(separator: ", "))\(source)"
                + " ORDER BY \(order.joined(separator: ", "))"
        return BoundStatement(sql: sql + limit(of: request.rows), values: self.values)
    }

    /// Returns the table of the rows; if they are grouped by aggregates of related objects, a
    /// subquery that adds these as columns.
    ///
    /// PostgreSQL does not recognize a subquery that stands in `GROUP BY` elsewhere.
    private mutating func source(
        of values: ResolvedValues, _ table: StoreTable, _ scope: inout Scope
    ) throws(StoreError) -> String {
        guard values.isGrouped else { return table.sql }
        var inner = Scope(alias: newAlias())
        var columns = ["\(inner.alias).*"]
        for case .related(let function, let path, let end) in values.columns {
            let expression = ResolvedExpression.related(function, path, end)
            guard scope.computed[expression] == nil else { continue }
            let name = "computed_\(columns.count)"
            columns.append("\(try self.expression(expression, &inner)) AS \(name)")
            scope.computed[expression] = name
        }
        guard columns.count > 1 else { return table.sql }
        return "(SELECT \(columns.joined(separator: ", ")) FROM \(table.sql) AS "
            + "\(inner.alias)\(inner.joins))"
    }

    /// Returns the statement for groups, without the limit.
    private func grouped(
        _ columns: [String], _ source: String, _ values: ResolvedValues, _ conditions: [String],
        _ order: [String]
    ) -> String {
        let groups = values.columns.enumerated().filter { !$0.element.isGroupAggregate }
            .map { "\($0.offset + 1)" }
        let condition = conditions.joined(separator: " AND ")
        if groups.isEmpty, !conditions.isEmpty {
            // SQLite has `HAVING` without `GROUP BY` since 3.39.
            let named = columns.enumerated().map { "\($0.element) AS c\($0.offset)" }
            let names = columns.indices.map { "c\($0)" }
            return "SELECT \(names.joined(separator: ", ")) FROM (SELECT "
                + "\(named.joined(separator: ", ")), (\(condition)) AS kept\(source)) AS whole "
                + "WHERE kept"
        }
        var sql = "SELECT \(columns.joined(separator: ", "))\(source)"
        if !groups.isEmpty { sql += " GROUP BY " + groups.joined(separator: ", ") }
        if !conditions.isEmpty { sql += " HAVING " + condition }
        if !order.isEmpty { sql += " ORDER BY " + order.joined(separator: ", ") }
        return sql
    }

    /// A term by which rows are sorted.
    private struct OrderTerm {
        let sql: String
        let collation: String
        let isAscending: Bool
    }

    private mutating func orderTerm(
        _ term: ResolvedValues.Term, _ scope: inout Scope
    ) throws(StoreError) -> OrderTerm {
        let (sql, collation) = try sortTerm(term.expression, term.options, &scope)
        return OrderTerm(sql: sql, collation: collation, isAscending: term.isAscending)
    }

    /// Returns the condition that a row comes after a position: it is greater in the first term in
    /// which it differs.
    private mutating func follows(_ position: [Value], _ terms: [OrderTerm]) -> String {
        let dialect = schema.dialect
        var alternatives: [String] = []
        for (index, term) in terms.enumerated() {
            var parts: [String] = []
            for (term, value) in zip(terms, position).prefix(index) {
                parts.append("\(term.sql) \(dialect.same) \(bind(.value(value)))")
            }
            switch (position[index].isNull, term.isAscending) {
            case (true, true): parts.append("\(term.sql) IS NOT NULL")
            case (true, false): parts.append(dialect.constant(false))
            case (false, true):
                parts.append("\(term.sql) > \(bind(.value(position[index])))\(term.collation)")
            case (false, false):
                parts.append(
                    "(\(term.sql) < \(bind(.value(position[index])))\(term.collation) "
                        + "OR \(term.sql) IS NULL)")
            }
            alternatives.append("(\(parts.joined(separator: " AND ")))")
        }
        // The only group of all objects is not sorted, and nothing follows it.
        guard !alternatives.isEmpty else { return dialect.constant(false) }
        return "(\(alternatives.joined(separator: " OR ")))"
    }
}
