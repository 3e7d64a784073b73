import MercatorCSQLite
import ObjectGraph

/// Columns of the current row count from 0.
extension SQLiteStatement {
    func isNull(_ column: Int32) -> Bool {
        unsafe sqlite3_column_type(handle, column) == SQLITE_NULL
    }

    /// Whether a value is of one of SQLite's storage classes: `integer`, `real`, `text`, `blob`.
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

    /// The number, unless the column is `NULL`.
    func integerIfAny(_ column: Int32) -> Int64? {
        let number = integer(column)
        // A number that is none costs one look at the type only where it reads as zero.
        return number == 0 && isNull(column) ? nil : number
    }

    func double(_ column: Int32) -> Double {
        unsafe sqlite3_column_double(handle, column)
    }

    /// The text; empty for `NULL`.
    func text(_ column: Int32) -> String {
        unsafe withText(column) { unsafe String(decoding: $0, as: UTF8.self) }
    }

    /// The bytes; empty for `NULL`.
    func bytes(_ column: Int32) -> [UInt8] {
        guard let start = unsafe sqlite3_column_blob(handle, column) else { return [] }
        let count = unsafe Int(sqlite3_column_bytes(handle, column))
        return unsafe Array(UnsafeRawBufferPointer(start: start, count: count))
    }

    /// Whether the text is these bytes; nothing is made for the answer.
    func hasText(_ text: [UInt8], in column: Int32) -> Bool {
        unsafe withText(column) { unsafe $0.elementsEqual(text) }
    }

    @unsafe
    private func withText<Result>(
        _ column: Int32, _ body: (UnsafeBufferPointer<UInt8>) -> Result
    ) -> Result {
        // The text first: counting its bytes may not change its form afterwards.
        let start = unsafe sqlite3_column_text(handle, column)
        let count = unsafe start == nil ? 0 : Int(sqlite3_column_bytes(handle, column))
        return unsafe body(UnsafeBufferPointer(start: start, count: count))
    }
}

/// Values of columns in their stored form.
extension SQLiteStatement {
    /// The value of a column; `nil` if it has no such form.
    func value(_ column: Int32, _ kind: StoreColumn.Kind) -> Value? {
        if isNull(column) { return .null }
        switch kind {
        case .integer: return .integer(integer(column))
        case .text: return .string(text(column))
        case .boolean: return .boolean(integer(column) != 0)
        case .double: return .double(double(column))
        case .date: return Timestamp(iso8601: bytes(column)).map(Value.date)
        case .data: return .data(bytes(column))
        case .decimal: return Value(storedDecimal: text(column))
        case .uuid: return Value(storedUUID: text(column))
        case .json: return ValueJSON.value(text(column))
        }
    }

    /// Appends the value of a column as the next cell of a row; `false`, and nothing is appended, if
    /// it has no such form.
    ///
    /// It gives the same values as ``value(_:_:)``, without making strings or lists of them.
    func append(
        _ column: Int32, _ kind: StoreColumn.Kind, to rows: inout RowBlockBuilder
    ) -> Bool {
        // "If SQLite is run in one of reduced mutex modes, there is no distinction between protected
        // and unprotected sqlite3_value objects": connections are opened without mutexes.
        let content = unsafe sqlite3_column_value(handle, column)
        guard unsafe sqlite3_value_type(content) != SQLITE_NULL else {
            rows.append(.null)
            return true
        }
        switch kind {
        case .integer: rows.append(.integer(unsafe sqlite3_value_int64(content)))
        case .boolean: rows.append(.boolean(unsafe sqlite3_value_int64(content) != 0))
        case .double: rows.append(.double(unsafe sqlite3_value_double(content)))
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
