#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// One attribute value of a managed object.
///
/// A value is exact: integers keep 64 bits, decimals 38 digits, dates nanoseconds. Two texts are
/// equal when their bytes are, as they are in a store; canonically equivalent spellings of the same
/// word are different values, so that nothing a server sends is lost.
///
/// ```swift
/// let title: Value = "Hello"
/// article["viewCount"] = 42
/// article["subtitle"] = .null
/// ```
public enum Value: Sendable, Hashable, Codable {
    /// No value: `nil`, a JSON `null`, an SQL `NULL`.
    case null
    /// A truth value.
    case boolean(Bool)
    /// A whole number of 64 bits, whatever the width of its attribute.
    case integer(Int64)
    /// A binary floating-point number. It is never a NaN: stores cannot keep one.
    case double(Double)
    /// An exact decimal number of up to 38 digits.
    case decimal(Decimal)
    /// Text, also of attributes that hold a URL.
    case string(String)
    /// An instant.
    case date(Timestamp)
    /// Bytes.
    case data([UInt8])
    /// A universally unique identifier.
    case uuid(UUID)
    /// A list of values, kept as a JSON array.
    case array([Value])
    /// Named values, kept as a JSON object.
    case dictionary([String: Value])

    /// Whether there is no value.
    @inlinable public var isNull: Bool {
        if case .null = self { true } else { false }
    }

    /// Whether both are the same kind of value with the same content, text compared by its bytes.
    public static func == (left: Value, right: Value) -> Bool {
        switch (left, right) {
        case (.null, .null): true
        case (.integer(let a), .integer(let b)): a == b
        case (.string(let a), .string(let b)): a.hasSameBytes(as: b)
        case (.boolean(let a), .boolean(let b)): a == b
        case (.double(let a), .double(let b)): a == b
        case (.decimal(let a), .decimal(let b)): a == b
        case (.date(let a), .date(let b)): a == b
        case (.data(let a), .data(let b)): a == b
        case (.uuid(let a), .uuid(let b)): a == b
        case (.array(let a), .array(let b)): a == b
        case (.dictionary(let a), .dictionary(let b)): hasSameMembers(a, b)
        default: false
        }
    }

    /// Compares names by their bytes, too; a dictionary's `==` takes canonically equivalent ones.
    private static func hasSameMembers(_ left: [String: Value], _ right: [String: Value]) -> Bool {
        left.count == right.count
            && left.allSatisfy { name, value in
                guard let index = right.index(forKey: name) else { return false }
                return right[index].key.hasSameBytes(as: name) && right[index].value == value
            }
    }
}

extension String {
    /// Whether both texts are the same bytes; `==` would also accept canonically equivalent ones.
    package func hasSameBytes(as other: String) -> Bool {
        guard utf8.count == other.utf8.count else { return false }
        guard #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) else {
            return utf8.elementsEqual(other.utf8)
        }
        let (left, right) = (utf8Span.span, other.utf8Span.span)
        for index in left.indices where left[index] != right[index] { return false }
        return true
    }
}

extension Value: ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral,
    ExpressibleByFloatLiteral, ExpressibleByStringLiteral, ExpressibleByArrayLiteral,
    ExpressibleByDictionaryLiteral
{
    /// Makes a ``boolean(_:)``.
    public init(booleanLiteral value: Bool) { self = .boolean(value) }
    /// Makes an ``integer(_:)``.
    public init(integerLiteral value: Int64) { self = .integer(value) }
    /// Makes a ``double(_:)``.
    public init(floatLiteral value: Double) { self = .double(value) }
    /// Makes a ``string(_:)``.
    public init(stringLiteral value: String) { self = .string(value) }
    /// Makes an ``array(_:)``.
    public init(arrayLiteral elements: Value...) { self = .array(elements) }
    /// Makes a ``dictionary(_:)``; of members with one name the last one counts.
    public init(dictionaryLiteral elements: (String, Value)...) {
        self = .dictionary(Dictionary(elements, uniquingKeysWith: { $1 }))
    }
}
