/// Collects the records of a batch as the bytes of one JSON array.
///
/// Each record is between line breaks that are not its own, so that lines and columns in the array
/// tell those in the source.
struct BatchBuilder {
    private(set) var bytes: [UInt8] = []
    private(set) var marks: [RecordMark] = []
    /// Where the record begins that is not complete yet.
    private var open: (byte: Int, start: SourcePlace)?
    private let limits: Limits
    private var nextIndex: Int

    struct Limits: Sendable {
        /// Records of a batch.
        let records: Int
        /// Bytes after which a batch takes no further record.
        let bytes: Int
        /// Bytes of one record.
        let recordBytes: Int
    }

    init(_ limits: Limits, firstIndex: Int) {
        self.limits = limits
        nextIndex = firstIndex
    }

    /// Whether the batch takes no further record; one that has begun is always taken to its end.
    var isFull: Bool {
        open == nil && (marks.count >= limits.records || bytes.count >= limits.bytes)
    }

    /// Begins a record.
    mutating func begin(at place: SourcePlace) {
        bytes.append(marks.isEmpty ? Byte.openingBracket : Byte.comma)
        bytes.append(Byte.lineFeed)
        open = (bytes.count, place)
    }

    /// Adds bytes to the record.
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
    mutating func end(at place: SourcePlace) {
        guard let open else { return }
        marks.append(
            RecordMark(
                bytes: open.byte..<bytes.count, index: nextIndex, start: open.start, end: place))
        bytes.append(Byte.lineFeed)
        nextIndex += 1
        self.open = nil
    }

    /// Forgets the record that is not complete.
    mutating func abandon() {
        guard let open else { return }
        bytes.removeLast(bytes.count - open.byte + 2)
        self.open = nil
    }

    /// The array, and the records in it; a new batch begins.
    ///
    /// Without a record it is no array, and not looked at.
    mutating func take() -> (bytes: [UInt8], marks: [RecordMark]) {
        abandon()
        bytes.append(Byte.closingBracket)
        let taken = (bytes: bytes, marks: marks)
        bytes = []
        // The next batch will be about as large.
        bytes.reserveCapacity(taken.bytes.count + taken.bytes.count / 8)
        marks = []
        return taken
    }
}
