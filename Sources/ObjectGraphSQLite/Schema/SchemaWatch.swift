import ObjectGraph

/// Detects that a file was migrated to another model since it was opened.
///
/// Every transaction, for reading or writing, begins with this check, whose result is valid until
/// the transaction ends. Without it, a container with the earlier model would read tables with a
/// different meaning, and write rows of entities that no longer exist.
struct SchemaWatch: Sendable {
    private let path: String
    private let fingerprint: String

    /// Creates a check that the file has the given schema.
    init(_ path: String, _ schema: StoreSchema) {
        self.path = path
        fingerprint = schema.fingerprint
    }

    /// Begins a read transaction, unless one is open, and checks the schema.
    func begin(_ connection: SQLiteConnection) throws(StoreError) {
        if !connection.isInTransaction { try connection.execute("BEGIN") }
        try check(connection)
    }

    /// Checks, inside a transaction, that the file still has the schema with which it was opened.
    ///
    /// The check reads one row, which SQLite has in its cache; `PRAGMA schema_version` would cost
    /// as much, and changes with every index that a load requests.
    ///
    /// - Throws: ``StoreError`` with code `schemaMismatch`.
    func check(_ connection: SQLiteConnection) throws(StoreError) {
        let found = try connection.texts(StoreSchema.fingerprintQuestion).first
        guard found != fingerprint else { return }
        throw StoreError(
            .schemaMismatch,
            "'\(path)' was brought to another model after this container had opened it, by another "
                + "container or process. Nothing was written; make the container again, with the "
                + "model that the file has now")
    }
}

extension StoreSchema {
    /// The query for the fingerprint of a file's schema.
    static let fingerprintQuestion =
        "SELECT value FROM mercator_store WHERE key = 'fingerprint'"
}
