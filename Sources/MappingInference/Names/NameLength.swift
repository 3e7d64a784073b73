/// Limits the length of inferred names.
package enum NameLength {
    /// The maximum number of Unicode scalars in a name.
    package static let limit = 60

    /// Returns the name, shortened to the limit.
    ///
    /// A longer name is cut and ends in six digits of its key's hash, so that it is the same in
    /// every payload.
    package static func shortened(_ name: String, key: String) -> String {
        guard name.unicodeScalars.count > limit else { return name }
        return cut(name, to: limit - 6) + hexDigits(of: key)
    }

    /// Appends a suffix to a name, cutting the name to fit the limit.
    static func appending(_ suffix: String, to name: String) -> String {
        cut(name, to: limit - suffix.unicodeScalars.count) + suffix
    }

    private static func cut(_ name: String, to count: Int) -> String {
        String(String.UnicodeScalarView(name.unicodeScalars.prefix(count)))
    }

    /// Returns six hexadecimal digits of a key's 64-bit FNV-1a hash, folded to 24 bits.
    private static func hexDigits(of key: String) -> String {
        var hash: UInt64 = 0xcbf2_9ce4_8422_2325
        for byte in key.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
        let digits = String((hash ^ hash >> 24 ^ hash >> 48) & 0xFF_FFFF, radix: 16)
        return String(repeating: "0", count: 6 - digits.count) + digits
    }
}
