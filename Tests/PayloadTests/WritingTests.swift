import MercatorPayload
import TestSupport
import Testing

private func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

private func rewritten(
    _ payload: String, _ options: PayloadWritingOptions = PayloadWritingOptions()
) throws -> String {
    text(try PayloadDocument(parsing: payload).jsonBytes(options))
}

@Suite("Writing JSON")
struct WritingTests {
    @Test(arguments: [
        ("null", "null"), (" true ", "true"), ("-1.50E+3", "-1.50E+3"), ("\"\"", "\"\""),
        ("[ ]", "[]"), ("{ }", "{}"), ("[[],{}]", "[[],{}]"),
        (#"{"b": 1, "a": [true, null]}"#, #"{"b":1,"a":[true,null]}"#),
        (#""\u00e9\/\u0041""#, #""é/A""#), (#""\uD83D\uDE00""#, #""😀""#),
        (#""\"\\\b\f\n\r\t\u0000\u001F\u007f""#, "\"\\\"\\\\\\b\\f\\n\\r\\t\\u0000\\u001f\u{7F}\""),
        (#"{"\n\u0061": 1}"#, #"{"\na":1}"#),
    ])
    func `compact JSON keeps order and numbers and escapes what it must`(
        payload: String, expected: String
    ) throws {
        #expect(try rewritten(payload) == expected)
        let node = PayloadNode(try PayloadDocument(parsing: payload).root)
        #expect(text(node.jsonBytes()) == expected)
    }

    @Test(arguments: [
        (#"{"a": 1, "b": 2, "\u0061": 3}"#, #"{"a":3,"b":2}"#),
        (#"{"a": {}, "a": {"x": 1, "x": 2}}"#, #"{"a":{"x":2}}"#),
        ("{\"\u{E9}\": 1, \"e\u{301}\": 2}", "{\"\u{E9}\":1,\"e\u{301}\":2}"),
    ])
    func `a repeated key is written once, with the last value at the first place`(
        payload: String, expected: String
    ) throws {
        #expect(Array(try rewritten(payload).utf8) == Array(expected.utf8))
        let node = PayloadNode(try PayloadDocument(parsing: payload).root)
        #expect(node.jsonBytes() == Array(expected.utf8))
    }

    @Test func `pretty JSON has a line for every value`() throws {
        let pretty = try rewritten(
            #"{"b":{"z":[1,[]],"y":{}},"a":"x"}"#, PayloadWritingOptions(prettyPrinted: true))
        #expect(
            pretty == """
                {
                  "b": {
                    "z": [
                      1,
                      []
                    ],
                    "y": {}
                  },
                  "a": "x"
                }
                """)
    }

    @Test func `sorted keys are in the order of their bytes, at every level`() throws {
        let sorted = try rewritten(
            #"{"é":1,"b":{"2":0,"10":0},"B":[{"y":1,"x":2}],"":3}"#,
            PayloadWritingOptions(sortedKeys: true))
        #expect(sorted == #"{"":3,"B":[{"x":2,"y":1}],"b":{"10":0,"2":0},"é":1}"#)
    }

    @Test func `a part of a document is written alone`() throws {
        let root = try PayloadDocument(parsing: #"{"a": [1, {"b": "c"}]}"#).root
        #expect(text(try #require(root["a"]?[1]).jsonBytes()) == #"{"b":"c"}"#)
    }

    @Test(arguments: [PayloadWritingOptions(), PayloadWritingOptions(prettyPrinted: true)])
    func `what is written reads back the same`(options: PayloadWritingOptions) throws {
        let document = try PayloadDocument(parsing: everything)
        let again = try PayloadDocument(parsing: document.jsonBytes(options))
        #expect(Tree(again.root) == Tree(document.root))
        let node = PayloadNode(document.root)
        #expect(Tree(try PayloadDocument(writing: node).root) == Tree(document.root))
    }

    @Test(arguments: [UInt64.random(in: 0...(.max))])
    func `any tree survives being written`(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<200 {
            var payload = ""
            Tree.random(depth: 4, using: &generator).write(to: &payload, using: &generator)
            let node = PayloadNode(try PayloadDocument(parsing: payload).root)
            let written = try PayloadDocument(writing: node)
            #expect(PayloadNode(written.root) == node)
            #expect(written.jsonBytes() == node.jsonBytes())
        }
    }

    @Test func `depth costs no stack`() throws {
        let depth = 200_000
        let payload =
            String(repeating: "{\"a\":", count: depth) + "1" + String(repeating: "}", count: depth)
        let options = PayloadOptions(limits: PayloadLimits(nestingDepth: depth))
        let document = try PayloadDocument(parsing: payload, options: options)
        #expect(document.jsonBytes() == Array(payload.utf8))
        #expect(try document.merging(document, options: options).jsonBytes() == Array(payload.utf8))
    }
}

@Suite("Trees on their way into a payload")
struct WritingNodeTests {
    @Test(arguments: [(0, "0"), (.min, "-9223372036854775808"), (.max, "9223372036854775807")])
    func `integers are exact`(value: Int64, expected: String) throws {
        let document = try PayloadDocument(writing: .number(value))
        #expect(document.root.numberText == expected)
        #expect(document.root.int64 == value)
    }

    @Test(
        arguments: [0, -0.0, 0.1, 1e16, .leastNonzeroMagnitude, .greatestFiniteMagnitude, -1.0 / 3]
            as [Double])
    func `finite doubles read back the same`(value: Double) throws {
        let node = try #require(PayloadNode.number(value))
        let read = try PayloadDocument(writing: node).root.double
        #expect(read?.bitPattern == value.bitPattern)
    }

    @Test(arguments: [Double.nan, .infinity, -.infinity])
    func `other doubles have no text`(value: Double) {
        #expect(PayloadNode.number(value) == nil)
    }

    @Test(
        arguments: [
            (.array([.array([])]), .nestingTooDeep), (.string("12345"), .stringTooLong),
            (.array([.null, .null, .null]), .tooManyElements), (.number("+1"), .expectedValue),
            (.string("\u{1}"), .stringTooLong), (.number("12345"), .numberTooLong),
        ] as [(PayloadNode, PayloadError.Code)])
    func `limits and grammar hold for trees too`(node: PayloadNode, code: PayloadError.Code) throws
    {
        let limits = PayloadLimits(
            nestingDepth: 1, stringBytes: 4, numberBytes: 4, elementsPerContainer: 2)
        let error = try #require(throws: PayloadError.self) {
            try PayloadDocument(writing: node, options: PayloadOptions(limits: limits))
        }
        #expect(error.code == code)
    }

    @Test func `a member list has every key once, by its bytes`() {
        var list = PayloadMemberList()
        list.set("a", to: .number(Int64(1)))
        list.set("\u{E9}", to: .null)
        list.set("e\u{301}", to: .boolean(true))
        list.set("a", to: .number(Int64(2)))
        #expect(list["a"] == .number("2"))
        #expect(list["b"] == nil)
        #expect(
            PayloadNode.object(list.members).jsonBytes()
                == Array("{\"a\":2,\"\u{E9}\":null,\"e\u{301}\":true}".utf8))
    }
}
