import ObjectGraph

extension SQLiteConnection {
    /// Executes a statement that returns no rows.
    func execute(_ sql: String, _ values: [Value] = []) throws(StoreError) {
        let statement = try statement(sql)
        try statement.bind(values)
        try statement.run()
    }

    /// Executes a statement, and returns one element for each of its rows.
    func query<Element>(
        _ sql: String, _ values: [Value] = [],
        _ read: (SQLiteStatement) throws(StoreError) -> Element
    ) throws(StoreError) -> [Element] {
        let statement = try statement(sql)
        try statement.bind(values)
        var elements: [Element] = []
        try statement.forEachRow { () throws(StoreError) in
            elements.append(try read(statement))
        }
        return elements
    }

    /// Returns the number in the first column of the first row; 0 if there are no rows.
    func number(_ sql: String, _ values: [Value] = []) throws(StoreError) -> Int64 {
        try query(sql, values) { (row) throws(StoreError) in row.integer(0) }.first ?? 0
    }

    /// Returns the texts of the first column.
    func texts(_ sql: String, _ values: [Value] = []) throws(StoreError) -> [String] {
        try query(sql, values) { (row) throws(StoreError) in row.text(0) }
    }

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
    /// writes later can fail because another one wrote in between. `explain` can add details to an
    /// error while the uncommitted changes are still visible.
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

extension String {
    /// The text as a quoted SQL identifier, which is never a keyword.
    var quotedName: String {
        "\"" + split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\"")
            + "\""
    }

    /// The text as an SQL literal.
    var quotedText: String {
        "'" + split(separator: "'", omittingEmptySubsequences: false).joined(separator: "''") + "'"
    }
}
