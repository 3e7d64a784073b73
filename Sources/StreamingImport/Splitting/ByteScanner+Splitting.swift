import MercatorPayload

/// Searches in the bytes of one chunk, eight at a time; they end at its end.
extension ByteScanner {
    /// Returns the offset of the next byte other than white space, or the end.
    func skipWhiteSpace(from start: Int) -> Int {
        var offset = start
        while offset < count, Byte.isWhiteSpace(byte(at: offset)) { offset &+= 1 }
        return offset
    }

    static var ones: UInt64 { 0x0101_0101_0101_0101 }

    /// Sets the high bit of each zero byte; only the lowest mark is exact.
    ///
    /// Subtracting one from a byte borrows into its high bit if the byte is zero.
    static func zeroes(in word: UInt64) -> UInt64 {
        (word &- ones) & ~word & (ones &* 0x80)
    }
}

extension [UInt8] {
    /// The key whose bytes between quotation marks these are, without escapes.
    var unescapedKey: [UInt8] {
        guard contains(Byte.backslash) else { return self }
        let quoted = [Byte.quotationMark] + self + [Byte.quotationMark]
        let text = (try? PayloadDocument(parsing: quoted))?.root.string
        return text.map { Array($0.utf8) } ?? self
    }
}

extension Byte {
    static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

    /// Returns a description of a byte for messages.
    static func name(_ byte: UInt8) -> String {
        guard (0x21...0x7E).contains(byte) else {
            let digits = String(byte, radix: 16, uppercase: true)
            return "byte 0x" + (digits.count == 1 ? "0" : "") + digits
        }
        return "'\(Unicode.Scalar(byte))'"
    }
}
