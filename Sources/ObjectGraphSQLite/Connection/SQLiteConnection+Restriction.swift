import MercatorCSQLite
import ObjectGraph
import ObjectGraphSQL

extension SQLiteConnection {
    /// The pragmas that only read, with or without an argument.
    private static let readingPragmas: Set<String> = [
        "table_info", "table_xinfo", "table_list", "index_list", "index_info", "index_xinfo",
        "foreign_key_list", "foreign_key_check", "integrity_check", "quick_check",
    ]

    /// Prepares the only statement of a text from a user, which must not write.
    ///
    /// The connection is read-only, but that is not sufficient: `VACUUM INTO` and `ATTACH` could
    /// write other files. From here on, the connection rejects everything but reading.
    ///
    /// - Throws: ``StoreError`` with code `readOnly` for a statement that could write, and with
    ///   `invalidRequest` for a text that is not one statement.
    func prepareReading(_ sql: String) throws(StoreError) -> SQLiteStatement {
        refuseWriting()
        var prepared: OpaquePointer?
        // The text is copied, so that the position after the statement can be compared.
        let text = Array(sql.utf8CString)
        let (code, rest) = unsafe text.withUnsafeBufferPointer { text in
            var tail: UnsafePointer<CChar>?
            let code = unsafe sqlite3_prepare_v3(
                handle, text.baseAddress, Int32(clamping: text.count), 0, &prepared, &tail)
            let rest = unsafe tail.map { unsafe String(cString: $0) } ?? ""
            return (code, rest)
        }
        guard code == SQLITE_OK else {
            guard code != SQLITE_AUTH else {
                throw StoreError(.readOnly, "only statements that read are run", sql: sql)
            }
            let message = unsafe String(cString: sqlite3_errmsg(handle))
            throw StoreError(.invalidRequest, message, sql: sql)
        }
        guard let prepared = unsafe prepared else {
            throw StoreError(.invalidRequest, "there is no statement", sql: sql)
        }
        let statement = unsafe statement(owning: prepared, sql)
        guard statement.isReadOnly else {
            throw StoreError(.readOnly, "only statements that read are run", sql: sql)
        }
        guard rest.allSatisfy({ $0.isWhitespace || $0 == ";" }) else {
            throw StoreError(
                .invalidRequest, "one statement is run at a time; there is more behind the first",
                sql: sql)
        }
        return statement
    }

    /// Refuses all that is not reading when a statement is prepared.
    private func refuseWriting() {
        unsafe sqlite3_set_authorizer(
            handle,
            { _, action, first, second, _, _ in
                switch action {
                case SQLITE_SELECT, SQLITE_READ, SQLITE_FUNCTION, SQLITE_RECURSIVE: return SQLITE_OK
                case SQLITE_PRAGMA:
                    let name = unsafe first.map { unsafe String(cString: $0) } ?? ""
                    let reads =
                        unsafe second == nil
                        || SQLiteConnection.readingPragmas.contains(name.lowercased())
                    return reads ? SQLITE_OK : SQLITE_DENY
                default: return SQLITE_DENY
                }
            }, nil)
    }
}
