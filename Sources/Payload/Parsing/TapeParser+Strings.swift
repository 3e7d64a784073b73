extension TapeParser {
    /// Checks a string and writes its word; the position is at its opening quotation mark.
    ///
    /// Most strings are plain ASCII, so what they do not need is out of their way.
    mutating func parseString() throws(ParseFault) {
        scanner.advance()
        let start = scanner.offset
        let byte = scanner.skipPlainText()
        if byte == Byte.quotationMark {
            try closeString(.string, from: start)
        } else {
            try parseString(from: start, stoppedAt: byte)
        }
    }

    private mutating func parseString(from start: Int, stoppedAt stop: UInt8) throws(ParseFault) {
        var tag = TapeWord.Tag.string
        var byte = stop
        while byte != Byte.quotationMark {
            if byte == Byte.backslash {
                tag = .escapedString
                try skipEscape()
            } else if byte >= 0x80 {
                try skipLongScalars()
            } else {
                throw fault(.controlCharacter)
            }
            byte = scanner.skipPlainText()
        }
        try closeString(tag, from: start)
    }

    private mutating func closeString(_ tag: TapeWord.Tag, from start: Int) throws(ParseFault) {
        let length = scanner.offset - start
        guard length <= limits.stringBytes else {
            throw ParseFault(code: .stringTooLong, offset: start - 1)
        }
        words.append(TapeWord.make(tag, length: length, offset: start))
        scanner.advance()
    }

    /// Moves behind one escape sequence, both halves where it is a surrogate pair.
    private mutating func skipEscape() throws(ParseFault) {
        switch scanner.peek(1) {
        case Byte.quotationMark, Byte.backslash, Byte.slash,
            UInt8(ascii: "b"), UInt8(ascii: "f"), UInt8(ascii: "n"), UInt8(ascii: "r"),
            UInt8(ascii: "t"):
            scanner.advance(by: 2)
        case UInt8(ascii: "u"):
            try skipUnicodeEscape()
        default:
            if scanner.offset + 1 == scanner.count { scanner.advance() }
            throw fault(.invalidEscape)
        }
    }

    private mutating func skipUnicodeEscape() throws(ParseFault) {
        let start = scanner.offset
        let unit = try skipCodeUnit()
        guard 0xD800...0xDFFF ~= unit else { return }
        let pairFault = ParseFault(code: .loneSurrogate, offset: start)
        guard unit < 0xDC00 else { throw pairFault }
        if scanner.isAtEnd { throw fault(.unexpectedEnd) }
        guard scanner.current == Byte.backslash else { throw pairFault }
        if scanner.offset + 1 == scanner.count {
            scanner.advance()
            throw fault(.unexpectedEnd)
        }
        guard scanner.peek(1) == UInt8(ascii: "u") else { throw pairFault }
        guard 0xDC00...0xDFFF ~= (try skipCodeUnit()) else { throw pairFault }
    }

    /// Reads `\uXXXX`.
    private mutating func skipCodeUnit() throws(ParseFault) -> UInt32 {
        let start = scanner.offset
        scanner.advance(by: 2)
        var unit: UInt32 = 0
        for _ in 0..<4 {
            guard let digit = Byte.hexValue(scanner.current) else {
                if scanner.isAtEnd { throw fault(.unexpectedEnd) }
                throw ParseFault(code: .invalidEscape, offset: start)
            }
            unit = unit << 4 | digit
            scanner.advance()
        }
        return unit
    }

    /// Moves behind a run of scalars of two to four bytes and checks their encoding.
    ///
    /// Text in other scripts comes in runs, and most of them take three bytes, so that length is
    /// checked as one word: lead and continuation marks, then not overlong, then no surrogate.
    private mutating func skipLongScalars() throws(ParseFault) {
        while true {
            let word = scanner.fourBytes()
            if word & 0x00C0_C0F0 == 0x0080_80E0, word & 0x200F != 0, word & 0x200F != 0x200D {
                scanner.advance(by: 3)
            } else if scanner.current >= 0x80 {
                try skipLongScalar()
            } else {
                return
            }
        }
    }

    private mutating func skipLongScalar() throws(ParseFault) {
        let second: ClosedRange<UInt8>
        let length: Int
        switch scanner.current {
        case 0xC2...0xDF: (second, length) = (0x80...0xBF, 2)
        case 0xE0: (second, length) = (0xA0...0xBF, 3)
        case 0xED: (second, length) = (0x80...0x9F, 3)
        case 0xE1...0xEF: (second, length) = (0x80...0xBF, 3)
        case 0xF0: (second, length) = (0x90...0xBF, 4)
        case 0xF1...0xF3: (second, length) = (0x80...0xBF, 4)
        case 0xF4: (second, length) = (0x80...0x8F, 4)
        default: throw fault(.invalidUTF8)
        }
        let start = scanner.offset
        for distance in 1..<length {
            let allowed = distance == 1 ? second : 0x80...0xBF
            if start + distance == scanner.count {
                scanner.advance(by: distance)
                throw fault(.unexpectedEnd)
            }
            guard allowed.contains(scanner.peek(distance)) else { throw fault(.invalidUTF8) }
        }
        scanner.advance(by: length)
    }
}
