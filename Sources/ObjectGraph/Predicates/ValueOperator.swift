/// An operator on two values.
///
/// It means the same as in SQL: the result is null if an operand is null, except for ``coalesced``.
package enum ValueOperator: String, Sendable, Hashable, Codable {
    /// The sum of two numbers.
    case sum
    /// The difference of two numbers.
    case difference
    /// A text followed by another text.
    case concatenation
    /// The first value, or the second one if the first one is null.
    case coalesced

    /// The operator in texts.
    var sign: String {
        switch self {
        case .sum, .concatenation: "+"
        case .difference: "-"
        case .coalesced: "??"
        }
    }

    /// An error: the result is beyond the range of its type.
    struct Overflow: Error {}

    /// Returns the result for operands of one type.
    ///
    /// - Throws: ``Overflow`` for a whole number beyond 64 bits, a decimal number of more than 38
    ///   digits, and for an infinite result of finite numbers. Infinities of both signs have no
    ///   sum, which is null then, as for aggregates.
    func result(_ left: Value, _ right: Value) throws(Overflow) -> Value {
        if left.isNull { return self == .coalesced ? right : .null }
        if self == .coalesced { return left }
        switch (left, right) {
        case (.integer(let left), .integer(let right)):
            let (result, overflow) =
                self == .sum
                ? left.addingReportingOverflow(right) : left.subtractingReportingOverflow(right)
            guard !overflow else { throw Overflow() }
            return .integer(result)
        case (.double(let left), .double(let right)):
            let result = self == .sum ? left + right : left - right
            guard result.isFinite || !left.isFinite || !right.isFinite else { throw Overflow() }
            return result.isNaN ? .null : .double(result + 0)
        case (.decimal, .decimal): return try decimal(left, right)
        case (.string(let left), .string(let right)): return .string(left + right)
        default: return .null
        }
    }

    private func decimal(_ left: Value, _ right: Value) throws(Overflow) -> Value {
        guard let left = left.storedText, let right = right.storedText else { return .null }
        let result = DecimalSum.combine(left, right, isDifference: self == .difference)
        guard let result else { throw Overflow() }
        return result
    }
}
