import MercatorPayload
import PayloadFormats
import Testing

@Suite("Lines of JSON")
struct JSONLinesTests {
    @Test(arguments: [
        ("", "[]"), ("\n \r\n", "[]"), ("1", "[1]"), ("1\n", "[1]"),
        ("{\"a\":1}\r\n\n[2]\n\"x\"", #"[{"a":1},[2],"x"]"#), ("\u{FEFF}1\n2", "[1,2]"),
    ])
    func `every line is an element`(payload: String, expected: String) throws {
        #expect(try json(.ndjson, payload) == expected)
    }

    @Test(
        arguments: [
            ("1\n\n{\"a\":\n2}", "unexpectedEnd", 3, 8), ("1\n2 3", "trailingContent", 2, 4),
            ("1\n2,", "trailingContent", 2, 3), ("[1\n2]", "unexpectedEnd", 1, 2),
            ("1\n\u{FEFF}2", "expectedValue", 2, 2), ("1\nx", "expectedValue", 2, 2),
        ] as [(String, String, Int, Int)])
    func `errors name the line`(payload: String, code: String, line: Int, offset: Int) throws {
        let refusal = try #require(try Refusal(.ndjson, Array(payload.utf8)))
        #expect(refusal.code == code)
        #expect(refusal.line == line)
        #expect(refusal.offset == offset)
    }

    @Test(
        arguments: [
            ("[1]\n[2]", nil), ("1\n2\n3", "tooManyElements"), ("[[1]]", "nestingTooDeep"),
            ("1234567890", nil), ("12345678901", "payloadTooLarge"),
        ] as [(String, String?)])
    func `limits hold`(payload: String, code: String?) throws {
        let limits = PayloadLimits(payloadBytes: 10, nestingDepth: 2, elementsPerContainer: 2)
        let options = PayloadOptions(limits: limits)
        #expect(try Refusal(.ndjson, Array(payload.utf8), options)?.code == code)
        let none = PayloadOptions(limits: PayloadLimits(nestingDepth: 0))
        #expect(try Refusal(.ndjson, [], none)?.code == "nestingTooDeep")
    }

    @Test func `values know their line`() throws {
        let document = try PayloadFormat.ndjson.document(from: Array("1\r\n\n  2\n".utf8))
        #expect(document.root[1]?.location.line == 3)
        #expect(document.root[1]?.location.column == 3)
    }

    @Test func `an array is written as lines`() throws {
        let document = try PayloadDocument(parsing: "[ {\"a\": 1}, [2, 3], \"x\\ny\" ]")
        let bytes = try PayloadFormat.ndjson.bytes(from: document)
        #expect(String(decoding: bytes, as: UTF8.self) == "{\"a\":1}\n[2,3]\n\"x\\ny\"\n")
        #expect(try json(.ndjson, bytes) == #"[{"a":1},[2,3],"x\ny"]"#)
        let error = try #require(throws: PayloadFormatError.self) {
            try PayloadFormat.ndjson.bytes(from: PayloadDocument(parsing: "{}"))
        }
        #expect(error.code == .unwritableValue)
    }
}
