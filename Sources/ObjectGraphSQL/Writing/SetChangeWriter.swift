package import ObjectGraph

/// Changes a set of rows with one statement.
///
/// The caller has opened a transaction that excludes other writers.
package struct SetChangeWriter {
    private let session: any SQLSession
    private let schema: StoreSchema

    package init(_ session: any SQLSession, _ schema: StoreSchema) {
        self.session = session
        self.schema = schema
    }

    /// Tests whether a context does what has failed with an error, and reports why it fails.
    ///
    /// A mandatory value that is missing is a `failure`: the statement would clear a version.
    package static func isLeftToContext(_ error: StoreError) -> Bool {
        [.failure, .incomplete, .uniqueness, .readOnly, .overflow].contains(error.code)
    }

    /// Changes the rows.
    ///
    /// - Parameter change: The change; it satisfies ``ObjectGraph/SetChange/isSetBased(in:)``.
    /// - Returns: The number of changed rows; `nil`, without any change, if attributes can have
    ///   substitutes, which a context has to settle.
    /// - Throws: ``StoreError``; the transaction is incomplete then.
    package func run(_ change: SetChange) throws(StoreError) -> Int? {
        guard try !StoreMarks(session).registeredConnections().hasSubstitutes else { return nil }
        let root = schema.model.layouts[change.rows.entity].root
        switch change.work {
        case .update(let assignments):
            let update = try ResolvedUpdate(
                assignments, entity: change.rows.entity, schema.model)
            let count = try execute(QueryCompiler.update(change.rows, update, schema))
            // A context validates the objects that it writes, with all of their relationships.
            if count > 0 { try MandatoryCheck(session: session, schema: schema).check(root: root) }
            return count
        case .deletion:
            return try delete(QueryCompiler.deletion(change.rows, schema), root: root)
        }
    }

    private func execute(_ statement: BoundStatement) throws(StoreError) -> Int {
        try session.forEachRow(statement.sql, statement.values) { (_) throws(StoreError) in }
        return session.changeCount
    }

    /// Deletes rows, and their links.
    private func delete(
        _ deletion: BoundStatement, root: Int
    ) throws(StoreError) -> Int {
        guard !session.dialect.removesLinks else { return try execute(deletion) }
        // One statement, whose parts see the state before it: the condition can be about links.
        let id = SystemColumn.id.quotedName
        var parts = ["gone AS (\(deletion.sql) RETURNING \(id))"]
        for links in schema.joinTables.values.sorted(by: { $0.relationship < $1.relationship }) {
            let ends = [
                links.sourceRoot == root ? "source" : nil,
                links.destinationRoot == root ? "destination" : nil,
            ].compactMap(\.self)
            guard !ends.isEmpty else { continue }
            let condition = ends.map { "\($0) IN (SELECT \(id) FROM gone)" }
                .joined(separator: " OR ")
            parts.append("links\(parts.count) AS (DELETE FROM \(links.sql) WHERE \(condition))")
        }
        let sql = "WITH \(parts.joined(separator: ", ")) SELECT count(*) FROM gone"
        return Int(try session.number(sql, deletion.values))
    }
}
