import ObjectGraph
import ObjectGraphSQL

/// Executes a statement for many rows, whose columns are sent as one array each.
struct RowArrays {
    /// The usual size of the values of one statement: the client encodes one batch while the server
    /// executes the one before.
    private static let wantedBytes = 384 << 10
    /// The size that the values of several rows do not exceed.
    private static let mostBytes = 64 << 20

    let connection: PostgresConnection
    let schema: StoreSchema
    let table: StoreTable

    /// Returns the table expression of the arrays in a statement: the numbers of the rows as
    /// `u.id`, and the columns as `u.k0` and so on.
    ///
    /// The arrays are taken apart in a list of columns: `unnest` with several arrays in `FROM`
    /// keeps all rows in memory first, and took 1.2 times as long.
    static func source(_ columnCount: Int) -> String {
        let names = ["id"] + (0..<columnCount).map { "k\($0)" }
        let columns = names.enumerated().map { "unnest($\($0 + 1)) AS \($1)" }
        return "(SELECT \(columns.joined(separator: ", "))) AS u"
    }

    /// Executes the statement with the values of some slots of rows, in batches.
    ///
    /// - Throws: ``StoreError`` with code `invalidRequest` for a value that its column cannot hold.
    func execute(
        _ sql: String, _ rows: [StoredRow], _ columns: [(slot: Int, kind: StoreColumn.Kind)]
    ) throws(StoreError) {
        var rest = rows[...]
        var batch = 256
        while !rest.isEmpty {
            let next = rest.prefix(batch)
            guard let parameters = try parameters(next, columns) else {
                batch = next.count / 2
                continue
            }
            let bytes = max(1, parameters.byteCount / next.count)
            try connection.send(sql, parameters) { (_) throws(StoreError) in }
            rest = rest.dropFirst(next.count)
            batch = min(max(RowArrays.wantedBytes / bytes, 1), 16_384)
        }
    }

    /// Returns the values of rows; `nil` if they are too many for one statement.
    private func parameters(
        _ rows: ArraySlice<StoredRow>, _ columns: [(slot: Int, kind: StoreColumn.Kind)]
    ) throws(StoreError) -> PostgresParameters? {
        var parameters = PostgresParameters()
        parameters.append(rows.lazy.map(\.number))
        for (slot, kind) in columns {
            try parameters.appendArray(of: PostgresType(kind)) { (cells) throws(StoreError) in
                for row in rows where cells.count < RowArrays.mostBytes || rows.count == 1 {
                    let fits = cells.append(row.row, slot, kind)
                    if !fits || cells.isTooLarge { throw schema.unfitting(row, slot, kind, fits) }
                }
            }
            if rows.count > 1, parameters.byteCount >= RowArrays.mostBytes { return nil }
        }
        return parameters
    }
}

extension StoreSchema {
    /// Returns the error for a value that its column, or the database, cannot hold.
    func unfitting(
        _ row: StoredRow, _ slot: Int, _ kind: StoreColumn.Kind, _ fits: Bool
    ) -> StoreError {
        let name = model.layouts[row.entity].slots[slot].name
        let reason =
            fits
            ? "a value that is larger than \(CellBuffer.cellLimit / 1_000_000) MB, the limit of the "
                + "database" : "a value that a column of kind \(kind) cannot hold"
        return StoreError(
            .invalidRequest, "\(title(row.number, of: row.entity)).\(name) has \(reason)")
    }
}
