/// The code of texts in the database, which has no U+0000 in them: U+0000 becomes U+0001 U+0001,
/// U+0001 becomes U+0001 U+0002.
///
/// It keeps the order of the bytes, and no coded text begins inside the code of a character.
package enum TextCode {
    /// Indicates whether bytes are their own code.
    @unsafe
    static func isPlain(_ bytes: UnsafeRawBufferPointer) -> Bool {
        var offset = 0
        while offset + 8 <= bytes.count {
            let word = unsafe bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
            // The high bit of each byte below 2, if any.
            let low = (word &- 0x0202_0202_0202_0202) & ~word & 0x8080_8080_8080_8080
            if low != 0 { return false }
            offset += 8
        }
        while offset < bytes.count {
            if unsafe bytes[offset] < 2 { return false }
            offset += 1
        }
        return true
    }

    /// Returns the code of a text, for patterns and ranges that a statement compares.
    package static func coded(_ text: String) -> String {
        guard text.utf8.contains(where: { $0 < 2 }) else { return text }
        var bytes: [UInt8] = []
        for byte in text.utf8 {
            if byte < 2 { bytes.append(1) }
            bytes.append(byte < 2 ? byte + 1 : byte)
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Returns the text of a code; a U+0001 that begins none is kept.
    @unsafe
    static func decoded(_ bytes: UnsafeRawBufferPointer) -> [UInt8] {
        var decoded: [UInt8] = []
        decoded.reserveCapacity(bytes.count)
        var offset = 0
        while offset < bytes.count {
            let byte = unsafe bytes[offset]
            let next = unsafe offset + 1 < bytes.count ? bytes[offset + 1] : 0
            let isCode = byte == 1 && (next == 1 || next == 2)
            decoded.append(isCode ? next - 1 : byte)
            offset += isCode ? 2 : 1
        }
        return decoded
    }
}
