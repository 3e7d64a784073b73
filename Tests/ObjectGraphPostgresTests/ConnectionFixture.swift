import ObjectGraph
import ObjectGraphPostgres
import PostgresTestSupport

/// Calls a closure with a connection to an empty schema.
func withConnection<Result>(
    _ change: (inout PostgresSettings) -> Void = { _ in },
    _ body: (PostgresConnection) throws -> Result
) throws -> Result {
    try PostgresSchema.with { schema in
        let connection = try schema.connect(change)
        try connection.execute("CREATE SCHEMA \"\(schema.name)\"")
        return try body(connection)
    }
}

/// Returns the store error that a closure throws; `nil` if it throws none.
func storeError(_ body: () throws -> Void) -> StoreError? {
    do {
        try body()
        return nil
    } catch {
        return error as? StoreError
    }
}

extension PostgresConnection {
    /// Returns the number in the first column of the first row.
    func number(_ sql: String) throws -> Int64 { try query(sql).map { $0.integer(0) }.first ?? -1 }

    /// Returns the texts of the first column.
    func texts(_ sql: String) throws -> [String] { try query(sql).map { $0.text(0) } }
}
