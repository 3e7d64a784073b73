import MercatorPayload

/// Reads a large document in pieces, each of which is parsed as a document.
///
/// A document is divided at commas. Open containers are closed at the end of a piece and reopened,
/// with their keys, in the next one: `{"a":[1,2,3],"b":4}` becomes `{"a":[1,2]}` and
/// `{"a":[3],"b":4}`. Nested arrays are not divided.
struct DocumentPieces {
    private let source: PayloadSource
    private let file: SourceBytes
    private let limits: ProfileLimits
    private var scan: DocumentScan
    /// The buffer; the current piece begins at `start`.
    private var bytes: [UInt8] = []
    private var start = 0
    /// The number of bytes before the buffer.
    private var offset = 0
    /// The key and opening bracket of each container that the current piece continues.
    private var opening: [[UInt8]] = []
    private var isOver = false
    /// The byte offsets of objects too large to be records, computed on demand.
    private var large: Set<Int>?

    /// Opens a source.
    ///
    /// - Parameters:
    ///   - source: The source.
    ///   - limits: The limits, including the size of a piece.
    ///   - findsLarge: Whether to detect objects too large to be records, in an additional pass.
    /// - Throws: ``InferenceError`` if the source cannot be opened.
    init(_ source: PayloadSource, limits: ProfileLimits, findsLarge: Bool) throws(InferenceError) {
        self.source = source
        self.limits = limits
        file = try SourceBytes(source)
        scan = DocumentScan(membersOfRecord: Int(limits.membersBeforeTally))
        large = findsLarge ? nil : []
    }

    /// Returns the next piece, or `nil` at the end.
    mutating func next() throws(InferenceError) -> DocumentBatch? {
        guard !isOver else { return nil }
        guard try advance() == .comma, let (level, end) = scan.divisible else {
            isOver = true
            let batch = DocumentBatch(
                tape: try parse(bytes[start..<scan.index], closing: []).tape,
                form: .document(DocumentPiece(continued: opening.count)))
            try checkEnd()
            return batch
        }
        let text = bytes[start..<end]
        guard let last = text.last(where: { !Byte.isWhiteSpace($0) }), last != Byte.comma,
            last | 0x20 != Byte.openingBrace
        else { throw try malformed(bytes[start...end]) }
        let closing = scan.levels[...level].reversed().map {
            $0.isObject ? Byte.closingBrace : Byte.closingBracket
        }
        let tape = try parse(text, closing: closing).tape
        let piece = DocumentPiece(
            continued: opening.count, unfinished: level + 1, areLarge: try areLarge(upTo: level))
        divide(in: level, at: end)
        return DocumentBatch(tape: tape, form: .document(piece))
    }

    /// Advances to the next division or to the end of the document.
    private mutating func advance() throws(InferenceError) -> DocumentScan.Stop {
        let pieceBytes = min(limits.wholeBytes, 1 << 20)
        while true {
            switch scan.advance(over: bytes, until: start + pieceBytes, offset: offset) {
            case .comma: return .comma
            case .end: return .end
            case .fault: throw try malformed(bytes[start..<scan.index])
            case .bytes:
                guard bytes.count - start <= limits.documentBytes else { throw try tooLarge() }
                bytes.removeFirst(start)
                scan.drop(start)
                offset += start
                start = 0
                let more = try file.next()
                guard !more.isEmpty else { throw try malformed(bytes[...]) }
                bytes += more
                if offset == 0, start == 0, scan.index == 0 { skipByteOrderMark() }
            }
        }
    }

    private mutating func skipByteOrderMark() {
        guard bytes.starts(with: [0xEF, 0xBB, 0xBF]) else { return }
        bytes.removeFirst(3)
        offset = 3
    }

    /// Begins a piece after the last comma of a container.
    private mutating func divide(in level: Int, at comma: Int) {
        opening.removeLast(opening.count - min(scan.continued, level + 1))
        for container in scan.levels[...level].dropFirst(opening.count) {
            let bracket = container.isObject ? Byte.openingBrace : Byte.openingBracket
            opening.append(
                container.key.isEmpty
                    ? [bracket] : Array(bytes[container.key]) + [Byte.colon, bracket])
        }
        start = comma + 1
        scan.divide(in: level)
    }

    private func parse(
        _ text: ArraySlice<UInt8>, closing: [UInt8]
    ) throws(InferenceError) -> PayloadDocument {
        let head = Array(opening.joined())
        do throws(PayloadError) {
            return try PayloadDocument(
                parsing: head + text + closing, options: DocumentReader.options)
        } catch {
            let (line, column) = try location(of: start)
            let shift = head.count { $0 & 0xC0 != 0x80 }
            throw InferenceError(error, in: source.name, line: line, column: column - shift)
        }
    }
}

/// Detection of objects with many members.
extension DocumentPieces {
    /// Returns whether each open container is an object too large to be a record.
    private mutating func areLarge(upTo level: Int) throws(InferenceError) -> [Bool] {
        let open = scan.levels[...level]
        if large == nil, open.dropFirst(scan.continued).contains(where: \.isObject) {
            var other = try DocumentPieces(source, limits: limits, findsLarge: false)
            large = other.findLarge()
        }
        return open.map { large?.contains($0.offset) ?? false }
    }

    /// Scans the document without parsing; the parser reports malformed input later.
    private mutating func findLarge() -> Set<Int> {
        while (try? advance()) == .comma, let (level, comma) = scan.divisible {
            divide(in: level, at: comma)
        }
        return scan.large
    }
}

/// Errors.
extension DocumentPieces {
    /// Returns the line and column of a byte, by reading the source up to it.
    private func location(of index: Int) throws(InferenceError) -> (line: Int, column: Int) {
        let file = try SourceBytes(source)
        var rest = offset + index
        var (line, column) = (1, 1)
        while rest > 0 {
            let bytes = try file.next(min(rest, SourceBytes.chunkSize))
            guard !bytes.isEmpty else { break }
            var text = bytes[...]
            let isFirst = rest == offset + index
            if isFirst, text.starts(with: [0xEF, 0xBB, 0xBF]) { text.removeFirst(3) }
            if let last = text.lastIndex(of: Byte.lineFeed) {
                line += text.count { $0 == Byte.lineFeed }
                column = 1
                text = text[(last + 1)...]
            }
            column += text.count { $0 & 0xC0 != 0x80 }
            rest -= bytes.count
        }
        return (line, column)
    }

    /// Checks that only white space follows the document.
    private mutating func checkEnd() throws(InferenceError) {
        start = scan.index
        while true {
            if let other = bytes[start...].firstIndex(where: { !Byte.isWhiteSpace($0) }) {
                let (line, column) = try location(of: other)
                let character = String(decoding: bytes[other...].prefix(1), as: UTF8.self)
                throw InferenceError(
                    .malformed, in: source.name,
                    "expected the end of the payload, found '\(character)' at line \(line), "
                        + "column \(column)", line: line, column: column)
            }
            offset += bytes.count
            bytes = try file.next()
            start = 0
            if bytes.isEmpty { return }
        }
    }

    /// Returns the error for input that does not begin a document.
    private func malformed(_ text: ArraySlice<UInt8>) throws(InferenceError) -> InferenceError {
        _ = try parse(text, closing: [])
        let (line, column) = try location(of: start)
        return InferenceError(
            .malformed, in: source.name, "expected a document", line: line, column: column)
    }

    private func tooLarge() throws(InferenceError) -> InferenceError {
        let (line, column) = try location(of: start)
        return InferenceError(
            .limitExceeded, in: source.name,
            "expected values of at most \(limits.documentBytes) bytes where a document cannot be "
                + "divided, found a longer one behind line \(line), column \(column); put its "
                + "records into lines, or into an array in an object, and name that with --root",
            line: line, column: column)
    }
}
