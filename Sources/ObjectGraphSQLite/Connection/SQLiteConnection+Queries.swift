import ObjectGraph
import ObjectGraphSQL

extension SQLiteConnection: SQLSession {
    var dialect: any SQLDialect { SQLiteDialect() }

    func forEachRow(
        _ sql: String, _ values: [SQLValue], _ body: (any SQLRow) throws(StoreError) -> Void
    ) throws(StoreError) {
        let statement = try statement(sql)
        try statement.bind(values)
        try statement.forEachRow { () throws(StoreError) in try body(statement) }
    }

    func forEachStoredRow(
        _ query: BoundStatement, _ rows: RowSelection,
        _ body: (StoredRow) throws(StoreError) -> Void
    ) throws(StoreError) {
        let statement = try statement(query.sql)
        try statement.bind(query.values)
        let reader = RowReader(rows)
        try statement.forEachRow { () throws(StoreError) in try body(try reader.row(statement)) }
    }

    func brokenReference(in schema: StoreSchema) throws(StoreError) -> StoreError? {
        guard try !texts("PRAGMA foreign_key_check").isEmpty else { return nil }
        let error = StoreError(.brokenReference, "a reference leads nowhere")
        return SQLiteReferenceCheck(schema: schema).explain(error, self)
    }

    func executeOnce(_ sql: String) throws(StoreError) { try prepare(sql).run() }

    /// Executes the work: a statement that fails does not end the transaction.
    func withSavepoint(_ work: () throws(StoreError) -> Void) throws(StoreError) { try work() }

    /// Does nothing: SQLite prepares a statement again if its tables have changed.
    func forgetStatements() throws(StoreError) {}

    func dropIndex(_ name: String) throws(StoreError) -> Bool {
        try executeOnce("DROP INDEX IF EXISTS \(name.quotedName)")
        return true
    }
}

extension SQLiteStatement: RowCells {
    func damage(_ column: Int32, _ kind: StoreColumn.Kind) -> String {
        "'\(text(column).prefix(80))'"
    }
}

extension SQLiteConnection {
    /// Executes work that fails at once if another process has locked the file.
    func withoutWaiting(_ work: () throws(StoreError) -> Void) throws(StoreError) {
        let timeout = try number("PRAGMA busy_timeout")
        _ = try number("PRAGMA busy_timeout = 0")
        defer { _ = try? number("PRAGMA busy_timeout = \(timeout)") }
        try work()
    }

    /// Executes work in one transaction, which excludes all other writers.
    ///
    /// The write lock is acquired at the beginning: a transaction that begins as a reader and
    /// writes later can fail because another transaction wrote in between. `explain` can add
    /// details to an error while the uncommitted changes are still visible.
    func transaction<Result>(
        explain: (StoreError, SQLiteConnection) -> StoreError = { error, _ in error },
        _ work: () throws(StoreError) -> Result
    ) throws(StoreError) -> Result {
        try execute("BEGIN IMMEDIATE")
        do {
            let result = try work()
            try execute("COMMIT")
            return result
        } catch {
            let error = explain(error, self)
            // SQLite itself rolls back after some errors, such as a full disk.
            if isInTransaction { try? execute("ROLLBACK") }
            throw error
        }
    }
}
