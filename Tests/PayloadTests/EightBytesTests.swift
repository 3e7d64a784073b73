import MercatorPayload
import TestSupport
import Testing

/// Digits, escape sequences and keys are examined eight bytes at a time; the bytes after them, or
/// the end of the payload, must not affect the result.
@Suite("Values of every length")
struct EightBytesTests {
    /// Returns a value at the end of a payload, and the same value followed by another one.
    private func values(_ json: String) throws -> [PayloadValue] {
        let list = try PayloadDocument(parsing: "[\(json),\"what is behind it\"]").root
        return [try PayloadDocument(parsing: json).root, try #require(list[0])]
    }

    @Test(arguments: 1...19)
    func `integers are what their digits say`(length: Int) throws {
        for digits in ["1234567890987654321", "9999999999999999999", "1000000000000000000"] {
            for sign in ["", "-"] {
                let text = sign + digits.prefix(length)
                for value in try values(text) { #expect(value.int64 == Int64(text), "\(text)") }
            }
        }
    }

    @Test(arguments: 1...12, 1...12)
    func `fractions are the nearest double`(whole: Int, fraction: Int) throws {
        for digits in ["987654321012", "100000000000", "999999999999"] {
            for sign in ["", "-"] {
                let text = "\(sign)\(digits.prefix(whole)).\(digits.suffix(fraction))"
                for value in try values(text) { #expect(value.double == Double(text), "\(text)") }
            }
        }
    }

    @Test(arguments: ["0.5", "-0.25", "-0.0", "12.5e3", "1.5E-3", "0.00000001", "-7.12345678"])
    func `fractions of other forms are the nearest double`(text: String) throws {
        for value in try values(text) {
            let expected = try #require(Double(text))
            #expect(value.double?.bitPattern == expected.bitPattern)
        }
    }

    @Test(arguments: UInt64(0)..<100)
    func `escapes are resolved wherever they stand`(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let pieces = [
            ("a", "a"), ("plain text", "plain text"), ("日本", "日本"), (#"\""#, "\""), (#"\\"#, "\\"),
            (#"\/"#, "/"), (#"\b\f\n\r\t"#, "\u{8}\u{C}\n\r\t"), (#"\u0000"#, "\0"),
            (#"\u00e9"#, "é"), (#"\u20AC"#, "€"), (#"\uD83D\uDE00"#, "😀"),
        ]
        var (json, text) = ("", "")
        for _ in 0..<Int.random(in: 0...30, using: &random) {
            let piece = try #require(pieces.randomElement(using: &random))
            json += piece.0
            text += piece.1
        }
        for value in try values("\"\(json)\"") { #expect(value.string == text, "seed \(seed)") }
    }

    @Test(arguments: 1...40)
    func `keys are the same if all their bytes are`(length: Int) throws {
        let key = String(repeating: "k", count: length)
        let others = (0..<length).map { place in
            String(repeating: "k", count: place) + "x"
                + String(repeating: "k", count: length - place - 1)
        }
        let keys = [key, key] + others.flatMap { [key, $0] }
        let objects = keys.enumerated().map { "{\"\($1)\":\($0)}" }
        let tape = try PayloadDocument(parsing: "[" + objects.joined(separator: ",") + "]").tape
        var matcher = KeyMatcher(KeyTrie([[PayloadPath([.key(key)])]]))
        var place = tape.firstChild(of: 0)
        for (number, name) in keys.enumerated() {
            var fields = [LocatedField.absent]
            matcher.match(place, node: matcher.trie.roots[0], tape, into: &fields, from: 0)
            let found = fields[0].position.flatMap { tape.int64(at: $0) }
            #expect(found == (name == key ? Int64(number) : nil), "\(name)")
            place = tape.next(after: place)
        }
    }
}
