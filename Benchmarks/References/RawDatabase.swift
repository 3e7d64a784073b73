import MercatorCSQLite

/// An SQLite connection for the references: a minimal wrapper around the C interface.
///
/// - Invariant: `handle` is an open connection from the end of the initialiser to `deinit`.
@safe
final class RawDatabase {
    private let handle: OpaquePointer

    /// Opens or creates a file, with the settings of Mercator's store.
    init(path: String) throws {
        var opened: OpaquePointer?
        let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX
        let code = unsafe sqlite3_open_v2(path, &opened, flags, nil)
        guard code == SQLITE_OK, let handle = unsafe opened else {
            unsafe sqlite3_close_v2(opened)
            throw BenchmarkError("'\(path)' cannot be opened (code \(code))")
        }
        unsafe self.handle = handle
        try execute("PRAGMA journal_mode = WAL")
        try execute("PRAGMA synchronous = NORMAL")
        try execute("PRAGMA foreign_keys = ON")
    }

    deinit {
        // This function defers closing until all statements are finalised.
        unsafe sqlite3_close_v2(handle)
    }

    /// The number of rows inserted, changed or deleted since the connection was opened.
    var changeCount: Int { unsafe Int(sqlite3_total_changes(handle)) }

    /// Executes statements without parameters.
    func execute(_ sql: String) throws {
        guard unsafe sqlite3_exec(handle, sql, nil, nil, nil) == SQLITE_OK else {
            throw unsafe BenchmarkError("\(String(cString: sqlite3_errmsg(handle))) in \(sql)")
        }
    }

    /// Executes work in one transaction.
    func transaction(_ work: () throws -> Void) throws {
        try execute("BEGIN IMMEDIATE")
        try work()
        try execute("COMMIT")
    }

    /// Prepares a statement for repeated execution.
    func prepare(_ sql: String) throws -> RawStatement {
        var prepared: OpaquePointer?
        let flags = UInt32(SQLITE_PREPARE_PERSISTENT)
        let code = unsafe sqlite3_prepare_v3(handle, sql, -1, flags, &prepared, nil)
        guard code == SQLITE_OK, let statement = unsafe prepared else {
            throw unsafe BenchmarkError("\(String(cString: sqlite3_errmsg(handle))) in \(sql)")
        }
        return unsafe RawStatement(owning: statement)
    }
}
