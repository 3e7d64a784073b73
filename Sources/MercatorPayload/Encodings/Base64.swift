/// A variant of base64: the 64 digits of its alphabet, and whether the last group is padded.
package struct Base64: Sendable {
    private let digits: [UInt8]
    /// The value of each byte as a digit; 64 or more for others.
    private let sextets: [UInt8]
    private let isPadded: Bool

    /// Source: RFC 4648, section 4.
    package static let standard = Base64("+/", isPadded: true)
    /// Source: RFC 4648, section 5.
    package static let url = Base64("-_", isPadded: false)

    private init(_ lastDigits: String, isPadded: Bool) {
        let digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"
        self.digits = Array((digits + lastDigits).utf8)
        var sextets = [UInt8](repeating: .max, count: 256)
        for (value, digit) in self.digits.enumerated() { sextets[Int(digit)] = UInt8(value) }
        self.sextets = sextets
        self.isPadded = isPadded
    }

    /// Decodes a text, or returns `nil` if it is invalid.
    ///
    /// Padding is optional for an alphabet without padding.
    package func bytes(of text: ArraySlice<UInt8>) -> [UInt8]? {
        let padding = text.suffix(2).count { $0 == Self.equalsSign }
        let digits = text.dropLast(padding)
        let isWhole = text.count % 4 == 0
        guard digits.count % 4 != 1, isWhole || (!isPadded && padding == 0) else { return nil }
        var bytes = [UInt8](repeating: 0, count: digits.count * 3 / 4)
        // Spans, so that the array is not tested for other owners at each byte.
        var target = bytes.mutableSpan
        let (source, sextets) = (digits.span, sextets.span)
        let whole = source.count / 4
        var others: UInt8 = 0
        for group in 0..<whole {
            let (start, end) = (group &* 4, group &* 3)
            let (first, second) = (sextets[Int(source[start])], sextets[Int(source[start &+ 1])])
            let (third, fourth) = (
                sextets[Int(source[start &+ 2])], sextets[Int(source[start &+ 3])]
            )
            others |= first | second | third | fourth
            target[end] = first << 2 | second >> 4
            target[end &+ 1] = second << 4 | third >> 2
            target[end &+ 2] = third << 6 | fourth
        }
        var bits: UInt32 = 0
        for index in whole * 4..<source.count {
            let digit = sextets[Int(source[index])]
            others |= digit
            bits = bits << 6 | UInt32(digit & 63)
            if index % 4 > 0 {
                target[index - whole - 1] = UInt8(
                    truncatingIfNeeded: bits >> UInt32(6 - index % 4 * 2))
            }
        }
        return others < 64 ? bytes : nil
    }

    /// Encodes bytes.
    package func text(of bytes: [UInt8]) -> String {
        var text: [UInt8] = []
        text.reserveCapacity((bytes.count + 2) / 3 * 4)
        for start in stride(from: 0, to: bytes.count, by: 3) {
            let group = bytes[start..<min(start + 3, bytes.count)]
            var bits: UInt32 = 0
            for offset in 0..<3 {
                bits = bits << 8 | (offset < group.count ? UInt32(group[start + offset]) : 0)
            }
            for position in 0..<4 {
                if position <= group.count {
                    text.append(digits[Int(bits >> UInt32(18 - 6 * position) & 63)])
                } else if isPadded {
                    text.append(Self.equalsSign)
                }
            }
        }
        return String(decoding: text, as: UTF8.self)
    }

    private static var equalsSign: UInt8 { UInt8(ascii: "=") }
}
