extension TapeParser {
    /// Reads the value that begins with `byte`, or answers `false` where a container opens.
    mutating func parseScalar(_ byte: UInt8) throws(ParseFault) -> Bool {
        switch byte {
        case Byte.quotationMark: try parseString()
        case Byte.openingBrace, Byte.openingBracket: return false
        case Byte.zero...Byte.nine, Byte.minus: try parseNumber(byte)
        case UInt8(ascii: "t"): try parseLiteral(.true, "true", 0x6575_7274, ahead: 0)
        case UInt8(ascii: "f"): try parseLiteral(.false, "false", 0x6573_6C61, ahead: 1)
        case UInt8(ascii: "n"): try parseLiteral(.null, "null", 0x6C6C_756E, ahead: 0)
        default: throw fault(.expectedValue)
        }
        return true
    }

    /// Reads `true`, `false` or `null`: its last four bytes are compared as one word.
    private mutating func parseLiteral(
        _ tag: TapeWord.Tag, _ text: StaticString, _ word: UInt32, ahead: Int
    ) throws(ParseFault) {
        guard scanner.fourBytes(ahead: ahead) == word else {
            throw literalFault(text.description)
        }
        words.append(TapeWord.make(tag, length: ahead + 4, offset: scanner.offset))
        scanner.advance(by: ahead + 4)
    }

    private mutating func literalFault(_ text: String) -> ParseFault {
        let start = scanner.offset
        for byte in text.utf8 {
            guard scanner.current == byte else { break }
            scanner.advance()
        }
        if scanner.isAtEnd { return fault(.unexpectedEnd) }
        return ParseFault(code: .invalidLiteral, offset: start)
    }

    /// Checks a number: a sign, digits without a leading zero, a fraction, an exponent.
    private mutating func parseNumber(_ byte: UInt8) throws(ParseFault) {
        let start = scanner.offset
        if byte == Byte.minus { scanner.advance() }
        let startsWithZero = scanner.current == Byte.zero
        let digits = scanner.skipDigits()
        guard digits > 0 else { throw fault(.invalidNumber) }
        guard !startsWithZero || digits == 1 else {
            throw ParseFault(code: .leadingZero, offset: start)
        }
        var tag = TapeWord.Tag.integer
        if scanner.current == Byte.point {
            tag = .fractional
            scanner.advance()
            guard scanner.skipDigits() > 0 else { throw fault(.invalidNumber) }
        }
        if scanner.current | 0x20 == UInt8(ascii: "e") {
            tag = .fractional
            scanner.advance()
            if scanner.current == Byte.plus || scanner.current == Byte.minus { scanner.advance() }
            guard scanner.skipDigits() > 0 else { throw fault(.invalidNumber) }
        }
        let length = scanner.offset - start
        guard length <= limits.numberBytes else {
            throw ParseFault(code: .numberTooLong, offset: start)
        }
        words.append(TapeWord.make(tag, length: length, offset: start))
    }
}
