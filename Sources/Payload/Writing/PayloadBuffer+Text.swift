/// Texts, and numbers that are there as texts.
///
/// Here and in `PayloadBuffer` is all unsafe code of writing; pointers never leave the call they are
/// given to.
extension PayloadBuffer {
    /// Writes a string.
    package mutating func appendQuoted(_ text: String) {
        var text = text
        text.withUTF8 { unsafe appendQuoted($0) }
    }

    /// Writes a string, given as UTF-8 without escapes.
    mutating func appendQuoted(bytes: some Sequence<UInt8>) {
        let result: Void? = bytes.withContiguousStorageIfAvailable { unsafe appendQuoted($0) }
        if result == nil { appendQuoted(bytes: Array(bytes)) }
    }

    private mutating func appendQuoted(_ text: UnsafeBufferPointer<UInt8>) {
        let begin = count
        let plain = unsafe Self.plainPrefix(of: text)
        if plain == text.count {
            unsafe appendBetweenQuotes(text)
        } else {
            unsafe appendEscaping(text, after: plain)
        }
        if count - begin - 2 > PayloadBuffer.limits.stringBytes { requireParsing() }
    }

    private mutating func appendEscaping(
        _ text: UnsafeBufferPointer<UInt8>, after first: Int
    ) {
        append(Byte.quotationMark)
        var rest = unsafe text
        var plain = first
        while true {
            unsafe append(UnsafeBufferPointer(rebasing: rest[..<plain]))
            guard plain < rest.count else { break }
            unsafe appendEscaped(rest[plain])
            unsafe rest = UnsafeBufferPointer(rebasing: rest[(plain + 1)...])
            plain = unsafe Self.plainPrefix(of: rest)
        }
        append(Byte.quotationMark)
    }

    /// How many bytes at the beginning need no escape.
    ///
    /// Eight at a time. Subtracting from each byte borrows from the next one only above a byte that
    /// is found anyway, so a word without a mark has nothing to escape.
    private static func plainPrefix(of text: UnsafeBufferPointer<UInt8>) -> Int {
        var place = 0
        if let base = unsafe UnsafeRawPointer(text.baseAddress) {
            while place + 8 <= text.count {
                // Eight bytes are left: checked above.
                let word = unsafe base.loadUnaligned(fromByteOffset: place, as: UInt64.self)
                guard !word.hasByteToEscape else { break }
                place += 8
            }
        }
        while place < text.count {
            let byte = unsafe text[place]
            guard byte >= 0x20, byte != Byte.quotationMark, byte != Byte.backslash else { break }
            place += 1
        }
        return place
    }

    /// Escapes what RFC 8259 (section 7) demands, and nothing else.
    private mutating func appendEscaped(_ byte: UInt8) {
        switch byte {
        case Byte.quotationMark, Byte.backslash: append(Byte.backslash, byte)
        case 0x20...: append(byte)
        case 0x08: append(Byte.backslash, UInt8(ascii: "b"))
        case 0x09: append(Byte.backslash, UInt8(ascii: "t"))
        case 0x0A: append(Byte.backslash, UInt8(ascii: "n"))
        case 0x0C: append(Byte.backslash, UInt8(ascii: "f"))
        case 0x0D: append(Byte.backslash, UInt8(ascii: "r"))
        default:
            append(verbatim: "\\u00\(byte < 0x10 ? "0" : "")\(String(byte, radix: 16))".utf8)
        }
    }

    /// Writes a number that is there as a text.
    mutating func append(number text: String) {
        append(verbatim: text.utf8)
        if !Self.isPlainNumber(text.utf8) { requireParsing() }
    }

    /// Whether a text is a number without an exponent; whether others are is up to the parser.
    private static func isPlainNumber(_ text: String.UTF8View) -> Bool {
        let parts = text.dropFirst(text.first == Byte.minus ? 1 : 0)
            .split(separator: Byte.point, omittingEmptySubsequences: false)
        guard let whole = parts.first, parts.count <= 2,
            text.count <= PayloadBuffer.limits.numberBytes,
            whole.count == 1 || whole.first != Byte.zero
        else { return false }
        return parts.allSatisfy { part in
            !part.isEmpty && part.allSatisfy { (Byte.zero...Byte.nine).contains($0) }
        }
    }
}

extension UInt64 {
    /// Whether one of the eight bytes is a control character, a quotation mark or a backslash.
    fileprivate var hasByteToEscape: Bool {
        let ones: UInt64 = 0x0101_0101_0101_0101
        let marks: UInt64 = 0x8080_8080_8080_8080
        let quotes = self ^ (ones &* UInt64(Byte.quotationMark))
        let backslashes = self ^ (ones &* UInt64(Byte.backslash))
        let control = (self &- ones &* 0x20) & ~self
        let found = control | ((quotes &- ones) & ~quotes) | ((backslashes &- ones) & ~backslashes)
        return found & marks != 0
    }
}
