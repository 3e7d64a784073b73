/// The limit on the length of inferred names.
package enum NameLength {
    /// The greatest number of Unicode scalars in a name.
    package static let limit = 60

    /// Returns a name within the limit: a longer one is cut and ends in six digits of the hash of
    /// its key, so that the same key has the same name in every payload.
    package static func shortened(_ name: String, key: String) -> String {
        guard name.unicodeScalars.count > limit else { return name }
        return cut(name, to: limit - 6) + hexDigits(of: key)
    }

    /// Returns a name with a suffix, cut in front of it if both are longer than the limit.
    static func appending(_ suffix: String, to name: String) -> String {
        cut(name, to: limit - suffix.unicodeScalars.count) + suffix
    }

    private static func cut(_ name: String, to count: Int) -> String {
        String(String.UnicodeScalarView(name.unicodeScalars.prefix(count)))
    }

    /// The first six hexadecimal digits of a key's 64-bit FNV-1a hash, folded to 24 bits.
    private static func hexDigits(of key: String) -> String {
        var hash: UInt64 = 0xcbf2_9ce4_8422_2325
        for byte in key.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
        let digits = String((hash ^ hash >> 24 ^ hash >> 48) & 0xFF_FFFF, radix: 16)
        return String(repeating: "0", count: 6 - digits.count) + digits
    }
}
