/// Checks the bytes of a payload against RFC 8259 and writes the tape.
///
/// The parser does not call itself: containers wait on `enclosing`, so depth costs memory only up
/// to the nesting limit and never stack. The rest of the grammar is in `TapeParser+Strings` and
/// `TapeParser+Scalars`.
struct TapeParser {
    var scanner: ByteScanner
    var words: [UInt64] = []
    private var enclosing: [OpenContainer] = []
    private let allowsTrailingComma: Bool
    private let keysMustDiffer: Bool
    let limits: PayloadLimits

    /// A container whose end has not been read.
    private struct OpenContainer {
        let position: Int
        let isObject: Bool
        var count = 0
    }

    private init(_ scanner: ByteScanner, options: PayloadOptions) {
        self.scanner = scanner
        allowsTrailingComma = options.allowsTrailingComma
        keysMustDiffer = options.duplicateKeys == .reject
        limits = options.limits.clamped
        words.reserveCapacity(scanner.count / 12 + 16)
    }

    /// Writes the tape of a payload.
    static func words(
        for bytes: [UInt8], options: PayloadOptions
    ) throws(ParseFault) -> [UInt64] {
        guard !bytes.isEmpty else { throw ParseFault(code: .emptyPayload, offset: 0) }
        return try ByteScanner.scan(bytes) { (scanner) throws(ParseFault) -> [UInt64] in
            var parser = TapeParser(scanner, options: options)
            try parser.parse(bytes)
            return parser.words
        }
    }

    private mutating func parse(_ bytes: [UInt8]) throws(ParseFault) {
        guard scanner.count <= limits.payloadBytes else {
            throw ParseFault(code: .payloadTooLarge, offset: limits.payloadBytes)
        }
        skipByteOrderMark()
        let byte = scanner.skipWhiteSpace()
        guard !scanner.isAtEnd else { throw fault(.emptyPayload) }
        if try !parseScalar(byte) { try openContainer(byte) }
        while let container = enclosing.last {
            if container.isObject {
                try continueObject(container, bytes)
            } else {
                try continueArray(container)
            }
        }
        _ = scanner.skipWhiteSpace()
        guard scanner.isAtEnd else { throw fault(.trailingContent) }
    }

    private mutating func skipByteOrderMark() {
        if scanner.peek(0) == 0xEF, scanner.peek(1) == 0xBB, scanner.peek(2) == 0xBF {
            scanner.advance(by: 3)
        }
    }

    /// Reads elements until the array ends or one of them opens a container.
    private mutating func continueArray(_ container: OpenContainer) throws(ParseFault) {
        var count = container.count
        while true {
            var byte = scanner.skipWhiteSpace()
            if byte == Byte.closingBracket { break }
            if count > 0 {
                guard byte == Byte.comma else { throw fault(.expectedArrayEnd) }
                scanner.advance()
                byte = scanner.skipWhiteSpace()
                if byte == Byte.closingBracket {
                    guard allowsTrailingComma else { throw fault(.trailingComma) }
                    break
                }
            }
            guard count < limits.elementsPerContainer else { throw fault(.tooManyElements) }
            count += 1
            if try !parseScalar(byte) {
                enclosing[enclosing.count - 1].count = count
                return try openContainer(byte)
            }
        }
        closeContainer(container, count: count)
    }

    /// Reads members until the object ends or one of their values opens a container.
    private mutating func continueObject(
        _ container: OpenContainer, _ bytes: [UInt8]
    ) throws(ParseFault) {
        var count = container.count
        while true {
            var byte = scanner.skipWhiteSpace()
            if byte == Byte.closingBrace { break }
            if count > 0 {
                guard byte == Byte.comma else { throw fault(.expectedObjectEnd) }
                scanner.advance()
                byte = scanner.skipWhiteSpace()
                if byte == Byte.closingBrace {
                    guard allowsTrailingComma else { throw fault(.trailingComma) }
                    break
                }
            }
            guard count < limits.elementsPerContainer else { throw fault(.tooManyElements) }
            count += 1
            guard byte == Byte.quotationMark else { throw fault(.expectedKey) }
            try parseString()
            guard scanner.skipWhiteSpace() == Byte.colon else { throw fault(.expectedColon) }
            scanner.advance()
            byte = scanner.skipWhiteSpace()
            if try !parseScalar(byte) {
                enclosing[enclosing.count - 1].count = count
                return try openContainer(byte)
            }
        }
        closeContainer(container, count: count)
        if keysMustDiffer { try checkKeys(ofObjectAt: container.position, bytes) }
    }

    private mutating func openContainer(_ byte: UInt8) throws(ParseFault) {
        guard enclosing.count < limits.nestingDepth else { throw fault(.nestingTooDeep) }
        let isObject = byte == Byte.openingBrace
        enclosing.append(OpenContainer(position: words.count, isObject: isObject))
        words.append(TapeWord.make(isObject ? .object : .array, length: 0, offset: scanner.offset))
        words.append(0)  // the end and the count: written when the container closes
        scanner.advance()
    }

    private mutating func closeContainer(_ container: OpenContainer, count: Int) {
        scanner.advance()
        words[container.position + 1] = TapeWord.makeExtent(end: words.count, count: count)
        enclosing.removeLast()
    }

    private func checkKeys(ofObjectAt position: Int, _ bytes: [UInt8]) throws(ParseFault) {
        let tape = PayloadTape(words: words, bytes: bytes)
        if let duplicate = DuplicateKeySearch(tape).firstDuplicate(inObjectAt: position) {
            throw ParseFault(code: .duplicateKey, offset: tape.byteOffset(at: duplicate) - 1)
        }
    }

    /// A fault at the position; at the end of the payload the end is what is wrong.
    func fault(_ code: PayloadError.Code) -> ParseFault {
        let isEnd = scanner.isAtEnd && code != .emptyPayload
        return ParseFault(code: isEnd ? .unexpectedEnd : code, offset: scanner.offset)
    }
}
