import MercatorCSQLite

/// A prepared statement of a ``RawDatabase``.
///
/// - Invariant: `handle` is a prepared statement until `deinit`. SQLite copies bound values.
@safe
final class RawStatement {
    private let handle: OpaquePointer
    private var index: Int32 = 0

    /// Takes ownership of a prepared statement.
    @unsafe
    init(owning handle: OpaquePointer) {
        unsafe self.handle = handle
    }

    deinit {
        unsafe sqlite3_finalize(handle)
    }

    /// Binds the next parameter.
    func bind(_ number: Int64) {
        index += 1
        unsafe sqlite3_bind_int64(handle, index, number)
    }

    /// Binds the next parameter.
    func bind(_ number: Double) {
        index += 1
        unsafe sqlite3_bind_double(handle, index, number)
    }

    /// Binds the next parameter.
    func bind(_ text: String) {
        index += 1
        var text = text
        text.withUTF8 { bytes in
            unsafe bytes.withMemoryRebound(to: CChar.self) { bytes in
                let copy = unsafe unsafeBitCast(-1, to: sqlite3_destructor_type.self)
                _ = unsafe sqlite3_bind_text(
                    handle, index, bytes.baseAddress, Int32(bytes.count), copy)
            }
        }
    }

    /// Executes the statement; the next binding begins at the first parameter.
    func run() throws {
        try forEachRow {}
    }

    /// Executes the statement and calls a closure for each row.
    func forEachRow(_ body: () throws -> Void) throws {
        index = 0
        defer { unsafe sqlite3_reset(handle) }
        while true {
            switch unsafe sqlite3_step(handle) {
            case SQLITE_ROW: try body()
            case SQLITE_DONE: return
            default:
                throw unsafe BenchmarkError(
                    String(cString: sqlite3_errmsg(sqlite3_db_handle(handle))))
            }
        }
    }

    /// Returns an integer from the current row; columns are zero-based.
    func integer(_ column: Int32) -> Int64 { unsafe sqlite3_column_int64(handle, column) }

    /// Returns a floating-point number from the current row.
    func double(_ column: Int32) -> Double { unsafe sqlite3_column_double(handle, column) }

    /// Returns a copy of a text from the current row; empty for null.
    func text(_ column: Int32) -> String {
        // The text must be requested before its size, because that may convert it.
        guard let bytes = unsafe sqlite3_column_text(handle, column) else { return "" }
        let count = unsafe Int(sqlite3_column_bytes(handle, column))
        return unsafe String(
            decoding: UnsafeBufferPointer(start: bytes, count: count), as: UTF8.self)
    }

    /// Returns an integer from the current row; `nil` for null.
    ///
    /// Any other value is an error, as in code that has to trust what others have written.
    func checkedInteger(_ column: Int32) throws -> Int64? {
        try isPresent(column, SQLITE_INTEGER) ? integer(column) : nil
    }

    /// Returns a floating-point number from the current row; `nil` for null.
    func checkedDouble(_ column: Int32) throws -> Double? {
        try isPresent(column, SQLITE_FLOAT) ? double(column) : nil
    }

    /// Returns a copy of a text from the current row; `nil` for null.
    func checkedText(_ column: Int32) throws -> String? {
        try isPresent(column, SQLITE_TEXT) ? text(column) : nil
    }

    /// Indicates whether a column of the current row has a value, which is of a type.
    private func isPresent(_ column: Int32, _ type: Int32) throws -> Bool {
        let found = unsafe sqlite3_column_type(handle, column)
        guard found != SQLITE_NULL else { return false }
        guard found == type else {
            throw BenchmarkError("column \(column) holds a value of another type")
        }
        return true
    }
}
