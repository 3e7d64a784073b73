/// The values of an aggregate function, of which some can be removed again.
///
/// Whole and decimal numbers are summed exactly, so a sum is the same whatever was added and
/// removed before. This does not hold for floating-point numbers, see ``isExact(_:_:)``.
struct MaintainedReduction: Sendable {
    private let function: AggregateFunction
    private var count: Int64 = 0
    private var integers: Int128 = 0
    private var decimals: DecimalSum?
    /// The number of times that each value occurs, if the function depends on different values.
    private var occurrences: [Value: Int] = [:]
    /// The least or the greatest value; `nil` if it has to be determined.
    private var extreme: Value?

    /// Creates a reduction without values.
    init(_ function: AggregateFunction) {
        self.function = function
    }

    /// Indicates whether values of a type can be removed from a function without a trace.
    static func isExact(_ function: AggregateFunction, _ type: AttributeType?) -> Bool {
        guard function == .sum || function == .average else { return true }
        return type != .float && type != .double
    }

    /// Adds a value; null is ignored.
    mutating func add(_ value: Value) {
        guard !value.isNull else { return }
        count += 1
        switch function {
        case .count: break
        case .sum, .average: addNumber(value, isRemoved: false)
        case .countDistinct: occurrences[value, default: 0] += 1
        case .minimum, .maximum:
            occurrences[value, default: 0] += 1
            if count == 1 { extreme = value }
            if let extreme, isCloser(value, extreme) { self.extreme = value }
        }
    }

    /// Removes a value that was added; null is ignored.
    mutating func remove(_ value: Value) {
        guard !value.isNull else { return }
        count -= 1
        switch function {
        case .count: break
        case .sum, .average: addNumber(value, isRemoved: true)
        case .countDistinct, .minimum, .maximum:
            let rest = (occurrences[value] ?? 1) - 1
            occurrences[value] = rest > 0 ? rest : nil
            if rest <= 0, value == extreme { extreme = nil }
        }
    }

    private mutating func addNumber(_ value: Value, isRemoved: Bool) {
        if case .integer(let number) = value {
            integers += isRemoved ? -Int128(number) : Int128(number)
            return
        }
        guard let text = value.storedText else { return }
        var sum = decimals ?? DecimalSum()
        decimals = nil
        if !isRemoved {
            sum.add(text.utf8)
        } else if text.hasPrefix("-") {
            sum.add(text.utf8.dropFirst())
        } else {
            sum.add("-\(text)".utf8)
        }
        decimals = sum
    }

    /// Tests whether a value is beyond another value in the direction of the function.
    private func isCloser(_ value: Value, _ other: Value) -> Bool {
        value.order(to: other) == (function == .minimum ? .before : .after)
    }

    /// Returns the result.
    ///
    /// - Parameter type: The type of the values; `nil` for a count of objects.
    /// - Returns: A value of the function's type.
    /// - Throws: `Reduction.Overflow` if the result is beyond the range of its type.
    /// - Complexity: O(1); O(*d*) for the extreme of *d* different values after the removal of the
    ///   last extreme.
    mutating func result(of type: AttributeType?) throws(Reduction.Overflow) -> Value {
        switch function {
        case .count: return .integer(count)
        case .countDistinct: return .integer(Int64(occurrences.count))
        case .minimum, .maximum:
            if extreme == nil {
                for value in occurrences.keys where extreme.map({ isCloser(value, $0) }) ?? true {
                    extreme = value
                }
            }
            return extreme ?? .null
        case .sum, .average: break
        }
        guard count > 0 else { return .null }
        let isSum = function == .sum
        guard type == .decimal else {
            guard isSum else { return .double(Double(integers) / Double(count)) }
            guard let sum = Int64(exactly: integers) else { throw Reduction.Overflow() }
            return .integer(sum)
        }
        let result = isSum ? decimals?.value : decimals?.mean(of: count).map(Value.double)
        guard let result else { throw Reduction.Overflow() }
        return result
    }
}
