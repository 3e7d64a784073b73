import ObjectGraph
import ObjectGraphSQL

/// Finds the object with a broken reference; SQLite's error does not identify it.
struct SQLiteReferenceCheck {
    let schema: StoreSchema

    /// Completes an error about a broken reference; other errors are returned unchanged.
    ///
    /// The whole file is searched, which is acceptable for an error.
    func explain(_ error: StoreError, _ connection: SQLiteConnection) -> StoreError {
        guard error.code == .brokenReference, connection.isInTransaction else { return error }
        let broken = try? connection.query("PRAGMA foreign_key_check") {
            (row) throws(StoreError) in
            (table: row.text(0), number: row.integer(1), key: row.integer(3))
        }
        guard let first = broken?.first, let broken else { return error }
        let more = broken.count > 1 ? " (and \(broken.count - 1) more)" : ""
        let message = text(first.table, first.number, first.key, connection) + more
        return StoreError(.brokenReference, message, sql: error.sql)
    }

    private func text(
        _ table: String, _ number: Int64, _ key: Int64, _ connection: SQLiteConnection
    ) -> String {
        if let links = schema.joinTables.values.first(where: { $0.name == table }) {
            return schema.brokenLink(of: links).message
        }
        guard let table = schema.tables.values.first(where: { $0.name == table }) else {
            return "table '\(table)' refers to a row that does not exist"
        }
        let columns = try? connection.texts(
            #"SELECT "from" FROM pragma_foreign_key_list(?) WHERE id = ?"#,
            [.string(table.name), .integer(key)])
        let column = table.columns.first { $0.name == columns?.first }
        return schema.brokenReference(column, of: number, in: table).message
    }
}
