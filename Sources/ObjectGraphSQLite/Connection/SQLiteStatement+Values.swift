import MercatorCSQLite
import ObjectGraph
import ObjectGraphSQL

/// A prepared statement of a connection.
///
/// Values are bound for one execution: the first binding after an execution clears all previous
/// bindings.
///
/// - Invariant: `handle` is a prepared statement from the initializer to `deinit`. Bound values are
///   copied, by SQLite or into `room`, so no memory of the caller needs to outlive the call. SQLite
///   reads the bytes in `room` without a copy: its memory is neither moved nor freed before the
///   statement, and is reused only after all parameters were cleared. Pointers to columns are used
///   before the next step, and never leave a method.
@safe
final class SQLiteStatement {
    /// The size of a statement's own memory for texts, in bytes.
    ///
    /// SQLite copies texts that do not fit, and allocates memory for each.
    private static let capacity = 1 << 15

    let sql: String
    /// Used only in the files of this class.
    let handle: OpaquePointer
    private let hooks: StatementHooks
    /// The memory for texts, allocated when the first one is bound.
    private var room: UnsafeMutablePointer<UInt8>?
    private var used = 0
    /// Indicates whether the statement was executed with the bound values.
    private var isSpent = false
    /// The time and the rows of the current execution, if statements are profiled.
    private var measure: Measure?

    private struct Measure {
        var duration: Duration = .zero
        var rows = 0
        /// The rows that the connection had changed before.
        let changes: Int64
    }

    /// Takes ownership of a prepared statement.
    @unsafe
    init(owning handle: OpaquePointer, sql: String, hooks: StatementHooks) {
        unsafe self.handle = handle
        self.sql = sql
        self.hooks = hooks
    }

    deinit {
        unsafe sqlite3_finalize(handle)
        unsafe room?.deallocate()
    }

    /// The greatest number of parameters in a statement of this connection.
    var parameterLimit: Int {
        unsafe Int(sqlite3_limit(sqlite3_db_handle(handle), SQLITE_LIMIT_VARIABLE_NUMBER, -1))
    }

    /// Executes the statement to completion, and prepares it for the next execution.
    func run() throws(StoreError) {
        try forEachRow { () throws(StoreError) in }
    }

    /// Executes the statement, and calls a closure for each row; the closure can read columns.
    func forEachRow(_ body: () throws(StoreError) -> Void) throws(StoreError) {
        noteStart()
        defer { end() }
        while true {
            let code = advance()
            switch code {
            case SQLITE_ROW: try body()
            case SQLITE_DONE: return
            default: throw failure(code)
            }
        }
    }

    /// Moves to the next row, whose columns can be read; returns `false` at the end.
    ///
    /// The statement stays in use until then, or until ``end()``.
    func step() throws(StoreError) -> Bool {
        let code = advance()
        if code == SQLITE_ROW { return true }
        let error = code == SQLITE_DONE ? nil : failure(code)
        end()
        if let error { throw error }
        return false
    }

    /// Ends the execution of a statement, and reports what it took.
    func end() {
        unsafe sqlite3_reset(handle)
        isSpent = true
        guard let measure, let profile = hooks.profile else { return }
        self.measure = nil
        // Without changes, the number of changes of an earlier statement remains.
        let changed =
            measure.changes == changes ? 0 : unsafe sqlite3_changes64(sqlite3_db_handle(handle))
        let rows = measure.rows > 0 ? measure.rows : Int(changed)
        profile(StatementProfile(sql: sql, duration: measure.duration, rowCount: rows))
    }

    /// Reports the start of the execution of a statement, which ends with ``end()``.
    func noteStart() {
        hooks.note(sql)
        if hooks.profile != nil { measure = Measure(changes: changes) }
    }

    /// The number of rows that the connection has changed.
    private var changes: Int64 { unsafe sqlite3_total_changes64(sqlite3_db_handle(handle)) }

    /// Moves to the next row, and measures it if statements are profiled.
    private func advance() -> Int32 {
        // A test of the property itself would be checked for exclusive access, for each row.
        guard hooks.profile != nil else { return unsafe sqlite3_step(handle) }
        let start = ContinuousClock.now
        let code = unsafe sqlite3_step(handle)
        measure?.duration += start.duration(to: .now)
        measure?.rows += code == SQLITE_ROW ? 1 : 0
        return code
    }

    private func failure(_ code: Int32) -> StoreError {
        // For a COMMIT that fails, the connection has no system error number, but the VFS does.
        var systemErrors: Set = [unsafe sqlite3_system_errno(sqlite3_db_handle(handle))]
        if let files = unsafe sqlite3_vfs_find(nil), let last = unsafe files.pointee.xGetLastError {
            systemErrors.insert(unsafe last(files, 0, nil))
        }
        let message = unsafe String(cString: sqlite3_errmsg(sqlite3_db_handle(handle)))
        return StoreError(sqlite: code, message, sql: sql, systemErrors: systemErrors)
    }

    private func check(_ code: Int32) throws(StoreError) {
        guard code == SQLITE_OK else { throw failure(code) }
    }
}

/// Binding values to parameters, by an index from 1.
extension SQLiteStatement {
    /// Binds values to the parameters from the first one on.
    func bind(_ values: [SQLValue]) throws(StoreError) {
        var index: Int32 = 0
        for value in values {
            index += 1
            guard case .value(let value) = value else {
                throw StoreError(.invalidRequest, "SQLite has no arrays; bind a JSON text")
            }
            try bind(value, at: index)
        }
    }

    /// Binds one value in its stored form.
    func bind(_ value: Value, at index: Int32) throws(StoreError) {
        switch value {
        case .null: try bindNull(at: index)
        case .boolean(let flag): try bind(flag ? 1 : 0 as Int64, at: index)
        case .integer(let number): try bind(number, at: index)
        case .double(let number):
            prepareToBind()
            try check(unsafe sqlite3_bind_double(handle, index, number))
        case .string(let text): try bind(text, at: index)
        case .date(let instant): try bind(instant, at: index)
        case .data(let bytes): try bind(bytes, at: index)
        case .array(let elements): try bind(elements, at: index)
        case .dictionary: try bind(ValueJSON.text(value), at: index)
        case .decimal, .uuid:
            guard let text = value.storedText else { return try bindNull(at: index) }
            try bind(text, at: index)
        }
    }

    func bindNull(at index: Int32) throws(StoreError) {
        prepareToBind()
        try check(unsafe sqlite3_bind_null(handle, index))
    }

    func bind(_ number: Int64, at index: Int32) throws(StoreError) {
        prepareToBind()
        try check(unsafe sqlite3_bind_int64(handle, index, number))
    }

    func bind(_ text: String, at index: Int32) throws(StoreError) {
        var text = text
        try check(text.withUTF8 { unsafe bindText($0, at: index) })
    }

    /// Binds the values of a row to the parameters from an index on.
    ///
    /// No strings are created for texts in a block.
    func bind(_ row: Row, from first: Int32) throws(StoreError) {
        for slot in row.slots { try bind(row, slot, at: first + Int32(slot)) }
    }

    /// Binds one value of a row.
    func bind(_ row: Row, _ slot: Int, at index: Int32) throws(StoreError) {
        guard let (block, cell) = row.cell(slot), cell.isTextOrList else {
            return try bind(row[slot], at: index)
        }
        try unsafe check(block.withText(of: cell) { unsafe bindText($0, at: index) })
    }

    /// Binds the UTF-8 bytes of a text.
    @unsafe
    private func bindText(_ bytes: UnsafeBufferPointer<UInt8>, at index: Int32) -> Int32 {
        prepareToBind()
        let copy = unsafe unsafeBitCast(-1, to: sqlite3_destructor_type.self)
        // A null pointer would bind `NULL`, and the address of an empty buffer can be null.
        guard let source = bytes.baseAddress, bytes.count > 0 else {
            return unsafe sqlite3_bind_text64(handle, index, "", 0, copy, UInt8(SQLITE_UTF8))
        }
        if let start = unsafe take(bytes.count) {
            unsafe start.initialize(from: source, count: bytes.count)
            return unsafe bindTaken(bytes.count, at: index)
        }
        return unsafe source.withMemoryRebound(to: CChar.self, capacity: bytes.count) {
            unsafe sqlite3_bind_text64(
                handle, index, $0, UInt64(bytes.count), copy, UInt8(SQLITE_UTF8))
        }
    }

    func bind(_ bytes: [UInt8], at index: Int32) throws(StoreError) {
        prepareToBind()
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

    /// Binds the ``ObjectGraph/Timestamp/sortableText`` of an instant.
    func bind(_ instant: Timestamp, at index: Int32) throws(StoreError) {
        prepareToBind()
        guard let start = unsafe take(DigitWriter.dateCapacity) else {
            return try bind(instant.sortableText, at: index)
        }
        var writer = unsafe DigitWriter(start)
        writer.write(instant)
        try check(unsafe bindTaken(writer.count, at: index))
    }

    /// Binds a list as JSON text.
    ///
    /// No string is created for a list of integers, the most common kind.
    private func bind(_ elements: [Value], at index: Int32) throws(StoreError) {
        prepareToBind()
        let areNumbers = elements.allSatisfy { if case .integer = $0 { true } else { false } }
        guard areNumbers, elements.count < SQLiteStatement.capacity / DigitWriter.integerCapacity,
            let start = unsafe take(2 + elements.count * DigitWriter.integerCapacity)
        else { return try bind(ValueJSON.text(.array(elements)), at: index) }
        var writer = unsafe DigitWriter(start)
        writer.write(elements)
        try check(unsafe bindTaken(writer.count, at: index))
    }

    /// Clears the values that were bound for the previous execution.
    private func prepareToBind() {
        guard isSpent else { return }
        // Parameters without a value are `NULL`, so none points into memory that is reused.
        unsafe sqlite3_clear_bindings(handle)
        used = 0
        isSpent = false
    }

    /// Returns the address of `count` unused bytes of the statement's memory; otherwise `nil`.
    ///
    /// The caller writes the bytes, and then calls ``bindTaken(_:at:)``.
    @unsafe
    private func take(_ count: Int) -> UnsafeMutablePointer<UInt8>? {
        guard count <= SQLiteStatement.capacity - used else { return nil }
        if let room = unsafe room { return unsafe room + used }
        let room = UnsafeMutablePointer<UInt8>.allocate(capacity: SQLiteStatement.capacity)
        unsafe self.room = unsafe room
        return unsafe room + used
    }

    /// Binds bytes that were written to the address of ``take(_:)``, at most as many as requested.
    @unsafe
    private func bindTaken(_ count: Int, at index: Int32) -> Int32 {
        guard let room = unsafe room else { return SQLITE_MISUSE }
        let start = unsafe room + used
        used += count
        // Without a destructor, SQLite reads the bytes without a copy.
        return unsafe start.withMemoryRebound(to: CChar.self, capacity: count) {
            unsafe sqlite3_bind_text64(handle, index, $0, UInt64(count), nil, UInt8(SQLITE_UTF8))
        }
    }
}
