import MercatorPayload

/// The order of a candidate's values in an array.
struct ListOrder {
    private(set) var count = 0
    /// The value before, on the tape.
    private var last: Int?
    /// The value before, if it is on the tape of an earlier piece of the document.
    private var held: HeldScalar?
    private(set) var isAscending = true
    /// Indicates whether a record lacks a value, or values cannot be compared.
    var isBroken = false

    /// Compares the value of a record on the tape with the value before it.
    mutating func add(_ position: Int, _ tape: PayloadTape) {
        guard held == nil else { return add(HeldScalar(position, tape), tape) }
        count += 1
        defer { last = position }
        guard let last, isAscending else { return }
        if let left = tape.int64(at: last), let right = tape.int64(at: position) {
            isAscending = left <= right
        } else if tape.isString(at: last), tape.isString(at: position) {
            isAscending =
                !tape.text(at: position).lexicographicallyPrecedes(tape.text(at: last))
        } else {
            isBroken = true
        }
    }

    /// Compares a value that is held with the value before it.
    mutating func add(_ value: HeldScalar, _ tape: PayloadTape) {
        count += 1
        hold(tape)
        defer { held = value }
        guard let left = held, isAscending else { return }
        switch (left, value) {
        case (.integer(let left), .integer(let right)): isAscending = left <= right
        case (.text(let left), .text(let right)):
            isAscending = !right.lexicographicallyPrecedes(left)
        default: isBroken = true
        }
    }

    /// Keeps the last value beyond the tape.
    mutating func hold(_ tape: PayloadTape) {
        if let last { held = HeldScalar(last, tape) }
        last = nil
    }
}
