import ObjectGraph

extension SQLiteConnection {
    /// Executes a statement that gives no rows.
    func execute(_ sql: String, _ values: [Value] = []) throws(StoreError) {
        let statement = try statement(sql)
        try statement.bind(values)
        try statement.run()
    }

    /// Executes a statement and reads something from each of its rows.
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

    /// The number in the first row's first column; 0 if there is no row.
    func number(_ sql: String, _ values: [Value] = []) throws(StoreError) -> Int64 {
        try query(sql, values) { (row) throws(StoreError) in row.integer(0) }.first ?? 0
    }

    /// The texts of the first column.
    func texts(_ sql: String, _ values: [Value] = []) throws(StoreError) -> [String] {
        try query(sql, values) { (row) throws(StoreError) in row.text(0) }
    }

    /// Does work that happens as a whole or not at all, alone among all who write to the file.
    ///
    /// The lock is taken at once: a transaction that begins as a reader and writes later can fail
    /// because somebody else wrote in between. `explain` completes an error while what was written
    /// can still be looked at.
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
            // SQLite itself has rolled back after some errors, such as a full disk.
            if isInTransaction { try? execute("ROLLBACK") }
            throw error
        }
    }
}

extension String {
    /// The text as an SQL name: in double quotes, so that no word is reserved.
    var quotedName: String {
        "\"" + split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\"")
            + "\""
    }

    /// The text as an SQL literal.
    var quotedText: String {
        "'" + split(separator: "'", omittingEmptySubsequences: false).joined(separator: "''") + "'"
    }
}
