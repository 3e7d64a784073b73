/// The type of an attribute's values.
///
/// The names are Core Data's. ``integer16`` to ``integer64`` share one case of ``Value``; the width
/// is a range that values are checked against.
public enum AttributeType: String, Sendable, Hashable, Codable, CaseIterable {
    /// A Boolean value.
    case boolean
    /// An integer from -32 768 to 32 767.
    case integer16
    /// An integer of 32 bits.
    case integer32
    /// An integer of 64 bits.
    case integer64
    /// A floating-point number of 32 bits, stored as a `Double` that a `Float` can represent.
    case float
    /// A floating-point number of 64 bits.
    case double
    /// An exact decimal number of up to 38 digits.
    case decimal
    /// A string.
    case string
    /// An instant with a resolution of one nanosecond.
    case date
    /// Bytes.
    case data
    /// A universally unique identifier.
    case uuid
    /// The text of a URL.
    case url
    /// An array of values, stored as JSON.
    case array
    /// A dictionary of values by name, stored as JSON.
    case dictionary

    /// Indicates whether the values are texts.
    package var isText: Bool { self == .string || self == .url }

    /// The name of the type in messages: `text`, `whole number`, `date`.
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
    /// Returns the value in the storage form of this type, or `nil` if it does not fit.
    ///
    /// The only conversions are from an integer to an equal floating-point or decimal number, from
    /// a double to the nearest `Float`, and of elements to their JSON form; any other value must
    /// already be of this type. `null` always fits.
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
        // Stores keep no negative zero, and neither does memory: adding 0 turns -0 into 0.
        case (.double, .double(let number)): Value.double(number + 0).kept(if: !number.isNaN)
        case (.double, .integer(let number)): Double(exactly: number).map(Value.double)
        case (.float, .double(let number)):
            Value.double(Double(Float(number)) + 0)
                .kept(
                    if: !number.isNaN && (number.isInfinite || Float(number).isFinite)
                        && (number == 0 || Float(number) != 0))
        case (.float, .integer(let number)):
            Float(exactly: number).map { Value.double(Double($0)) }
        case (.decimal, .integer(let number)): .decimal(number.decimalValue)
        default: nil
        }
    }
}

extension Value {
    /// Returns the value, or no value; `condition ? self : nil` would be ``null``.
    fileprivate func kept(if condition: Bool) -> Value? { condition ? .some(self) : .none }
}
