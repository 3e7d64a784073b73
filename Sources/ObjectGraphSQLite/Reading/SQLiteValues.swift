import ObjectGraph
import ObjectGraphSQL

/// The rows of an open statement.
///
/// The statement belongs to the connection, which is free for other requests between two blocks.
final class SQLiteValues: ValueCursor {
    private let reader: SQLiteReader
    private let values: ValueReader
    private let number: Int
    private var isAtEnd = false

    init(_ reader: SQLiteReader, _ values: ValueReader, _ number: Int) {
        self.reader = reader
        self.values = values
        self.number = number
    }

    func next(_ count: Int) throws(StoreError) -> RowBlock {
        guard !isAtEnd else { return values.noRows.block() }
        let (values, number) = (values, number)
        let rows = try reader.read { (connection) throws(StoreError) -> RowBlock in
            var rows = values.noRows
            guard let statement = connection.running[number] else { return rows.block() }
            while rows.count < count, try statement.step() {
                try values.read(statement, into: &rows)
            }
            return rows.block()
        }
        if rows.rowCount < count { close() }
        return rows
    }

    func close() {
        guard !isAtEnd else { return }
        isAtEnd = true
        let number = number
        // A reader that cannot be used has no statements any more.
        try? reader.read { (connection) throws(StoreError) in
            guard let statement = connection.running.remove(number) else { return }
            statement.end()
            connection.putBack(statement)
        }
    }
}
