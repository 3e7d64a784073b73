import ObjectGraph

/// Notices that somebody has brought a file to another model since it was opened.
///
/// Every transaction begins by asking, whether it reads or writes: the answer holds until it ends.
/// Without that, a container of the earlier model would read tables that have become something
/// else, and write rows of entities that are no longer there.
struct SchemaWatch: Sendable {
    private let path: String
    private let fingerprint: String

    /// Watches a file that holds what a schema says.
    init(_ path: String, _ schema: StoreSchema) {
        self.path = path
        fingerprint = schema.fingerprint
    }

    /// Begins to read, unless that was done before.
    func begin(_ connection: SQLiteConnection) throws(StoreError) {
        if !connection.isInTransaction { try connection.execute("BEGIN") }
        try check(connection)
    }

    /// Makes sure, inside a transaction, that the file still is what was opened.
    ///
    /// It costs one row that SQLite has in memory; `PRAGMA schema_version` would cost as much, and
    /// changes with every index that a load asks for.
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
    /// Asks a file for the fingerprint of what it holds.
    static let fingerprintQuestion =
        "SELECT value FROM mercator_store WHERE key = 'fingerprint'"
}
