import MercatorCSQLite
import ObjectGraph
import ObjectGraphSQL

/// Reading columns of the current row, by an index from 0.
extension SQLiteStatement {
    func isNull(_ column: Int32) -> Bool {
        unsafe sqlite3_column_type(handle, column) == SQLITE_NULL
    }

    /// Returns whether a value has a storage class: `integer`, `real`, `text`, `blob`.
    func hasStorage(_ name: String, _ column: Int32) -> Bool {
        let classes = [
            SQLITE_INTEGER: "integer", SQLITE_FLOAT: "real", SQLITE_TEXT: "text",
            SQLITE_BLOB: "blob",
        ]
        return unsafe classes[sqlite3_column_type(handle, column)] == name
    }

    func integer(_ column: Int32) -> Int64 {
        unsafe sqlite3_column_int64(handle, column)
    }

    /// Returns the integer, or `nil` for `NULL`.
    func integerIfAny(_ column: Int32) -> Int64? {
        let number = integer(column)
        // Only if the value reads as zero does the type need to be tested.
        return number == 0 && isNull(column) ? nil : number
    }

    func double(_ column: Int32) -> Double {
        unsafe sqlite3_column_double(handle, column)
    }

    /// Returns the text; empty for `NULL`.
    func text(_ column: Int32) -> String {
        unsafe withText(column) { unsafe String(decoding: $0, as: UTF8.self) }
    }

    /// Returns the bytes; empty for `NULL`.
    func bytes(_ column: Int32) -> [UInt8] {
        guard let start = unsafe sqlite3_column_blob(handle, column) else { return [] }
        let count = unsafe Int(sqlite3_column_bytes(handle, column))
        return unsafe Array(UnsafeRawBufferPointer(start: start, count: count))
    }

    /// Tests whether the text has these bytes, without creating a string.
    func hasText(_ text: [UInt8], in column: Int32) -> Bool {
        unsafe withText(column) { unsafe $0.elementsEqual(text) }
    }

    @unsafe
    private func withText<Result>(
        _ column: Int32, _ body: (UnsafeBufferPointer<UInt8>) -> Result
    ) -> Result {
        // The text must be read first: reading its length must not convert it afterwards.
        let start = unsafe sqlite3_column_text(handle, column)
        let count = unsafe start == nil ? 0 : Int(sqlite3_column_bytes(handle, column))
        return unsafe body(UnsafeBufferPointer(start: start, count: count))
    }
}

/// Reading columns of any statement.
extension SQLiteStatement {
    /// Indicates whether the statement cannot change a file of the connection.
    var isReadOnly: Bool { unsafe sqlite3_stmt_readonly(handle) != 0 }

    /// The names of the columns.
    var columnNames: [String] {
        unsafe (0..<sqlite3_column_count(handle)).map { column in
            unsafe sqlite3_column_name(handle, column).map { unsafe String(cString: $0) } ?? ""
        }
    }

    /// Returns the value of a column by its storage class; text that is no UTF-8 is repaired.
    func value(_ column: Int32) -> Value {
        switch unsafe sqlite3_column_type(handle, column) {
        case SQLITE_INTEGER: .integer(integer(column))
        case SQLITE_FLOAT: .double(double(column))
        case SQLITE_TEXT: .string(text(column))
        case SQLITE_BLOB: .data(bytes(column))
        default: .null
        }
    }
}

/// Reading values of columns in their stored form.
extension SQLiteStatement {
    /// Returns the value of a column; `nil` if it is not of this kind.
    func value(_ column: Int32, _ kind: StoreColumn.Kind) -> Value? {
        // See the comment in ``append(_:_:to:)``.
        let content = unsafe sqlite3_column_value(handle, column)
        let type = unsafe sqlite3_value_type(content)
        guard type != SQLITE_NULL else { return .null }
        let isInteger = type == SQLITE_INTEGER
        switch kind {
        // SQLite reads any other value as a number, too.
        case .integer: return isInteger ? .integer(unsafe sqlite3_value_int64(content)) : nil
        case .boolean: return isInteger ? .boolean(unsafe sqlite3_value_int64(content) != 0) : nil
        case .double:
            guard isInteger || type == SQLITE_FLOAT else { return nil }
            return .double(unsafe sqlite3_value_double(content))
        case .text: return .string(unsafe text(of: content))
        case .date: return Timestamp(iso8601: bytes(column)).map(Value.date)
        case .data: return .data(bytes(column))
        case .decimal: return Value(storedDecimal: text(column))
        case .uuid: return Value(storedUUID: text(column))
        case .json: return ValueJSON.value(text(column))
        }
    }

    @unsafe
    private func text(of content: OpaquePointer?) -> String {
        let start = unsafe sqlite3_value_text(content)
        let count = unsafe start == nil ? 0 : Int(sqlite3_value_bytes(content))
        return unsafe String(
            decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
    }

    /// Appends the value of a column as the next cell of a row.
    ///
    /// For a value of another kind, the method returns `false` and appends nothing.
    ///
    /// The values are the same as the values of ``value(_:_:)``, but no strings or lists are
    /// created.
    func append(
        _ column: Int32, _ kind: StoreColumn.Kind, to rows: inout RowBlockBuilder
    ) -> Bool {
        // "If SQLite is run in one of reduced mutex modes, there is no distinction between
        // protected and unprotected sqlite3_value objects": connections are opened without mutexes.
        let content = unsafe sqlite3_column_value(handle, column)
        let type = unsafe sqlite3_value_type(content)
        guard type != SQLITE_NULL else {
            rows.append(.null)
            return true
        }
        switch kind {
        case .integer:
            guard type == SQLITE_INTEGER else { return false }
            rows.append(.integer(unsafe sqlite3_value_int64(content)))
        case .boolean:
            guard type == SQLITE_INTEGER else { return false }
            rows.append(.boolean(unsafe sqlite3_value_int64(content) != 0))
        case .double:
            guard type == SQLITE_FLOAT || type == SQLITE_INTEGER else { return false }
            rows.append(.double(unsafe sqlite3_value_double(content)))
        case .text, .date, .json:
            let start = unsafe sqlite3_value_text(content)
            let count = unsafe start == nil ? 0 : Int(sqlite3_value_bytes(content))
            let bytes = unsafe StoredBytes(UnsafeBufferPointer(start: start, count: count))
            return bytes.append(kind, to: &rows)
        case .data, .decimal, .uuid:
            guard let value = value(column, kind) else { return false }
            rows.appendValue(value)
        }
        return true
    }
}
