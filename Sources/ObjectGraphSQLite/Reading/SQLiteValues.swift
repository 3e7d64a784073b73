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

    func read(
        _ count: Int, _ body: (any SelectedCells) throws(StoreError) -> Void
    ) throws(StoreError) {
        guard !isAtEnd else { return }
        let (values, number) = (values, number)
        let rowCount = try reader.read { (connection) throws(StoreError) -> Int in
            guard let statement = connection.running[number] else { return 0 }
            let cells = StatementCells(statement, values, limit: count)
            try body(cells)
            return cells.count
        }
        if rowCount < count { close() }
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

/// The rows of a statement up to a number.
private final class StatementCells: SelectedCells {
    private let statement: SQLiteStatement
    private let values: ValueReader
    private let limit: Int
    private(set) var count = 0

    init(_ statement: SQLiteStatement, _ values: ValueReader, limit: Int) {
        self.statement = statement
        self.values = values
        self.limit = limit
    }

    func moveToNext() throws(StoreError) -> Bool {
        guard count < limit, try statement.step() else { return false }
        count += 1
        return true
    }

    func value(at column: Int) throws(StoreError) -> Value {
        do throws(StoreError) {
            return try values.value(at: column, of: statement)
        } catch {
            count -= 1
            throw error
        }
    }
}
