import MercatorCSQLite
import ObjectGraph
import ObjectGraphSQL

// The functions below are called by SQLite while a statement runs. `context` and `arguments` are
// valid during the call; SQLite passes as many arguments as were declared at registration.

/// Functions that convert stored values to another type.
extension SQLiteConnection {
    /// Registers `mercator_json` and `mercator_widened`.
    ///
    /// `mercator_json(bytes, type)` returns the array or dictionary from its JSON bytes, in the
    /// stored form; `NULL` for other bytes. `mercator_widened(value, type, wider)` returns the
    /// stored text of a value in a wider type; `NULL` for `NULL`, and for a value outside of the
    /// type.
    func registerConversions() throws(StoreError) {
        try unsafe register("mercator_json", 2) { context, _, arguments in
            guard let arguments = unsafe arguments,
                let type = unsafe SQLiteConnection.text(arguments[1]),
                let value = unsafe AttributeType(rawValue: type)?.json(
                    SQLiteConnection.bytes(arguments[0]))
            else {
                unsafe sqlite3_result_null(context)
                return
            }
            let text = ValueJSON.text(value)
            unsafe SQLiteConnection.setResult(context, Array(text.utf8), isText: true)
        }
        try unsafe register("mercator_widened", 3) { context, _, arguments in
            guard let arguments = unsafe arguments,
                let type = unsafe SQLiteConnection.type(arguments[1]),
                let wider = unsafe SQLiteConnection.type(arguments[2]),
                let value = unsafe SQLiteConnection.value(arguments[0], as: type),
                let text = wider.widened(value)?.textInStore
            else {
                unsafe sqlite3_result_null(context)
                return
            }
            unsafe SQLiteConnection.setResult(context, Array(text.utf8), isText: true)
        }
    }

    @unsafe
    private static func type(_ argument: OpaquePointer?) -> AttributeType? {
        unsafe text(argument).flatMap(AttributeType.init(rawValue:))
    }

    /// Returns the value of a scalar type from an argument.
    ///
    /// The result is `nil` for `NULL`, and for a value of another kind.
    @unsafe
    private static func value(_ argument: OpaquePointer?, as type: AttributeType) -> Value? {
        let kind = unsafe sqlite3_value_type(argument)
        guard kind != SQLITE_NULL else { return nil }
        switch type {
        case .boolean: return unsafe .boolean(sqlite3_value_int64(argument) != 0)
        case .integer16, .integer32, .integer64:
            return unsafe .integer(sqlite3_value_int64(argument))
        case .float, .double: return unsafe .double(sqlite3_value_double(argument))
        case .date:
            return unsafe text(argument).flatMap(Timestamp.init(sortableText:)).map(Value.date)
        case .string, .url, .uuid, .decimal: return unsafe text(argument).map(Value.string)
        case .data, .array, .dictionary: return nil
        }
    }
}

extension Value {
    /// The text that stores keep of a text, a decimal number or an array; `nil` for other values.
    fileprivate var textInStore: String? {
        switch self {
        case .string(let text): text
        case .array: ValueJSON.text(self)
        default: storedText
        }
    }
}
