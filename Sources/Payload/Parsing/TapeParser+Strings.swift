extension TapeParser {
    /// Returns the word of a plain ASCII string, or zero if the slow path must decide.
    ///
    /// The offset is the position of the opening quotation mark.
    func plainStringWord(at place: Int) -> UInt64 {
        let start = place &+ 1
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
        var place = scanner.plainTextEnd(from: start)
        var tag = TapeWord.Tag.string
        var byte = scanner.byte(at: place)
        while byte != Byte.quotationMark {
            if byte == Byte.backslash {
                tag = .escapedString
                place = try escapeEnd(from: place)
            } else if byte >= 0x80 {
                place = try longScalarsEnd(from: place)
            } else if byte >= 0x20 {
                place &+= 1  // fewer than sixteen bytes remain
            } else {
                throw fault(.controlCharacter, at: place)
            }
            place = scanner.plainTextEnd(from: place)
            byte = scanner.byte(at: place)
        }
        guard place &- start <= limits.stringBytes else {
            throw ParseFault(code: .stringTooLong, offset: opening)
        }
        return TapeWord.make(tag, length: place &- start, offset: start)
    }

    /// Returns the offset after an escape sequence.
    ///
    /// For a surrogate pair, the sequence includes both halves.
    private func escapeEnd(from place: Int) throws(ParseFault) -> Int {
        switch scanner.byte(at: place &+ 1) {
        case Byte.quotationMark, Byte.backslash, Byte.slash,
            UInt8(ascii: "b"), UInt8(ascii: "f"), UInt8(ascii: "n"), UInt8(ascii: "r"),
            UInt8(ascii: "t"):
            return place &+ 2
        case UInt8(ascii: "u"):
            return try unicodeEscapeEnd(from: place)
        default:
            let isCutOff = place + 1 == scanner.count
            throw fault(.invalidEscape, at: isCutOff ? place + 1 : place)
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
    private func isPair(_ unit: UInt32, at place: Int) throws(ParseFault) -> Bool {
        guard unit < 0xDC00, scanner.byte(at: place) == Byte.backslash,
            scanner.byte(at: place &+ 1) == UInt8(ascii: "u")
        else { return false }
        return 0xDC00...0xDFFF ~= (try codeUnit(at: place))
    }

    /// Returns the code unit denoted by the four digits of `\uXXXX`.
    private func codeUnit(at start: Int) throws(ParseFault) -> UInt32 {
        var unit: UInt32 = 0
        for place in start &+ 2..<start &+ 6 {
            guard let digit = Byte.hexValue(scanner.byte(at: place)) else {
                if place == scanner.count { throw fault(.unexpectedEnd, at: place) }
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
        var place = start
        while true {
            let word = scanner.fourBytes(at: place)
            if word & 0x00C0_C0F0 == 0x0080_80E0, word & 0x200F != 0, word & 0x200F != 0x200D {
                place &+= 3
            } else if word & 0xC0E0 == 0x80C0, word & 0x1E != 0 {
                place &+= 2
            } else if scanner.byte(at: place) >= 0x80 {
                place = try longScalarEnd(from: place)
            } else {
                return place
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
            let place = start + distance
            if place == scanner.count { throw fault(.unexpectedEnd, at: place) }
            guard allowed.contains(scanner.byte(at: place)) else {
                throw fault(.invalidUTF8, at: start)
            }
        }
        return start + length
    }
}
