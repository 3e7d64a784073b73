/// A payload, checked once and immutable from then on.
///
/// Grammar (RFC 8259), UTF-8 and ``PayloadLimits`` are checked when the document is made and
/// nowhere else. A document keeps the bytes and a tape over them; strings and numbers are made
/// when somebody reads them. It can be read from any task.
///
/// ```swift
/// let document = try PayloadDocument(parsing: #"{"articles": [{"id": 1}]}"#)
/// document.root["articles"]?[0]?["id"]?.int64   // 1
/// ```
public struct PayloadDocument: Sendable {
    /// The words over the bytes, for readers inside the package.
    package var tape: PayloadTape

    /// A document over a tape that was made from checked bytes.
    init(tape: PayloadTape) {
        self.tape = tape
    }

    /// Checks the bytes of a payload.
    ///
    /// A byte order mark at the start is skipped.
    /// - Parameters:
    ///   - bytes: The payload as UTF-8.
    ///   - options: What is tolerated and how large things may be.
    /// - Throws: ``PayloadError`` with the first fault and its place.
    public init(
        parsing bytes: [UInt8], options: PayloadOptions = PayloadOptions()
    ) throws(PayloadError) {
        do throws(ParseFault) {
            tape = PayloadTape(
                words: try TapeParser.words(for: bytes, options: options), bytes: bytes)
        } catch {
            throw PayloadError(error, in: bytes)
        }
    }

    /// Checks a payload that comes as any sequence of bytes; they are copied once.
    ///
    /// - Parameters:
    ///   - bytes: The payload as UTF-8.
    ///   - options: What is tolerated and how large things may be.
    /// - Throws: ``PayloadError`` with the first fault and its place.
    public init(
        parsing bytes: some Sequence<UInt8>, options: PayloadOptions = PayloadOptions()
    ) throws(PayloadError) {
        try self.init(parsing: Array(bytes), options: options)
    }

    /// Checks a payload that comes as text.
    ///
    /// - Parameters:
    ///   - text: The payload.
    ///   - options: What is tolerated and how large things may be.
    /// - Throws: ``PayloadError`` with the first fault and its place.
    public init(
        parsing text: String, options: PayloadOptions = PayloadOptions()
    ) throws(PayloadError) {
        try self.init(parsing: Array(text.utf8), options: options)
    }

    /// The value that the whole payload is.
    public var root: PayloadValue { PayloadValue(self, at: 0) }

    /// Line and column of a byte, counted on demand.
    ///
    /// - Parameter offset: A byte offset; beyond the payload, its end is meant.
    /// - Returns: The place as people count it.
    /// - Complexity: O(offset). Meant for messages.
    public func location(ofByte offset: Int) -> PayloadLocation {
        PayloadLocation(ofByte: offset, in: tape.bytes)
    }

    /// Lines and columns of many bytes, counted in one walk.
    ///
    /// - Parameter offsets: Byte offsets, ascending.
    /// - Returns: The places, in the same order.
    /// - Complexity: O(last offset).
    package func locations(ofBytes offsets: [Int]) -> [PayloadLocation] {
        PayloadLocation.locations(ofBytes: offsets, in: tape.bytes)
    }
}
