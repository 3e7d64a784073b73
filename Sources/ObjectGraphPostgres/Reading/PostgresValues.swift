import ObjectGraph
import ObjectGraphSQL

/// The rows of a cursor of the server.
///
/// The connection is free for other requests between two blocks.
final class PostgresValues: ValueCursor {
    private let reader: PostgresReader
    private let values: ValueReader
    private let name: String
    private let hasSums: Bool
    private var isAtEnd = false

    init(_ reader: PostgresReader, _ values: ValueReader, _ name: String, hasSums: Bool) {
        self.hasSums = hasSums
        self.reader = reader
        self.values = values
        self.name = name
    }

    func next(_ count: Int) throws(StoreError) -> RowBlock {
        guard !isAtEnd else { return values.noRows.block() }
        let (values, hasSums) = (values, hasSums)
        let sql = "FETCH FORWARD \(count) FROM \(name)"
        let rows = try reader.read { (connection) throws(StoreError) -> RowBlock in
            var rows = values.noRows
            try connection.protecting(hasSums) { () throws(StoreError) in
                try connection.forEachRow(sql, PostgresParameters()) { (row) throws(StoreError) in
                    try values.read(row, into: &rows)
                }
            }
            return rows.block()
        }
        if rows.rowCount < count { close() }
        return rows
    }

    /// Closes the cursor; the end of the transaction would do it, too.
    func close() {
        guard !isAtEnd else { return }
        isAtEnd = true
        let name = name
        try? reader.read { (connection) throws(StoreError) in
            try connection.execute("CLOSE \(name)")
        }
    }
}

extension PostgresConnection {
    /// Executes a query that may fail without ending the transaction, if it `mayFail`.
    func protecting(
        _ mayFail: Bool, _ query: () throws(StoreError) -> Void
    ) throws(StoreError) {
        if mayFail { try withSavepoint(query) } else { try query() }
    }
}

/// Rows that were read at once.
final class WholeValues: ValueCursor {
    private var rows: RowBlock
    private let none: RowBlock

    init(_ rows: RowBlock, none: RowBlock) {
        self.rows = rows
        self.none = none
    }

    func next(_ count: Int) -> RowBlock {
        defer { rows = none }
        return rows
    }

    func close() { rows = none }
}
