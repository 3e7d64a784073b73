/// A table into which rows are copied.
struct CopiedTable {
    /// The table with its columns, in SQL.
    let target: String
    /// The number of columns.
    let columns: Int

    var sql: String { "COPY \(target) FROM STDIN (FORMAT BINARY)" }
}
