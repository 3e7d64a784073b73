import MercatorPayload
import Testing

@Suite("Limits")
struct LimitTests {
    @Test func `the payload is limited in bytes`() {
        let options = PayloadOptions(limits: PayloadLimits(payloadBytes: 5))
        #expect(refusal(of: "[1,2]", options: options) == nil)
        #expect(refusal(of: "[1,23]", options: options) == .payloadTooLarge)
    }

    @Test(arguments: [(512, nil), (513, .nestingTooDeep)] as [(Int, PayloadError.Code?)])
    func `nesting is limited to 512 by default`(depth: Int, code: PayloadError.Code?) {
        let arrays = String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
        #expect(refusal(of: arrays) == code)
        let objects = String(repeating: "{\"\":", count: depth - 1) + "{"
        #expect(refusal(of: objects + String(repeating: "}", count: depth)) == code)
    }

    @Test func `nesting may be deep where it is allowed, and scalars need none`() {
        let deep = PayloadOptions(limits: PayloadLimits(nestingDepth: 1_000_000))
        let flat = PayloadOptions(limits: PayloadLimits(nestingDepth: 0))
        let depth = 200_000
        let arrays = String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
        #expect(refusal(of: arrays, options: deep) == nil)
        #expect(refusal(of: String(repeating: "[", count: depth)) == .nestingTooDeep)
        #expect(refusal(of: "7", options: flat) == nil)
        #expect(refusal(of: "[]", options: flat) == .nestingTooDeep)
    }

    @Test(
        arguments: [
            ("\"1234\"", nil), ("\"12345\"", .stringTooLong), ("{\"12345\":1}", .stringTooLong),
            ("\"\\u0041\"", .stringTooLong), ("\"é€\"", .stringTooLong), ("\"é34\"", nil),
        ] as [(String, PayloadError.Code?)])
    func `strings and keys are limited in bytes as written`(
        payload: String, code: PayloadError.Code?
    ) {
        let options = PayloadOptions(limits: PayloadLimits(stringBytes: 4))
        #expect(refusal(of: payload, options: options) == code)
    }

    @Test(arguments: [(1024, nil), (1025, .numberTooLong)] as [(Int, PayloadError.Code?)])
    func `numbers are limited to 1024 bytes by default`(
        digits: Int, code: PayloadError.Code?
    ) {
        #expect(refusal(of: String(repeating: "9", count: digits)) == code)
    }

    @Test(
        arguments: [
            ("[1,2]", nil), ("[1,2,3]", .tooManyElements), ("{\"a\":1,\"b\":2}", nil),
            ("{\"a\":1,\"b\":2,\"c\":3}", .tooManyElements), ("[[1,2],[3,4]]", nil),
            ("[1,2,]", nil),
        ] as [(String, PayloadError.Code?)])
    func `containers are limited in elements`(payload: String, code: PayloadError.Code?) {
        let limits = PayloadLimits(elementsPerContainer: 2)
        let options = PayloadOptions(allowsTrailingComma: true, limits: limits)
        #expect(refusal(of: payload, options: options) == code)
    }

    @Test func `limits beyond what a document can hold are cut, negative ones refuse`() {
        let wide = PayloadLimits(
            payloadBytes: .max, nestingDepth: .max, stringBytes: .max, numberBytes: .max,
            elementsPerContainer: .max)
        let none = PayloadLimits(
            payloadBytes: -1, nestingDepth: -1, stringBytes: -1, numberBytes: -1,
            elementsPerContainer: -1)
        #expect(refusal(of: everything, options: PayloadOptions(limits: wide)) == nil)
        #expect(refusal(of: "[]", options: PayloadOptions(limits: none)) == .payloadTooLarge)
    }
}

@Suite("Keys that an object has twice")
struct DuplicateKeyTests {
    private let rejecting = PayloadOptions(duplicateKeys: .reject)

    @Test func `the last one wins`() throws {
        let root = try PayloadDocument(parsing: #"{"a": 1, "b": 2, "\u0061": 3, "b": {}}"#).root
        #expect(root["a"]?.int64 == 3)
        #expect(root["b"]?.kind == .object)
        #expect(root.count == 4)
        #expect(root.members.map(\.key) == ["a", "b", "a", "b"])
    }

    @Test(arguments: [
        (#"{"a":1,"a":1}"#, 7), (#"{"a":1,"b":2,"\u0061":3}"#, 13), (#"[{"":1,"":2}]"#, 7),
        (#"{"x":{"b":1,"a":2,"a":3}}"#, 18), (#"{"a":1,"b":1,"c":1,"b":2,"a":3}"#, 19),
    ])
    func `they are refused on request, at the second key`(payload: String, offset: Int) {
        #expect {
            try PayloadDocument(parsing: payload, options: rejecting)
        } throws: { error in
            PayloadError.Code.duplicateKey ~= error
                && (error as? PayloadError)?.byteOffset == offset
        }
    }

    @Test(arguments: [
        #"{"a":{"a":{"a":1}}}"#, #"[{"a":1},{"a":2}]"#, #"{"a":1,"A":2,"aa":3}"#, "{}",
        "{\"\u{E9}\": 1, \"e\u{301}\": 2}",
    ])
    func `keys of different objects and different bytes may look alike`(payload: String) {
        #expect(refusal(of: payload, options: rejecting) == nil)
    }

    @Test func `checking a large object takes no longer than sorting it`() {
        let members = (0..<50_000).map { "\"key\($0)\":0" }.joined(separator: ",")
        #expect(refusal(of: "{\(members)}", options: rejecting) == nil)
        #expect(refusal(of: "{\(members),\"key7\":1}", options: rejecting) == .duplicateKey)
    }
}
