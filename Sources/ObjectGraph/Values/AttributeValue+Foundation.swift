#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

extension Timestamp {
    /// The instant as Foundation's date.
    ///
    /// It is rounded to the precision of a `Double` of seconds (about 100 ns today).
    ///
    /// The result is in the same range, so that it can be stored again.
    public var date: Date {
        let interval = Double(seconds) + Double(nanoseconds) / 1e9
        let end = Double(Timestamp.distantFuture.seconds + 1)
        return Date(timeIntervalSince1970: min(interval, end.nextDown))
    }

    /// Creates the instant of a Foundation date, to the nearest nanosecond.
    ///
    /// - Returns: `nil` outside the years 1 to 9999.
    public init?(_ date: Date) {
        let interval = date.timeIntervalSince1970
        let whole = interval.rounded(.down)
        guard let seconds = Int64(exactly: whole) else { return nil }
        let nanoseconds = Int64(((interval - whole) * 1e9).rounded())
        self.init(
            seconds: seconds + nanoseconds / 1_000_000_000,
            nanoseconds: Int32(nanoseconds % 1_000_000_000))
    }
}

extension Date: AttributeValue {
    /// ``AttributeType/date``.
    public static var attributeType: AttributeType { .date }
    /// Reads an instant, rounded like ``Timestamp/date``.
    public init?(attributeValue: Value) {
        guard case .date(let instant) = attributeValue else { return nil }
        self = instant.date
    }
    /// An instant; one outside the years 1 to 9999 has no stored form and becomes `null`.
    ///
    /// A save rejects such a date if it was set; comparisons use its position in time.
    public var attributeValue: Value { Timestamp(self).map(Value.date) ?? .null }
}

extension Decimal: AttributeValue {
    /// ``AttributeType/decimal``.
    public static var attributeType: AttributeType { .decimal }
    /// Reads an exact decimal number.
    public init?(attributeValue: Value) {
        guard case .decimal(let number) = attributeValue else { return nil }
        self = number
    }
    /// An exact decimal number; a NaN has no stored form and becomes `null`.
    ///
    /// A save refuses a NaN if it was set.
    public var attributeValue: Value { isNaN ? .null : .decimal(self) }
}

extension UUID: AttributeValue {
    /// ``AttributeType/uuid``.
    public static var attributeType: AttributeType { .uuid }
    /// Reads a UUID.
    public init?(attributeValue: Value) {
        guard case .uuid(let identifier) = attributeValue else { return nil }
        self = identifier
    }
    /// The UUID.
    public var attributeValue: Value { .uuid(self) }
}

extension URL: AttributeValue {
    /// ``AttributeType/url``.
    public static var attributeType: AttributeType { .url }
    /// Reads the text of a URL by the grammar of RFC 3986, without correcting it.
    public init?(attributeValue: Value) {
        guard case .string(let text) = attributeValue, let url = URL(strictly: text) else {
            return nil
        }
        self = url
    }
    /// The URL's absolute string.
    public var attributeValue: Value { .string(absoluteString) }
}

extension Data: AttributeValue {
    /// ``AttributeType/data``.
    public static var attributeType: AttributeType { .data }
    /// Reads bytes.
    public init?(attributeValue: Value) {
        guard case .data(let bytes) = attributeValue else { return nil }
        self.init(bytes)
    }
    /// The bytes.
    public var attributeValue: Value { .data(Array(self)) }
}

extension URL {
    /// Creates a URL from text that follows RFC 3986.
    ///
    /// As in RFC 3987, characters beyond ASCII are accepted without percent-encoding.
    ///
    /// Foundation by default corrects the text. Here, a text that would need corrections other than
    /// percent-encoding is not a URL.
    package init?(strictly text: String) {
        guard let strict = URL(string: text.inASCII, encodingInvalidCharacters: false),
            strict.hasPossiblePort
        else { return nil }
        guard !text.utf8.allSatisfy({ $0 < 0x80 }) else {
            self = strict
            return
        }
        self.init(string: text)
    }

    private var hasPossiblePort: Bool { (port ?? 0) <= Int(UInt16.max) }
}

extension String {
    /// The text with the UTF-8 bytes of characters beyond ASCII percent-encoded.
    fileprivate var inASCII: String {
        guard !utf8.allSatisfy({ $0 < 0x80 }) else { return self }
        return utf8.reduce(into: "") { text, byte in
            text += byte < 0x80 ? String(UnicodeScalar(byte)) : "%" + String(byte, radix: 16)
        }
    }
}

extension ValueShape {
    /// Foundation's types that accept every value of their attribute type.
    static var foundationTypes: [any AttributeValue.Type] {
        [Date.self, Decimal.self, UUID.self, Data.self]
    }
}

extension Value {
    /// Creates the value of a URL from its text, without changes; `nil` for other texts.
    package init?(url text: ArraySlice<UInt8>) {
        let text = String(decoding: text, as: UTF8.self)
        guard URL(strictly: text) != nil else { return nil }
        self = .string(text)
    }
}

extension Decimal: SummableValue {
    /// A decimal number.
    public typealias Sum = Decimal
}
