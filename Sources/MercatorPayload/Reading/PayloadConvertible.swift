/// A type that can be parsed as a payload: text, bytes, or a document parsed earlier.
///
/// Every function that takes a payload accepts any of these types:
///
/// ```swift
/// try operation.run(#"{"articles": [{"id": 1}]}"#, in: container)
/// try operation.run(data, in: container)              // [UInt8], Data, text.utf8 …
/// try operation.run(document, in: container)          // parsed once, used several times
/// ```
///
/// Another sequence of bytes conforms by an empty extension; another format implements the parsing:
///
/// ```swift
/// extension ByteBufferView: PayloadConvertible {}
/// ```
public protocol PayloadConvertible {
    /// Parses a payload with the default ``PayloadOptions``.
    ///
    /// - Parameter source: The payload; bytes and text are JSON.
    /// - Returns: The validated payload.
    /// - Throws: ``PayloadError`` with the first fault and its location.
    static func payloadDocument(from source: Self) throws(PayloadError) -> PayloadDocument
}

extension PayloadConvertible where Self: Sequence<UInt8> {
    /// Parses bytes, which are copied once unless they are an array.
    ///
    /// - Parameter source: The payload as UTF-8.
    /// - Returns: The validated payload.
    /// - Throws: ``PayloadError`` with the first fault and its location.
    public static func payloadDocument(
        from source: Self
    ) throws(PayloadError) -> PayloadDocument {
        try PayloadDocument(parsing: source)
    }
}

extension PayloadConvertible where Self: StringProtocol {
    /// Parses text.
    ///
    /// - Parameter source: The payload.
    /// - Returns: The validated payload.
    /// - Throws: ``PayloadError`` with the first fault and its location.
    public static func payloadDocument(
        from source: Self
    ) throws(PayloadError) -> PayloadDocument {
        try PayloadDocument(parsing: Array(source.utf8))
    }
}

extension PayloadDocument: PayloadConvertible {
    /// Returns the document itself without parsing.
    ///
    /// - Parameter source: The document.
    /// - Returns: The same document.
    public static func payloadDocument(from source: Self) -> PayloadDocument { source }

    /// Parses any value that can represent a payload.
    ///
    /// - Parameter source: Text, bytes, or a document.
    /// - Throws: ``PayloadError`` with the first fault and its location.
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
