/// Checks the bytes of a payload against RFC 8259 and writes the tape.
///
/// The parser does not call itself: an open container remembers the one around it in its own second
/// word on the tape, which has no meaning before the container closes. So depth costs neither stack
/// nor other memory. The rest of the grammar is in `TapeParser+Strings` and `TapeParser+Scalars`.
struct TapeParser {
    let scanner: ByteScanner
    let limits: PayloadLimits
    let allowsTrailingComma: Bool
    let keysMustDiffer: Bool
    private let bytes: [UInt8]

    /// Where the parser stands; what it has written is on the tape.
    struct Position {
        /// The place in the payload of the next value, or of the key before it.
        var place = 0
        /// The words on the tape.
        var length = 0
        /// The innermost open container.
        var container = OpenContainer()
        /// The open containers.
        var depth = 0
    }

    /// A container whose end has not been read; at first, what is around the whole payload.
    struct OpenContainer {
        /// The place on the tape.
        var place = 0
        /// The values so far.
        var count = 0
        /// The byte that closes it.
        var closing: UInt8 = 0
    }

    private init(_ scanner: ByteScanner, _ bytes: [UInt8], options: PayloadOptions) {
        self.scanner = scanner
        self.bytes = bytes
        allowsTrailingComma = options.allowsTrailingComma
        keysMustDiffer = options.duplicateKeys == .reject
        limits = options.limits.clamped
    }

    /// Writes the tape of a payload.
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
        position.place = try firstPlace()
        var words: [UInt64] = []
        repeat {
            let capacity = capacity(after: position)
            words = try TapeRoom.fill(capacity, keeping: words) {
                (room) throws(ParseFault) -> Int in
                position = try parse(from: position, room)
                return position.length
            }
        } while position.depth > 0
        let end = scanner.tokenPlace(from: position.place)
        guard end == scanner.count else { throw fault(.trailingContent, at: end) }
        return words
    }

    /// The place of the value that the payload is, behind a byte order mark and white space.
    private func firstPlace() throws(ParseFault) -> Int {
        guard scanner.count <= limits.payloadBytes else {
            throw ParseFault(code: .payloadTooLarge, offset: limits.payloadBytes)
        }
        let hasMark =
            scanner.byte(at: 0) == 0xEF && scanner.byte(at: 1) == 0xBB
            && scanner.byte(at: 2) == 0xBF
        let place = scanner.tokenPlace(from: hasMark ? 3 : 0)
        guard place < scanner.count else {
            throw ParseFault(code: .emptyPayload, offset: scanner.count)
        }
        return place
    }

    /// How many words to make room for.
    ///
    /// Records are much like each other: after the first 64 k words, the rest of the payload is
    /// taken to need as many as its beginning did. So the words of a large payload move once, and
    /// those are few. No payload needs more words than it has bytes, and one, whatever it begins with.
    private func capacity(after position: Position) -> Int {
        guard position.length > 0 else { return min(scanner.count / 12, 1 << 16) + 16 }
        let perByte = Double(position.length) / Double(position.place)
        let expected = Int(Double(scanner.count) * perByte * 1.03)
        return max(min(expected, scanner.count), position.length / 4 * 5) + 64
    }

    /// Looks for a key that the object which has just ended has twice.
    func checkKeys(ofObjectAt place: Int, to end: Int, _ room: TapeRoom) throws(ParseFault) {
        var keys: [UInt64] = []
        var key = place + 2
        while key < end {
            keys.append(room.word(at: key))
            let hasEnd = TapeWord.isContainer(room.word(at: key + 1))
            key = hasEnd ? TapeWord.end(inExtent: room.word(at: key + 2)) : key + 2
        }
        let tape = PayloadTape(words: keys, bytes: bytes)
        if let duplicate = DuplicateKeySearch(tape).firstDuplicate() {
            throw ParseFault(code: .duplicateKey, offset: tape.byteOffset(at: duplicate) - 1)
        }
    }

    /// A fault at a place; at the end of the payload the end is what is wrong.
    func fault(_ code: PayloadError.Code, at place: Int) -> ParseFault {
        ParseFault(code: place >= scanner.count ? .unexpectedEnd : code, offset: place)
    }
}
