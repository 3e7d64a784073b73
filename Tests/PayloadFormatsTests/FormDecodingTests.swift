import MercatorPayload
import PayloadFormats
import Testing

@Suite("Reading forms")
struct FormDecodingTests {
    @Test(arguments: [
        ReadingCase("AC-265", "this=that&keyA=valueB", #"{"this":"that","keyA":"valueB"}"#),
        ReadingCase("AC-266", "this=that&this=theOther", #"{"this":["that","theOther"]}"#),
        ReadingCase("AC-260", "anArray[]=item1&anArray[]=item2", #"{"anArray":["item1","item2"]}"#),
        ReadingCase(
            "AC-262", "root[][a]=x&root[][b]=y&root[][a]=1&root[][b]=2",
            #"{"root":[{"a":"x","b":"y"},{"a":"1","b":"2"}]}"#),
        ReadingCase(
            "AC-263", "recursiveArray[][][]=item1&recursiveArray[][][]=item2",
            #"{"recursiveArray":[[["item1","item2"]]]}"#),
        ReadingCase("Q-36 second =", "a=b=c", #"{"a":"b=c"}"#),
        ReadingCase("Q-36 no =", "a&b=", #"{"a":null,"b":""}"#),
        ReadingCase("Q-36 plus", "a+b=c+d%2B", #"{"a b":"c d+"}"#),
        ReadingCase("empty", "", "{}"),
        ReadingCase("empty pairs", "&&a=1&", #"{"a":"1"}"#),
        ReadingCase("empty key", "=1", #"{"":"1"}"#),
        ReadingCase("UTF-8", "n=Kov%C3%A1cs%F0%9F%98%80é", #"{"n":"Kovács😀é"}"#),
        ReadingCase("escaped brackets", "a%5Bb%5D%5B%5D=1", #"{"a":{"b":["1"]}}"#),
        ReadingCase(
            "nested", "a[b][c]=1&a[b][d]=2&a[e]", #"{"a":{"b":{"c":"1","d":"2"},"e":null}}"#),
        ReadingCase("three times", "a=1&a=2&a", #"{"a":["1","2",null]}"#),
        ReadingCase("repeated inside", "a[b]=1&a[b]=2", #"{"a":{"b":["1","2"]}}"#),
        ReadingCase("joined by []", "a=1&a[]=2&a=3", #"{"a":["1","2","3"]}"#),
        ReadingCase("null element", "a[]&a[]=", #"{"a":[null,""]}"#),
        ReadingCase(
            "elements of elements", "a[][t][]=1&a[][t][]=2&a[][u]=3&a[][u]=4",
            #"{"a":[{"t":["1","2"],"u":"3"},{"u":"4"}]}"#),
        ReadingCase(
            "an element that would contradict the last", "a[][k]=1&a[][k][x]=2",
            #"{"a":[{"k":"1"},{"k":{"x":"2"}}]}"#),
        ReadingCase("texts between", "a[]=1&a[][]=2&a[]=3", #"{"a":["1",["2"],"3"]}"#),
        ReadingCase("control characters", "a=%00%0A%22", #"{"a":"\u0000\n\""}"#),
        ReadingCase("closing bracket", "a]=1", #"{"a]":"1"}"#),
        ReadingCase("look-alikes", "e%CC%81=1&%C3%A9=2", "{\"e\u{301}\":\"1\",\"\u{E9}\":\"2\"}"),
    ])
    func `a form gives a nested document`(row: ReadingCase) throws {
        #expect(Array(try json(.form, row.payload).utf8) == Array(row.expected.utf8))
    }

    @Test(arguments: [
        RefusalCase("a=1&b=%", "invalidPercentEscape", at: 6),
        RefusalCase("a=%4", "invalidPercentEscape", at: 2),
        RefusalCase("a=%zz", "invalidPercentEscape", at: 2),
        RefusalCase("a=%4&1=2", "invalidPercentEscape", at: 2),
        RefusalCase("a%=1", "invalidPercentEscape", at: 1),
        RefusalCase("a=x%C3", "invalidUTF8", at: 3),
        RefusalCase("a=%41%FFx", "invalidUTF8", at: 5),
        RefusalCase("%ED%A0%80=1", "invalidUTF8", at: 0),
        RefusalCase("b=1&a[b=1", "malformed", at: 4),
        RefusalCase("a[b]c=1", "malformed", at: 0),
        RefusalCase("a[[b]]=1", "malformed", at: 0),
        RefusalCase("a=1&a[b]=2", "conflictingKeys", at: 4),
        RefusalCase("a[b]=1&a=2", "conflictingKeys", at: 7),
        RefusalCase("a[b]=1&a[]=2", "conflictingKeys", at: 7),
        RefusalCase("a[]=1&a[b]=2", "conflictingKeys", at: 6),
    ])
    func `what makes no sense is refused where it stands`(row: RefusalCase) throws {
        let refusal = try #require(try Refusal(.form, Array(row.payload.utf8)))
        #expect(refusal.code == row.code)
        #expect(refusal.offset == row.offset)
    }

    @Test(
        arguments: [
            ("a=123", "payloadTooLarge"), ("a=12", nil), ("a[]", nil), ("a[][]", "nestingTooDeep"),
            ("a&b&c", "payloadTooLarge"),
        ] as [(String, String?)])
    func `size and depth are limited`(payload: String, code: String?) throws {
        let small = PayloadLimits(payloadBytes: payload.contains("[") ? 9 : 4, nestingDepth: 2)
        #expect(
            try Refusal(.form, Array(payload.utf8), PayloadOptions(limits: small))?.code == code)
    }

    @Test(
        arguments: [
            ("a=1&b=2", nil), ("a=1&b=2&c=3", "tooManyElements"),
            ("a=1&a=2&a=3", "tooManyElements"),
            ("a=1234", nil), ("a=12345", "stringTooLong"), ("abcde", "stringTooLong"),
            ("a=1&a=2", nil), ("a[b]=1&a[b]=2", "nestingTooDeep"), ("a[b][]=1", "nestingTooDeep"),
        ] as [(String, String?)])
    func `texts and containers are limited`(payload: String, code: String?) throws {
        let limits = PayloadLimits(nestingDepth: 2, stringBytes: 6, elementsPerContainer: 2)
        let strict =
            payload.contains("[")
            ? limits
            : PayloadLimits(
                nestingDepth: 2, stringBytes: 4, elementsPerContainer: 2)
        #expect(
            try Refusal(.form, Array(payload.utf8), PayloadOptions(limits: strict))?.code == code)
    }

    @Test func `depth is limited however high the limit`() throws {
        let options = PayloadOptions(limits: PayloadLimits(nestingDepth: .max))
        let brackets = { String(repeating: "[]", count: $0) }
        #expect(try Refusal(.form, Array("a\(brackets(511))".utf8), options) == nil)
        let refusal = try Refusal(.form, Array("a\(brackets(512))".utf8), options)
        #expect(refusal?.code == "nestingTooDeep")
        #expect(
            try Refusal(.form, [], PayloadOptions(limits: PayloadLimits(nestingDepth: 0)))?.code
                == "nestingTooDeep")
    }

    @Test func `many keys take no longer than reading them`() throws {
        let pairs = (0..<20_000).map { "key\($0)[a][]=1" }.joined(separator: "&")
        let root = try PayloadFormat.form.document(from: Array(pairs.utf8)).root
        #expect(root.count == 20_000)
    }

    @Test(arguments: [
        ("http://x.y/z?a=1&b=2", "a=1&b=2"), ("a=1", "a=1"), ("?a=1?b", "a=1?b"), ("x?", ""),
        ("", ""),
    ])
    func `the query is what follows the first question mark`(address: String, query: String) {
        #expect(PayloadFormat.query(of: address) == query)
    }

    @Test func `a form that is cut off or damaged never crashes`() throws {
        let form = Array("a[b][]=%C3%A9&a[b][][c]=2&d&e=f+g&h[][i]=1&h[][i]=2".utf8)
        // Only inside an escape sequence or between brackets.
        #expect(try refusedBeginnings(of: form, .form) > 0)
        try readDamaged(form, .form, seed: 7)
    }

    @Test func `messages tell expectation, place and advice`() throws {
        #expect(
            try Refusal(.form, Array("a=%zz".utf8))?.message
                == "expected two hexadecimal digits behind '%', found '%', at line 1, column 3 "
                + "(byte 2): write a percent sign as %25")
    }
}
