extension TapeParser {
    /// Returns the word of an integer on the fast path, or zero if the slow path must decide.
    ///
    /// Requires a delimiter after the digits.
    func plainIntegerWord(_ byte: UInt8, at offset: Int) -> UInt64 {
        guard byte &- Byte.zero < 10 || byte == Byte.minus else { return 0 }
        let first = byte == Byte.minus ? offset &+ 1 : offset
        let end = scanner.digitsEnd(from: first)
        let next = scanner.byte(at: end)
        let isEnd = next <= Byte.comma || next & 0xDF == Byte.closingBracket  // or a closing brace
        guard isEnd, end &- offset <= limits.numberBytes, end > first,
            scanner.byte(at: first) != Byte.zero
        else { return 0 }
        return TapeWord.make(.integer, length: end &- offset, offset: offset)
    }

    /// Returns the word of any value other than a string or a container; it begins with `byte`.
    @inline(never)
    func scalarWord(_ byte: UInt8, at offset: Int) throws(ParseFault) -> UInt64 {
        switch byte {
        case Byte.zero...Byte.nine: try numberWord(at: offset, digits: offset)
        case Byte.minus: try numberWord(at: offset, digits: offset + 1)
        case UInt8(ascii: "t"): try literalWord(.true, "true", 0x6575_7274, at: offset)
        case UInt8(ascii: "f"): try literalWord(.false, "false", 0x6573_6C61, at: offset)
        case UInt8(ascii: "n"): try literalWord(.null, "null", 0x6C6C_756E, at: offset)
        default: throw fault(.expectedValue, at: offset)
        }
    }

    /// Returns the word of `true`, `false` or `null`, comparing its last four bytes at once.
    private func literalWord(
        _ tag: TapeWord.Tag, _ text: StaticString, _ ending: UInt32, at offset: Int
    ) throws(ParseFault) -> UInt64 {
        let length = text.utf8CodeUnitCount
        guard scanner.fourBytes(at: offset + length - 4) == ending else {
            throw literalFault(text.description, at: offset)
        }
        return TapeWord.make(tag, length: length, offset: offset)
    }

    private func literalFault(_ text: String, at start: Int) -> ParseFault {
        var offset = start
        for byte in text.utf8 {
            guard scanner.byte(at: offset) == byte else { break }
            offset += 1
        }
        if offset == scanner.count { return fault(.unexpectedEnd, at: offset) }
        return ParseFault(code: .invalidLiteral, offset: start)
    }

    /// Returns the word of a number.
    ///
    /// A number consists of an optional sign, digits without a leading zero, and an optional
    /// fraction and exponent.
    private func numberWord(at start: Int, digits first: Int) throws(ParseFault) -> UInt64 {
        var end = try digitsEnd(from: first)
        guard end == first &+ 1 || scanner.byte(at: first) != Byte.zero else {
            throw ParseFault(code: .leadingZero, offset: start)
        }
        var tag = TapeWord.Tag.integer
        if scanner.byte(at: end) == Byte.point {
            tag = .fractional
            end = try digitsEnd(from: end &+ 1)
        }
        if scanner.byte(at: end) | 0x20 == UInt8(ascii: "e") {
            tag = .fractional
            let sign = scanner.byte(at: end &+ 1)
            end = try digitsEnd(from: end &+ (sign == Byte.plus || sign == Byte.minus ? 2 : 1))
        }
        guard end &- start <= limits.numberBytes else {
            throw ParseFault(code: .numberTooLong, offset: start)
        }
        return TapeWord.make(tag, length: end &- start, offset: start)
    }

    /// Returns the offset after one or more digits.
    ///
    /// Near the end of the payload, digits are read singly.
    private func digitsEnd(from start: Int) throws(ParseFault) -> Int {
        var end = scanner.digitsEnd(from: start)
        while scanner.byte(at: end) &- Byte.zero < 10 { end &+= 1 }
        guard end > start else { throw fault(.invalidNumber, at: start) }
        return end
    }
}
