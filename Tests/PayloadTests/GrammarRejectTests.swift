import MercatorPayload
import Testing

@Suite("What RFC 8259 forbids")
struct GrammarRejectTests {
    @Test(
        arguments: [
            ("", .emptyPayload), (" \n", .emptyPayload), ("[", .unexpectedEnd),
            ("{", .unexpectedEnd),
            ("[1", .unexpectedEnd), ("[1,", .unexpectedEnd), ("[1,\n1\n,1", .unexpectedEnd),
            ("[{}", .unexpectedEnd), ("{\"a\"", .unexpectedEnd), ("{\"a\":", .unexpectedEnd),
            ("{\"a\":1,", .unexpectedEnd), ("[\"a", .unexpectedEnd), ("[\"", .unexpectedEnd),
            ("[true", .unexpectedEnd), ("[tru", .unexpectedEnd), ("[\"a\\", .unexpectedEnd),
            ("[\"\\u00", .unexpectedEnd), ("[\"\\uD834", .unexpectedEnd), ("-", .unexpectedEnd),
            ("[\"\\uD834\\", .unexpectedEnd), ("[\"\\uD834\\u", .unexpectedEnd),
            ("1.", .unexpectedEnd),
            ("1e", .unexpectedEnd), ("1e+", .unexpectedEnd), ("fals", .unexpectedEnd),
        ] as [(String, PayloadError.Code)])
    func `a payload ends where its value ends`(payload: String, code: PayloadError.Code) {
        #expect(refusal(of: payload) == code)
    }

    @Test(
        arguments: [
            ("[1}", .expectedArrayEnd), ("[1 true]", .expectedArrayEnd),
            ("[3[4]]", .expectedArrayEnd),
            ("[1:2]", .expectedArrayEnd), ("[\"\": 1]", .expectedArrayEnd),
            ("[1;2]", .expectedArrayEnd),
            ("[a]", .expectedValue), ("[,1]", .expectedValue), ("[1,,2]", .expectedValue),
            ("[,]", .expectedValue), ("[*]", .expectedValue), ("[1,]", .trailingComma),
            ("[\"\",]", .trailingComma), ("[}", .expectedValue), ("]", .expectedValue),
            ("[1]]", .trailingContent), ("[1]x", .trailingContent), ("[][]", .trailingContent),
            ("{}}", .trailingContent), ("1]", .trailingContent),
            ("{\"a\":true} \"x\"", .trailingContent),
            ("{\"a\":\"b\"}/**/", .trailingContent), ("{\"a\":\"b\"}#", .trailingContent),
            ("<null>", .expectedValue), ("[<null>]", .expectedValue), ("*", .expectedValue),
            ("[\u{0B}]", .expectedValue), ("[1\u{0C}]", .expectedArrayEnd),
            ("[\u{2060}]", .expectedValue),
            ("\u{FEFF}\u{FEFF}1", .expectedValue), ("[\u{A0}1]", .expectedValue),
            ("å", .expectedValue),
            ("\u{0}", .expectedValue), ("[\u{0}]", .expectedValue), ("1\u{0}", .trailingContent),
            ("[/*c*/1]", .expectedValue), ("[1 // c\n]", .expectedArrayEnd),
            ("['a']", .expectedValue),
        ] as [(String, PayloadError.Code)])
    func `arrays and what surrounds them`(payload: String, code: PayloadError.Code) {
        #expect(refusal(of: payload) == code)
    }

    @Test(
        arguments: [
            ("{1:1}", .expectedKey), ("{a:1}", .expectedKey), ("{'a':1}", .expectedKey),
            ("{null:1}", .expectedKey), ("{[:1}", .expectedKey), ("{,}", .expectedKey),
            ("{\"a\":1,,\"b\":2}", .expectedKey), ("{\"a\":1,b:2}", .expectedKey),
            ("{]", .expectedKey),
            ("{\"a\" 1}", .expectedColon), ("{\"a\",1}", .expectedColon),
            ("{\"a\"}", .expectedColon),
            ("{\"a\"::1}", .expectedValue), ("{\"a\":}", .expectedValue),
            ("{\"a\":,}", .expectedValue),
            ("{\"a\":1 \"b\":2}", .expectedObjectEnd), ("{\"a\":1]", .expectedObjectEnd),
            ("{\"a\":\"b\",}", .trailingComma), ("{\"a\":1 1}", .expectedObjectEnd),
            ("{\"a\":1:2}", .expectedObjectEnd), ("{\"a\":/*c*/1}", .expectedValue),
        ] as [(String, PayloadError.Code)])
    func `objects have keys, colons and commas`(payload: String, code: PayloadError.Code) {
        #expect(refusal(of: payload) == code)
    }

    @Test(
        arguments: [
            ("-", .invalidNumber), ("-a", .invalidNumber), ("1.", .invalidNumber),
            ("1.e1", .invalidNumber), ("-1.", .invalidNumber), ("1.a", .invalidNumber),
            ("1e", .invalidNumber), ("1e+", .invalidNumber), ("1eE2", .invalidNumber),
            ("9.e+", .invalidNumber), ("1E-x", .invalidNumber), ("--1", .invalidNumber),
            ("-.5", .invalidNumber), ("00", .leadingZero), ("01", .leadingZero),
            ("-00.0", .leadingZero),
            ("-01", .leadingZero), ("012.5", .leadingZero), ("00e0", .leadingZero),
            ("+1", .expectedValue),
            (".5", .expectedValue), ("++1", .expectedValue), ("1.2.3", .expectedArrayEnd),
            ("0x1F", .expectedArrayEnd), ("0.1.2", .expectedArrayEnd), ("1+2", .expectedArrayEnd),
            ("1 000", .expectedArrayEnd), ("1e1e1", .expectedArrayEnd), ("1_0", .expectedArrayEnd),
            ("NaN", .expectedValue), ("Infinity", .expectedValue), ("-Infinity", .invalidNumber),
            ("-NaN", .invalidNumber), ("1ea", .invalidNumber), ("123\u{0}", .expectedArrayEnd),
            ("\u{FF11}", .expectedValue), ("-2.", .invalidNumber), ("1e1.5", .expectedArrayEnd),
        ] as [(String, PayloadError.Code)])
    func `numbers`(number: String, code: PayloadError.Code) {
        #expect(refusal(of: "[\(number)]") == code)
    }

    @Test(arguments: ["True", "TRUE", "None", "nil", "undefined"])
    func `words that are no literals`(word: String) {
        #expect(refusal(of: "[\(word)]") != nil)
    }

    @Test(arguments: ["tru]", "trux", "truE", "fals]", "faLse", "nul]", "nuLl", "nan", "falsy"])
    func `words that begin like literals`(word: String) {
        #expect(refusal(of: "[\(word)]") == .invalidLiteral)
    }

    @Test(
        arguments: [
            (#"\x00"#, .invalidEscape), (#"\a"#, .invalidEscape), (#"\'"#, .invalidEscape),
            (#"\U0041"#, .invalidEscape), (#"\u"#, .invalidEscape), (#"\u00A"#, .invalidEscape),
            (#"\uXXXX"#, .invalidEscape), (#"\u 041"#, .invalidEscape), (#"\251"#, .invalidEscape),
            (#"\u-041"#, .invalidEscape), ("\\\u{0}", .invalidEscape), ("\\\n", .invalidEscape),
            ("\\é", .invalidEscape), (#"\uD800"#, .loneSurrogate), (#"\uDC00"#, .loneSurrogate),
            (#"\uD800\n"#, .loneSurrogate), (#"\uD800x"#, .loneSurrogate),
            (#"\uD800\uD800"#, .loneSurrogate), (#"\uDd1e\uD834"#, .loneSurrogate),
            (#"\uD800\u0041"#, .loneSurrogate), (#"\uD800\u1"#, .invalidEscape),
            (#"a\uDBFFb"#, .loneSurrogate), ("a\u{0}b", .controlCharacter),
            ("\t", .controlCharacter),
            ("line\nbreak", .controlCharacter), ("12345678\u{1F}", .controlCharacter),
            ("\u{1}", .controlCharacter), ("\u{1F}tail that is longer", .controlCharacter),
        ] as [(String, PayloadError.Code)])
    func `strings`(text: String, code: PayloadError.Code) {
        #expect(refusal(of: "[\"\(text)\"]") == code)
        #expect(refusal(of: "{\"\(text)\": 1}") == code)
    }

    @Test(
        arguments: [
            [0x80], [0xBF], [0xC0, 0x80], [0xC1, 0xBF], [0xC2], [0xC2, 0x41], [0xE0, 0x80, 0x80],
            [0xE0, 0x9F, 0xBF], [0xE2, 0x82], [0xE2, 0x28, 0xA1], [0xED, 0xA0, 0x80],
            [0xED, 0xBF, 0xBF], [0xE2, 0x82, 0x41], [0xF0, 0x80, 0x80, 0x80],
            [0xF0, 0x8F, 0xBF, 0xBF],
            [0xF0, 0x9F, 0x98], [0xF0, 0x9F, 0x98, 0x41], [0xF0, 0x9F, 0x41, 0x80],
            [0xF4, 0x90, 0x80, 0x80], [0xF5, 0x80, 0x80, 0x80], [0xF8, 0x88, 0x80, 0x80, 0x80],
            [0xFC, 0x80, 0x80, 0x80, 0x80, 0x80], [0xFE], [0xFF], [0xE5], [0xE9],
            [0x61, 0xFF, 0x61],
        ] as [[UInt8]])
    func `bytes that are no UTF-8`(text: [UInt8]) {
        let quote = UInt8(ascii: "\"")
        #expect(refusal(of: [quote] + text + [quote, 0x20, 0x20, 0x20]) == .invalidUTF8)
        #expect(refusal(of: [quote] + text + [quote]) == .invalidUTF8)
        #expect(refusal(of: [0x5B] + text + [0x5D]) == .expectedValue)
    }

    @Test(arguments: [[0xC2], [0xE2], [0xE2, 0x82], [0xF0], [0xF0, 0x9F], [0xF0, 0x9F, 0x98]])
    func `a scalar that is cut off by the end`(text: [UInt8]) {
        #expect(refusal(of: [UInt8(ascii: "\"")] + text) == .unexpectedEnd)
    }

    @Test func `UTF-16 is no payload`() {
        #expect(refusal(of: [0xFE, 0xFF, 0x00, 0x5B, 0x00, 0x5D]) == .expectedValue)
        #expect(refusal(of: [0x5B, 0x00, 0x5D, 0x00]) == .expectedValue)
    }
}
