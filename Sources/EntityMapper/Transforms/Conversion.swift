import ObjectGraph
import Payload

/// Turns a value on the tape into a value of an attribute, or says that it does not fit.
final class Conversion: Sendable {
    let type: AttributeType
    let transform: ValueTransform
    /// Whether the attribute's type alone says what to do.
    let isStandard: Bool

    init(type: AttributeType, transform: ValueTransform) {
        self.type = type
        self.transform = transform
        isStandard = transform.isStandard
    }

    /// What came of a conversion.
    enum Outcome {
        case value(Value)
        /// The value does not fit; with a reason beyond the kinds, if there is one.
        case invalid(reason: String?)
    }

    /// Converts the value at a place; `null` becomes nil whatever the transform.
    func convert(_ document: PayloadDocument, at position: Int) -> Outcome {
        let tape = document.tape
        guard !tape.isNull(at: position) else { return .value(.null) }
        if isStandard { return Self.outcome(standard(tape, position)) }
        switch transform.kind {
        case .standard:
            return Self.outcome(standard(tape, position))
        case .date(let format):
            guard tape.kind(at: position) == .string else { return .invalid(reason: nil) }
            let date = format.timestamp(tape.text(at: position))
            return Self.outcome(date.map(Value.date).flatMap(type.normalized))
        case .sinceEpoch(let unitsPerSecond):
            let date = Self.instant(tape, position, unitsPerSecond)
            return Self.outcome(date.map(Value.date).flatMap(type.normalized))
        case .custom(let convert):
            return custom(convert, document, position)
        }
    }

    private static func outcome(_ value: Value?) -> Outcome {
        value.map(Outcome.value) ?? .invalid(reason: nil)
    }

    private func custom(
        _ convert: (PayloadValue) throws -> Value?, _ document: PayloadDocument, _ position: Int
    ) -> Outcome {
        do {
            guard let value = try convert(PayloadValue(document, at: position)) else {
                return .invalid(reason: nil)
            }
            guard let fitting = type.normalized(value) else {
                return .invalid(reason: "\(value.word), which the transform gave")
            }
            return .value(fitting)
        } catch {
            return .invalid(reason: "the transform '\(transform)' says: \(error)")
        }
    }

    private func standard(_ tape: PayloadTape, _ position: Int) -> Value? {
        switch type {
        case .string: return Self.text(tape, position)
        case .integer16, .integer32, .integer64:
            return Self.integer(tape, position).flatMap { type.normalized(.integer($0)) }
        case .date: return Self.date(tape, position)
        case .boolean: return Self.boolean(tape, position).map(Value.boolean)
        case .double, .float:
            return Self.double(tape, position).flatMap { type.normalized(.double($0)) }
        case .decimal: return Self.decimal(tape, position)
        case .url, .uuid, .data:
            guard tape.kind(at: position) == .string else { return nil }
            return TextConversion.value(tape.text(at: position), as: type)
        case .array: return tape.kind(at: position) == .array ? tape.value(at: position) : nil
        case .dictionary:
            return tape.kind(at: position) == .object ? tape.value(at: position) : nil
        }
    }
}

extension Conversion {
    private static func text(_ tape: PayloadTape, _ position: Int) -> Value? {
        tape.isContainer(at: position) ? nil : .string(tape.string(at: position))
    }

    private static func integer(_ tape: PayloadTape, _ position: Int) -> Int64? {
        switch tape.kind(at: position) {
        case .number: tape.int64(at: position)
        case .string: number(in: tape, position)?.int64
        case .boolean: tape.boolean(at: position).map { $0 ? 1 : 0 }
        default: nil
        }
    }

    private static func double(_ tape: PayloadTape, _ position: Int) -> Double? {
        switch tape.kind(at: position) {
        case .number: tape.double(at: position)
        case .string: number(in: tape, position)?.double
        default: nil
        }
    }

    private static func decimal(_ tape: PayloadTape, _ position: Int) -> Value? {
        let decimal: PayloadDecimal? =
            switch tape.kind(at: position) {
            case .number: tape.decimal(at: position)
            case .string: number(in: tape, position)?.decimal
            default: nil
            }
        return decimal.flatMap {
            Value(
                isNegative: $0.isNegative, significand: $0.significand, exponent: $0.exponent)
        }
    }

    /// A text that is a number as a whole, by the grammar of the payload itself.
    private static func number(in tape: PayloadTape, _ position: Int) -> PayloadValue? {
        guard let first = tape.bytes[tape.textRange(at: position)].first,
            first == UInt8(ascii: "-") || (0x30...0x39).contains(first),
            let document = try? PayloadDocument(parsing: tape.decodedText(at: position)),
            document.tape.byteOffset(at: 0) == 0,
            document.tape.textRange(at: 0).upperBound == document.tape.bytes.count
        else { return nil }
        return document.root
    }

    private static func boolean(_ tape: PayloadTape, _ position: Int) -> Bool? {
        switch tape.kind(at: position) {
        case .boolean: return tape.boolean(at: position)
        case .number:
            guard let number = tape.int64(at: position), number == 0 || number == 1 else {
                return nil
            }
            return number == 1
        case .string:
            let word = tape.string(at: position).lowercased()
            if ["true", "t", "yes", "y", "1"].contains(word) { return true }
            return ["false", "f", "no", "n", "0"].contains(word) ? false : nil
        default: return nil
        }
    }

    private static func date(_ tape: PayloadTape, _ position: Int) -> Value? {
        guard tape.kind(at: position) == .string else { return nil }
        return Timestamp(iso8601: tape.text(at: position)).map(Value.date)
    }

    private static func instant(
        _ tape: PayloadTape, _ position: Int, _ unitsPerSecond: Int64
    ) -> Timestamp? {
        let value: PayloadDecimal? =
            switch tape.kind(at: position) {
            case .number: tape.decimal(at: position)
            case .string: number(in: tape, position)?.decimal
            default: nil
            }
        guard let value, let nanoseconds = value.scaled(by: 1_000_000_000 / unitsPerSecond) else {
            return nil
        }
        let (seconds, rest) = nanoseconds.flooredDivision(by: 1_000_000_000)
        guard let whole = Int64(exactly: seconds) else { return nil }
        return Timestamp(seconds: whole, nanoseconds: Int32(rest))
    }
}

extension PayloadDecimal {
    /// The number times a factor, digits behind the point dropped; `nil` if it has no room.
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

extension Int128 {
    /// The quotient rounded down, and what is left, which is never negative.
    fileprivate func flooredDivision(by divisor: Int128) -> (Int128, Int128) {
        let (quotient, rest) = quotientAndRemainder(dividingBy: divisor)
        return rest < 0 ? (quotient - 1, rest + divisor) : (quotient, rest)
    }
}
