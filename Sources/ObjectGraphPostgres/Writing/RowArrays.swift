import ObjectGraph
import ObjectGraphSQL

/// Executes a statement for many rows, whose columns are sent as one array each.
struct RowArrays {
    /// The size of the values of one statement, which is exceeded by at most one batch of rows of
    /// unusual size.
    private static let wantedBytes = 4 << 20

    private let connection: PostgresConnection
    private let schema: StoreSchema
    private let table: StoreTable

    init(_ connection: PostgresConnection, _ schema: StoreSchema, _ table: StoreTable) {
        self.connection = connection
        self.schema = schema
        self.table = table
    }

    /// Returns the table expression of the arrays in a statement: the numbers of the rows as
    /// `u.id`, and the columns as `u.k0` and so on.
    static func source(_ columnCount: Int) -> String {
        let parameters = (1...columnCount + 1).map { "$\($0)" }.joined(separator: ", ")
        let names = (["id"] + (0..<columnCount).map { "k\($0)" }).joined(separator: ", ")
        return "unnest(\(parameters)) AS u(\(names))"
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
            let parameters = try parameters(next, columns)
            let bytes = max(1, parameters.byteCount / next.count)
            _ = try connection.query(sql, parameters)
            rest = rest.dropFirst(next.count)
            batch = min(max(RowArrays.wantedBytes / bytes, 1), 16_384)
        }
    }

    private func parameters(
        _ rows: ArraySlice<StoredRow>, _ columns: [(slot: Int, kind: StoreColumn.Kind)]
    ) throws(StoreError) -> PostgresParameters {
        var parameters = PostgresParameters()
        parameters.append(rows.lazy.map(\.number))
        for (slot, kind) in columns {
            try parameters.appendArray(of: PostgresType(kind)) { (cells) throws(StoreError) in
                for row in rows where !cells.append(row.row, slot, kind) {
                    let name = schema.model.layouts[row.entity].slots[slot].name
                    throw StoreError(
                        .invalidRequest,
                        "\(schema.title(row.number, of: row.entity)).\(name) has a value that a "
                            + "column of kind \(kind) cannot hold")
                }
            }
        }
        return parameters
    }
}
