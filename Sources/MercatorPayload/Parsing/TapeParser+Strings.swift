extension TapeParser {
    /// Returns the word of a plain ASCII string, or zero if the slow path must decide.
    ///
    /// The offset is the position of the opening quotation mark.
    func plainStringWord(at offset: Int) -> UInt64 {
        let start = offset &+ 1
        let end = scanner.plainTextEnd(from: start)
        guard scanner.byte(at: end) == Byte.quotationMark, end &- start <= limits.stringBytes else {
            return 0
        }
        return TapeWord.make(.string, length: end &- start, offset: start)
    }

    /// Returns the word of any string.
    ///
    /// It supports escapes, multi-byte scalars and the end of the payload.
    @inline(never)
    func stringWord(at opening: Int) throws(ParseFault) -> UInt64 {
        let start = opening &+ 1
        var offset = scanner.plainTextEnd(from: start)
        var tag = TapeWord.Tag.string
        var byte = scanner.byte(at: offset)
        while byte != Byte.quotationMark {
            if byte == Byte.backslash {
                tag = .escapedString
                offset = try escapeEnd(from: offset)
            } else if byte >= 0x80 {
                offset = try longScalarsEnd(from: offset)
            } else if byte >= 0x20 {
                offset &+= 1  // fewer than sixteen bytes remain
            } else {
                throw fault(.controlCharacter, at: offset)
            }
            offset = scanner.plainTextEnd(from: offset)
            byte = scanner.byte(at: offset)
        }
        guard offset &- start <= limits.stringBytes else {
            throw ParseFault(code: .stringTooLong, offset: opening)
        }
        return TapeWord.make(tag, length: offset &- start, offset: start)
    }

    /// Returns the offset after an escape sequence.
    ///
    /// For a surrogate pair, the sequence includes both halves.
    private func escapeEnd(from offset: Int) throws(ParseFault) -> Int {
        switch scanner.byte(at: offset &+ 1) {
        case Byte.quotationMark, Byte.backslash, Byte.slash,
            UInt8(ascii: "b"), UInt8(ascii: "f"), UInt8(ascii: "n"), UInt8(ascii: "r"),
            UInt8(ascii: "t"):
            return offset &+ 2
        case UInt8(ascii: "u"):
            return try unicodeEscapeEnd(from: offset)
        default:
            let isCutOff = offset + 1 == scanner.count
            throw fault(.invalidEscape, at: isCutOff ? offset + 1 : offset)
        }
    }

    private func unicodeEscapeEnd(from start: Int) throws(ParseFault) -> Int {
        let unit = try codeUnit(at: start)
        let end = start &+ 6
        guard 0xD800...0xDFFF ~= unit else { return end }
        if replacesLoneSurrogates { return try isPair(unit, at: end) ? end &+ 6 : end }
        let pairFault = ParseFault(code: .loneSurrogate, offset: start)
        guard unit < 0xDC00 else { throw pairFault }
        if end == scanner.count { throw fault(.unexpectedEnd, at: end) }
        guard scanner.byte(at: end) == Byte.backslash else { throw pairFault }
        if end + 1 == scanner.count { throw fault(.unexpectedEnd, at: end + 1) }
        guard scanner.byte(at: end + 1) == UInt8(ascii: "u") else { throw pairFault }
        guard 0xDC00...0xDFFF ~= (try codeUnit(at: end)) else { throw pairFault }
        return end &+ 6
    }

    /// Tests whether the escape sequence after a surrogate is its other half.
    private func isPair(_ unit: UInt32, at offset: Int) throws(ParseFault) -> Bool {
        guard unit < 0xDC00, scanner.byte(at: offset) == Byte.backslash,
            scanner.byte(at: offset &+ 1) == UInt8(ascii: "u")
        else { return false }
        return 0xDC00...0xDFFF ~= (try codeUnit(at: offset))
    }

    /// Returns the code unit denoted by the four digits of `\uXXXX`.
    private func codeUnit(at start: Int) throws(ParseFault) -> UInt32 {
        var unit: UInt32 = 0
        for offset in start &+ 2..<start &+ 6 {
            guard let digit = Byte.hexValue(scanner.byte(at: offset)) else {
                if offset == scanner.count { throw fault(.unexpectedEnd, at: offset) }
                throw ParseFault(code: .invalidEscape, offset: start)
            }
            unit = unit << 4 | digit
        }
        return unit
    }

    /// Validates a run of scalars of two to four bytes and returns the offset after it.
    ///
    /// Text in non-Latin scripts comes in runs. Scalars of two and three bytes are validated as one
    /// word: first the lead and continuation marks, then no overlong encoding, then no surrogate.
    private func longScalarsEnd(from start: Int) throws(ParseFault) -> Int {
        var offset = start
        while true {
            let word = scanner.fourBytes(at: offset)
            if word & 0x00C0_C0F0 == 0x0080_80E0, word & 0x200F != 0, word & 0x200F != 0x200D {
                offset &+= 3
            } else if word & 0xC0E0 == 0x80C0, word & 0x1E != 0 {
                offset &+= 2
            } else if scanner.byte(at: offset) >= 0x80 {
                offset = try longScalarEnd(from: offset)
            } else {
                return offset
            }
        }
    }

    private func longScalarEnd(from start: Int) throws(ParseFault) -> Int {
        let second: ClosedRange<UInt8>
        let length: Int
        switch scanner.byte(at: start) {
        case 0xC2...0xDF: (second, length) = (0x80...0xBF, 2)
        case 0xE0: (second, length) = (0xA0...0xBF, 3)
        case 0xED: (second, length) = (0x80...0x9F, 3)
        case 0xE1...0xEF: (second, length) = (0x80...0xBF, 3)
        case 0xF0: (second, length) = (0x90...0xBF, 4)
        case 0xF1...0xF3: (second, length) = (0x80...0xBF, 4)
        case 0xF4: (second, length) = (0x80...0x8F, 4)
        default: throw fault(.invalidUTF8, at: start)
        }
        for distance in 1..<length {
            let allowed = distance == 1 ? second : 0x80...0xBF
            let offset = start + distance
            if offset == scanner.count { throw fault(.unexpectedEnd, at: offset) }
            guard allowed.contains(scanner.byte(at: offset)) else {
                throw fault(.invalidUTF8, at: start)
            }
        }
        return start + length
    }
}
