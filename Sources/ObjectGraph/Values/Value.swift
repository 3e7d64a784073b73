#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// One attribute value of a managed object.
///
/// A value is exact: integers keep 64 bits, decimals 38 digits, dates nanoseconds. Two texts are
/// equal when their bytes are, as they are in a store; canonically equivalent spellings of the same
/// word are different values, so that nothing a server sends is lost. Zero has no sign: stores keep
/// one zero.
///
/// Arrays and dictionaries may lie in one another up to 512 deep. A save refuses deeper ones, and a
/// mapping reports them; comparing, hashing and printing them is safe at any depth. Two things are
/// not, since Swift does them by recursion and no program can be asked before: releasing a value, which
/// takes some 150 bytes of a thread's stack for each level, so that one of 3000 levels fits a
/// thread with 512 KB and one of 40 000 levels a thread with 8 MB; and coding a value, which takes more.
/// Parsing and stores make no value that is deeper than 512; only a program that nests values in a loop can.
///
/// In arrays and dictionaries a mapping takes numbers of one amount for the same, `5` and `5.0`: it
/// leaves what is there. `==` tells them apart, and what a program sets is kept as it is.
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
