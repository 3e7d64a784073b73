import MercatorPayload
import Testing

/// Escaped halves of surrogate pairs, read as U+FFFD on request.
@Suite struct LoneSurrogateTests {
    private let lenient = PayloadOptions(replacesLoneSurrogates: true)

    @Test(
        arguments: [
            (#"\uD800"#, "\u{FFFD}"), (#"\uDC00"#, "\u{FFFD}"), (#"a\uDBFFb"#, "a\u{FFFD}b"),
            (#"\uD800\uD800"#, "\u{FFFD}\u{FFFD}"), (#"\uDd1e\uD834"#, "\u{FFFD}\u{FFFD}"),
            (#"\uD800\u0041"#, "\u{FFFD}A"), (#"\uD800\n"#, "\u{FFFD}\n"),
            (#"\uD800\\uDC00"#, "\u{FFFD}\\uDC00"), (#"\uD83D\uDE00"#, "😀"),
            (#"\uD83D\uD83D\uDE00"#, "\u{FFFD}😀"),
            (#"\uD800 and more than eight"#, "\u{FFFD} and more than eight"),
        ])
    func `a half is replaced`(text: String, expected: String) throws {
        let value = try PayloadDocument(parsing: "\"\(text)\"", options: lenient)
        #expect(value.root.string == expected)
        let key = try PayloadDocument(parsing: "{\"\(text)\": 1}", options: lenient)
        #expect(key.root[expected]?.int64 == 1)
        let written = try PayloadDocument(parsing: Array(value.root.jsonBytes()), options: lenient)
        #expect(written.root.string == expected)
    }

    @Test(arguments: [#""\uD800"#, #""\uD8"#, #""\uD800\u"#, #""\uD800\uZZZZ""#, #""\uD800\"#])
    func `a text that is cut off is still rejected`(text: String) {
        #expect(throws: PayloadError.self) {
            try PayloadDocument(parsing: text, options: lenient)
        }
    }
}
