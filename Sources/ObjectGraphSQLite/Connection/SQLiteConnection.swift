import MercatorCSQLite
import ObjectGraph
import ObjectGraphSQL

/// A connection to a database file.
///
/// It is used by one task at a time: readers and the writer keep theirs inside a `Mutex`.
///
/// - Invariant: `handle` is an open connection from the end of the initializer to `deinit`. It is
///   opened without SQLite's own mutexes, which is sound because the class is not `Sendable`.
@safe
final class SQLiteConnection {
    /// Used only in the files of this class.
    let handle: OpaquePointer
    private let hooks: StatementHooks
    private var cache = StatementCache(capacity: 128)
    /// The statements of open cursors.
    var running = RunningStatements()

    /// The modes for opening a file.
    enum Access {
        case create, write, read
        /// Without a write-ahead log, for a file that no process can write.
        case readUnchanging

        fileprivate var flags: Int32 {
            switch self {
            case .create: SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
            case .write: SQLITE_OPEN_READWRITE
            case .read, .readUnchanging: SQLITE_OPEN_READONLY
            }
        }
    }

    /// Opens a file.
    ///
    /// - Throws: ``StoreError`` with code `cannotOpen`.
    init(
        path: String, access: Access, busyTimeout: Duration, hooks: StatementHooks
    ) throws(StoreError) {
        try SQLiteLibrary.check()
        if access == .read || access == .readUnchanging {
            StoreFile(path).rollBack(busyTimeout: busyTimeout, hooks)
        }
        var opened: OpaquePointer?
        let flags =
            access.flags | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE | SQLITE_OPEN_URI
        let location = StoreFile(path).location(access)
        let code = unsafe sqlite3_open_v2(location, &opened, flags, nil)
        guard code == SQLITE_OK, let handle = unsafe opened else {
            let reason = unsafe FileLocation(path).problem ?? String(cString: sqlite3_errstr(code))
            unsafe sqlite3_close_v2(opened)
            throw StoreError(.cannotOpen, "'\(path)' cannot be opened or created: \(reason)")
        }
        unsafe self.handle = handle
        self.hooks = hooks
        let (seconds, attoseconds) = busyTimeout.components
        let milliseconds = seconds * 1000 + attoseconds / 1_000_000_000_000_000
        unsafe sqlite3_busy_timeout(handle, Int32(clamping: milliseconds))
        try registerTextFunctions()
        try registerKeyFunctions()
        try registerConversions()
        try registerDecimalFunctions()
        try registerArithmetic()
    }

    deinit {
        cache.removeAll()
        running.removeAll()
        // `sqlite3_close_v2` waits for statements that have not been finalized yet.
        unsafe sqlite3_close_v2(handle)
    }

    /// The number of rows that the last statement inserted, changed or deleted.
    var changeCount: Int { unsafe Int(sqlite3_changes(handle)) }

    /// Indicates whether a transaction is open.
    var isInTransaction: Bool { unsafe sqlite3_get_autocommit(handle) == 0 }

    /// Indicates whether the file can only be read, for example because of its permissions.
    var isReadOnly: Bool { unsafe sqlite3_db_readonly(handle, "main") == 1 }

    /// SQLite's version number of the file's content in the view of this connection.
    ///
    /// It changes with each commit by any connection.
    ///
    /// It is updated when a transaction begins, and read without a statement. "The "data version"
    /// for the pager is written into the pointer. The "data version" changes whenever any change
    /// occurs to the corresponding database file."
    /// (sqlite.org/c3ref/c_fcntl_begin_atomic_write.html)
    var fileVersion: UInt32 {
        var version: UInt32 = 0
        unsafe sqlite3_file_control(handle, "main", SQLITE_FCNTL_DATA_VERSION, &version)
        return version
    }

    /// The file and its log, as they are now.
    var openFile: OpenFile {
        let name = unsafe sqlite3_db_filename(handle, "main")
        guard let name = unsafe name, let log = unsafe sqlite3_filename_wal(name) else {
            return OpenFile(path: "", logPath: "")
        }
        return unsafe OpenFile(path: String(cString: name), logPath: String(cString: log))
    }

    /// Pauses before another attempt.
    static func pause(milliseconds: Int32) {
        sqlite3_sleep(milliseconds)
    }

    /// Determines whether closing the last connection keeps the write-ahead log.
    func keepLogOnClose(_ flag: Bool) {
        _ = unsafe mercator_keep_log_on_close(handle, flag ? 1 : 0)
    }

    /// Returns the cached prepared statement for a text, which must not be in use.
    func statement(_ sql: String) throws(StoreError) -> SQLiteStatement {
        try cache.statement(sql) { () throws(StoreError) in try prepare(sql) }
    }

    /// Returns a prepared statement that may stay in use; the cache does not have it any more.
    func takeStatement(_ sql: String) throws(StoreError) -> SQLiteStatement {
        if let statement = cache.remove(sql) { return statement }
        return try prepare(sql)
    }

    /// Returns a statement that is no longer in use to the cache.
    func putBack(_ statement: SQLiteStatement) { cache.insert(statement) }

    /// Prepares a statement that is used once, without caching it.
    func prepare(_ sql: String) throws(StoreError) -> SQLiteStatement {
        var prepared: OpaquePointer?
        let code = unsafe sqlite3_prepare_v3(handle, sql, -1, 0, &prepared, nil)
        guard code == SQLITE_OK, let statement = unsafe prepared else {
            let message = unsafe String(cString: sqlite3_errmsg(handle))
            throw StoreError(
                sqlite: code, message, sql: sql, systemErrors: [unsafe sqlite3_system_errno(handle)]
            )
        }
        return unsafe self.statement(owning: statement, sql)
    }

    /// Returns a statement that was prepared for this connection.
    @unsafe
    func statement(owning prepared: OpaquePointer, _ sql: String) -> SQLiteStatement {
        unsafe SQLiteStatement(owning: prepared, sql: sql, hooks: hooks)
    }
}

// The functions below are called by SQLite while a statement runs. `context` and `arguments` are
// valid during the call; SQLite passes as many arguments as were declared at registration.

extension SQLiteConnection {
    typealias Callback =
        @convention(c) (OpaquePointer?, Int32, UnsafeMutablePointer<OpaquePointer?>?) -> Void

    func register(
        _ name: String, _ count: Int32, _ callback: Callback
    ) throws(StoreError) {
        let flags = SQLITE_UTF8 | SQLITE_DETERMINISTIC
        let code = unsafe sqlite3_create_function_v2(
            handle, name, count, flags, nil, callback, nil, nil, nil)
        guard code == SQLITE_OK else {
            throw StoreError(.failure, "SQLite refused the function \(name) (code \(code))")
        }
    }

    /// Registers the functions that compare text as in memory, and the decimal collation.
    ///
    /// The functions are `mercator_match(text, kind, pattern, options)`,
    /// `mercator_fold(text, options)`, and `mercator_words(text)` for the words of a text.
    private func registerTextFunctions() throws(StoreError) {
        try unsafe register("mercator_match", 4) { context, _, arguments in
            guard let arguments = unsafe arguments,
                let text = unsafe SQLiteConnection.text(arguments[0])
            else {
                unsafe sqlite3_result_int(context, 0)
                return
            }
            guard let matcher = unsafe SQLiteConnection.matcher(context, arguments) else {
                unsafe sqlite3_result_error(context, "mercator_match: no such pattern", -1)
                return
            }
            unsafe sqlite3_result_int(context, matcher.matches(text) ? 1 : 0)
        }
        try unsafe register("mercator_fold", 2) { context, _, arguments in
            guard let arguments = unsafe arguments,
                let text = unsafe SQLiteConnection.text(arguments[0])
            else {
                unsafe sqlite3_result_null(context)
                return
            }
            let options = unsafe TextOptions(rawValue: Int(sqlite3_value_int64(arguments[1])))
            let folded = options.folded(text)
            unsafe SQLiteConnection.setResult(context, Array(folded.utf8), isText: true)
        }
        try unsafe register("mercator_words", 1) { context, _, arguments in
            guard let arguments = unsafe arguments,
                unsafe sqlite3_value_type(arguments[0]) != SQLITE_NULL
            else {
                unsafe sqlite3_result_null(context)
                return
            }
            let words = unsafe SearchTokenizer.normalized(SQLiteConnection.bytes(arguments[0]))
            unsafe SQLiteConnection.setResult(context, words, isText: true)
        }
        let code = unsafe sqlite3_create_collation_v2(
            handle, "mercator_decimal", SQLITE_UTF8, nil,
            { _, leftCount, left, rightCount, right in
                let left = unsafe UnsafeRawBufferPointer(start: left, count: Int(leftCount))
                let right = unsafe UnsafeRawBufferPointer(start: right, count: Int(rightCount))
                return unsafe DecimalOrder.compare(Array(left), Array(right))
            }, nil)
        guard code == SQLITE_OK else {
            throw StoreError(.failure, "SQLite refused the order of decimals (code \(code))")
        }
    }

    /// Registers the functions for keys.
    ///
    /// `mercator_double(bits)` and `mercator_bytes(hex)` serve keys that JSON cannot represent
    /// exactly; `mercator_elements(array, type)` returns the keys in an array.
    private func registerKeyFunctions() throws(StoreError) {
        try unsafe register("mercator_double", 1) { context, _, arguments in
            guard let arguments = unsafe arguments,
                unsafe sqlite3_value_type(arguments[0]) == SQLITE_INTEGER
            else {
                unsafe sqlite3_result_null(context)
                return
            }
            let bits = unsafe UInt64(bitPattern: sqlite3_value_int64(arguments[0]))
            unsafe sqlite3_result_double(context, Double(bitPattern: bits))
        }
        try unsafe register("mercator_bytes", 1) { context, _, arguments in
            guard let arguments = unsafe arguments,
                let text = unsafe SQLiteConnection.text(arguments[0]),
                let bytes = [UInt8](hexadecimal: text)
            else {
                unsafe sqlite3_result_null(context)
                return
            }
            unsafe SQLiteConnection.setResult(context, bytes, isText: false)
        }
        try unsafe register("mercator_elements", 2) { context, _, arguments in
            guard let arguments = unsafe arguments,
                let array = unsafe SQLiteConnection.text(arguments[0]),
                let type = unsafe SQLiteConnection.text(arguments[1]),
                let text = KeyElements.text(of: array, type: type)
            else {
                unsafe sqlite3_result_error(context, "a foreign-key array is no JSON array", -1)
                unsafe sqlite3_result_error_code(context, SQLITE_CORRUPT)
                return
            }
            unsafe SQLiteConnection.setResult(context, Array(text.utf8), isText: true)
        }
    }

    /// Returns the matcher of a call of `mercator_match`, created for the first row of a statement.
    ///
    /// SQLite retains it together with the pattern, and releases it at the latest when the
    /// statement is reset. The auxiliary data is always a ``PreparedMatcher`` that was
    /// retained for it.
    @unsafe
    private static func matcher(
        _ context: OpaquePointer?, _ arguments: UnsafeMutablePointer<OpaquePointer?>
    ) -> TextMatcher? {
        if let kept = unsafe sqlite3_get_auxdata(context, 2) {
            return unsafe Unmanaged<PreparedMatcher>.fromOpaque(kept).takeUnretainedValue().matcher
        }
        guard let kind = unsafe text(arguments[1]).flatMap(TextMatch.Kind.init(rawValue:)),
            let pattern = unsafe text(arguments[2])
        else { return nil }
        let options = unsafe TextOptions(rawValue: Int(sqlite3_value_int64(arguments[3])))
        guard let matcher = try? TextMatcher(TextMatch(kind, pattern, options)) else { return nil }
        let prepared = unsafe Unmanaged.passRetained(PreparedMatcher(matcher)).toOpaque()
        unsafe sqlite3_set_auxdata(context, 2, prepared) { prepared in
            guard let prepared = unsafe prepared else { return }
            unsafe Unmanaged<PreparedMatcher>.fromOpaque(prepared).release()
        }
        return matcher
    }

    /// Returns a copy of the text of an argument; `nil` for `NULL`.
    ///
    /// SQLite keeps the text only during the call.
    @unsafe
    static func text(_ argument: OpaquePointer?) -> String? {
        guard let bytes = unsafe sqlite3_value_text(argument) else { return nil }
        let count = unsafe Int(sqlite3_value_bytes(argument))
        return unsafe String(
            decoding: UnsafeBufferPointer(start: bytes, count: count), as: UTF8.self)
    }

    /// Returns a copy of the bytes of an argument; empty for `NULL`.
    @unsafe
    static func bytes(_ argument: OpaquePointer?) -> [UInt8] {
        guard let start = unsafe sqlite3_value_blob(argument) else { return [] }
        let count = unsafe Int(sqlite3_value_bytes(argument))
        return unsafe Array(UnsafeRawBufferPointer(start: start, count: count))
    }

    /// Returns bytes to SQLite, which copies them.
    @unsafe
    static func setResult(_ context: OpaquePointer?, _ bytes: [UInt8], isText: Bool) {
        unsafe bytes.withUnsafeBytes { buffer in
            // An empty array may have no address, but a zero-length value must have one.
            let count = UInt64(buffer.count)
            let copy = unsafe unsafeBitCast(-1, to: sqlite3_destructor_type.self)
            if isText {
                let start = unsafe buffer.bindMemory(to: CChar.self).baseAddress
                unsafe sqlite3_result_text64(context, start, count, copy, UInt8(SQLITE_UTF8))
            } else if count == 0 {
                unsafe sqlite3_result_zeroblob(context, 0)
            } else {
                unsafe sqlite3_result_blob64(context, buffer.baseAddress, count, copy)
            }
        }
    }
}

/// A matcher that SQLite can retain.
private final class PreparedMatcher {
    let matcher: TextMatcher

    init(_ matcher: TextMatcher) {
        self.matcher = matcher
    }
}
