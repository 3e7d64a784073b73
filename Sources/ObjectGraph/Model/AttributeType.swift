/// What kind of value an attribute holds.
///
/// The names are Core Data's. ``integer16`` to ``integer64`` share one kind of ``Value``; the width is
/// a promise that values are checked against.
public enum AttributeType: String, Sendable, Hashable, Codable, CaseIterable {
    /// A truth value.
    case boolean
    /// A whole number from -32 768 to 32 767.
    case integer16
    /// A whole number of 32 bits.
    case integer32
    /// A whole number of 64 bits.
    case integer64
    /// A floating-point number of 32 bits, kept as a `Double` that one can represent.
    case float
    /// A floating-point number of 64 bits.
    case double
    /// An exact decimal number of up to 38 digits.
    case decimal
    /// Text.
    case string
    /// An instant, exact to the nanosecond.
    case date
    /// Bytes.
    case data
    /// A universally unique identifier.
    case uuid
    /// The text of a URL.
    case url
    /// A list of values, kept as JSON.
    case array
    /// Named values, kept as JSON.
    case dictionary

    /// The word a message uses: `text`, `whole number`, `date`.
    package var word: String {
        switch self {
        case .boolean: "boolean"
        case .integer16, .integer32, .integer64: "whole number"
        case .float, .double: "number"
        case .decimal: "decimal number"
        case .string: "text"
        case .date: "date"
        case .data: "bytes"
        case .uuid: "UUID"
        case .url: "URL"
        case .array: "array"
        case .dictionary: "object"
        }
    }
}

extension AttributeType {
    /// The value as this type keeps it, or `nil` if it does not fit.
    ///
    /// Nothing is guessed: a whole number serves for a number or a decimal that equals it; all else
    /// must already be of the kind. `null` always fits.
    package func normalized(_ value: Value) -> Value? {
        switch (self, value) {
        case (.decimal, .decimal(let number)): value.kept(if: !number.isNotANumber)
        case (_, .null), (.boolean, .boolean), (.integer64, .integer),
            (.string, .string), (.url, .string), (.date, .date), (.data, .data), (.uuid, .uuid):
            value
        case (.array, .array), (.dictionary, .dictionary):
            value.contentFault == nil ? .some(value.element) : .none
        case (.integer16, .integer(let number)): value.kept(if: Int16(exactly: number) != nil)
        case (.integer32, .integer(let number)): value.kept(if: Int32(exactly: number) != nil)
        // Stores keep one zero, and so does memory: 0 takes the sign of -0.
        case (.double, .double(let number)): Value.double(number + 0).kept(if: !number.isNaN)
        case (.double, .integer(let number)): Double(exactly: number).map(Value.double)
        case (.float, .double(let number)):
            Value.double(Double(Float(number)) + 0)
                .kept(if: !number.isNaN && (number.isInfinite || Float(number).isFinite))
        case (.float, .integer(let number)):
            Float(exactly: number).map { Value.double(Double($0)) }
        case (.decimal, .integer(let number)): .decimal(number.decimalValue)
        default: nil
        }
    }
}

extension Value {
    /// The value, or none at all; `condition ? self : nil` would give ``null``.
    fileprivate func kept(if condition: Bool) -> Value? { condition ? .some(self) : .none }
}
