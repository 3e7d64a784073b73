import ObjectGraph

/// Puts rows into one table, several with one statement.
///
/// To begin and end a statement costs about as much as a small row. Some rows share that; more than
/// these gain little, and take longer to prepare than few rows take to write.
///
/// Those of several rows say `OR FAIL`. By default, such a statement keeps a copy of every page that it
/// changes, so that it alone can be taken back: that made eight rows at once slower than
/// one at a time. Here whoever fails takes back the whole transaction.
struct BulkInsertion {
    /// About how many parameters a statement has that writes several rows.
    private static let parameters = 96
    private static let rowsAtOnce = 8...32

    private let connection: SQLiteConnection
    private let table: String
    private let row: String
    private let end: String
    /// How many parameters one row has.
    private let width: Int
    private var single: SQLiteStatement?
    private var several: SQLiteStatement?

    /// Describes the statements: `INSERT OR FAIL INTO table (columns) VALUES row, row … end`.
    ///
    /// `table` is its name in SQL with the columns, `row` what stands for one row, with `width`
    /// parameters in it, and `end` what follows the rows, such as `ON CONFLICT …`.
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

    /// Writes rows; `bind` gives one row its values, from a parameter on.
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
