import MercatorCSQLite
import ObjectGraph

// The functions below are called by SQLite while a statement runs. `context` and `arguments` are
// valid during the call; SQLite passes as many arguments as were declared at registration.

/// Aggregates of decimal numbers, which SQLite would convert to floating-point numbers.
extension SQLiteConnection {
    /// SQLite's message for a sum of integers beyond their range.
    static let overflowMessage = "integer overflow"

    /// Registers `mercator_sum(number)` and `mercator_average(number)`.
    ///
    /// The sum is exact, in the stored form; the mean is a floating-point number. Both are `NULL`
    /// for no numbers.
    func registerDecimalFunctions() throws(StoreError) {
        try unsafe registerAggregate("mercator_sum") { context in
            unsafe SQLiteConnection.finishSum(context, .sum)
        }
        try unsafe registerAggregate("mercator_average") { context in
            unsafe SQLiteConnection.finishSum(context, .average)
        }
    }

    @unsafe
    private func registerAggregate(
        _ name: String, _ finish: @convention(c) (OpaquePointer?) -> Void
    ) throws(StoreError) {
        let code = unsafe sqlite3_create_function_v2(
            handle, name, 1, SQLITE_UTF8 | SQLITE_DETERMINISTIC, nil, nil,
            { context, _, arguments in
                guard let arguments = unsafe arguments,
                    let text = unsafe SQLiteConnection.text(arguments[0]),
                    let sum = unsafe SQLiteConnection.sum(context, creates: true)
                else { return }
                unsafe sum.takeUnretainedValue().add(text)
            }, finish, nil)
        guard code == SQLITE_OK else {
            throw StoreError(.failure, "SQLite refused the function \(name) (code \(code))")
        }
    }

    /// Returns the sum of a call, which SQLite keeps from its first step to its end.
    ///
    /// The memory of a call begins as zeros, and then holds a retained ``RunningSum``.
    @unsafe
    private static func sum(
        _ context: OpaquePointer?, creates: Bool
    ) -> Unmanaged<RunningSum>? {
        let size = creates ? Int32(MemoryLayout<UInt>.size) : 0
        guard let memory = unsafe sqlite3_aggregate_context(context, size) else { return nil }
        let slot = unsafe memory.assumingMemoryBound(to: UnsafeMutableRawPointer?.self)
        if let kept = unsafe slot.pointee {
            return unsafe Unmanaged<RunningSum>.fromOpaque(kept)
        }
        guard creates else { return nil }
        let new = unsafe Unmanaged.passRetained(RunningSum())
        unsafe slot.pointee = new.toOpaque()
        return unsafe new
    }

    /// Returns the result of a call to SQLite, and releases its sum.
    @unsafe
    private static func finishSum(_ context: OpaquePointer?, _ function: AggregateFunction) {
        guard let kept = unsafe sum(context, creates: false) else {
            unsafe sqlite3_result_null(context)
            return
        }
        let sum = unsafe kept.takeRetainedValue()
        switch sum.result(function) {
        case .double(let number): unsafe sqlite3_result_double(context, number)
        case .string(let text):
            unsafe setResult(context, Array(text.utf8), isText: true)
        default: unsafe sqlite3_result_error(context, overflowMessage, -1)
        }
    }
}

/// A sum that SQLite can keep between the steps of an aggregate.
private final class RunningSum {
    private var sum = DecimalSum()
    private var count: Int64 = 0

    func add(_ text: String) {
        sum.add(text.utf8)
        count += 1
    }

    /// Returns the result as text or as a floating-point number; null if it is beyond the range.
    func result(_ function: AggregateFunction) -> Value {
        guard function == .sum else { return sum.mean(of: count).map(Value.double) ?? .null }
        return sum.value?.storedText.map(Value.string) ?? .null
    }
}
