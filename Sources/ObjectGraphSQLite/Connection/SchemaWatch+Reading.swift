import ObjectGraph
import ObjectGraphSQL

extension SchemaWatch {
    /// Begins a read transaction, unless one is open, and checks the schema.
    ///
    /// The check reads one row, which SQLite has in its cache; `PRAGMA schema_version` would cost
    /// as much, and changes with every index that a load requests.
    func begin(_ connection: SQLiteConnection) throws(StoreError) {
        if !connection.isInTransaction { try connection.execute("BEGIN") }
        try check(connection)
    }
}
