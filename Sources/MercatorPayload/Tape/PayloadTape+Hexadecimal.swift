/// Reading hexadecimal digits, eight at a time.
extension PayloadTape {
    /// Returns the sixteen bytes of a UUID in little-endian words.
    ///
    /// Returns `nil` for a value other than a text, without escapes, of 32 hexadecimal digits in
    /// groups of 8-4-4-4-12.
    package func uuid(at position: Int) -> (first: UInt64, second: UInt64)? {
        guard isPlainString(at: position), textLength(at: position) == 36 else { return nil }
        let start = byteOffset(at: position)
        guard bytes[start + 8] == Byte.minus, bytes[start + 13] == Byte.minus,
            bytes[start + 18] == Byte.minus, bytes[start + 23] == Byte.minus,
            let time = eightBytes(at: start), let middle = eightBytes(at: start + 9),
            let version = eightBytes(at: start + 14), let clock = eightBytes(at: start + 19),
            let node = eightBytes(at: start + 24), let end = eightBytes(at: start + 28),
            let first = ByteScanner.bytes(ofHexadecimal: time),
            let second = ByteScanner.bytes(ofHexadecimal: middle & 0xFFFF_FFFF | version << 32),
            let third = ByteScanner.bytes(ofHexadecimal: clock & 0xFFFF_FFFF | node << 32),
            let fourth = ByteScanner.bytes(ofHexadecimal: end)
        else { return nil }
        return (first | second << 32, third | fourth << 32)
    }
}

extension ByteScanner {
    /// Returns the four bytes that eight hexadecimal digits denote, or `nil` for any other byte.
    static func bytes(ofHexadecimal word: UInt64) -> UInt64? {
        let highBits: UInt64 = 0x8080_8080_8080_8080
        let letters = word | 0x2020_2020_2020_2020
        // For bytes below 128, adding 128 - n sets the high bit from n on, without a carry.
        let digits =
            (word &+ 0x5050_5050_5050_5050) & ~(word &+ 0x4646_4646_4646_4646)
            | (letters &+ 0x1F1F_1F1F_1F1F_1F1F) & ~(letters &+ 0x1919_1919_1919_1919)
        guard word & highBits == 0, digits & highBits == highBits else { return nil }
        // A letter has bit 6 set and its number, from one on, in the lower half of the byte.
        let isLetter = word >> 6 & 0x0101_0101_0101_0101
        let values = word & 0x0F0F_0F0F_0F0F_0F0F &+ isLetter &* 9
        // Combines pairs of digits into bytes, and moves these together.
        let pairs = (values << 4 | values >> 8) & 0x00FF_00FF_00FF_00FF
        let fours = (pairs | pairs >> 8) & 0x0000_FFFF_0000_FFFF
        return (fours | fours >> 16) & 0xFFFF_FFFF
    }
}
