import EntityMapper
import MercatorPayload
import ObjectGraph

/// Dates as a number of seconds, milliseconds or microseconds since 1970, possibly with a fraction.
///
/// Source: RestKit's epoch transformer, but independent of the locale (flaw Q-29).
struct EpochForm: ValueCodec {
    let name: String
    let unitsPerSecond: Int64

    private var nanosecondsPerUnit: Int64 { 1_000_000_000 / unitsPerSecond }

    func problem(for type: AttributeType) -> String? { type == .date ? nil : "gives dates" }

    func expectation(of type: AttributeType) -> String { name }

    func couldRead(_ kind: PayloadKind, as type: AttributeType) -> Bool {
        kind == .number || kind == .string
    }

    func read(
        _ document: PayloadDocument, at position: Int, as type: AttributeType
    ) -> Conversion.Outcome {
        let tape = document.tape
        if tape.isString(at: position), tape.textLength(at: position) == 0 { return .value(.null) }
        let instant = StandardForm.exactNumber(tape, position)
            .flatMap { $0.scaled(by: nanosecondsPerUnit) }
            .flatMap(Timestamp.init(totalNanoseconds:))
        return Conversion.Outcome(instant.map(Value.date), as: type)
    }

    func common(
        _ tape: PayloadTape, at position: Int, as type: AttributeType
    ) -> CommonValue? {
        guard type == .date, let number = tape.wholeNumber(at: position) else { return nil }
        var (seconds, rest) = number.quotientAndRemainder(dividingBy: unitsPerSecond)
        if rest < 0 { (seconds, rest) = (seconds - 1, rest + unitsPerSecond) }
        let nanoseconds = Int32(truncatingIfNeeded: rest * nanosecondsPerUnit)
        return Timestamp(seconds: seconds, nanoseconds: nanoseconds).map { .cell(.date($0)) }
    }

    func write(_ value: Value, as type: AttributeType) -> Conversion.Representation {
        guard case .date(let instant) = value else { return .mismatch(value, type) }
        let total = instant.totalNanoseconds
        let unit = UInt128(nanosecondsPerUnit)
        let (whole, rest) = total.magnitude.quotientAndRemainder(dividingBy: unit)
        var text = total < 0 ? "-\(whole)" : "\(whole)"
        if rest > 0 {
            // The unit is a power of ten, so the remainder has as many digits as the unit has
            // zeros.
            var fraction = "\(unit + rest)".dropFirst()
            while fraction.last == "0" { fraction.removeLast() }
            text += ".\(fraction)"
        }
        return .node(.number(text))
    }
}

extension PayloadDecimal {
    /// Returns the number multiplied by a factor, truncated to an integer; `nil` on overflow.
    fileprivate func scaled(by factor: Int64) -> Int128? {
        var (product, overflow) = significand.multipliedReportingOverflow(by: UInt128(factor))
        guard !overflow, exponent <= 19 else { return nil }
        for _ in 0..<min(abs(exponent), 60) where !overflow {
            if exponent < 0 {
                product /= 10
            } else {
                (product, overflow) = product.multipliedReportingOverflow(by: 10)
            }
        }
        guard !overflow, let magnitude = Int128(exactly: product) else { return nil }
        return isNegative ? -magnitude : magnitude
    }
}
