import EntityMapper
import Foundation
import MercatorPayload
import ObjectGraph
import Testing
import ValueTransforms

@Suite("Converting values")
struct ConversionTests {
    /// A JSON value of each kind, and the types that accept it by default.
    @Test(
        arguments: [
            ("true", [.boolean, .integer16, .integer32, .integer64, .string, .array]),
            (
                "1",
                [
                    .boolean, .integer16, .integer32, .integer64, .float, .double, .decimal,
                    .string,
                    .array,
                ]
            ),
            (
                "2",
                [.integer16, .integer32, .integer64, .float, .double, .decimal, .string, .array]
            ),
            ("0.5", [.float, .double, .decimal, .string, .array]),
            (#""plain""#, [.string, .url, .array]),
            (#""""#, [.string, .data, .date, .url, .array]),
            (
                #""12""#,
                [
                    .integer16, .integer32, .integer64, .float, .double, .decimal, .string, .url,
                    .array,
                ]
            ),
            (#""YQ==""#, [.string, .url, .data, .array]),
            (#""2012-03-22T11:05:42Z""#, [.string, .date, .array]),
            (#""2012-03-22""#, [.string, .url, .date, .array]),
            (#""6BA7B810-9DAD-11D1-80B4-00C04FD430C8""#, [.string, .url, .uuid, .array]),
            ("[1]", [.array]), (#"{"a": 1}"#, [.dictionary, .array]),
        ] as [(String, [AttributeType])], AttributeType.allCases)
    func `takes what the table says and nothing else`(
        cell: (json: String, takers: [AttributeType]), type: AttributeType
    ) throws {
        #expect(try accepts(cell.json, as: type) == cell.takers.contains(type))
    }

    @Test(arguments: AttributeType.allCases)
    func `makes null nil, whatever the type`(type: AttributeType) throws {
        #expect(try convert("null", to: type) == .value(.null))
    }

    @Test(
        arguments: [
            ("true", true), ("false", false), ("1", true), ("0", false), (#""TRUE""#, true),
            (#""t""#, true), (#""Yes""#, true), (#""y""#, true), (#""1""#, true),
            (#""false""#, false), (#""F""#, false), (#""no""#, false), (#""n""#, false),
            (#""0""#, false),
        ])
    func `reads truth values`(json: String, expected: Bool) throws {
        #expect(try convert(json, to: .boolean) == .value(.boolean(expected)))
    }

    @Test(arguments: ["2", "-1", "0.5", #""""#, #""on""#, #"" true""#, "[]", "{}"])
    func `takes no other truth values`(json: String) throws {
        #expect(try !accepts(json, as: .boolean))
    }

    @Test(
        arguments: [
            ("12", 12), ("-12", -12), (#""12""#, 12), (#""-0""#, 0), ("1.0", 1), ("1e3", 1000),
            (#""1e3""#, 1000), ("12.50e1", 125), ("true", 1), ("false", 0),
            ("9007199254740993", 9_007_199_254_740_993),
            ("9223372036854775807", .max), ("-9223372036854775808", .min),
            (#""-9223372036854775808""#, .min),
        ] as [(String, Int64)])
    func `reads whole numbers exactly`(json: String, expected: Int64) throws {
        #expect(try convert(json, to: .integer64) == .value(.integer(expected)))
    }

    @Test(
        arguments: [
            "1.5", "1e-1", "9223372036854775808", "-9223372036854775809", "1e30",
            #""1,234""#, #""12px""#, #""abc""#, #""""#, #"" 12""#, #""12 ""#, #""+12""#, #""0x1F""#,
            #""1_000""#, #""012""#, #""NaN""#, #""١٢""#, #""12\n""#, "[]", "{}",
        ])
    func `takes no text that is not a whole number as a whole`(json: String) throws {
        #expect(try !accepts(json, as: .integer64))
    }

    @Test(
        arguments: [
            ("32767", .integer16, true), ("32768", .integer16, false),
            ("-32768", .integer16, true), ("-32769", .integer16, false),
            ("2147483647", .integer32, true), ("2147483648", .integer32, false),
            ("-2147483648", .integer32, true), (#""2147483648""#, .integer32, false),
        ] as [(String, AttributeType, Bool)])
    func `keeps to the width of an integer`(
        json: String, type: AttributeType, fits: Bool
    ) throws {
        #expect(try accepts(json, as: type) == fits)
    }

    @Test(
        arguments: [
            ("0.1", .double, 0.1), ("1e3", .double, 1000), (#""2.5""#, .double, 2.5),
            ("0.1", .float, Double(Float(0.1))), ("16777217", .float, 16_777_216),
            ("1e308", .double, 1e308),
        ] as [(String, AttributeType, Double)])
    func `reads numbers`(json: String, type: AttributeType, expected: Double) throws {
        #expect(try convert(json, to: type) == .value(.double(expected)))
    }

    @Test(
        arguments: [
            ("1e400", .double), ("-1e400", .double), ("1e39", .float), (#""1e39""#, .float),
            ("1e-400", .double), (#""-1e-400""#, .double), ("1e-60", .float), (#""1e-60""#, .float),
            (#""inf""#, .double), (#""1,5""#, .double), ("true", .double),
        ] as [(String, AttributeType)])
    func `takes no number beyond the largest and the least`(json: String, type: AttributeType)
        throws
    {
        #expect(try !accepts(json, as: type))
    }

    @Test(
        arguments: [
            "0.1", "123456789012345678.901234567890123456", "-0.30", "1e3", #""0.1""#,
            "99999999999999999999999999999999999999",
        ])
    func `reads decimals exactly`(json: String) throws {
        let digits = json.replacing("\"", with: "")
        let expected = try #require(Decimal(string: digits))
        #expect(try convert(json, to: .decimal) == .value(.decimal(expected)))
    }

    @Test func `takes no decimal that would lose digits`() throws {
        #expect(try !accepts("1234567890123456789012345678901234567890", as: .decimal))
    }

    @Test(
        arguments: [
            (#""a\nb\u00e9""#, "a\nb\u{e9}"), ("12.50", "12.50"), ("1e3", "1e3"), ("true", "true"),
            ("-0", "-0"), (#""👍🏽""#, "👍🏽"),
        ])
    func `reads texts, and numbers as they are written`(json: String, expected: String) throws {
        #expect(try convert(json, to: .string) == .value(.string(expected)))
    }

    @Test(arguments: [(#""""#, 0), (#""AA==""#, 1), (#""AAA=""#, 2), (#""AAAA""#, 3)])
    func `reads base64`(json: String, count: Int) throws {
        #expect(
            try convert(json, to: .data) == .value(.data(Array(repeating: 0, count: count))))
        #expect(try convert(#""/+8=""#, to: .data) == .value(.data([0xFF, 0xEF])))
    }

    @Test(arguments: ["A", "AA", "AA=", "A===", "====", "AAAA====", "AA==AA==", "AA-_", "AA A"])
    func `takes no other base64`(text: String) throws {
        #expect(try !accepts("\"\(text)\"", as: .data))
    }

    @Test func `reads identifiers in any case and no other form`() throws {
        let text = "6ba7b810-9dad-11d1-80b4-00c04fd430c8"
        let expected = try #require(UUID(uuidString: text))
        #expect(try convert("\"\(text)\"", to: .uuid) == .value(.uuid(expected)))
        #expect(try !accepts("\"{\(text)}\"", as: .uuid))
        #expect(try !accepts(#""6ba7b8109dad11d180b400c04fd430c8""#, as: .uuid))
    }

    @Test(
        arguments: [
            ("https://example.com/a?b=c#d", true), ("/relative/path", true),
            ("https://example.com/%C3%A9", true), ("https://example.com/é", true),
            ("", true), ("two words", false), ("a<b", false), ("100%", false), ("%zz", false),
            ("http://a:b", false), ("1:2", false), ("http://[", false), ("[", false),
            ("http://h:80:90/", false), ("http://h:70000/", false), (":*7vxck#sf#adsa", false),
            ("http://[::1]:80/", true), ("mailto:a@b.c", true), ("http://é:b/", false),
        ])
    func `reads the text of URLs`(text: String, fits: Bool) throws {
        #expect(try accepts("\"\(text)\"", as: .url) == fits)
    }

    @Test func `keeps arrays and objects with everything inside`() throws {
        let json = #"{"a": [1, 2.5, "x", true, null, {"b": []}], "big": 9007199254740993}"#
        let expected: Value = [
            "a": [1, 2.5, "x", true, .null, ["b": []]], "big": 9_007_199_254_740_993,
        ]
        #expect(try convert(json, to: .dictionary) == .value(expected))
        #expect(try convert("[\(json)]", to: .array) == .value([expected]))
        #expect(try !accepts("[1e400]", as: .array))
    }

    @Test(
        arguments: [
            (#""Jeff""#, ["Jeff"]), ("7", [7]), ("false", [false]), (#"{"a": 1}"#, [["a": 1]]),
            ("[]", []), ("[[1]]", [[1]]),
        ] as [(String, Value)])
    func `takes a single value for an array of one`(json: String, expected: Value) throws {
        // Rule 103
        #expect(try convert(json, to: .array) == .value(expected))
    }

    @Test func `takes no number beyond the largest as an array either`() throws {
        #expect(
            try convert("1e400", to: .array)
                == .issue(expected: "array", found: "number that is not one"))
    }
}

@Suite("Transforms")
struct TransformTests {
    private struct Refusal: Error, CustomStringConvertible {
        var description: String { "too long" }
    }

    @Test func `takes what a transform of one's own gives`() throws {
        let upperCase = ValueTransform("upperCase") { value in
            value.string.map { .string($0.uppercased()) }
        }
        #expect(try convert(#""abc""#, to: .string, using: upperCase) == .value("ABC"))
        #expect(try convert("null", to: .string, using: upperCase) == .value(.null))
        #expect(
            try convert("[]", to: .string, using: upperCase)
                == .issue(expected: "text from the transform 'upperCase'", found: "an array"))
    }

    @Test func `can make nil of a value`() throws {
        let blank = ValueTransform("blankIsNil") { value in
            value.string == "" ? .null : value.string.map(Value.string)
        }
        #expect(try convert(#""""#, to: .string, using: blank) == .value(.null))
    }

    @Test func `says what a transform says, and which kind it gave, but no value`() throws {
        let throwing = ValueTransform("strict") { _ in throw Refusal() }
        #expect(
            try convert(#""secret""#, to: .string, using: throwing)
                == .issue(
                    expected: "text from the transform 'strict'",
                    found: "the transform 'strict' says: too long"))
        let wrong = ValueTransform("wrong") { _ in .string("secret") }
        #expect(
            try convert("1", to: .integer32, using: wrong)
                == .issue(
                    expected: "whole number from the transform 'wrong'",
                    found: "text, which the transform gave"))
        let large = ValueTransform("large") { _ in .integer(70000) }
        #expect(try !accepts("1", as: .integer16, using: large))
    }

    @Test func `has a name that makes transforms equal`() {
        let one = ValueTransform("same") { _ in nil }
        let other = ValueTransform("same") { _ in .null }
        #expect(one == other)
        #expect(one != .default)
        #expect(ValueTransform.date(format: "yyyy") != .date(format: "yy"))
    }
}
