import MercatorCSQLite
import ObjectGraph

/// Direct access to a file, independent of the code under test.
@safe
final class SQLiteFile {
    private let handle: OpaquePointer

    init(_ path: String) throws {
        var opened: OpaquePointer?
        let code = unsafe sqlite3_open_v2(
            path, &opened, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, nil)
        guard code == SQLITE_OK, let handle = unsafe opened else {
            throw StoreError(.cannotOpen, "the test cannot open '\(path)'")
        }
        unsafe self.handle = handle
    }

    deinit {
        unsafe sqlite3_close_v2(handle)
    }

    /// Returns all columns of all rows, separated by bars.
    @discardableResult
    func texts(_ sql: String) throws -> [String] {
        var prepared: OpaquePointer?
        guard unsafe sqlite3_prepare_v2(handle, sql, -1, &prepared, nil) == SQLITE_OK else {
            throw StoreError(.failure, unsafe String(cString: sqlite3_errmsg(handle)))
        }
        defer { unsafe sqlite3_finalize(prepared) }
        var rows: [String] = []
        while true {
            switch unsafe sqlite3_step(prepared) {
            case SQLITE_ROW:
                let columns = unsafe (0..<sqlite3_column_count(prepared)).map { column in
                    unsafe sqlite3_column_text(prepared, column).map {
                        unsafe String(cString: $0)
                    } ?? "NULL"
                }
                rows.append(columns.joined(separator: "|"))
            case SQLITE_DONE: return rows
            default: throw StoreError(.failure, unsafe String(cString: sqlite3_errmsg(handle)))
            }
        }
    }

    /// Returns one line for each table and index, ordered by name.
    func schema() throws -> [String] {
        try texts("SELECT type, name, sql FROM sqlite_schema ORDER BY type, name")
    }
}
