import Foundation
import ObjectGraph
import TestSupport
import Testing

@Suite("Arrays and dictionaries as JSON text")
struct ValueJSONTests {
    @Test(
        arguments: [
            (.null, "null"), ([], "[]"), ([:], "{}"),
            (["b": 1, "a": [true, .null]], "{\"a\":[true,null],\"b\":1}"),
            (["a\"\\\n\u{1}/é😀"], "[\"a\\\"\\\\\\u000a\\u0001/é😀\"]"),
            ([1.5, 1e16, -0.0], "[1.5,1e+16,-0.0]"),
            ([.data([1, 2]), .decimal(3)], "[[1,2],\"3\"]"),
        ] as [(Value, String)])
    func `write`(value: Value, text: String) {
        #expect(ValueJSON.text(value) == text)
        #expect(ValueJSON.value(text) == value.element)
    }

    @Test(arguments: 0..<0x80 as Range<UInt8>)
    func `ASCII is written as it is, or escaped`(byte: UInt8) throws {
        let text = String(UnicodeScalar(byte))
        let written = ValueJSON.text(.string("é" + text + "a"))
        let escaped =
            switch text {
            case "\"", "\\": "\\" + text
            case "\0"..<" ": String(format: "\\u%04x", Int(byte))
            default: text
            }
        #expect(written == "\"é\(escaped)a\"")
        let read = try JSONDecoder().decode(String.self, from: Data(written.utf8))
        #expect(read == "é" + text + "a")
    }

    @Test(
        arguments: [
            (" [ 1 , 2 ] ", [1, 2]), ("\"\\u00e9\\ud83d\\ude00\\n\\t\\/\"", "é😀\n\t/"),
            ("{\"a\":1,\"a\":2}", ["a": 2]), ("1e3", 1000.0), ("-7", -7),
            ("9223372036854775808", 9_223_372_036_854_775_808.0), ("[[[]]]", [[[]]]),
        ] as [(String, Value)])
    func `read`(text: String, value: Value) {
        #expect(ValueJSON.value(text) == value)
    }

    @Test(arguments: [
        "", "[", "[1", "[1,]", "[,]", "{", "{\"a\"}", "{\"a\":}", "{a:1}", "1 2", "nan", "[inf]",
        "+1",
        "0x10", "infinity", "\"", "\"\\u12\"", "\"\\ud800\"", "\"\\ud800\\u0041\"", "\"\\u+123\"",
        "tru", "'a'", "01", "1.", ".5", "\"\\ud83d \\ude00\"", "\"\\ude00\"", "\"\\x\"",
    ])
    func `refuse what is no JSON`(text: String) {
        #expect(ValueJSON.value(text) == nil)
    }

    @Test func `refuse endless depth`() {
        let text = String(repeating: "[", count: 100_000)
        #expect(ValueJSON.value(text) == nil)
        let deepest = String(repeating: "[", count: 512) + String(repeating: "]", count: 512)
        #expect(ValueJSON.value(deepest) != nil)
    }

    @Test(arguments: Seeds.upTo(100))
    func `survive the way through text`(seed: UInt64) {
        var random = RandomValues(SeededGenerator(seed: seed))
        let value = nested(&random, depth: 4)
        let text = ValueJSON.text(value)
        #expect(ValueJSON.value(text) == value.element, "\(random.generator)")
        #expect(ValueJSON.value(text).map(ValueJSON.text) == text, "\(random.generator)")
    }

    private func nested(_ random: inout RandomValues, depth: Int) -> Value {
        guard depth > 0, random.generator.chance(0.8) else {
            let type = random.generator.pick(AttributeType.allCases)
            let value = random.value(of: type)
            return value == .double(.infinity) ? .null : value
        }
        let count = random.generator.pick([0, 1, 2, 3])
        let elements = (0..<count).map { _ in nested(&random, depth: depth - 1) }
        guard random.generator.chance(0.5) else { return .array(elements) }
        let names = (0..<count).map { "\($0)" + random.generator.pick(["", "a", "é", "\"", "\\"]) }
        return .dictionary(Dictionary(zip(names, elements), uniquingKeysWith: { $1 }))
    }
}
