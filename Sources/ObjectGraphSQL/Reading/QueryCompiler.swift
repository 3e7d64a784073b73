package import ObjectGraph

/// Compiles a request for rows to one SQL statement.
///
/// Values are bound and never part of the text, so statements are prepared once, and no input can
/// be executed as SQL.
package struct QueryCompiler {
    package let schema: StoreSchema
    private(set) var values: [SQLValue] = []
    private var aliasCount = 0

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
        let sortPaths = try resolver.sortPaths(request.sortKeys)
        let predicate = try resolver.resolve(request.predicate)
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
        var order: [String] = []
        for (key, path) in zip(request.sortKeys, sortPaths) {
            order.append(try sort(key, path, &scope))
        }
        order.append("\(scope.alias).\(SystemColumn.id.quotedName)")
        var sql = "SELECT \(columns) FROM \(table.sql) AS \(scope.alias)\(scope.joins)"
        if !conditions.isEmpty { sql += " WHERE " + conditions.joined(separator: " AND ") }
        if isOrdered { sql += " ORDER BY " + order.joined(separator: ", ") }
        if request.limit != nil || request.offset > 0 {
            let limit = bind(
                request.limit.map { SQLValue.integer(Int64(max(0, $0))) }
                    ?? schema.dialect.noLimit)
            sql += " LIMIT \(limit) OFFSET \(bind(.integer(Int64(max(0, request.offset)))))"
        }
        return BoundStatement(sql: sql, values: values)
    }

    /// Returns a sort term, which sorts `NULL` first in ascending and last in descending order.
    private mutating func sort(
        _ key: SortKey, _ path: ResolvedPath, _ scope: inout Scope
    ) throws(StoreError) -> String {
        let term: String
        if !key.options.isEmpty, path.type == .string || path.type == .url {
            let order = schema.dialect.order(
                of: try text(path, &scope), key.options, at: values.count + 1, alias: newAlias())
            values += order.values
            scope.joins += order.join
            term = order.term
        } else {
            term = try expression(path, &scope)
        }
        return schema.dialect.sorted(term + collation(of: path), isAscending: key.isAscending)
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
        return TextTerm(
            alias: try alias(of: path.steps, &scope), table: try schema.table(of: path.entity).sql,
            column: try schema.column(slot, of: path.entity).sql)
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
    func collation(of path: ResolvedPath) -> String {
        path.type == .decimal ? schema.dialect.decimalOrder : ""
    }
}
