import MercatorPayload

/// Transitions of the state machine that consume a single byte.
extension CollectionSplitter {
    /// Performs a transition at a byte other than white space, and returns the next index.
    mutating func step(
        _ window: ByteScanner, at index: Int, _ batch: inout BatchBuilder
    ) throws(ImportError) -> Int {
        let byte = window.byte(at: index)
        // Counts the lines up to the byte, which errors contain.
        let position = position(at: index, window)
        switch state {
        case .value: try open(byte)
        case .key(let isFirst): try openKey(byte, isFirst: isFirst)
        case .colon: try passColon(byte)
        case .behindBeside:
            if byte == Byte.closingBrace { throw notFound() }
            guard byte == Byte.comma else { throw misplaced(byte, "',' or '}'") }
            state = .key(isFirst: false)
        case .element(let isFirst) where byte == closing:
            try close(isBehindComma: !isFirst)
        case .element:
            try checkStart(of: byte)
            batch.begin(at: position)
            scanner = ValueScanner()
            state = .inElement
            return index
        case .behindElement where byte == closing: leaveCollection()
        case .behindElement:
            guard byte == Byte.comma else {
                throw misplaced(byte, "',' or \(Byte.name(closing))")
            }
            state = .element(isFirst: false)
        case .end:
            throw fault(
                expected: "the end of the document", found: Byte.name(byte),
                advice: "put everything into one document, or read it as lines")
        case .inKey, .beside, .inElement, .around: break
        }
        return index + 1
    }

    /// The bracket at the end of the collection.
    private var closing: UInt8 { isObject ? Byte.closingBrace : Byte.closingBracket }

    /// Checks the first byte of an element: of its key, in an object.
    private func checkStart(of byte: UInt8) throws(ImportError) {
        guard ![Byte.comma, Byte.closingBrace, Byte.closingBracket].contains(byte) else {
            throw misplaced(byte, "a record")
        }
        if isObject { try checkQuotationMark(byte) }
    }

    private func checkQuotationMark(_ byte: UInt8) throws(ImportError) {
        guard byte == Byte.quotationMark else {
            throw fault(
                expected: "a key", found: Byte.name(byte),
                advice: "put keys between quotation marks")
        }
    }

    /// Enters a key of an object on the path to the collection.
    private mutating func openKey(_ byte: UInt8, isFirst: Bool) throws(ImportError) {
        if byte == Byte.closingBrace, isFirst { throw notFound() }
        try checkQuotationMark(byte)
        keyBytes = []
        state = .inKey(isBehindBackslash: false)
    }

    /// Leaves the collection where a record could begin: it is empty, or a comma precedes its end.
    private mutating func close(isBehindComma: Bool) throws(ImportError) {
        guard !isBehindComma || allowsTrailingComma else {
            throw fault(
                expected: "a record behind the comma", found: Byte.name(closing),
                advice: "remove the comma, or set allowsTrailingComma")
        }
        leaveCollection()
    }

    /// Enters the value at the current key, or throws if its kind does not match the path.
    private mutating func open(_ byte: UInt8) throws(ImportError) {
        let isCollection = level == path.count
        let isArray = isCollection && !isObject
        guard byte == (isArray ? Byte.openingBracket : Byte.openingBrace) else {
            let way = level == 0 ? "at the top" : "at '\(way)'"
            throw ImportError(
                .arrayNotFound,
                "expected an \(isArray ? "array" : "object") \(way), found \(kind(byte)); "
                    + "the path of the records is '\(shownPath)'",
                at: lines.position)
        }
        state = isCollection ? .element(isFirst: true) : .key(isFirst: true)
    }

    /// Reads a key up to its closing quotation mark.
    mutating func readKey(
        _ window: ByteScanner, _ chunk: [UInt8], from start: Int, _ isBehindBackslash: Bool
    ) throws(ImportError) -> Int {
        var index = start
        var isEscaped = isBehindBackslash
        while index < window.count {
            let byte = window.byte(at: index)
            if byte == Byte.quotationMark, !isEscaped { break }
            isEscaped = byte == Byte.backslash && !isEscaped
            index += 1
        }
        keyBytes += chunk[start..<index]
        guard keyBytes.count <= CollectionSplitter.longestKey else {
            throw fault(
                expected: "keys of at most \(CollectionSplitter.longestKey) bytes",
                found: "a longer one", advice: "see whether a quotation mark is missing")
        }
        guard index < window.count else {
            state = .inKey(isBehindBackslash: isEscaped)
            return index
        }
        state = .colon
        return index + 1
    }

    /// The maximum length of a key, which is buffered until it ends.
    private static let longestKey = 1 << 16

    /// Chooses the state after a key and its colon: on the path, or skipping a value.
    private mutating func passColon(_ byte: UInt8) throws(ImportError) {
        guard byte == Byte.colon else {
            throw fault(
                expected: "':'", found: Byte.name(byte),
                advice: "put a colon between key and value")
        }
        if level < path.count, keyBytes.unescapedKey == path[level] {
            level += 1
            state = .value
        } else {
            scanner = ValueScanner()
            state = .beside
        }
    }

    private mutating func leaveCollection() {
        state = level == 0 ? .end : .around
        scanner = ValueScanner(depth: level - 1)
    }

    /// Skips the rest of the objects that enclose the collection.
    mutating func skipAround(_ window: ByteScanner, from start: Int) -> Int {
        let index = scanner.scan(window, from: start)
        guard index < window.count else { return index }
        // A comma in the outermost object, or its end.
        if window.byte(at: index) != Byte.comma { state = .end }
        return index + 1
    }

    private var way: String {
        PayloadPath(
            path.prefix(level).map { .key(String(decoding: $0, as: UTF8.self)) }
        ).description
    }

    private func notFound() -> ImportError {
        ImportError(
            .arrayNotFound,
            "expected an \(isObject ? "object" : "array") at '\(shownPath)', found no such key; name the path of the records",
            at: lines.position)
    }

    private func misplaced(_ byte: UInt8, _ expectation: String) -> ImportError {
        fault(
            expected: expectation, found: Byte.name(byte),
            advice: "see what is missing in front of it")
    }

    private func kind(_ byte: UInt8) -> String {
        switch byte {
        case Byte.openingBrace: "an object"
        case Byte.openingBracket: "an array"
        case Byte.quotationMark: "text"
        default: Byte.name(byte)
        }
    }
}
