import ObjectGraph
import TestSupport
import Testing

@Suite("Regular expressions", .endsInTime)
struct TextPatternTests {
    @Test(arguments: [
        ("", "", true), ("", "a", false), ("a", "a", true), ("a", "ab", false), ("a", "ba", false),
        ("a.c", "abc", true), ("a.c", "a\nc", false), (".", "é", true), (".", "e\u{301}", false),
        ("a*", "", true), ("a+", "", false), ("a?b", "b", true), ("a{2}", "aa", true),
        ("a{2}", "aaa", false), ("a{2,}", "aaaa", true), ("a{1,2}", "aaa", false),
        ("a*?b", "aab", true), ("a|bc", "bc", true), ("a|bc", "abc", false),
        ("(a|b)+c", "abac", true),
        ("(?:ab)*", "abab", true), ("(?<name>ab)", "ab", true), ("|a", "", true),
        ("[a-c]+", "abcabc", true), ("[^a-c]", "d", true), ("[^a-c]", "b", false),
        ("[a\\]]+", "]a]", true), ("[-a]+", "a-a", true), ("[a-]+", "-a", true),
        ("\\d+", "2024", true), ("\\d", "٣", true), ("\\D", "x", true), ("\\w+", "größe_1", true),
        ("\\W", "-", true), ("\\s", "\u{A0}", true), ("\\S", " ", false), ("[\\d.]+", "1.5", true),
        ("[^\\s,]+", "a b", false), ("\\.", ".", true), ("\\.", "x", false), ("\\\\", "\\", true),
        ("\\t\\n\\x41\\u00e9\\x{1F600}", "\t\nAé😀", true), ("^ab$", "ab", true),
        ("a^b", "ab", false), ("\\Aab\\z", "ab", true), ("\\bab\\b.*", "ab cd", true),
        ("a\\bb", "ab", false), ("a\\Bb", "ab", true), ("(a*)*", "aaa", true), ("(a|)+", "", true),
        ("(){1000}", "", true), ("}a]", "}a]", true), ("日+", "日日", true),
    ])
    func `match whole texts`(pattern: String, text: String, expected: Bool) throws {
        #expect(try TextPattern(pattern).matches(text) == expected)
    }

    @Test(
        arguments: [
            ("[A-Z]+", .caseInsensitive, "hello", true), ("HE.*", .caseInsensitive, "hello", true),
            ("[^A-Z]", .caseInsensitive, "q", false), ("\\W", .caseInsensitive, "a", false),
            ("ÉTÉ", .caseInsensitive, "été", true), ("Σ+", .caseInsensitive, "σς", true),
            ("é+", .diacriticInsensitive, "ee\u{301}é", true),
            ("e\u{301}", .diacriticInsensitive, "e", true),
            ("[éà]+", .diacriticInsensitive, "aeà", true), ("É", .diacriticInsensitive, "e", false),
            ("[À-Ý]+", [.caseInsensitive, .diacriticInsensitive], "Éa", true),
            ("é", [], "e", false), ("A", [], "a", false),
        ] as [(String, TextOptions, String, Bool)])
    func `ignore what the options name`(
        pattern: String, options: TextOptions, text: String, expected: Bool
    ) throws {
        let matcher = try TextMatcher(TextMatch(.matches, pattern, options))
        #expect(matcher.matches(text) == expected)
    }

    @Test(arguments: [
        ("(a", 1, "the group is not closed"), ("a)", 2, "closes no group"),
        ("[a", 1, "the class is not closed"), ("[]", 1, "the class is empty"),
        ("[b-a]", 1, "does not go from a lower to a higher"), ("*a", 1, "repeats nothing"),
        ("a|?", 3, "repeats nothing"), ("a{x}", 3, "expected a number after '{'"),
        ("a{2", 4, "expected '}'"), ("a{3,2}", 2, "below the lower one"),
        ("a{1001}", 2, "limited to 1000"), ("a++", 3, "possessive"), ("^*", 1, "without a width"),
        ("a\\", 2, "nothing follows the '\\'"), ("\\q", 1, "'\\q' is not supported"),
        ("(a)\\1", 4, "backreferences"), ("\\k<a>", 1, "backreferences"),
        ("\\p{L}", 1, "properties"),
        ("\\u12", 1, "hexadecimal"), ("\\x{110000}", 1, "hexadecimal"),
        ("(?=a)", 1, "looking ahead"),
        ("(?!a)", 1, "looking ahead"), ("(?<=a)", 1, "looking behind"), ("(?>a)", 1, "atomic"),
        ("(?i)a", 1, "write MATCHES[c]"), ("[[:alpha:]]", 2, "sets in classes"),
        ("[a-z&&b]", 5, "sets in classes"), ("(?<n", 5, "expected '>'"),
        ("(((a{100}){100}){100}){100}", 1, "multiply to more than"),
        ("((){1000}){1000}", 1, "multiply to more than"),
    ])
    func `are refused with the place and the reason`(
        pattern: String, position: Int, message: String
    ) throws {
        let error = try #require(throws: TextPatternError.self) { _ = try TextPattern(pattern) }
        #expect(error.position == position)
        #expect(error.message.contains(message), "\(error)")
    }

    @Test func `groups nest up to a limit`() throws {
        func nested(_ depth: Int) -> String {
            String(repeating: "(", count: depth) + "a" + String(repeating: ")", count: depth)
        }
        #expect(try TextPattern(nested(49)).matches("a"))
        let error = try #require(throws: TextPatternError.self) {
            _ = try TextPattern(nested(10_000))
        }
        #expect(error.message.contains("deeper than 50 levels"))
    }

    /// Patterns for which a backtracking matcher would try very many paths.
    static let greedy = [
        "(a+)+b", "(a|a)*(a|aa)*b", "(a{1,30}){1,30}b", "a{1,500}a{1,400}b", "(a?){300}a{300}",
        "([a-z]|\\w|.){1,150}!", "((a*)*)*b", "(.*.*.*.*)x",
    ]

    @Test(arguments: greedy)
    func `the work is the product of both lengths, with repetitions written out`(
        pattern: String
    ) throws {
        let expression = try TextPattern(pattern)
        let text = String(repeating: "a", count: 600)
        var visits = 0
        _ = expression.matches(text, counting: &visits)
        #expect(visits <= expression.length * 601)
        #expect(expression.length <= 2002)
    }

    @Test(arguments: ["(a{1,100}){1,100}", "a{1,1000}a{1,1000}b", "(a{40}|b{40}){40}"])
    func `repetitions that make a short pattern long are refused`(pattern: String) throws {
        let error = try #require(throws: TextPatternError.self) { _ = try TextPattern(pattern) }
        #expect(error.message == "the repetitions multiply to more than 2000 steps")
    }

    @Test func `a long pattern is as long as it is`() throws {
        let text = String(repeating: "ab", count: 20_000)
        let expression = try TextPattern(text)
        #expect(expression.matches(text))
        #expect(expression.length <= 2 * text.count + 2)
        #expect(try TextPattern("a{1,1000}").matches(String(repeating: "a", count: 999)))
    }

    @Test func `classes are searched, however many ranges they have`() throws {
        let scalars = (0x4E00..<0x5E00).filter { $0.isMultiple(of: 2) }.compactMap(
            Unicode.Scalar.init)
        let members = scalars.map { String($0) }.joined()
        let expression = try TextPattern("[\(members)\\d\\d]+")
        #expect(expression.matches(members + "1"))
        #expect(!expression.matches(members + "\u{4E01}"))
        #expect(try !TextPattern("[^\(members)]").matches("\u{4E00}"))
        let wide = String(repeating: "[\\x{400}-\\x{1300}]", count: 40)
        let error = try #require(throws: TextPatternError.self) {
            _ = try TextPattern(wide, .caseInsensitive)
        }
        #expect(error.message.contains("the classes have more than"))
        #expect(try TextPattern(wide).length == 41)
    }

    @Test func `no pattern makes a long text expensive`() throws {
        let text = String(repeating: "a", count: 20_000)
        #expect(try !TextPattern("(a+)+b").matches(text))
        #expect(try !TextPattern("(a|a)*(a|aa)*b").matches(text))
    }

    @Test(arguments: UInt64(1)...10)
    func `agree with Swift's own`(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<150 {
            let source = Self.pattern(3, &generator)
            let pattern = try TextPattern(source)
            let regex = try Regex<AnyRegexOutput>(source).matchingSemantics(.unicodeScalar)
            for _ in 0..<10 {
                let letters = (0..<generator.pick([0, 1, 2, 4, 7])).map { _ in
                    generator.pick(["a", "b", "1", " "])
                }
                let text = letters.joined()
                let expected = try regex.wholeMatch(in: text) != nil
                #expect(
                    pattern.matches(text) == expected, "\(generator): '\(source)' on '\(text)'")
            }
        }
    }

    private static func pattern(_ depth: Int, _ generator: inout SeededGenerator) -> String {
        guard depth > 0 else {
            return generator.pick([
                "a", "b", "1", ".", "[ab]", "[^a]", "\\d", "\\w", "\\s", "[a-b1]",
            ])
        }
        switch generator.pick([0, 1, 2, 3]) {
        case 0: return pattern(depth - 1, &generator) + pattern(depth - 1, &generator)
        case 1:
            return "(" + pattern(depth - 1, &generator) + "|" + pattern(depth - 1, &generator) + ")"
        case 2:
            let sign = generator.pick(["?", "+", "{2}", "{0,2}", "{1,}", "*?"])
            return "(?:" + pattern(depth - 1, &generator) + ")" + sign
        default: return pattern(depth - 1, &generator)
        }
    }
}
