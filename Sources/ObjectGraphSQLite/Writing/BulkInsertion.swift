import ObjectGraph
import ObjectGraphSQL

/// Inserts rows into one table, several with each statement.
///
/// Beginning and ending a statement costs about as much as writing a small row, which a few rows
/// can share; more rows gain little, and take longer to prepare than few rows take to write.
///
/// Statements for several rows use `OR FAIL`. With the default, SQLite keeps a copy of every page
/// that such a statement changes, to be able to roll back the statement alone, which made eight
/// rows at once slower than one at a time. Here any failure rolls back the whole transaction.
struct BulkInsertion {
    /// The approximate number of parameters of a statement for several rows.
    private static let parameters = 96
    private static let rowsAtOnce = 8...32

    private let connection: SQLiteConnection
    private let table: String
    private let row: String
    private let end: String
    /// The number of parameters of one row.
    private let width: Int
    private var single: SQLiteStatement?
    private var several: SQLiteStatement?

    /// Creates an insertion with statements for several rows.
    ///
    /// They have the form `INSERT OR FAIL INTO table (columns) VALUES row, row … end`.
    ///
    /// `table` is the name of the table in SQL with the columns, `row` the placeholder for one row
    /// with `width` parameters, and `end` the text after the rows, such as `ON CONFLICT …`.
    init(
        into table: String, row: String, width: Int, end: String = "",
        _ connection: SQLiteConnection
    ) {
        self.connection = connection
        self.table = table
        self.row = row
        self.end = end
        self.width = width
    }

    /// Writes rows; `bind` binds the values of one row, beginning at a parameter.
    mutating func write<Row>(
        _ rows: ArraySlice<Row>,
        _ bind: (Row, SQLiteStatement, Int32) throws(StoreError) -> Void
    ) throws(StoreError) {
        let single = try statement(for: 1, &single)
        let atOnce = min(
            max(BulkInsertion.parameters / max(width, 1), BulkInsertion.rowsAtOnce.lowerBound),
            BulkInsertion.rowsAtOnce.upperBound, max(1, single.parameterLimit / max(width, 1)))
        var rest = rows
        while rest.count >= atOnce, atOnce > 1 {
            let statement = try statement(for: atOnce, &several)
            var parameter: Int32 = 1
            for row in rest.prefix(atOnce) {
                try bind(row, statement, parameter)
                parameter += Int32(width)
            }
            try statement.run()
            rest = rest.dropFirst(atOnce)
        }
        for row in rest {
            try bind(row, single, 1)
            try single.run()
        }
    }

    private func statement(
        for count: Int, _ known: inout SQLiteStatement?
    ) throws(StoreError) -> SQLiteStatement {
        if let known { return known }
        let verb = count == 1 ? "INSERT" : "INSERT OR FAIL"
        let rows = Array(repeating: row, count: count).joined(separator: ", ")
        let statement = try connection.statement("\(verb) INTO \(table) VALUES \(rows)\(end)")
        known = statement
        return statement
    }
}
