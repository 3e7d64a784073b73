package import MercatorPayload
package import ObjectGraph

/// A value read from its most common spelling, without an intermediate string or document.
package enum CommonValue {
    /// A value that needs no box; a text lies in the bytes of the payload.
    case cell(RowCell)
    case value(Value)

    var isNull: Bool {
        if case .value(.null) = self { true } else { false }
    }

    /// Returns the value; the bytes are those of the payload.
    func value(of bytes: [UInt8]) -> Value {
        switch self {
        case .cell(let cell): cell.value(of: bytes)
        case .value(let value): value
        }
    }
}

extension CommonValue {
    /// Creates a number of a numeric type; `nil` if it does not fit, or only after rounding.
    package init?(_ number: PlainNumber, as type: AttributeType) {
        switch type {
        case .integer16, .integer32, .integer64:
            guard let integer = number.int64, type.holds(integer) else { return nil }
            self = .cell(.integer(integer))
        case .double:
            guard let double = number.double else { return nil }
            self = .cell(.double(double))
        case .decimal:
            let decimal = number.decimal
            let value = Value(
                isNegative: decimal.isNegative, significand: decimal.significand,
                exponent: decimal.exponent)
            guard let value else { return nil }
            self = .value(value)
        default: return nil
        }
    }
}

extension StandardForm {
    package func common(
        _ tape: PayloadTape, at position: Int, as type: AttributeType
    ) -> CommonValue? {
        switch type {
        case .integer16, .integer32, .integer64:
            guard let number = tape.wholeNumber(at: position), type.holds(number) else {
                return nil
            }
            return .cell(.integer(number))
        case .double, .decimal:
            guard tape.isPlainString(at: position) || tape.isNumber(at: position) else {
                return nil
            }
            return PlainNumber(tape.bytes, in: tape.textRange(at: position))
                .flatMap { CommonValue($0, as: type) }
        case .date: return tape.commonInstant(at: position).map { .cell(.date($0)) }
        case .uuid: return tape.uuid(at: position).map { .value(Value(uuid: $0)) }
        case .data:
            guard tape.isPlainString(at: position) else { return nil }
            return Base64.standard.bytes(of: tape.text(at: position)).map { .value(.data($0)) }
        case .boolean, .float, .string, .url, .array, .dictionary: return nil
        }
    }
}

extension AttributeType {
    /// Tests whether an integer is within the range of the type, which is one of integers.
    fileprivate func holds(_ number: Int64) -> Bool {
        switch self {
        case .integer16: Int16(exactly: number) != nil
        case .integer32: Int32(exactly: number) != nil
        default: true
        }
    }
}
