import MercatorCPostgres
package import ObjectGraph

/// The rows of a `COPY`, which are sent in parts while further ones are made.
///
/// ```swift
/// try connection.copy(into: #""Article" ("_id", "title")"#, columns: 2) { rows in
///     for article in articles {
///         rows.beginRow()
///         rows.cells.append(article.number)
///         rows.cells.append(article.row, 0, .text)
///         try rows.endRow()
///     }
/// }
/// ```
package struct PostgresCopy: ~Copyable {
    /// The number of bytes from which rows are sent.
    private static let partSize = 1 << 16

    /// The cells of the current row.
    package var cells = CellBuffer(capacity: PostgresCopy.partSize * 2)
    private let connection: PostgresConnection
    private let sql: String
    private let columns: Int
    private var cellsBefore = 0

    /// Source: the binary format of `COPY` in PostgreSQL's documentation.
    fileprivate init(_ connection: PostgresConnection, _ sql: String, columns: Int) {
        self.connection = connection
        self.sql = sql
        self.columns = columns
        for byte in "PGCOPY\n\u{FF}\r\n\0".unicodeScalars { cells.appendRaw(UInt8(byte.value)) }
        cells.appendRaw(0 as Int32)
        cells.appendRaw(0 as Int32)
    }

    /// Begins a row, whose cells are appended in the order of the columns and with their types.
    package mutating func beginRow() {
        cells.appendRaw(Int16(clamping: columns))
        cellsBefore = cells.cellCount
    }

    /// Ends the row, and sends the buffered rows if they are large.
    ///
    /// - Throws: ``StoreError`` with code `invalidRequest` if a cell or the row is too large.
    package mutating func endRow() throws(StoreError) {
        let count = cells.cellCount - cellsBefore
        precondition(count == columns, "a row of \(columns) cells has \(count)")
        if cells.isTooLarge || cells.count > CellBuffer.cellLimit {
            throw connection.note(.tooLarge(sql))
        }
        if cells.count >= PostgresCopy.partSize { try flush() }
    }

    private mutating func flush() throws(StoreError) {
        let isSent = unsafe cells.withBytes { bytes in
            unsafe PQputCopyData(
                connection.handle, bytes.baseAddress?.assumingMemoryBound(to: CChar.self),
                Int32(clamping: bytes.count)) == 1
        }
        guard isSent else { throw connection.lost(sql) }
        cells.removeAll()
    }

    /// Sends the end of all rows.
    fileprivate mutating func finish() throws(StoreError) {
        cells.appendRaw(-1 as Int16)
        try flush()
        guard unsafe PQputCopyEnd(connection.handle, nil) == 1 else { throw connection.lost(sql) }
    }
}

extension PostgresConnection {
    /// Inserts the rows of a closure with `COPY … FROM STDIN`.
    ///
    /// - Parameters:
    ///   - target: The table with its columns, in SQL.
    ///   - columns: The number of columns.
    ///   - rows: A closure that makes the rows. It must not use the connection.
    /// - Returns: The number of rows.
    /// - Throws: An error of the closure or of the server, after which none of the rows is there.
    @discardableResult
    package func copy(
        into target: String, columns: Int,
        _ rows: (inout PostgresCopy) throws(StoreError) -> Void
    ) throws(StoreError) -> Int {
        try copy(into: [CopiedTable(target: target, columns: columns)]) {
            (_, copy) throws(StoreError) in try rows(&copy)
        }
    }

    /// Inserts rows into several tables, with one round trip more than there are tables.
    ///
    /// - Parameters:
    ///   - tables: The tables.
    ///   - rows: A closure that makes the rows of the table with an index.
    /// - Returns: The number of rows.
    /// - Throws: An error of the closure or of the server, after which none of the rows is there.
    @discardableResult
    func copy(
        into tables: [CopiedTable],
        _ rows: (_ index: Int, inout PostgresCopy) throws(StoreError) -> Void
    ) throws(StoreError) -> Int {
        guard !tables.isEmpty else { return 0 }
        return try withSettings { () throws(StoreError) in
            try copy(tables, tables.map(\.sql).joined(separator: "; "), rows)
        }
    }

    private func copy(
        _ tables: [CopiedTable], _ sql: String,
        _ rows: (_ index: Int, inout PostgresCopy) throws(StoreError) -> Void
    ) throws(StoreError) -> Int {
        try requireIdle(sql)
        noteStart(sql)
        guard unsafe PQsendQuery(handle, sql) == 1 else { throw lost(sql) }
        isReading = true
        defer { isReading = false }
        var index = 0
        var refusal: StoreError?
        changeCount = 0
        hooks.noteRoundTrip()
        while let answer = try nextResult(sql) {
            do throws(StoreError) {
                if unsafe PQresultStatus(answer.handle) == PGRES_COPY_IN, index < tables.count {
                    try send(tables[index]) { (copy) throws(StoreError) in try rows(index, &copy) }
                    index += 1
                    hooks.noteRoundTrip()
                } else {
                    try check(answer, sql)
                    changeCount += answer.changeCount
                }
            } catch {
                refusal = refusal ?? error
                if isLost { break }
            }
        }
        noteEnd(changeCount)
        if let refusal { throw refusal }
        if isLost { throw lost(sql) }
        guard index == tables.count else {
            throw note(StoreError(.failure, "the server did not begin a COPY", sql: sql))
        }
        return changeCount
    }

    /// Sends the rows of a table to the waiting server.
    private func send(
        _ table: CopiedTable, _ rows: (inout PostgresCopy) throws(StoreError) -> Void
    ) throws(StoreError) {
        var copy = PostgresCopy(self, table.sql, columns: table.columns)
        do throws(StoreError) {
            try rows(&copy)
            try copy.finish()
        } catch {
            // The server then rejects the whole statement, including later tables.
            unsafe PQputCopyEnd(handle, "the rows could not be made")
            throw error
        }
    }
}
