import Payload

/// The order of a candidate's values in an array.
struct ListOrder {
    private(set) var count = 0
    /// The value before, on the tape.
    private var last = -1
    private(set) var isAscending = true
    /// Indicates whether a record lacks a value, or values cannot be compared.
    var isBroken = false

    /// Compares the value of a record with that of the record before it.
    mutating func add(_ position: Int, _ tape: PayloadTape) {
        count += 1
        defer { last = position }
        guard last >= 0, isAscending else { return }
        if let left = tape.int64(at: last), let right = tape.int64(at: position) {
            isAscending = left <= right
        } else if tape.isString(at: last), tape.isString(at: position) {
            isAscending =
                !tape.text(at: position).lexicographicallyPrecedes(tape.text(at: last))
        } else {
            isBroken = true
        }
    }
}
