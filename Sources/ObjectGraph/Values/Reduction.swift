/// The values of an aggregate function so far.
struct Reduction {
    private let function: AggregateFunction
    private var count: Int64 = 0
    private var distinct: Set<Value> = []
    private var extreme = Value.null
    private var integers: Int128 = 0
    private var doubles = 0.0
    private var decimals: DecimalSum?
    private var hasInfinity = false

    /// An error: the result is beyond the range of its type.
    struct Overflow: Error {}

    /// Creates a reduction without values.
    init(_ function: AggregateFunction) {
        self.function = function
    }

    /// Adds a value; null is ignored.
    mutating func add(_ value: Value) {
        guard !value.isNull else { return }
        count += 1
        switch function {
        case .count: break
        case .countDistinct: distinct.insert(value)
        case .sum, .average: addNumber(value)
        case .minimum: if count == 1 || value.order(to: extreme) == .before { extreme = value }
        case .maximum: if count == 1 || value.order(to: extreme) == .after { extreme = value }
        }
    }

    /// Adds an object, for a count of objects.
    mutating func addObject() { count += 1 }

    private mutating func addNumber(_ value: Value) {
        switch value {
        case .integer(let number): integers += Int128(number)
        case .double(let number):
            doubles += number
            if number.isInfinite { hasInfinity = true }
        default:
            guard let text = value.storedText else { return }
            if decimals == nil { decimals = DecimalSum() }
            decimals?.add(text.utf8)
        }
    }

    /// Returns the result.
    ///
    /// - Parameter type: The type of the values; `nil` for a count of objects.
    /// - Returns: A value of the function's type.
    /// - Throws: ``Overflow``
    func result(of type: AttributeType?) throws(Overflow) -> Value {
        switch function {
        case .count: return .integer(count)
        case .countDistinct: return .integer(Int64(distinct.count))
        case .minimum, .maximum: return extreme
        case .sum, .average: break
        }
        guard count > 0 else { return .null }
        let isSum = function == .sum
        switch type {
        case .decimal:
            let result = isSum ? decimals?.value : decimals?.mean(of: count).map(Value.double)
            guard let result else { throw Overflow() }
            return result
        case .float, .double:
            guard doubles.isFinite || hasInfinity else { throw Overflow() }
            // Infinities of both signs have no sum.
            guard !doubles.isNaN else { return .null }
            return .double((isSum ? doubles : doubles / Double(count)) + 0)
        default:
            guard isSum else { return .double(Double(integers) / Double(count)) }
            guard let sum = Int64(exactly: integers) else { throw Overflow() }
            return .integer(sum)
        }
    }
}
