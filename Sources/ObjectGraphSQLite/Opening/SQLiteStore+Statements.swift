package import ObjectGraph
package import ObjectGraphSQL

extension SQLiteStore {
    /// Runs one statement of SQL that reads, on a connection that cannot write.
    ///
    /// - Throws: `StoreError` with code `readOnly` for a statement that could write any file, with
    ///   `invalidRequest` for a text that is not one valid statement, or if the file is no store.
    package func read(_ sql: String) throws(StoreError) -> StatementRows {
        let file = StoreFile(path)
        let hooks = StatementHooks(trace: options.trace, profile: options.profile)
        try file.requireStore("", hooks)
        guard !sql.utf8.contains(0) else {
            throw StoreError(.invalidRequest, "a statement contains no NUL character")
        }
        let connection = try SQLiteConnection(
            path: path, access: file.readAccess, busyTimeout: options.busyTimeout, hooks: hooks)
        connection.keepLogOnClose(true)
        let statement = try connection.prepareReading(sql)
        let names = statement.columnNames
        var rows: [[Value]] = []
        try statement.forEachRow { () throws(StoreError) in
            rows.append(names.indices.map { statement.value(Int32($0)) })
        }
        return StatementRows(names: names, rows: rows)
    }
}
