import MercatorCSQLite
import ObjectGraph

// The functions below are called by SQLite while a statement runs. `context` and `arguments` are
// valid during the call; SQLite passes as many arguments as were declared at registration.

/// Arithmetic whose result SQLite would round, or keep although it is beyond the range of a type.
extension SQLiteConnection {
    /// Registers `mercator_whole(number, least, greatest)`, `mercator_finite(number)`,
    /// `mercator_added(number, number)` and `mercator_subtracted(number, number)`.
    ///
    /// The first one fails for a number that is no integer of the range, the second one for an
    /// infinite number, which a context computes again; both are `NULL` for `NULL`. The others are
    /// the exact sum and difference of decimal numbers in the stored form.
    func registerArithmetic() throws(StoreError) {
        try unsafe register("mercator_whole", 3) { context, _, arguments in
            guard let arguments = unsafe arguments else { return }
            switch unsafe sqlite3_value_type(arguments[0]) {
            case SQLITE_NULL: unsafe sqlite3_result_null(context)
            case SQLITE_INTEGER:
                let number = unsafe sqlite3_value_int64(arguments[0])
                if unsafe number >= sqlite3_value_int64(arguments[1]),
                    unsafe number <= sqlite3_value_int64(arguments[2])
                {
                    unsafe sqlite3_result_int64(context, number)
                } else {
                    unsafe SQLiteConnection.failWithOverflow(context)
                }
            default: unsafe SQLiteConnection.failWithOverflow(context)
            }
        }
        try unsafe register("mercator_finite", 1) { context, _, arguments in
            guard let arguments = unsafe arguments else { return }
            guard unsafe sqlite3_value_type(arguments[0]) != SQLITE_NULL else {
                unsafe sqlite3_result_null(context)
                return
            }
            let number = unsafe sqlite3_value_double(arguments[0])
            if number.isFinite {
                unsafe sqlite3_result_double(context, number)
            } else {
                unsafe SQLiteConnection.failWithOverflow(context)
            }
        }
        try unsafe register("mercator_added", 2) { context, _, arguments in
            unsafe SQLiteConnection.combine(context, arguments, isDifference: false)
        }
        try unsafe register("mercator_subtracted", 2) { context, _, arguments in
            unsafe SQLiteConnection.combine(context, arguments, isDifference: true)
        }
    }

    @unsafe
    private static func failWithOverflow(_ context: OpaquePointer?) {
        unsafe sqlite3_result_error(context, overflowMessage, -1)
    }

    /// Returns the sum or the difference of two decimal numbers to SQLite.
    @unsafe
    private static func combine(
        _ context: OpaquePointer?, _ arguments: UnsafeMutablePointer<OpaquePointer?>?,
        isDifference: Bool
    ) {
        guard let arguments = unsafe arguments, let left = unsafe text(arguments[0]),
            let right = unsafe text(arguments[1])
        else {
            unsafe sqlite3_result_null(context)
            return
        }
        guard let result = DecimalSum.combine(left, right, isDifference: isDifference),
            let text = result.storedText
        else {
            unsafe failWithOverflow(context)
            return
        }
        unsafe setResult(context, Array(text.utf8), isText: true)
    }
}
