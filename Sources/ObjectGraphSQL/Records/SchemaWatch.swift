package import ObjectGraph

/// Detects that a file was migrated since it was opened.
///
/// Every transaction, for reading or writing, begins with this check, whose result is valid until
/// the transaction ends. Without it, a container with the earlier model would read tables with a
/// different meaning, and write rows of entities that no longer exist.
package struct SchemaWatch: Sendable {
    private let path: String
    private let fingerprint: String

    /// Creates a check that the file has the given schema.
    package init(_ path: String, _ schema: StoreSchema) {
        self.path = path
        fingerprint = schema.fingerprint
    }

    /// Checks, inside a transaction, that the schema has not changed since opening.
    ///
    /// - Throws: ``StoreError`` with code `schemaMismatch`.
    package func check(_ session: any SQLSession) throws(StoreError) {
        try check(found: try session.texts(StoreSchema.fingerprintQuestion).first)
    }

    /// Checks the fingerprint that a transaction has found.
    ///
    /// - Throws: ``StoreError`` with code `schemaMismatch`.
    package func check(found: String?) throws(StoreError) {
        guard found != fingerprint else { return }
        throw StoreError(
            .schemaMismatch,
            "'\(path)' was brought to another model after this container had opened it, by another "
                + "container or process. Nothing was written; make the container again, with the "
                + "model that the file has now")
    }
}
