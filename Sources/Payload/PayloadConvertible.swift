/// A value that a payload can be read from: a text, bytes, or a document that was parsed before.
///
/// Everything that takes a payload takes any of these:
///
/// ```swift
/// try operation.run(#"{"articles": [{"id": 1}]}"#, in: container)
/// try operation.run(data, in: container)              // [UInt8], Data, text.utf8 …
/// try operation.run(document, in: container)          // parsed once, used several times
/// ```
///
/// Another sequence of bytes conforms with an empty extension, another format with the one that
/// parses it:
///
/// ```swift
/// extension ByteBufferView: PayloadConvertible {}
/// ```
public protocol PayloadConvertible {
    /// Parses a payload with the default ``PayloadOptions``.
    ///
    /// - Parameter source: The payload; bytes and texts are JSON.
    /// - Returns: The payload, checked.
    /// - Throws: ``PayloadError`` with the first fault and its place.
    static func payloadDocument(from source: Self) throws(PayloadError) -> PayloadDocument
}

extension PayloadConvertible where Self: Sequence<UInt8> {
    /// Parses bytes, which are copied once unless they are an array.
    ///
    /// - Parameter source: The payload as UTF-8.
    /// - Returns: The payload, checked.
    /// - Throws: ``PayloadError`` with the first fault and its place.
    public static func payloadDocument(
        from source: Self
    ) throws(PayloadError) -> PayloadDocument {
        try PayloadDocument(parsing: source)
    }
}

extension PayloadConvertible where Self: StringProtocol {
    /// Parses a text.
    ///
    /// - Parameter source: The payload.
    /// - Returns: The payload, checked.
    /// - Throws: ``PayloadError`` with the first fault and its place.
    public static func payloadDocument(
        from source: Self
    ) throws(PayloadError) -> PayloadDocument {
        try PayloadDocument(parsing: Array(source.utf8))
    }
}

extension PayloadDocument: PayloadConvertible {
    /// The document itself; nothing is parsed.
    ///
    /// - Parameter source: The document.
    /// - Returns: The same document.
    public static func payloadDocument(from source: Self) -> PayloadDocument { source }

    /// Parses whatever can be a payload.
    ///
    /// - Parameter source: A text, bytes, or a document.
    /// - Throws: ``PayloadError`` with the first fault and its place.
    public init<Source: PayloadConvertible>(_ source: Source) throws(PayloadError) {
        self = try Source.payloadDocument(from: source)
    }
}

extension String: PayloadConvertible {}
extension Substring: PayloadConvertible {}
extension String.UTF8View: PayloadConvertible {}
extension Substring.UTF8View: PayloadConvertible {}
extension Array: PayloadConvertible where Element == UInt8 {}
extension ArraySlice: PayloadConvertible where Element == UInt8 {}
extension ContiguousArray: PayloadConvertible where Element == UInt8 {}
extension AnySequence: PayloadConvertible where Element == UInt8 {}
