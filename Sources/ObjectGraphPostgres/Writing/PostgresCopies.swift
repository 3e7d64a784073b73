import ObjectGraph

/// The tables of a commit into which rows are copied, at the same time.
struct PostgresCopies {
    /// A closure that makes rows; it must not use the connection.
    typealias Rows = (inout PostgresCopy) throws(StoreError) -> Void

    private var tables: [CopiedTable] = []
    private var rows: [Rows] = []

    /// Appends a table with its rows, to be copied in order.
    mutating func append(_ table: CopiedTable, _ rows: @escaping Rows) {
        tables.append(table)
        self.rows.append(rows)
    }

    /// Copies all rows.
    func run(_ connection: PostgresConnection) throws(StoreError) {
        try connection.copy(into: tables) { (index, copy) throws(StoreError) in
            try rows[index](&copy)
        }
    }
}
