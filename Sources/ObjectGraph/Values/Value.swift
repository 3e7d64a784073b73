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
/// Arrays and dictionaries may be nested up to 512 levels deep. A save rejects deeper ones, and a
/// mapping reports them. Comparing, hashing and printing are safe at any depth. Two operations are
/// not, because Swift performs them recursively and a program cannot intervene:
///
/// - Releasing a value uses about 150 bytes of the thread's stack for each level: 3000 levels fit
///   a thread with a stack of 512 KB, and 40 000 levels one of 8 MB.
/// - Encoding and decoding a value use more.
///
/// Parsers and stores create no values with more than 512 levels; only a program that nests values
/// in a loop can.
///
/// In arrays and dictionaries, a mapping treats numbers of the same amount as equal, such as `5`
/// and `5.0`, and keeps the stored one. `==` distinguishes them, and a value set by a program is
/// stored unchanged.
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
    /// An integer of 64 bits, regardless of the width of its attribute.
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
    /// Returns whether both strings have the same bytes.
    ///
    /// `==` also accepts canonically equivalent strings.
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
