import Payload

/// Reads a document that is one large array in parts, each of which is parsed as an array.
struct ArrayBatches {
    private let file: SourceBytes
    private let name: String
    private let limits: ProfileLimits
    /// The bytes behind the opening bracket or the last comma.
    private var pending: [UInt8] = []
    private var scanned = 0
    private var depth = 0
    private var isInText = false
    private var isBehindBackslash = false
    /// The last comma between elements, and the bracket that closes the array, in ``pending``.
    private var lastComma: Int?
    private var closing: Int?
    private var count = 0
    private var state = State.start
    /// The place of the first pending byte.
    private var line = 1
    private var column = 1

    private enum State { case start, inside, end }

    init(_ file: SourceBytes, name: String, limits: ProfileLimits) {
        self.file = file
        self.name = name
        self.limits = limits
    }

    /// Returns the next elements, or `nil` at the end.
    mutating func next() throws(InferenceError) -> DocumentBatch? {
        guard state != .end else { return nil }
        while true {
            let more = try file.next()
            if more.isEmpty { throw try unexpectedEnd() }
            pending += more
            if state == .start { try open() }
            scan()
            if let closing {
                try checkEnd(behind: closing)
                state = .end
                return try part(upTo: closing)
            }
            if let lastComma, pending.count >= min(limits.wholeBytes, 1 << 20) {
                let batch = try part(upTo: lastComma)
                drop(lastComma + 1)
                return batch
            }
            guard pending.count - (lastComma ?? 0) <= limits.recordBytes else {
                throw InferenceError(
                    .limitExceeded, in: name,
                    "expected records of at most \(limits.recordBytes) bytes, found a longer one "
                        + "behind line \(line)", line: line, column: column)
            }
        }
    }

    /// Passes the opening bracket.
    private mutating func open() throws(InferenceError) {
        let start = pending.firstIndex(of: Byte.openingBracket) ?? 0
        drop(start + 1)
        if pending.starts(with: [0xEF, 0xBB, 0xBF]) { column -= 1 }
        state = .inside
    }

    /// Removes the first bytes, and moves the place behind them.
    private mutating func drop(_ length: Int) {
        let text = pending[..<length]
        if let last = text.lastIndex(of: Byte.lineFeed) {
            line += text.count { $0 == Byte.lineFeed }
            column = 1
            column += text[(last + 1)...].count { $0 & 0xC0 != 0x80 }
        } else {
            column += text.count { $0 & 0xC0 != 0x80 }
        }
        pending.removeFirst(length)
        scanned = max(0, scanned - length)
        lastComma = nil
    }

    /// Finds the commas between elements and the end of the array.
    private mutating func scan() {
        guard !pending.isEmpty else { return }
        var (place, depth, isInText) = (scanned, depth, isInText)
        var (isBehindBackslash, comma, closing) = (isBehindBackslash, lastComma, closing)
        ByteScanner.scan(pending) { bytes in
            while place < bytes.count, closing == nil {
                let byte = bytes.byte(at: place)
                if isInText {
                    if isBehindBackslash {
                        isBehindBackslash = false
                    } else if byte == Byte.backslash {
                        isBehindBackslash = true
                    } else if byte == Byte.quotationMark {
                        isInText = false
                    }
                } else if byte == Byte.quotationMark {
                    isInText = true
                } else if byte == Byte.comma {
                    if depth == 0 { comma = place }
                } else if byte | 0x20 == Byte.openingBrace {
                    depth += 1
                } else if byte | 0x20 == Byte.closingBrace {
                    if depth == 0 { closing = place }
                    depth -= 1
                }
                place += 1
            }
        }
        (scanned, self.depth, self.isInText) = (place, depth, isInText)
        (self.isBehindBackslash, lastComma, self.closing) = (isBehindBackslash, comma, closing)
    }

    /// Parses the elements up to a comma or the closing bracket.
    private mutating func part(upTo end: Int) throws(InferenceError) -> DocumentBatch {
        let bracket = pending[end] == Byte.comma ? Byte.closingBracket : pending[end]
        let tape = try parse([Byte.openingBracket] + pending[..<end] + [bracket]).tape
        let start = count
        count += tape.count(at: 0)
        return DocumentBatch(tape: tape, form: .part(start: start, isLast: state == .end))
    }

    private func parse(_ bytes: [UInt8]) throws(InferenceError) -> PayloadDocument {
        do throws(PayloadError) {
            return try PayloadDocument(parsing: bytes, options: DocumentReader.options)
        } catch {
            // The bracket added in front takes one column of the first line.
            throw InferenceError(error, in: name, line: line, column: column - 1)
        }
    }

    /// Checks that only white space follows the array.
    private mutating func checkEnd(behind closing: Int) throws(InferenceError) {
        var rest = Array(pending[(closing + 1)...])
        while true {
            if let other = rest.firstIndex(where: { !Byte.isWhiteSpace($0) }) {
                drop(closing + 1)
                let character = String(decoding: [rest[other]], as: UTF8.self)
                throw InferenceError(
                    .malformed, in: name,
                    "expected the end of the payload, found '\(character)' behind line \(line), "
                        + "column \(column)", line: line, column: column)
            }
            rest = try file.next()
            if rest.isEmpty { return }
        }
    }

    /// The error of an array that does not end.
    private func unexpectedEnd() throws(InferenceError) -> InferenceError {
        _ = try parse([Byte.openingBracket] + pending)
        return InferenceError(.malformed, in: name, "expected the end of the array", line: line)
    }
}
