import MercatorPayload

/// Collects the records of a batch as the bytes of a JSON array or object.
///
/// Each record is enclosed in additional line breaks, so that lines and columns can be converted to
/// positions in the source. A document read as a whole is not enclosed.
struct BatchBuilder {
    private(set) var bytes: [UInt8] = []
    private(set) var marks: [RecordMark] = []
    /// The start of the incomplete record.
    private var open: (byte: Int, start: SourcePosition)?
    private let limits: Limits
    private var nextIndex: Int

    private let frame: RecordFrame
    /// The bytes of a header, which is no record.
    private let header: [UInt8]?

    struct Limits: Sendable {
        /// The maximum number of records of a batch.
        let records: Int
        /// The number of bytes after which a batch accepts no further record.
        let bytes: Int
        /// The maximum number of bytes of a record.
        let recordBytes: Int
    }

    init(_ limits: Limits, _ frame: RecordFrame, firstIndex: Int, header: [UInt8]? = nil) {
        self.limits = limits
        self.frame = frame
        self.header = header
        nextIndex = firstIndex
    }

    /// Indicates whether the batch accepts no further record; a record in progress is
    /// always completed.
    var isFull: Bool {
        open == nil && (marks.count >= limits.records || bytes.count >= limits.bytes)
    }

    /// Begins a record.
    mutating func begin(at position: SourcePosition) {
        if frame != .none {
            bytes.append(marks.isEmpty ? frame.opening : Byte.comma)
            bytes.append(Byte.lineFeed)
        }
        open = (bytes.count, position)
    }

    /// Appends bytes to the record.
    ///
    /// - Throws: ``ImportError`` with code `recordTooLong`.
    mutating func append(_ part: ArraySlice<UInt8>) throws(ImportError) {
        guard let open else { return }
        guard bytes.count - open.byte + part.count <= limits.recordBytes else {
            throw ImportError(
                .recordTooLong,
                "expected records of at most \(limits.recordBytes) bytes, found a longer one; raise "
                    + "recordBytes if the source can be trusted",
                at: open.start, index: nextIndex)
        }
        bytes.append(contentsOf: part)
    }

    /// Ends the record.
    mutating func end(at position: SourcePosition) {
        guard let open else { return }
        if let header, bytes[open.byte...].isText(header) { return abandon() }
        marks.append(
            RecordMark(
                bytes: open.byte..<bytes.count, index: nextIndex, start: open.start, end: position))
        if frame != .none { bytes.append(Byte.lineFeed) }
        nextIndex += 1
        self.open = nil
    }

    /// Discards the incomplete record.
    mutating func abandon() {
        guard let open else { return }
        bytes.removeLast(bytes.count - open.byte + (frame == .none ? 0 : 2))
        self.open = nil
    }

    /// Returns the collection with its records, and begins a new batch.
    ///
    /// Without records, the bytes are not a valid collection and must not be parsed.
    mutating func take() -> (bytes: [UInt8], marks: [RecordMark]) {
        abandon()
        if frame != .none { bytes.append(frame.closing) }
        defer {
            // The next batch is likely to be of a similar size.
            let count = frame == .none ? 0 : bytes.count + bytes.count / 8
            (bytes, marks) = ([], [])
            bytes.reserveCapacity(count)
        }
        return (bytes: bytes, marks: marks)
    }
}

extension ArraySlice<UInt8> {
    /// Tests whether the bytes equal a text, ignoring surrounding white space.
    fileprivate func isText(_ text: [UInt8]) -> Bool {
        let rest = drop(while: Byte.isWhiteSpace)
        return rest.starts(with: text) && rest.dropFirst(text.count).allSatisfy(Byte.isWhiteSpace)
    }
}
