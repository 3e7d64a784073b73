import MercatorCSQLite

/// Direct access to a file, like that of the `sqlite3` program.
@safe
final class SQLiteRows {
    /// An error with SQLite's message.
    struct Failure: Error {
        let message: String
    }

    private let handle: OpaquePointer

    init(_ path: String) throws {
        var opened: OpaquePointer?
        let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
        guard unsafe sqlite3_open_v2(path, &opened, flags, nil) == SQLITE_OK,
            let handle = unsafe opened
        else { throw Failure(message: "cannot open \(path)") }
        unsafe self.handle = handle
    }

    deinit {
        unsafe sqlite3_close_v2(handle)
    }

    /// Returns all rows, with columns joined by a vertical bar.
    @discardableResult
    func texts(_ sql: String) throws -> [String] {
        var prepared: OpaquePointer?
        guard unsafe sqlite3_prepare_v2(handle, sql, -1, &prepared, nil) == SQLITE_OK else {
            throw Failure(message: unsafe String(cString: sqlite3_errmsg(handle)))
        }
        defer { unsafe sqlite3_finalize(prepared) }
        var rows: [String] = []
        while unsafe sqlite3_step(prepared) == SQLITE_ROW {
            let columns = unsafe (0..<sqlite3_column_count(prepared)).map { column in
                unsafe sqlite3_column_text(prepared, column).map { unsafe String(cString: $0) }
                    ?? ""
            }
            rows.append(columns.joined(separator: "|"))
        }
        return rows
    }
}
