import ObjectGraph
import Testing

@Suite("Matching texts")
struct TextMatcherTests {
    @Test(arguments: [
        (TextMatch.Kind.equals, "Anna", "Anna", true), (.equals, "Anna", "anna", false),
        (.equals, "", "", true), (.equals, "é", "e\u{301}", false),
        (.contains, "nn", "Anna", true), (.contains, "", "Anna", true), (.contains, "", "", true),
        (.contains, "Annas", "Anna", false), (.contains, "na", "nnna", true),
        (.begins, "An", "Anna", true), (.begins, "na", "Anna", false), (.begins, "", "", true),
        (.ends, "na", "Anna", true), (.ends, "An", "Anna", false), (.ends, "Anna!", "Anna", false),
    ])
    func `compares bytes without options`(
        kind: TextMatch.Kind, pattern: String, text: String, expected: Bool
    ) throws {
        #expect(try TextMatcher(TextMatch(kind, pattern, [])).matches(text) == expected)
    }

    @Test(arguments: [
        ("*", "", true), ("*", "anything", true), ("", "", true), ("", "a", false),
        ("a*", "abc", true), ("*c", "abc", true), ("a*c", "abc", true), ("a*d", "abc", false),
        ("?", "é", true), ("?", "e\u{301}", false), ("??", "e\u{301}", true), ("?", "", false),
        ("*?", "😀", true), ("?*?", "😀", false), ("*é*", "caféteria", true),
        ("a\\*b", "a*b", true), ("a\\*b", "axb", false), ("a\\?b", "a?b", true),
        ("\\\\", "\\", true), ("a\\", "a\\", true), ("\\n", "n", true),
        ("*ab*ab*", "abxab", true), ("*ab*ab*", "abxa", false), ("a**b", "ab", true),
    ])
    func `matches wildcards`(pattern: String, text: String, expected: Bool) throws {
        #expect(try TextMatcher(TextMatch(.like, pattern, [])).matches(text) == expected)
    }

    @Test func `survives patterns that make backtracking explode`() throws {
        let pattern = String(repeating: "a*", count: 60) + "b"
        let text = String(repeating: "a", count: 4000)
        #expect(try !TextMatcher(TextMatch(.like, pattern, [])).matches(text))
    }

    @Test(
        arguments: [
            (.caseInsensitive, "ÉCOLE", "école", true),
            (.caseInsensitive, "ecole", "école", false),
            (.caseInsensitive, "ΟΔΟΣ", "οδος", true),
            (.caseInsensitive, "HELLO", "hello", true),
            (.diacriticInsensitive, "ecole", "école", true),
            (.diacriticInsensitive, "e\u{301}cole", "ecole", true),
            (.diacriticInsensitive, "Ecole", "école", false),
            (.diacriticInsensitive, "각", "가", false),
            (.diacriticInsensitive, "각", "\u{1100}\u{1161}\u{11A8}", true),
            ([.caseInsensitive, .diacriticInsensitive], "ECOLE", "école", true),
            ([.caseInsensitive, .diacriticInsensitive], "İstanbul", "ISTANBUL", true),
            (
                [.caseInsensitive, .diacriticInsensitive], "Ångström", "a\u{30A}NGSTRO\u{308}M",
                true
            ),
        ] as [(TextOptions, String, String, Bool)])
    func `ignores what the options name`(
        options: TextOptions, pattern: String, text: String, expected: Bool
    ) throws {
        #expect(try TextMatcher(TextMatch(.equals, pattern, options)).matches(text) == expected)
        #expect(try TextMatcher(TextMatch(.like, pattern, options)).matches(text) == expected)
    }

    @Test(arguments: ["plain", "ÀÉÎ", "ΣΑΣ", "한글", "İ", "ﬁ", "Ǆ", "ẞ", "Ω", "K", "ᾳ", "я́"])
    func `folding twice is folding once`(text: String) {
        let options: TextOptions = [.caseInsensitive, .diacriticInsensitive]
        let once = options.folded(text)
        #expect(Array(options.folded(once).utf8) == Array(once.utf8))
    }

    @Test func `one scalar of the folded text answers a question mark`() throws {
        let options: TextOptions = [.diacriticInsensitive]
        #expect(try TextMatcher(TextMatch(.like, "?", options)).matches("e\u{301}"))
        #expect(try TextMatcher(TextMatch(.like, "?", options)).matches("각"))
    }
}
