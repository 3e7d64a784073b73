import MercatorPayload
import Testing

@Suite("Reading values")
struct ReadingTests {
    private func root(_ payload: String) throws -> PayloadValue {
        try PayloadDocument(parsing: payload).root
    }

    @Test(
        arguments: [
            ("null", .null), ("true", .boolean), ("false", .boolean), ("-1", .number),
            ("1.5", .number), ("\"\"", .string), ("\"\\n\"", .string), ("[]", .array),
            ("{}", .object),
        ] as [(String, PayloadKind)])
    func `every value knows its kind and answers only for it`(
        payload: String, kind: PayloadKind
    ) throws {
        let value = try root(payload)
        #expect(value.kind == kind)
        #expect(value.isNull == (kind == .null))
        let tape = value.document.tape
        #expect(tape.isNull(at: 0) == (kind == .null))
        #expect(tape.isNumber(at: 0) == (kind == .number))
        #expect(tape.isString(at: 0) == (kind == .string))
        #expect(tape.isArray(at: 0) == (kind == .array))
        #expect(tape.isObject(at: 0) == (kind == .object))
        #expect(tape.isContainer(at: 0) == (kind == .array || kind == .object))
        #expect((value.bool != nil) == (kind == .boolean))
        #expect((value.double != nil) == (kind == .number))
        #expect((value.numberText != nil) == (kind == .number))
        #expect((value.string != nil) == (kind == .string))
        #expect(value.count == 0)
        #expect(Array(value.elements).isEmpty)
        #expect(Array(value.members).isEmpty)
        #expect(value["a"] == nil)
        #expect(value[0] == nil)
    }

    @Test func `containers are read by key, by index and in order`() throws {
        let value = try root(#"{"a": [1, [2, 3], {"b": true}], "c": "d", "\n": null}"#)
        #expect(value.count == 3)
        #expect(value["a"]?.count == 3)
        #expect(value["a"]?[1]?[1]?.int64 == 3)
        #expect(value["a"]?[2]?["b"]?.bool == true)
        #expect(value["a"]?[3] == nil)
        #expect(value["a"]?[-1] == nil)
        #expect(value["c"]?.string == "d")
        #expect(value["\n"]?.isNull == true)
        #expect(value["b"] == nil)
        #expect(value.members.map(\.key) == ["a", "c", "\n"])
        #expect(value["a"]?.elements.map(\.kind) == [.number, .array, .object])
        #expect(value.elements.underestimatedCount == 0)
        #expect(value.members.underestimatedCount == 3)
    }

    @Test(arguments: [
        (#"\"\\\/\b\f\n\r\t"#, "\"\\/\u{8}\u{C}\n\r\t"), (#"\u0041\u00e9\u20AC"#, "Aé€"),
        (#"\uD83D\uDE00"#, "😀"), (#"\uDBFF\uDFFF"#, "\u{10FFFF}"), (#"\u0000"#, "\u{0}"),
        (#"a\\u0041"#, "a\\u0041"), (#"日\n本"#, "日\n本"), (#"\ud834\udd1e!"#, "𝄞!"),
        (#"\uFEFF"#, "\u{FEFF}"), ("", ""), ("plain", "plain"),
    ])
    func `escapes are resolved where text is read`(text: String, expected: String) throws {
        let value = try root("{\"\(text)\": \"\(text)\"}")
        #expect(value[expected]?.string == expected)
        #expect(value.members.map(\.key) == [expected])
    }

    @Test func `values know where they are`() throws {
        let value = try root("{\n  \"é\": [\"x\", 7]\n}")
        let array = try #require(value["é"])
        #expect(value.location.description == "line 1, column 1 (byte 0)")
        #expect(array.location.description == "line 2, column 8 (byte 10)")
        #expect(array[0]?.location.column == 9)
        #expect(array[1]?.location.column == 14)
        #expect(value.document.location(ofByte: 1_000).line == 3)
        #expect(value.document.location(ofByte: -1).byteOffset == 0)
    }

    @Test func `bytes of any sequence make a document`() throws {
        #expect(try PayloadDocument(parsing: Array("[7]".utf8)[...]).root[0]?.int64 == 7)
        #expect(try PayloadDocument(parsing: "[7]".utf8.lazy.map { $0 }).root[0]?.int64 == 7)
        #expect(try PayloadDocument(parsing: [] + "[7]".utf8).root[0]?.int64 == 7)
    }
}

@Suite("Reading the tape")
struct PayloadTapeTests {
    @Test func `places lead from value to value`() throws {
        let tape = try PayloadDocument(parsing: #"{"id":7,"tags":["a","b\n"],"x":null}"#).tape
        #expect(tape.words.count == 11)
        #expect(tape.kind(at: 0) == .object)
        #expect(tape.count(at: 0) == 3)
        #expect(tape.firstChild(of: 0) == 2)
        #expect(tape.end(of: 0) == 11)
        #expect(tape.keyMatches(at: 4, Array("tags".utf8)))
        #expect(!tape.keyMatches(at: 4, Array("tagz".utf8)))
        #expect(!tape.keyMatches(at: 4, Array("tag".utf8)))
        #expect(tape.next(after: 4) == 5)
        #expect(tape.next(after: 5) == 9)
        #expect(tape.textRange(at: 3) == 6..<7)
        #expect(tape.hasEscapes(at: 8))
        #expect(tape.decodedText(at: 8) == Array("b\n".utf8))
        #expect(tape.decodedText(at: 7) == Array("a".utf8))
        #expect(tape.isInteger(at: 3))
        #expect(tape.isNull(at: 10))
        #expect(tape.find(Array("x".utf8), inObjectAt: 0) == 10)
        #expect(tape.find(Array("x".utf8), inObjectAt: 5) == nil)
        #expect(tape.byteOffset(at: 5) == 15)
    }

    @Test func `keys match with their escapes resolved`() throws {
        let tape = try PayloadDocument(parsing: #"{"\u0061b": 1}"#).tape
        #expect(tape.keyMatches(at: 2, Array("ab".utf8)))
        #expect(!tape.keyMatches(at: 2, Array("ac".utf8)))
        #expect(!tape.keyMatches(at: 2, Array(#"\u0061b"#.utf8)))
    }
}
