import ObjectGraph

/// Compiling searches.
extension QueryCompiler {
    /// Returns the condition that a search finds the scope's row; `nil` without an index.
    mutating func found(
        _ search: ResolvedSearch, _ scope: inout Scope
    ) throws(StoreError) -> String? {
        guard let indexed = try index(of: search.paths, scope) else { return nil }
        return try found(search.query, indexed, search.condition, scope.alias, scope)
    }

    /// Returns the condition that a text has words, which is unknown if there is no object at the
    /// path to it; `nil` without an index.
    mutating func found(
        _ match: TextMatch, at path: ResolvedPath, _ scope: inout Scope
    ) throws(StoreError) -> String? {
        guard let term = SearchTerm(match.pattern, isPrefix: match.pattern.hasSuffix("*")),
            let matcher = try? TextMatcher(match), let indexed = try index(of: [path], scope)
        else { return nil }
        return try found(
            .term(term), indexed, .text(path.withoutSteps, matcher),
            try alias(of: path.steps, &scope), scope)
    }

    /// Returns the index of texts in one table, with their columns; `nil` without an index.
    private func index(
        of paths: [ResolvedPath], _ scope: Scope
    ) throws(StoreError) -> (index: SearchIndex, columns: [String])? {
        guard let entity = paths.first?.entity, !scope.isOfGroups, scope.source == nil else {
            return nil
        }
        let table = try schema.table(of: entity)
        guard let index = schema.searchIndexes[table.name] else { return nil }
        var columns: [String] = []
        for path in paths {
            guard case .attribute(let slot, _) = path.end else { return nil }
            let name = try schema.column(slot, of: path.entity).name
            guard index.columns.contains(name) else { return nil }
            columns.append(name)
        }
        return (index, columns)
    }

    /// Returns the condition that the object under an alias is found in the index, or satisfies a
    /// condition while it waits to be indexed.
    private mutating func found(
        _ query: SearchQuery.Node, _ indexed: (index: SearchIndex, columns: [String]),
        _ condition: ResolvedPredicate, _ alias: String, _ scope: Scope
    ) throws(StoreError) -> String {
        let index = indexed.index
        let found = schema.dialect.found(
            query, in: indexed.columns, of: index, at: values.count + 1)
        for value in found.values { bind(value) }
        var logged = Scope(alias: newAlias())
        logged.source = index.loggedRows
        let unindexed = try self.condition(condition, &logged).operand(of: .and)
        let id = SystemColumn.id.quotedName
        return "\(alias).\(id) IN (\(found.query) UNION ALL SELECT \(logged.alias).\(id) "
            + "FROM \(index.loggedRows) AS \(logged.alias)\(logged.joins) WHERE \(unindexed))"
    }

    // MARK: Relevance

    /// Returns the statement for the relevance of the objects that a search finds, with its index;
    /// `nil` without an index of all texts.
    static func scores(
        _ request: ScoreRequest, _ schema: StoreSchema
    ) throws(StoreError) -> (index: SearchIndex, statement: BoundStatement)? {
        var compiler = QueryCompiler(schema: schema)
        return try compiler.scores(request)
    }

    private mutating func scores(
        _ request: ScoreRequest
    ) throws(StoreError) -> (index: SearchIndex, statement: BoundStatement)? {
        var scope = Scope(alias: newAlias())
        guard let (index, columns) = try index(of: request.search.paths, scope) else { return nil }
        let found = schema.dialect.scores(
            request.search.query, in: columns, of: index, at: values.count + 1)
        for value in found.values { bind(value) }
        let table = try schema.table(of: request.rows.entity)
        let resolver = PredicateResolver(model: schema.model, entity: request.rows.entity)
        let predicate = try resolver.resolve(request.rows.predicate)
        let conditions = try conditions(of: request.rows, predicate, table, &scope)
        var sql = "SELECT s.id, s.score FROM (\(found.query)) AS s"
        if !conditions.isEmpty {
            sql +=
                " JOIN \(table.sql) AS \(scope.alias) "
                + "ON \(scope.alias).\(SystemColumn.id.quotedName) = s.id\(scope.joins) "
                + "WHERE \(conditions.joined(separator: " AND "))"
        }
        sql += " ORDER BY s.score DESC, s.id\(limit(of: request.rows))"
        return (index, BoundStatement(sql: sql, values: values))
    }
}
