/// Validates the bytes of a payload against RFC 8259 and writes the tape.
///
/// The parser is not recursive: the second word of an open container holds the enclosing container
/// until it closes. Nesting therefore costs neither stack nor additional memory.
/// `TapeParser+Structure` has the main loop, `TapeParser+Strings` and `TapeParser+Scalars` the rest
/// of the grammar.
struct TapeParser {
    let scanner: ByteScanner
    let limits: PayloadLimits
    let allowsTrailingComma: Bool
    let keysMustDiffer: Bool
    let replacesLoneSurrogates: Bool
    private let bytes: [UInt8]

    /// The state of the parser besides the words written so far.
    struct Position {
        /// The offset in the payload of the next value, or of its key.
        var offset = 0
        /// The number of words on the tape.
        var length = 0
        /// The innermost open container.
        var container = OpenContainer()
        /// The number of open containers.
        var depth = 0
    }

    /// A container whose end has not been read; initially a sentinel around the top-level value.
    struct OpenContainer {
        /// The tape index.
        var index = 0
        /// The number of values so far.
        var count = 0
        /// The byte that closes the container.
        var closing: UInt8 = 0
    }

    private init(_ scanner: ByteScanner, _ bytes: [UInt8], options: PayloadOptions) {
        self.scanner = scanner
        self.bytes = bytes
        allowsTrailingComma = options.allowsTrailingComma
        keysMustDiffer = options.duplicateKeys == .reject
        replacesLoneSurrogates = options.replacesLoneSurrogates
        limits = options.limits.clamped
    }

    /// Returns the tape of a payload.
    static func words(
        for bytes: [UInt8], options: PayloadOptions
    ) throws(ParseFault) -> [UInt64] {
        guard !bytes.isEmpty else { throw ParseFault(code: .emptyPayload, offset: 0) }
        return try ByteScanner.scan(bytes) { (scanner) throws(ParseFault) -> [UInt64] in
            try TapeParser(scanner, bytes, options: options).words()
        }
    }

    private func words() throws(ParseFault) -> [UInt64] {
        var position = Position()
        position.offset = try startOffset()
        var words: [UInt64] = []
        repeat {
            let capacity = capacity(after: position)
            words = try TapeRoom.fill(capacity, keeping: words) {
                (room) throws(ParseFault) -> Int in
                position = try parse(from: position, room)
                return position.length
            }
        } while position.depth > 0
        let end = scanner.tokenStart(from: position.offset)
        guard end == scanner.count else { throw fault(.trailingContent, at: end) }
        return words
    }

    /// Returns the offset of the top-level value, after a byte order mark and white space.
    private func startOffset() throws(ParseFault) -> Int {
        guard scanner.count <= limits.payloadBytes else {
            throw ParseFault(code: .payloadTooLarge, offset: limits.payloadBytes)
        }
        let hasMark =
            scanner.byte(at: 0) == 0xEF && scanner.byte(at: 1) == 0xBB
            && scanner.byte(at: 2) == 0xBF
        let offset = scanner.tokenStart(from: hasMark ? 3 : 0)
        guard offset < scanner.count else {
            throw ParseFault(code: .emptyPayload, offset: scanner.count)
        }
        return offset
    }

    /// Estimates the number of words to make room for.
    ///
    /// Records resemble each other: after the first 65,536 words, the rest of the payload is
    /// estimated from the words per byte so far. The words of a large payload then move only once,
    /// while they are few. No payload needs more words than it has bytes, plus one.
    private func capacity(after position: Position) -> Int {
        guard position.length > 0 else { return min(scanner.count / 12, 1 << 16) + 16 }
        let perByte = Double(position.length) / Double(position.offset)
        let expected = Int(Double(scanner.count) * perByte * 1.03)
        return max(min(expected, scanner.count), position.length / 4 * 5) + 64
    }

    /// Checks an object that has just ended for duplicate keys.
    func checkKeys(ofObjectAt index: Int, to end: Int, _ room: TapeRoom) throws(ParseFault) {
        var keys: [UInt64] = []
        var key = index + 2
        while key < end {
            keys.append(room.word(at: key))
            let hasEnd = TapeWord.isContainer(room.word(at: key + 1))
            key = hasEnd ? TapeWord.end(inExtent: room.word(at: key + 2)) : key + 2
        }
        let tape = PayloadTape(words: keys, bytes: bytes)
        if let duplicate = DuplicateKeySearch(tape: tape).firstDuplicate() {
            throw ParseFault(code: .duplicateKey, offset: tape.byteOffset(at: duplicate) - 1)
        }
    }

    /// Creates a fault at an offset; at the end of the payload, its code is `unexpectedEnd`.
    func fault(_ code: PayloadError.Code, at offset: Int) -> ParseFault {
        ParseFault(code: offset >= scanner.count ? .unexpectedEnd : code, offset: offset)
    }
}
