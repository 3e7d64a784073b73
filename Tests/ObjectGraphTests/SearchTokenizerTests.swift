import ObjectGraph
import TestSupport
import Testing

/// The words of texts.
@Suite("Words of texts")
struct SearchTokenizerTests {
    @Test(
        "divides a text into folded words",
        arguments: [
            ("This is a test", ["this", "is", "a", "test"]),
            ("", []), (" \n", []), ("a", ["a"]),
            ("The Ångström, & co.", ["the", "angstrom", "co"]),
            ("e\u{301}te\u{301} ÉTÉ été", ["ete", "ete", "ete"]),
            ("big-harbour's", ["big", "harbour", "s"]),
            ("v2.0 ½ Ⅷ", ["v2", "0", "½", "ⅷ"]),
            ("東京へ行く", ["東", "京", "へ", "行", "く"]),
            ("한국어 텍스트", ["한국어", "텍스트"]),
            ("ไทย abc", ["ไ", "ท", "ย", "abc"]),
            ("I ♥ 🎉🎉 $5 #swift", ["i", "♥", "🎉", "🎉", "5", "swift"]),
            ("ΣΊΣΥΦΟΣ Σίσυφος", ["σισυφοσ", "σισυφοσ"]),
            ("İstanbul", ["istanbul"]),
            ("a\u{0}b", ["a", "b"]), ("\u{301}", []), ("-\u{301}x", ["x"]),
            ("Straße STRASSE", ["straße", "strasse"]),
        ])
    func words(text: String, expected: [String]) {
        let words = SearchTokenizer.words(in: text)
        #expect(words.map(\.text) == expected)
        let folded = TextOptions([.caseInsensitive, .diacriticInsensitive])
        for word in words { #expect(folded.folded(String(text[word.range])) == word.text) }
        #expect(
            String(decoding: SearchTokenizer.normalized(text), as: UTF8.self)
                == expected.joined(separator: " "))
    }

    @Test("cuts a word after 1024 bytes")
    func longWords() {
        let ascii = String(repeating: "x", count: 2000)
        #expect(SearchTokenizer.normalized(ascii + " y").count == 1026)
        #expect(SearchTokenizer.words(in: ascii).first?.text.utf8.count == 1024)
        let wide = String(repeating: "я", count: 2000)
        #expect(SearchTokenizer.words(in: wide).first?.text.utf8.count == 1024)
        #expect(SearchTokenizer.normalized("a" + wide).count == 1023)
    }

    /// Texts of random scalars of many scripts have the same words in both forms, and words that
    /// are divided again stay as they are.
    @Test("agrees with its second form and with itself", arguments: Seeds.upTo(5))
    func agreement(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let ranges: [ClosedRange<UInt32>] = [
            0x20...0x7E, 0x80...0x24F, 0x300...0x36F, 0x370...0x5FF, 0x600...0x6FF, 0x900...0xDFF,
            0xE00...0x109F, 0x1100...0x11FF, 0x1E00...0x1FFF, 0x2000...0x2BFF, 0x3000...0x30FF,
            0x3400...0x9FFF, 0xAC00...0xD7FF, 0xF900...0xFFEF, 0x1F300...0x1F6FF, 0x20...0x7E,
        ]
        for _ in 0..<2000 {
            var text = String.UnicodeScalarView()
            for _ in 0..<random.pick([1, 3, 12]) {
                let value = UInt32.random(in: random.pick(ranges), using: &random)
                if let scalar = Unicode.Scalar(value) { text.append(scalar) }
            }
            let words = SearchTokenizer.words(in: String(text)).map(\.text)
            let normalized = String(
                decoding: SearchTokenizer.normalized(String(text)), as: UTF8.self)
            #expect(words.joined(separator: " ") == normalized, "\(random): \(text)")
            let again = String(decoding: SearchTokenizer.normalized(normalized), as: UTF8.self)
            #expect(again == normalized, "\(random): \(text)")
        }
    }
}
