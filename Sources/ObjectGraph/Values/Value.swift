#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// One attribute value of a managed object.
///
/// A value is exact: integers have 64 bits, decimals 38 digits, dates a resolution of one
/// nanosecond. Two strings are equal if their bytes are, as in a store; canonically equivalent
/// spellings of a word are different values, so that every spelling a server sends is preserved.
/// Zero has no sign: stores keep no negative zero.
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
    /// The absence of a value: `nil`, a JSON `null`, an SQL `NULL`.
    case null
    /// A Boolean value.
    case boolean(Bool)
    /// An integer of 64 bits, whatever the width of its attribute.
    case integer(Int64)
    /// A binary floating-point number. It is never NaN, which stores cannot keep.
    case double(Double)
    /// An exact decimal number of up to 38 digits.
    case decimal(Decimal)
    /// A string, also of attributes that hold a URL.
    case string(String)
    /// An instant.
    case date(Timestamp)
    /// Bytes.
    case data([UInt8])
    /// A universally unique identifier.
    case uuid(UUID)
    /// An array of values, stored as a JSON array.
    case array([Value])
    /// Values by name, stored as a JSON object.
    case dictionary([String: Value])

    /// Indicates whether this is ``null``.
    @inlinable public var isNull: Bool {
        if case .null = self { true } else { false }
    }
}

extension String {
    /// Tests whether both strings have the same bytes; `==` also accepts canonically
    /// equivalent ones.
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
    /// Creates a ``boolean(_:)``.
    public init(booleanLiteral value: Bool) { self = .boolean(value) }
    /// Creates an ``integer(_:)``.
    public init(integerLiteral value: Int64) { self = .integer(value) }
    /// Creates a ``double(_:)``.
    public init(floatLiteral value: Double) { self = .double(value) }
    /// Creates a ``string(_:)``.
    public init(stringLiteral value: String) { self = .string(value) }
    /// Creates an ``array(_:)``.
    public init(arrayLiteral elements: Value...) { self = .array(elements) }
    /// Creates a ``dictionary(_:)``; if a name occurs twice, the last value is used.
    public init(dictionaryLiteral elements: (String, Value)...) {
        self = .dictionary(Dictionary(elements, uniquingKeysWith: { $1 }))
    }
}
