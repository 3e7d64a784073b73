#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

extension Timestamp {
    /// Foundation's date, rounded to what a `Double` of seconds can tell apart (about 100 ns today).
    public var date: Date {
        Date(timeIntervalSince1970: Double(seconds) + Double(nanoseconds) / 1e9)
    }

    /// The instant of a Foundation date, to the nearest nanosecond.
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
    /// Reads an instant, rounded as ``Timestamp/date`` says.
    public init?(attributeValue: Value) {
        guard case .date(let instant) = attributeValue else { return nil }
        self = instant.date
    }
    /// An instant; one outside the years 1 to 9999 has no stored form and becomes `null`.
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
    public var attributeValue: Value { isNaN ? .null : .decimal(self) }
}

extension UUID: AttributeValue {
    /// ``AttributeType/uuid``.
    public static var attributeType: AttributeType { .uuid }
    /// Reads an identifier.
    public init?(attributeValue: Value) {
        guard case .uuid(let identifier) = attributeValue else { return nil }
        self = identifier
    }
    /// An identifier.
    public var attributeValue: Value { .uuid(self) }
}

extension URL: AttributeValue {
    /// ``AttributeType/url``.
    public static var attributeType: AttributeType { .url }
    /// Reads the text of a URL.
    public init?(attributeValue: Value) {
        guard case .string(let text) = attributeValue else { return nil }
        self.init(string: text)
    }
    /// The URL's absolute text.
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
    /// Bytes.
    public var attributeValue: Value { .data(Array(self)) }
}
