import MercatorPayload
import Testing

@Suite("What RFC 8259 allows")
struct GrammarAcceptTests {
    @Test(arguments: [
        "[]", "{}", "[[]]", "[{}]", "{\"a\":[]}", "[ ]", "{ }", "[[] ]", "[\n]", "[1\n]", "[1\n,2]",
        " [1]", "[2] ", "\t[\r\n1 ,\t2\n]\r", "[null, 1, \"1\", {}]", "[1,null,null,null,2]",
        "{\"a\":{\"b\":1}}", "[[[[[[[[[[[[[[[[[[[\"not too deep\"]]]]]]]]]]]]]]]]]]]",
    ])
    func `containers nest and white space stands between tokens`(payload: String) {
        #expect(refusal(of: payload) == nil)
    }

    @Test(arguments: [
        "{\"asd\":\"sdf\",\"dfg\":\"fgh\"}", "{\"a\":\"b\",\"a\":\"c\"}",
        "{\"a\":\"b\",\"a\":\"b\"}",
        "{\"\":0}", "{\"foo\\u0000bar\": 42}", "{\"min\":-1.0e+28,\"max\":1.0e+28}",
        "{\"title\":\"\\u041f\\u043e\\u043b\"}", "{\n\"a\": \"b\"\n}", "{\"a\" : 1 , \"b\":2}",
    ])
    func `any string is a key, even twice`(payload: String) {
        #expect(refusal(of: payload) == nil)
    }

    @Test(arguments: [
        "42", "-1", "null", "true", "false", "\"asd\"", "\"\"", " \"\" ", "0", "-0", "1.5e3",
    ])
    func `a scalar is a payload`(payload: String) {
        #expect(refusal(of: payload) == nil)
    }

    @Test(arguments: [
        "0", "-0", "-1", "1", "123", "-123", "20.5", "0e1", "0e+1", "0E-1", "1E22", "1e-2", "1E+2",
        "123.456e78", "123.456789", "123e65", "0.1", "-0.0", "1.000000000000005", "1e5",
        "-0.000000000000000000000000000000000000000000000000000000000000000000000000000001",
        "100000000000000000000", "-123123e100000", "1.5e+9999", "123123e-10000000", "0.4e00669999",
    ])
    func `numbers have digits around the point and behind the exponent`(number: String) {
        #expect(refusal(of: "[\(number)]") == nil)
        #expect(refusal(of: "[\(number) ]") == nil)
        #expect(refusal(of: number) == nil)
    }

    @Test(arguments: [
        #"\u0060\u012a\u12AB"#, #"\uD801\udc37"#, #"\ud83d\ude39\ud83d\udc8d"#,
        #"\"\\\/\b\f\n\r\t"#, #"\\u0000"#, #"\""#, #"\\a"#, #"\\n"#, #"\u0012"#, #"\uFFFF"#,
        #"\uDBFF\uDFFE"#, #"new\u00A0line"#, #"\u0000"#, #"\u002c"#, #"\uD834\uDd1e"#, #"\u0821"#,
        #"\u0123"#, #"\u2028"#, #"\u0061\u30af\u30EA\u30b9"#, #"\uA66D"#, #"\u0022"#, #"\u005C"#,
        #"\uFDD0\uFFFE"#, "a/*b*/c/*d//e", "asd ", "\u{7F}", "a\u{7F}a", "\u{2028}\u{2029}",
    ])
    func `strings have escapes of every kind`(text: String) {
        #expect(refusal(of: "[\"\(text)\"]") == nil)
    }

    @Test(arguments: [
        "\u{80}", "\u{7FF}", "\u{800}", "\u{D7FF}", "\u{E000}", "\u{FFFF}", "\u{FFFE}", "\u{10000}",
        "\u{10FFFF}", "\u{1FFFF}", "\u{10FFFD}", "π", "𝄞", "⍂㈴⍂",
        "日本語のテキスト", "€𝄞", "é日😀é日😀x", "\u{FEFF}",
    ])
    func `strings hold every scalar from the first to the last`(text: String) throws {
        let document = try PayloadDocument(parsing: "[\"\(text)\", \"12345678\(text)\"]")
        #expect(document.root[0]?.string == text)
        #expect(document.root[1]?.string == "12345678" + text)
    }

    @Test func `a byte order mark at the start is skipped`() throws {
        let document = try PayloadDocument(parsing: [0xEF, 0xBB, 0xBF] + Array("[1]".utf8))
        #expect(document.root[0]?.int64 == 1)
        #expect(document.root.location.column == 1)
        #expect(refusal(of: [0xEF, 0xBB, 0xBF]) == .emptyPayload)
        #expect(refusal(of: [0xEF, 0xBB]) == .expectedValue)
    }

    @Test(arguments: [
        ("[1,]", true), ("{\"a\":1,}", true), ("[[],{\"a\":1 , } , ]", true),
        ("[,]", false), ("[1,,]", false), ("{,}", false), ("{\"a\":1,,}", false), ("[1],", false),
    ])
    func `one trailing comma is tolerated on request`(payload: String, isTolerated: Bool) {
        let options = PayloadOptions(allowsTrailingComma: true)
        #expect((refusal(of: payload, options: options) == nil) == isTolerated)
        #expect(refusal(of: payload) != nil)
    }

    @Test func `the payload that has everything is accepted`() {
        #expect(refusal(of: everything) == nil)
    }
}
