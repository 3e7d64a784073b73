extension TextConversion {
    /// A variant of base64: the 64 digits of its alphabet, and whether the last group is padded.
    struct Base64: Sendable {
        let digits: [UInt8]
        let isPadded: Bool

        /// Source: RFC 4648, section 4.
        static let standard = Base64("+/", isPadded: true)
        /// Source: RFC 4648, section 5.
        static let url = Base64("-_", isPadded: false)

        private init(_ lastDigits: String, isPadded: Bool) {
            let digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"
            self.digits = Array((digits + lastDigits).utf8)
            self.isPadded = isPadded
        }
    }

    /// Decodes base64; padding is optional for an alphabet without padding.
    static func bytes(
        base64 text: ArraySlice<UInt8>, _ alphabet: Base64 = .standard
    ) -> [UInt8]? {
        let padding = text.suffix(2).count { $0 == equalsSign }
        let digits = text.dropLast(padding)
        let isWhole = text.count % 4 == 0
        guard digits.count % 4 != 1, isWhole || (!alphabet.isPadded && padding == 0) else {
            return nil
        }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.count / 4 * 3 + 2)
        var bits: UInt32 = 0
        for (index, byte) in digits.enumerated() {
            guard let digit = sextet(byte, alphabet) else { return nil }
            bits = bits << 6 | UInt32(digit)
            if index % 4 != 0 {
                bytes.append(UInt8(truncatingIfNeeded: bits >> UInt32(6 - index % 4 * 2)))
            }
        }
        return bytes
    }

    /// Encodes bytes in base64.
    static func base64(_ bytes: [UInt8], _ alphabet: Base64 = .standard) -> String {
        var text: [UInt8] = []
        text.reserveCapacity((bytes.count + 2) / 3 * 4)
        for start in stride(from: 0, to: bytes.count, by: 3) {
            let group = bytes[start..<min(start + 3, bytes.count)]
            var bits: UInt32 = 0
            for offset in 0..<3 {
                bits = bits << 8 | (offset < group.count ? UInt32(group[start + offset]) : 0)
            }
            for place in 0..<4 {
                if place <= group.count {
                    text.append(alphabet.digits[Int(bits >> UInt32(18 - 6 * place) & 63)])
                } else if alphabet.isPadded {
                    text.append(equalsSign)
                }
            }
        }
        return String(decoding: text, as: UTF8.self)
    }

    private static var equalsSign: UInt8 { UInt8(ascii: "=") }

    private static func sextet(_ byte: UInt8, _ alphabet: Base64) -> UInt8? {
        switch byte {
        case 0x41...0x5A: byte - 0x41
        case 0x61...0x7A: byte - 0x61 + 26
        case 0x30...0x39: byte - 0x30 + 52
        case alphabet.digits[62]: 62
        case alphabet.digits[63]: 63
        default: nil
        }
    }
}
