extension PayloadTape {
    /// The bytes of a string between its quotation marks, or the text of a number or literal.
    @inlinable
    package func textRange(at position: Int) -> Range<Int> {
        let start = byteOffset(at: position)
        return start..<start + textLength(at: position)
    }

    /// Whether a string without escapes is there: its bytes are the text.
    @inlinable
    package func isPlainString(at position: Int) -> Bool { tag(at: position) == 5 }

    /// How many bytes ``textRange(at:)`` has.
    @inlinable
    package func textLength(at position: Int) -> Int {
        Int(truncatingIfNeeded: (words[position] >> 32) & 0xFFF_FFFF)
    }

    /// Whether a string or key must be decoded before its bytes mean anything.
    @inlinable
    package func hasEscapes(at position: Int) -> Bool { tag(at: position) == 6 }

    /// Whether the key at this place is `key`, escapes resolved; length first, then bytes.
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

    /// Whether the key at this place is a part of some bytes, escapes resolved.
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

    /// An escape makes text longer, never shorter, so a short text cannot match.
    @usableFromInline
    func escapedTextEquals(_ key: [UInt8], at position: Int) -> Bool {
        textLength(at: position) > key.count && decodedText(at: position) == key
    }

    /// The string at this place, escapes resolved; for other scalars, their text.
    package func string(at position: Int) -> String {
        if hasEscapes(at: position) {
            let text = decodedText(at: position)
            return ByteScanner.text(ofCheckedBytes: text, in: text.indices)
        }
        return ByteScanner.text(ofCheckedBytes: bytes, in: textRange(at: position))
    }

    /// The UTF-8 of a string, escapes resolved; without escapes, a part of the payload itself.
    package func text(at position: Int) -> ArraySlice<UInt8> {
        hasEscapes(at: position) ? decodedText(at: position)[...] : bytes[textRange(at: position)]
    }

    /// The UTF-8 of a string, escapes resolved.
    package func decodedText(at position: Int) -> [UInt8] {
        var text: [UInt8] = []
        text.reserveCapacity(textLength(at: position))
        appendText(at: position, to: &text)
        return text
    }

    /// Appends the UTF-8 of a string, escapes resolved.
    package func appendText(at position: Int, to text: inout [UInt8]) {
        let range = textRange(at: position)
        guard hasEscapes(at: position) else {
            append(range, to: &text)
            return
        }
        var place = range.lowerBound
        while place < range.upperBound {
            let stop = backslash(in: place..<range.upperBound)
            append(place..<stop, to: &text)
            guard stop < range.upperBound else { break }
            place = appendEscape(at: stop, to: &text)
        }
    }

    /// Appends the scalar of one escape sequence and returns the byte behind it.
    ///
    /// The parser has checked the sequence: digits are digits, and surrogates come in pairs.
    private func appendEscape(at place: Int, to text: inout [UInt8]) -> Int {
        switch bytes[place + 1] {
        case UInt8(ascii: "b"): text.append(0x08)
        case UInt8(ascii: "f"): text.append(0x0C)
        case UInt8(ascii: "n"): text.append(0x0A)
        case UInt8(ascii: "r"): text.append(0x0D)
        case UInt8(ascii: "t"): text.append(0x09)
        case UInt8(ascii: "u"):
            let unit = codeUnit(at: place + 2)
            guard 0xD800...0xDBFF ~= unit else {
                appendScalar(unit, to: &text)
                return place + 6
            }
            let low = codeUnit(at: place + 8)
            appendScalar(0x10000 + (unit - 0xD800) << 10 + (low - 0xDC00), to: &text)
            return place + 12
        case let byte: text.append(byte)
        }
        return place + 2
    }

    private func codeUnit(at place: Int) -> UInt32 {
        var unit: UInt32 = 0
        for byte in bytes[place..<place + 4] {
            unit = unit << 4 | (Byte.hexValue(byte) ?? 0)
        }
        return unit
    }

    private func appendScalar(_ value: UInt32, to text: inout [UInt8]) {
        guard let scalar = Unicode.Scalar(value) else { return }
        text.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
    }
}
