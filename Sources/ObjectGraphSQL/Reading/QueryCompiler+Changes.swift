package import ObjectGraph

/// Compiling changes of sets of rows.
extension QueryCompiler {
    /// Returns the statement that gives rows new values, if these differ from the stored ones.
    ///
    /// - Parameters:
    ///   - rows: The rows; without an order and a limit.
    ///   - update: The new values.
    ///   - schema: The tables.
    /// - Returns: An `UPDATE`, which increments the versions of the rows.
    /// - Throws: ``StoreError`` with code `overflow` if a context has to compute the values.
    package static func update(
        _ rows: RowRequest, _ update: ResolvedUpdate, _ schema: StoreSchema
    ) throws(StoreError) -> BoundStatement {
        var compiler = QueryCompiler(schema: schema)
        return try compiler.update(rows, update)
    }

    /// Returns the statement that deletes rows.
    ///
    /// - Parameters:
    ///   - rows: The rows; without an order and a limit.
    ///   - schema: The tables.
    /// - Returns: A `DELETE` of the rows alone.
    /// - Throws: ``StoreError`` with code `invalidRequest` for an invalid condition.
    package static func deletion(
        _ rows: RowRequest, _ schema: StoreSchema
    ) throws(StoreError) -> BoundStatement {
        var compiler = QueryCompiler(schema: schema)
        let table = try schema.table(of: rows.entity)
        let (alias, conditions) = try compiler.targets(rows, table)
        let condition = conditions.isEmpty ? "" : " WHERE " + conditions.joined(separator: " AND ")
        return BoundStatement(
            sql: "DELETE FROM \(table.sql) AS \(alias)\(condition)", values: compiler.values)
    }

    private mutating func update(
        _ rows: RowRequest, _ update: ResolvedUpdate
    ) throws(StoreError) -> BoundStatement {
        let table = try schema.table(of: rows.entity)
        var (alias, conditions) = try targets(rows, table)
        var scope = Scope(alias: alias)
        var settings: [String] = []
        var differences: [String] = []
        for assignment in update.assignments {
            let column = try schema.column(assignment.slot, of: rows.entity).sql
            let value = try expression(assignment.value, &scope)
            let isChecked =
                assignment.value.sumsUp || assignment.value.type != assignment.attribute.type
            var difference = "\(alias).\(column) \(schema.dialect.different) \(value)"
            if isChecked, let isRounded = schema.dialect.isRounded(value, assignment.attribute.type)
            {
                difference = "(\(difference) OR \(isRounded))"
            }
            differences.append(difference)
            settings.append(
                "\(column) = "
                    + (isChecked
                        ? schema.dialect.admitted(value, assignment.attribute.type) : value))
        }
        conditions.append(
            differences.count == 1 ? differences[0] : "(\(differences.joined(separator: " OR ")))")
        let (version, missing) = (
            SystemColumn.version.quotedName, try missingValues(rows, update, &scope)
        )
        let raised = "\(alias).\(version) + 1"
        // A version cannot be `NULL`, so the statement fails for an object that lacks what is
        // mandatory. A separate check would read the whole table.
        settings.append(
            missing.isEmpty
                ? "\(version) = \(raised)"
                : "\(version) = CASE WHEN \(missing.joined(separator: " OR ")) THEN NULL "
                    + "ELSE \(raised) END")
        return BoundStatement(
            sql: "UPDATE \(table.sql) AS \(alias) SET \(settings.joined(separator: ", ")) "
                + "WHERE \(conditions.joined(separator: " AND "))", values: values)
    }

    /// Returns the conditions under which a row lacks a mandatory value after an update.
    private mutating func missingValues(
        _ rows: RowRequest, _ update: ResolvedUpdate, _ scope: inout Scope
    ) throws(StoreError) -> [String] {
        let model = schema.model
        let values = Dictionary(
            update.assignments.map { ($0.slot, $0.value) }, uniquingKeysWith: { first, _ in first })
        var conditions: [String] = []
        for slot in model.layouts[rows.entity].mandatorySlots {
            let column = "\(scope.alias).\(try schema.column(slot, of: rows.entity).sql)"
            let value = if let new = values[slot] { try expression(new, &scope) } else { column }
            conditions.append("\(value) IS NULL")
        }
        guard rows.includesSubentities else { return conditions }
        for entity in model.layouts[rows.entity].family where entity != rows.entity {
            let layout = model.layouts[entity]
            let own = layout.mandatorySlots.filter { layout.slots[$0].entity == entity }
            guard !own.isEmpty else { continue }
            var parts: [String] = []
            for slot in own {
                parts.append("\(scope.alias).\(try schema.column(slot, of: entity).sql) IS NULL")
            }
            let family = schema.familyCondition(of: entity, alias: scope.alias)
            conditions.append("(\(family) AND (\(parts.joined(separator: " OR "))))")
        }
        return conditions
    }

    /// Returns the alias of the rows to change, and their conditions.
    ///
    /// Tables that a condition joins are joined in a subquery of numbers: the statement changes one
    /// table.
    private mutating func targets(
        _ rows: RowRequest, _ table: StoreTable
    ) throws(StoreError) -> (alias: String, conditions: [String]) {
        let predicate = try PredicateResolver(model: schema.model, entity: rows.entity)
            .resolve(rows.predicate)
        var scope = Scope(alias: newAlias())
        let conditions = try conditions(of: rows, predicate, table, &scope)
        guard !scope.joins.isEmpty else { return (scope.alias, conditions) }
        let (outer, id) = (newAlias(), SystemColumn.id.quotedName)
        let found =
            "\(outer).\(id) IN (SELECT \(scope.alias).\(id) FROM \(table.sql) AS \(scope.alias)"
            + "\(scope.joins) WHERE \(conditions.joined(separator: " AND ")))"
        return (outer, [found])
    }
}
