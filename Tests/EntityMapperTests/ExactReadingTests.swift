import EntityMapper
import Foundation
import MercatorPayload
import ObjectGraph
import TestSupport
import Testing

/// Bytes and decimals compared with slower ways to read them.
@Suite("Exact reading")
struct ExactReadingTests {
    @Test(arguments: [1, 2, 3] as [UInt64])
    func `of base64 agrees with reading digit by digit`(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        for (alphabet, digits, isPadded) in [(Base64.standard, "+/", true), (.url, "-_", false)] {
            for _ in 0..<3000 {
                let text = Self.text(digits, &random)
                let expected = Self.bytes(of: text, digits, isPadded: isPadded)
                #expect(
                    alphabet.bytes(of: (Array("\"".utf8) + text).dropFirst()) == expected,
                    "'\(String(decoding: text, as: UTF8.self))', \(random)")
            }
        }
    }

    /// Returns a text of base64 that is valid in two of three cases.
    private static func text(_ last: String, _ random: inout SeededGenerator) -> [UInt8] {
        let digits = Array(
            ("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789" + last).utf8)
        let count = Int.random(in: 0...21, using: &random)
        var text = (0..<count).map { _ in random.pick(digits) }
        if random.chance(0.6) {
            while text.count % 4 != 0 { text.append(UInt8(ascii: "=")) }
        }
        if !text.isEmpty, random.chance(0.3) {
            text[Int.random(in: text.indices, using: &random)] = random.pick(
                Array("=+/-_ \n@[`{:\u{7F}é".utf8))
        }
        return text
    }

    private static func bytes(of text: [UInt8], _ last: String, isPadded: Bool) -> [UInt8]? {
        let values = Array(
            ("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789" + last).utf8)
        let padding = text.suffix(2).count { $0 == UInt8(ascii: "=") }
        let digits = text.dropLast(padding)
        guard digits.count % 4 != 1, text.count % 4 == 0 || (!isPadded && padding == 0) else {
            return nil
        }
        var bytes: [UInt8] = []
        var bits: UInt32 = 0
        for (index, byte) in digits.enumerated() {
            guard let digit = values.firstIndex(of: byte) else { return nil }
            bits = bits << 6 | UInt32(digit)
            if index % 4 != 0 {
                bytes.append(UInt8(truncatingIfNeeded: bits >> UInt32(6 - index % 4 * 2)))
            }
        }
        return bytes
    }

    @Test(arguments: [1, 2, 3] as [UInt64])
    func `of decimals agrees with Foundation's arithmetic`(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let limit = UInt64.max
        for _ in 0..<3000 {
            let low =
                UInt64.random(in: 1...limit, using: &random)
                >> UInt64.random(in: 0...63, using: &random)
            let high = random.chance(0.5) ? 0 : UInt64.random(in: 0..<1 << 58, using: &random)
            let exponent = Int.random(in: -40...40, using: &random)
            let isNegative = random.chance(0.5)
            var expected = Decimal(high) * (Decimal(limit) + 1) + Decimal(low)
            expected = Decimal(
                sign: isNegative ? .minus : .plus, exponent: exponent, significand: expected)
            let significand = UInt128(high) << 64 | UInt128(low)
            #expect(
                Decimal(isNegative: isNegative, significand: significand, exponent: exponent)
                    == expected, "\(significand)e\(exponent), \(random)")
        }
    }
}
