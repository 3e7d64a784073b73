extension PayloadTape {
    /// Returns the bytes of a string between its quotes, or the text of a number or literal.
    @inlinable
    package func textRange(at position: Int) -> Range<Int> {
        let start = byteOffset(at: position)
        return start..<start + textLength(at: position)
    }

    /// Tests whether the value is a string without escapes, whose bytes are its text.
    @inlinable
    package func isPlainString(at position: Int) -> Bool { tag(at: position) == 5 }

    /// Returns the number of bytes of ``textRange(at:)``.
    @inlinable
    package func textLength(at position: Int) -> Int {
        Int(truncatingIfNeeded: (words[position] >> 32) & 0xFFF_FFFF)
    }

    /// Tests whether a string or key contains escape sequences.
    @inlinable
    package func hasEscapes(at position: Int) -> Bool { tag(at: position) == 6 }

    /// Tests whether a key equals `key` with escapes resolved, comparing lengths first.
    @inlinable
    package func keyMatches(at position: Int, _ key: [UInt8]) -> Bool {
        if hasEscapes(at: position) { return escapedTextEquals(key, at: position) }
        guard textLength(at: position) == key.count else { return false }
        let start = byteOffset(at: position)
        for index in 0..<key.count where bytes[start &+ index] != key[index] {
            return false
        }
        return true
    }

    /// Tests whether a key with escapes resolved equals a range of bytes.
    @inlinable
    package func keyMatches(
        at position: Int, _ keys: [UInt8], from start: Int, count: Int
    ) -> Bool {
        if hasEscapes(at: position) {
            return escapedTextEquals(Array(keys[start..<start + count]), at: position)
        }
        guard textLength(at: position) == count else { return false }
        let offset = byteOffset(at: position)
        for index in 0..<count where bytes[offset &+ index] != keys[start &+ index] {
            return false
        }
        return true
    }

    /// Tests whether a string with escapes denotes the same text as a key.
    ///
    /// An escape sequence is longer than the text it denotes, so text of the same length or less
    /// cannot match.
    @usableFromInline
    func escapedTextEquals(_ key: [UInt8], at position: Int) -> Bool {
        textLength(at: position) > key.count && decodedText(at: position) == key
    }

    /// Returns the string with escapes resolved, or the text of another scalar.
    package func string(at position: Int) -> String {
        if hasEscapes(at: position) {
            let text = decodedText(at: position)
            return ByteScanner.text(ofCheckedBytes: text, in: text.indices)
        }
        return ByteScanner.text(ofCheckedBytes: bytes, in: textRange(at: position))
    }

    /// Returns the UTF-8 of a string with escapes resolved.
    ///
    /// Without escapes, it is a slice of the payload.
    package func text(at position: Int) -> ArraySlice<UInt8> {
        hasEscapes(at: position) ? decodedText(at: position)[...] : bytes[textRange(at: position)]
    }

    /// Returns the UTF-8 of a string with escapes resolved.
    package func decodedText(at position: Int) -> [UInt8] {
        var text: [UInt8] = []
        text.reserveCapacity(textLength(at: position))
        appendText(at: position, to: &text)
        return text
    }

    /// Appends the UTF-8 of a string with escapes resolved.
    package func appendText(at position: Int, to text: inout [UInt8]) {
        let range = textRange(at: position)
        guard hasEscapes(at: position) else {
            append(range, to: &text)
            return
        }
        appendUnescaped(range, to: &text)
    }

    /// Returns the scalar denoted by an escape sequence, and the length of the sequence in bytes.
    ///
    /// The parser has validated it: hexadecimal digits are valid, and a quotation mark follows the
    /// text. Half of a surrogate pair is there only if the options replace it.
    func escape(at offset: Int) -> (scalar: Unicode.Scalar, length: Int) {
        switch bytes[offset + 1] {
        case UInt8(ascii: "b"): return ("\u{8}", 2)
        case UInt8(ascii: "f"): return ("\u{C}", 2)
        case UInt8(ascii: "n"): return ("\n", 2)
        case UInt8(ascii: "r"): return ("\r", 2)
        case UInt8(ascii: "t"): return ("\t", 2)
        case UInt8(ascii: "u"):
            let unit = codeUnit(at: offset + 2)
            guard 0xD800...0xDBFF ~= unit else {
                return (Unicode.Scalar(unit) ?? "\u{FFFD}", 6)
            }
            guard bytes[offset + 6] == Byte.backslash, bytes[offset + 7] == UInt8(ascii: "u"),
                case let low = codeUnit(at: offset + 8), 0xDC00...0xDFFF ~= low
            else { return ("\u{FFFD}", 6) }
            let scalar = 0x10000 + (unit - 0xD800) << 10 + (low - 0xDC00)
            return (Unicode.Scalar(scalar) ?? "\u{FFFD}", 12)
        case let byte: return (Unicode.Scalar(byte), 2)
        }
    }

    private func codeUnit(at offset: Int) -> UInt32 {
        var unit: UInt32 = 0
        for byte in bytes[offset..<offset + 4] {
            unit = unit << 4 | (Byte.hexValue(byte) ?? 0)
        }
        return unit
    }
}
