package import ObjectGraph

/// Compiles a request for rows to one SQL statement.
///
/// Values are bound and never part of the text, so statements are prepared once, and no input can
/// be executed as SQL.
package struct QueryCompiler {
    package let schema: StoreSchema
    private(set) var values: [SQLValue] = []
    private(set) var aliasCount = 0

    /// Returns the statement for the rows of a request, in order.
    package static func rows(
        _ request: RowRequest, _ rows: RowSelection, _ schema: StoreSchema
    ) throws(StoreError) -> BoundStatement {
        var compiler = QueryCompiler(schema: schema)
        return try compiler.select(rows.columns("t1"), request)
    }

    /// Returns the statement for the number of rows.
    package static func count(_ request: RowRequest, _ schema: StoreSchema) throws(StoreError)
        -> BoundStatement
    {
        var compiler = QueryCompiler(schema: schema)
        guard request.limit != nil || request.offset > 0 else {
            return try compiler.select("count(*)", request, isOrdered: false)
        }
        var query = try compiler.select("1", request, isOrdered: false)
        query.sql = "SELECT count(*) FROM (\(query.sql)) AS matches"
        return query
    }

    /// Returns the statement for the numbers of the rows, in order.
    package static func numbers(_ request: RowRequest, _ schema: StoreSchema) throws(StoreError)
        -> BoundStatement
    {
        var compiler = QueryCompiler(schema: schema)
        return try compiler.select("t1.\(SystemColumn.id.quotedName)", request)
    }

    private mutating func select(
        _ columns: String, _ request: RowRequest, isOrdered: Bool = true
    ) throws(StoreError) -> BoundStatement {
        let table = try schema.table(of: request.entity)
        var scope = Scope(alias: newAlias())
        let resolver = PredicateResolver(model: schema.model, entity: request.entity)
        let sortExpressions = try resolver.sortExpressions(request.sortKeys)
        let predicate = try resolver.resolve(request.predicate)
        let conditions = try conditions(of: request, predicate, table, &scope)
        var order: [String] = []
        for (key, expression) in zip(request.sortKeys, sortExpressions) {
            let (term, collation) = try sortTerm(expression, key.options, &scope)
            order.append(
                schema.dialect.sorted(term + collation, isAscending: key.isAscending))
        }
        order.append("\(scope.alias).\(SystemColumn.id.quotedName)")
        var sql = "SELECT \(columns) FROM \(table.sql) AS \(scope.alias)\(scope.joins)"
        if !conditions.isEmpty { sql += " WHERE " + conditions.joined(separator: " AND ") }
        if isOrdered { sql += " ORDER BY " + order.joined(separator: ", ") }
        return BoundStatement(sql: sql + limit(of: request), values: values)
    }

    /// Returns the conditions of a request for the rows of a table.
    mutating func conditions(
        of request: RowRequest, _ predicate: ResolvedPredicate, _ table: StoreTable,
        _ scope: inout Scope
    ) throws(StoreError) -> [String] {
        var conditions: [String] = []
        let family = schema.model.layouts[request.entity].family
        let isWholeTable =
            request.entity == table.root && (request.includesSubentities || family.count == 1)
        if table.hasEntityColumn, !isWholeTable {
            conditions.append(
                schema.familyCondition(
                    of: request.entity, includesSubentities: request.includesSubentities,
                    alias: scope.alias))
        }
        if predicate != .constant(true) {
            conditions.append(try condition(predicate, &scope).operand(of: .and))
        }
        return conditions
    }

    /// Returns the limit and the offset of a request in SQL.
    mutating func limit(of request: RowRequest) -> String {
        guard request.limit != nil || request.offset > 0 else { return "" }
        let limit = bind(
            request.limit.map { SQLValue.integer(Int64(max(0, $0))) } ?? schema.dialect.noLimit)
        return " LIMIT \(limit) OFFSET \(bind(.integer(Int64(max(0, request.offset)))))"
    }

    /// Returns the term to sort by, and its collation.
    mutating func sortTerm(
        _ expression: ResolvedExpression, _ options: TextOptions, _ scope: inout Scope
    ) throws(StoreError) -> (sql: String, collation: String) {
        guard case .attribute(let path) = expression, !options.isEmpty,
            path.type?.isText == true
        else {
            return (try self.expression(expression, &scope), order(of: expression.type))
        }
        let order = schema.dialect.order(
            of: try text(path, &scope), options, at: values.count + 1, alias: newAlias())
        values += order.values
        scope.joins += order.join
        return (order.term, "")
    }
}

/// Names and paths.
extension QueryCompiler {
    /// The rows that an expression refers to, with the necessary joins.
    struct Scope {
        /// The alias of the first table.
        let alias: String
        /// The joins for paths, in SQL.
        var joins = ""
        /// The alias at the end of each path that was joined.
        var aliases: [[Int]: String] = [:]
        /// The columns of the first table that hold computed values.
        var computed: [ResolvedExpression: String] = [:]
        /// The rows of the first table, if they are not all.
        var source: String?
        /// Indicates whether conditions are those of groups.
        var isOfGroups = false
    }

    mutating func newAlias() -> String {
        aliasCount += 1
        return "t\(aliasCount)"
    }

    /// Binds a value, and returns its parameter.
    @discardableResult
    mutating func bind(_ value: SQLValue) -> String {
        values.append(value)
        return schema.dialect.parameter(values.count)
    }

    /// Returns the column at the end of a path to an attribute.
    mutating func expression(
        _ path: ResolvedPath, _ scope: inout Scope
    ) throws(StoreError) -> String {
        guard case .attribute(let slot, _) = path.end else {
            throw StoreError(.invalidRequest, "expected an attribute, found a relationship")
        }
        let alias = try alias(of: path.steps, &scope)
        return "\(alias).\(try schema.column(slot, of: path.entity).sql)"
    }

    /// Returns the column of texts at the end of a path.
    mutating func text(
        _ path: ResolvedPath, _ scope: inout Scope
    ) throws(StoreError) -> TextTerm {
        guard case .attribute(let slot, _) = path.end else {
            throw StoreError(.invalidRequest, "expected an attribute, found a relationship")
        }
        let table = try schema.table(of: path.entity).sql
        return TextTerm(
            alias: try alias(of: path.steps, &scope),
            table: path.steps.isEmpty ? scope.source ?? table : table,
            column: try schema.column(slot, of: path.entity).sql, isOfGroups: scope.isOfGroups)
    }

    /// Returns an expression for the object number that a to-one relationship references.
    ///
    /// A reference stored at the destination is looked up there; the lowest number wins.
    func reference(_ relationship: Int, _ alias: String) throws(StoreError) -> String {
        let id = SystemColumn.id.quotedName
        switch schema.model.relationships[relationship].storage {
        case .inverseReference(let inverse):
            let (table, column) = try schema.reference(inverse)
            return "(SELECT r.\(id) FROM \(table.sql) AS r WHERE r.\(column.sql) = "
                + "\(alias).\(id) ORDER BY r.\(id) LIMIT 1)"
        default: return "\(alias).\(try schema.reference(relationship).column.sql)"
        }
    }

    /// Returns the alias of the table at the end of to-one relationships, with left joins, so that
    /// the columns of missing objects are `NULL`.
    mutating func alias(of steps: [Int], _ scope: inout Scope) throws(StoreError) -> String {
        var current = scope.alias
        for count in 0..<steps.count {
            let walked = Array(steps[...count])
            if let known = scope.aliases[walked] {
                current = known
                continue
            }
            let reference = try reference(steps[count], current)
            let destination = schema.model.relationships[steps[count]].destination
            current = newAlias()
            scope.joins +=
                " LEFT JOIN \(try schema.table(of: destination).sql) AS \(current) "
                + "ON \(current).\(SystemColumn.id.quotedName) = \(reference)"
            scope.aliases[walked] = current
        }
        return current
    }

    /// Returns the text after a decimal that is compared as a number.
    func collation(of path: ResolvedPath) -> String { path.type.map(order(of:)) ?? "" }
}
