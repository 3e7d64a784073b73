import CSQLite
import ObjectGraph

/// A prepared statement of a connection.
///
/// - Invariant: `handle` is a prepared statement from the initialiser to `deinit`. What was bound is
///   copied by SQLite, so nothing of the caller's must stay alive. Pointers to columns are used
///   before the next step, and never leave a method.
@safe
final class SQLiteStatement {
    let sql: String
    private let handle: OpaquePointer
    private let hooks: StatementHooks

    /// Takes over a prepared statement.
    @unsafe
    init(owning handle: OpaquePointer, sql: String, hooks: StatementHooks) {
        unsafe self.handle = handle
        self.sql = sql
        self.hooks = hooks
    }

    deinit {
        unsafe sqlite3_finalize(handle)
    }

    /// Executes the statement to its end and makes it ready for the next execution.
    func run() throws(StoreError) {
        try forEachRow { () throws(StoreError) in }
    }

    /// Executes the statement and shows its rows one by one; inside, columns can be read.
    func forEachRow(_ body: () throws(StoreError) -> Void) throws(StoreError) {
        hooks.note(sql)
        defer { unsafe sqlite3_reset(handle) }
        while true {
            let code = unsafe sqlite3_step(handle)
            switch code {
            case SQLITE_ROW: try body()
            case SQLITE_DONE: return
            default: throw failure(code)
            }
        }
    }

    private func failure(_ code: Int32) -> StoreError {
        let message = unsafe String(cString: sqlite3_errmsg(sqlite3_db_handle(handle)))
        return StoreError(sqlite: code, message, sql: sql)
    }

    private func check(_ code: Int32) throws(StoreError) {
        guard code == SQLITE_OK else { throw failure(code) }
    }
}

/// Binding: parameters count from 1.
extension SQLiteStatement {
    /// Binds values to the parameters from the first on.
    func bind(_ values: [Value]) throws(StoreError) {
        var index: Int32 = 0
        for value in values {
            index += 1
            try bind(value, at: index)
        }
    }

    /// Binds one value in the form in which columns keep it.
    func bind(_ value: Value, at index: Int32) throws(StoreError) {
        switch value {
        case .null: try bindNull(at: index)
        case .boolean(let flag): try bind(flag ? 1 : 0 as Int64, at: index)
        case .integer(let number): try bind(number, at: index)
        case .double(let number): try check(unsafe sqlite3_bind_double(handle, index, number))
        case .string(let text): try bind(text, at: index)
        case .date(let instant): try bind(instant.sortableText, at: index)
        case .data(let bytes): try bind(bytes, at: index)
        case .array, .dictionary: try bind(ValueJSON.text(value), at: index)
        case .decimal, .uuid:
            guard let text = value.storedText else { return try bindNull(at: index) }
            try bind(text, at: index)
        }
    }

    func bindNull(at index: Int32) throws(StoreError) {
        try check(unsafe sqlite3_bind_null(handle, index))
    }

    func bind(_ number: Int64, at index: Int32) throws(StoreError) {
        try check(unsafe sqlite3_bind_int64(handle, index, number))
    }

    func bind(_ text: String, at index: Int32) throws(StoreError) {
        var text = text
        let code = text.withUTF8 { bytes in
            let copy = unsafe unsafeBitCast(-1, to: sqlite3_destructor_type.self)
            // A null pointer would bind NULL; an empty text is one.
            guard let start = bytes.baseAddress else {
                return unsafe sqlite3_bind_text64(handle, index, "", 0, copy, UInt8(SQLITE_UTF8))
            }
            return unsafe start.withMemoryRebound(to: CChar.self, capacity: bytes.count) {
                unsafe sqlite3_bind_text64(
                    handle, index, $0, UInt64(bytes.count), copy, UInt8(SQLITE_UTF8))
            }
        }
        try check(code)
    }

    func bind(_ bytes: [UInt8], at index: Int32) throws(StoreError) {
        let code = unsafe bytes.withUnsafeBytes { buffer in
            guard unsafe !buffer.isEmpty else {
                return unsafe sqlite3_bind_zeroblob(handle, index, 0)
            }
            let copy = unsafe unsafeBitCast(-1, to: sqlite3_destructor_type.self)
            return unsafe sqlite3_bind_blob64(
                handle, index, buffer.baseAddress, UInt64(buffer.count), copy)
        }
        try check(code)
    }
}

/// Columns of the current row count from 0.
extension SQLiteStatement {
    func isNull(_ column: Int32) -> Bool {
        unsafe sqlite3_column_type(handle, column) == SQLITE_NULL
    }

    func integer(_ column: Int32) -> Int64 {
        unsafe sqlite3_column_int64(handle, column)
    }

    func double(_ column: Int32) -> Double {
        unsafe sqlite3_column_double(handle, column)
    }

    /// The text; empty for `NULL`.
    func text(_ column: Int32) -> String {
        guard let start = unsafe sqlite3_column_text(handle, column) else { return "" }
        let count = unsafe Int(sqlite3_column_bytes(handle, column))
        return unsafe String(
            decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
    }

    /// The bytes; empty for `NULL`.
    func bytes(_ column: Int32) -> [UInt8] {
        guard let start = unsafe sqlite3_column_blob(handle, column) else { return [] }
        let count = unsafe Int(sqlite3_column_bytes(handle, column))
        return unsafe Array(UnsafeRawBufferPointer(start: start, count: count))
    }
}
