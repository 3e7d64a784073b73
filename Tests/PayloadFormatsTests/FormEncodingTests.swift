import MercatorPayload
import PayloadFormats
import TestSupport
import Testing

@Suite("Writing forms")
struct FormEncodingTests {
    @Test(arguments: [
        ReadingCase(
            "AC-259",
            #"{"url":"http://some.server.com/path/action?subject=\"That thing I sent\"&email=\"me@me.com\""}"#,
            "url=http%3A%2F%2Fsome.server.com%2Fpath%2Faction%3Fsubject%3D%22That%20thing%20I%20sent"
                + "%22%26email%3D%22me%40me.com%22"),
        ReadingCase("AC-260", #"{"anArray":["item1","item2"]}"#, "anArray[]=item1&anArray[]=item2"),
        ReadingCase(
            "AC-262", #"{"root":[{"a":"x","b":"y"},{"b":"2","a":"1"}]}"#,
            "root[][a]=x&root[][b]=y&root[][a]=1&root[][b]=2"),
        ReadingCase(
            "AC-263", #"{"recursiveArray":[[["item1","item2"]]]}"#,
            "recursiveArray[][][]=item1&recursiveArray[][][]=item2"),
        ReadingCase("rule 235 sorted", #"{"b":1,"a":{"z":2,"y":3}}"#, "a[y]=3&a[z]=2&b=1"),
        ReadingCase("rule 235 null", #"{"a":null,"b":[null],"c":""}"#, "a&b[]&c="),
        ReadingCase(
            "rule 236 values", #"{"v":":/?&=;+!@#$()',*[].-_~%"}"#,
            "v=%3A%2F%3F%26%3D%3B%2B%21%40%23%24%28%29%27%2C%2A%5B%5D.-_~%25"),
        ReadingCase("rule 236 keys", #"{"a[b].c d":1}"#, "a[b].c%20d=1"),
        ReadingCase("rule 236 UTF-8", #"{"é":"日\n"}"#, "%C3%A9=%E6%97%A5%0A"),
        ReadingCase("scalars", #"{"n":-1.50e3,"t":true,"f":false}"#, "f=false&n=-1.50e3&t=true"),
        ReadingCase("repeated key", #"{"a":1,"a":2}"#, "a=2"),
        ReadingCase("nothing inside", #"{"a":[],"b":{}}"#, ""),
    ])
    func `keys are sorted and escaped`(row: ReadingCase) throws {
        let document = try PayloadDocument(parsing: row.payload)
        let bytes = try PayloadFormat.form.bytes(from: document)
        #expect(String(decoding: bytes, as: UTF8.self) == row.expected)
    }

    @Test(arguments: ["[]", "1", "null", #"{"a":{"":1}}"#])
    func `what has no form is refused`(payload: String) throws {
        let document = try PayloadDocument(parsing: payload)
        let error = try #require(throws: PayloadFormatError.self) {
            try PayloadFormat.form.bytes(from: document)
        }
        #expect(error.code == .unwritableValue)
        #expect(error.location != nil)
    }

    @Test func `depth is refused before it costs the stack`() throws {
        let options = PayloadOptions(limits: PayloadLimits(nestingDepth: 100_000))
        let deep = String(repeating: "[", count: 5000) + "1" + String(repeating: "]", count: 5000)
        let document = try PayloadDocument(parsing: "{\"a\":\(deep)}", options: options)
        #expect(throws: PayloadFormatError.self) { try PayloadFormat.form.bytes(from: document) }
        #expect(throws: PayloadFormatError.self) {
            try PayloadFormat.propertyList.bytes(from: document)
        }
    }

    @Test(arguments: [UInt64.random(in: 0...(.max))])
    func `what is written reads back the same`(seed: UInt64) throws {
        var trees = RandomFormTrees(seed: seed)
        for _ in 0..<500 {
            let tree = trees.root()
            let document = try PayloadDocument(writing: tree)
            let bytes = try PayloadFormat.form.bytes(from: document)
            let again = try PayloadFormat.form.document(from: bytes)
            #expect(PayloadNode(again.root) == tree, "\(String(decoding: bytes, as: UTF8.self))")
        }
    }
}

/// Random trees for which ``PayloadFormat/form`` guarantees a round trip.
struct RandomFormTrees {
    private var generator: SeededGenerator

    init(seed: UInt64) {
        generator = SeededGenerator(seed: seed)
    }

    mutating func root() -> PayloadNode { object(depth: 4, first: nil) }

    private mutating func node(depth: Int) -> PayloadNode {
        switch Int.random(in: 0...(depth > 0 ? 4 : 1), using: &generator) {
        case 0, 1: scalar()
        case 2: object(depth: depth - 1, first: nil)
        default: array(depth: depth - 1)
        }
    }

    private mutating func scalar() -> PayloadNode {
        Int.random(in: 0...5, using: &generator) == 0
            ? .null : .string(text(alphabet: "ab[]&=+% é日😀.\n"))
    }

    /// Creates an array in which consecutive objects begin with a text under the same, lowest key,
    /// and no array follows an array.
    private mutating func array(depth: Int) -> PayloadNode {
        var elements: [PayloadNode] = []
        for _ in 0..<Int.random(in: 1...4, using: &generator) {
            switch (Int.random(in: 0...2, using: &generator), elements.last) {
            case (0, _) where depth > 0:
                elements.append(object(depth: depth - 1, first: scalar()))
            case (1, .null), (1, .string), (1, nil), (1, .object):
                elements.append(depth > 0 ? array(depth: depth - 1) : scalar())
            default: elements.append(scalar())
            }
        }
        return .array(elements)
    }

    private mutating func object(depth: Int, first: PayloadNode?) -> PayloadNode {
        var members: [String: PayloadNode] = [:]
        for _ in 0..<Int.random(in: 1...4, using: &generator) {
            members[text(alphabet: "abc.&=+% é日") + "k"] = node(depth: depth)
        }
        if let first { members["\t"] = first }
        let sorted = members.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
        return .object(sorted.map { PayloadNode.Member($0.key, $0.value) })
    }

    private mutating func text(alphabet: String) -> String {
        let scalars = Array(alphabet.unicodeScalars)
        var text = String.UnicodeScalarView()
        for _ in 0..<Int.random(in: 0...6, using: &generator) {
            text.append(scalars[Int.random(in: scalars.indices, using: &generator)])
        }
        return String(text)
    }
}
