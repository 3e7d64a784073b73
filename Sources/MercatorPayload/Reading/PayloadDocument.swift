/// A validated, immutable payload.
///
/// The grammar (RFC 8259), UTF-8 and ``PayloadLimits`` are checked once, when the document is
/// created. A document stores the bytes and a tape over them; strings and numbers are decoded on
/// access. It can be read concurrently.
///
/// ```swift
/// let document = try PayloadDocument(parsing: #"{"articles": [{"id": 1}]}"#)
/// document.root["articles"]?[0]?["id"]?.int64   // 1
/// ```
public struct PayloadDocument: Sendable {
    /// The tape over the bytes, for readers inside the package.
    package var tape: PayloadTape

    /// Creates a document from the tape of validated bytes.
    package init(tape: PayloadTape) {
        self.tape = tape
    }

    /// Parses the bytes of a payload.
    ///
    /// A leading byte order mark is skipped.
    /// - Parameters:
    ///   - bytes: The payload as UTF-8.
    ///   - options: The tolerated deviations from RFC 8259, and the size limits.
    /// - Throws: ``PayloadError`` with the first fault and its location.
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

    /// Parses a payload from any sequence of bytes, which is copied once.
    ///
    /// - Parameters:
    ///   - bytes: The payload as UTF-8.
    ///   - options: The tolerated deviations from RFC 8259, and the size limits.
    /// - Throws: ``PayloadError`` with the first fault and its location.
    public init(
        parsing bytes: some Sequence<UInt8>, options: PayloadOptions = PayloadOptions()
    ) throws(PayloadError) {
        try self.init(parsing: Array(bytes), options: options)
    }

    /// Parses a payload from text.
    ///
    /// - Parameters:
    ///   - text: The payload.
    ///   - options: The tolerated deviations from RFC 8259, and the size limits.
    /// - Throws: ``PayloadError`` with the first fault and its location.
    public init(
        parsing text: String, options: PayloadOptions = PayloadOptions()
    ) throws(PayloadError) {
        try self.init(parsing: Array(text.utf8), options: options)
    }

    /// The top-level value.
    public var root: PayloadValue { PayloadValue(self, at: 0) }

    /// Computes the line and column of a byte.
    ///
    /// - Parameter offset: A byte offset, clamped to the payload.
    /// - Returns: The human-readable location.
    /// - Complexity: O(offset). Intended for messages.
    public func location(ofByte offset: Int) -> PayloadLocation {
        PayloadLocation(ofByte: offset, in: tape.bytes)
    }

    /// Computes the lines and columns of several bytes in one pass.
    ///
    /// - Parameter offsets: Byte offsets in ascending order.
    /// - Returns: The locations, in the same order.
    /// - Complexity: O(last offset).
    package func locations(ofBytes offsets: [Int]) -> [PayloadLocation] {
        PayloadLocation.locations(ofBytes: offsets, in: tape.bytes)
    }
}
