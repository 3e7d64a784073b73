/// Splits the text of a predicate into tokens, front to back.
struct PredicateLexer {
    let bytes: [UInt8]
    private var offset = 0

    /// Operators and brackets; two-byte signs precede their prefixes.
    private static let signs = [
        "==", "!=", "<>", "<=", "=<", ">=", "=>", "&&", "||", "**", ":=", "%%", "=", "<", ">", "!",
        "(", ")", "{", "}", "[", "]", ",", ".", "+", "-", "*", "/", ":",
    ].map { Array($0.utf8) }

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// Tests for letters, digits, the underscore, and all bytes beyond ASCII.
    static func isNameByte(_ byte: UInt8) -> Bool {
        byte >= 0x80 || byte == UInt8(ascii: "_") || isDigit(byte)
            || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
    }

    private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }

    /// Returns the next token; at the end of the text, always the end token.
    mutating func next() throws(PredicateFormatError) -> PredicateToken {
        while let byte = peek(), [0x20, 0x09, 0x0A, 0x0D].contains(byte) { offset += 1 }
        let start = offset
        let kind = try self.kind()
        return PredicateToken(kind: kind, range: start..<offset)
    }

    private func peek(_ distance: Int = 0) -> UInt8? {
        offset + distance < bytes.count ? bytes[offset + distance] : nil
    }

    private func error(
        _ code: PredicateFormatError.Code, _ message: String, at start: Int
    ) -> PredicateFormatError {
        PredicateFormatError(code, message, at: start, in: bytes)
    }

    private mutating func kind() throws(PredicateFormatError) -> PredicateToken.Kind {
        let start = offset
        guard let byte = peek() else { return .end }
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "'"): return .text(try text())
        case UInt8(ascii: "#"):
            offset += 1
            if peek() == UInt8(ascii: "\"") || peek() == UInt8(ascii: "'") {
                return .name(try text())
            }
            return .name(try name(after: "#", at: start))
        case UInt8(ascii: "$"):
            offset += 1
            return .variable(try name(after: "$", at: start))
        case UInt8(ascii: "@"):
            offset += 1
            return .collection(try name(after: "@", at: start))
        case UInt8(ascii: "%") where peek(1) != UInt8(ascii: "%"):
            offset += 1
            return .placeholder(try placeholder(at: start))
        case _ where PredicateLexer.isDigit(byte): return .number(number())
        case _ where PredicateLexer.isNameByte(byte): return .word(word())
        default:
            let found = PredicateLexer.signs.first { bytes[offset...].starts(with: $0) }
            guard let sign = found else {
                throw error(
                    .syntax, "the character '\(Unicode.Scalar(byte))' has no meaning here",
                    at: start)
            }
            offset += sign.count
            return .sign(String(decoding: sign, as: UTF8.self))
        }
    }

    private mutating func word() -> String {
        let start = offset
        while let byte = peek(), PredicateLexer.isNameByte(byte) { offset += 1 }
        return String(decoding: bytes[start..<offset], as: UTF8.self)
    }

    private mutating func name(
        after sign: String, at start: Int
    ) throws(PredicateFormatError) -> String {
        let word = word()
        guard !word.isEmpty else {
            throw error(.syntax, "expected a name after '\(sign)'", at: start)
        }
        return word
    }

    /// Reads the letters of `%@`, `%K`, or a number placeholder as in C's `printf`.
    private mutating func placeholder(at start: Int) throws(PredicateFormatError) -> String {
        if peek() == UInt8(ascii: "@") {
            offset += 1
            return "@"
        }
        let word = word()
        let widths = ["", "h", "hh", "l", "ll", "q", "z", "t"]
        let known =
            ["K", "f", "lf", "g", "e"]
            + widths.flatMap { width in
                ["d", "i", "u"].map { width + $0 }
            }
        guard known.contains(word) else {
            throw error(
                .syntax, "expected %@, %K, %d, %ld or %f, found '%\(word)'", at: start)
        }
        return word
    }

    private mutating func number() -> String {
        let start = offset
        func skipDigits(_ lexer: inout PredicateLexer) {
            while let byte = lexer.peek(), PredicateLexer.isDigit(byte) { lexer.offset += 1 }
        }
        skipDigits(&self)
        if peek() == UInt8(ascii: "."), let digit = peek(1), PredicateLexer.isDigit(digit) {
            offset += 1
            skipDigits(&self)
        }
        if let sign = peek(), sign | 0x20 == UInt8(ascii: "e") {
            let hasSign = peek(1) == UInt8(ascii: "+") || peek(1) == UInt8(ascii: "-")
            if let digit = peek(hasSign ? 2 : 1), PredicateLexer.isDigit(digit) {
                offset += hasSign ? 2 : 1
                skipDigits(&self)
            }
        }
        return String(decoding: bytes[start..<offset], as: UTF8.self)
    }

    /// Reads a quoted text; the other kind of quote is an ordinary character in it.
    private mutating func text() throws(PredicateFormatError) -> String {
        let start = offset
        let quote = bytes[offset]
        var decoded: [UInt8] = []
        offset += 1
        while let byte = peek() {
            if byte == quote {
                offset += 1
                return String(decoding: decoded, as: UTF8.self)
            }
            if byte == UInt8(ascii: "\\") {
                decoded += try escape()
            } else {
                decoded.append(byte)
                offset += 1
            }
        }
        throw error(
            .literal, "the text that begins here has no closing \(Unicode.Scalar(quote))",
            at: start)
    }

    private mutating func escape() throws(PredicateFormatError) -> [UInt8] {
        let start = offset
        let byte = peek(1)
        offset += byte == nil ? 1 : 2
        switch byte {
        case UInt8(ascii: "\\"), UInt8(ascii: "\""), UInt8(ascii: "'"):
            return byte.map { [$0] } ?? []
        case UInt8(ascii: "n"): return [0x0A]
        case UInt8(ascii: "t"): return [0x09]
        case UInt8(ascii: "r"): return [0x0D]
        case UInt8(ascii: "u"):
            return Array(String(try scalar(from: start)).utf8)
        default:
            throw error(
                .literal,
                #"expected \\, \", \', \n, \t, \r or \u; write \\ for a backslash, also in patterns"#,
                at: start)
        }
    }

    /// Reads four hexadecimal digits, or two such groups that form a surrogate pair.
    private mutating func scalar(from start: Int) throws(PredicateFormatError) -> Unicode.Scalar {
        guard let unit = codeUnit() else {
            throw error(.literal, #"expected four hexadecimal digits after '\u'"#, at: start)
        }
        if let scalar = Unicode.Scalar(unit) { return scalar }
        guard UTF16.isLeadSurrogate(unit), bytes[offset...].starts(with: Array(#"\u"#.utf8)) else {
            throw loneSurrogate(unit, at: start)
        }
        offset += 2
        guard let low = codeUnit(), UTF16.isTrailSurrogate(low),
            let scalar = String(decoding: [unit, low], as: UTF16.self).unicodeScalars.first
        else { throw loneSurrogate(unit, at: start) }
        return scalar
    }

    private func loneSurrogate(_ unit: UInt16, at start: Int) -> PredicateFormatError {
        let digits = String(unit, radix: 16)
        return error(
            .literal,
            UTF16.isLeadSurrogate(unit)
                ? #"'\u\#(digits)' is the first half of a pair; expected '\udc00' to '\udfff' next"#
                : #"'\u\#(digits)' is the second half of a pair; expected the first before it"#,
            at: start)
    }

    private mutating func codeUnit() -> UInt16? {
        guard bytes.count - offset >= 4 else { return nil }
        let digits = bytes[offset..<(offset + 4)]
        guard digits.allSatisfy({ Character(Unicode.Scalar($0)).isHexDigit }) else { return nil }
        offset += 4
        return UInt16(String(decoding: digits, as: UTF8.self), radix: 16)
    }
}
