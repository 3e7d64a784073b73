import Mercator
import MercatorCSQLite

/// An implementation of the `sqlite3` shell's output, for systems without it.
///
/// - Invariant: `handle` is an open connection from the initializer to `deinit`.
@safe
final class SQLiteShell {
    private let handle: OpaquePointer

    init(_ path: String, isWriting: Bool = false) throws {
        var opened: OpaquePointer?
        let flags = isWriting ? SQLITE_OPEN_READWRITE : SQLITE_OPEN_READONLY
        let code = unsafe sqlite3_open_v2(path, &opened, flags, nil)
        guard code == SQLITE_OK, let handle = unsafe opened else {
            throw StoreError(.cannotOpen, "the test cannot open '\(path)'")
        }
        unsafe self.handle = handle
    }

    deinit {
        unsafe sqlite3_close_v2(handle)
    }

    /// Returns a line for each row, with columns separated by bars.
    @discardableResult
    func run(_ sql: String) throws -> String {
        var prepared: OpaquePointer?
        guard unsafe sqlite3_prepare_v2(handle, sql, -1, &prepared, nil) == SQLITE_OK else {
            throw StoreError(.failure, unsafe String(cString: sqlite3_errmsg(handle)), sql: sql)
        }
        defer { unsafe sqlite3_finalize(prepared) }
        var rows: [String] = []
        while unsafe sqlite3_step(prepared) == SQLITE_ROW {
            let columns = unsafe (0..<sqlite3_column_count(prepared)).map { column in
                unsafe sqlite3_column_text(prepared, column).map {
                    unsafe String(cString: $0)
                } ?? ""
            }
            rows.append(columns.joined(separator: "|"))
        }
        return rows.joined(separator: "\n")
    }
}
