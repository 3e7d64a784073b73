import Foundation
import MercatorPayload
import PayloadFormats
import Testing

private func list(_ content: String) -> String {
    """
    <?xml version="1.0" encoding="UTF-8"?>
    <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
    <plist version="1.0">\(content)</plist>
    """
}

@Suite("Reading property lists")
struct PropertyListTests {
    @Test(arguments: [
        ReadingCase("string", "<string> a&amp;<![CDATA[<b>]]>\n</string>", #"" a&<b>\n""#),
        ReadingCase("empty string", "<string/>", #""""#),
        ReadingCase("truths", "<array><true/><false></false></array>", "[true,false]"),
        ReadingCase("integer", "<integer>-9223372036854775809</integer>", "-9223372036854775809"),
        ReadingCase("integer as typed", "<integer> +007\n</integer>", "7"),
        ReadingCase("zero", "<integer>-0</integer>", "0"),
        ReadingCase("real", "<real>0.1</real>", "0.1"),
        ReadingCase("real with exponent", "<real>1E3</real>", "1000.0"),
        ReadingCase("date", "<date>2024-02-29T23:59:59Z</date>", #""2024-02-29T23:59:59Z""#),
        ReadingCase("data", "<data>\n\tAAEC\n\tAw==\n</data>", #""AAECAw==""#),
        ReadingCase("empty data", "<data></data>", #""""#),
        ReadingCase(
            "nested",
            "<dict><key>b</key><array><dict/></array><key>a</key><integer>1</integer></dict>",
            #"{"b":[{}],"a":1}"#),
        ReadingCase(
            "repeated key",
            "<dict><key>a</key><true/><key>b</key><true/><key>a</key><false/></dict>",
            #"{"a":false,"b":true}"#),
        ReadingCase("empty key", "<dict><key/><true/></dict>", #"{"":true}"#),
    ])
    func `elements of a list are values`(row: ReadingCase) throws {
        #expect(try json(.propertyList, list(row.payload)) == row.expected)
    }

    @Test(arguments: [
        ("", "malformed"), ("<string>a</string><string>b</string>", "trailingContent"),
        ("<dict><string>a</string></dict>", "malformed"),
        ("<dict><key>a</key></dict>", "malformed"),
        ("<dict><key>a</key><key>b</key></dict>", "malformed"), ("<key>a</key>", "malformed"),
        ("<array>x</array>", "malformed"), ("<array><![CDATA[x]]></array>", "malformed"),
        ("<null/>", "malformed"), ("<string><true/></string>", "malformed"),
        ("<true>x</true>", "malformed"), ("<integer>1.5</integer>", "malformed"),
        ("<integer/>", "malformed"), ("<integer>-</integer>", "malformed"),
        ("<real>x</real>", "malformed"), ("<real>nan</real>", "unrepresentableValue"),
        ("<real>+infinity</real>", "unrepresentableValue"),
        ("<date>2023-02-29T00:00:00Z</date>", "malformed"),
        ("<date>2023-13-01T00:00:00Z</date>", "malformed"),
        ("<date>2023-01-01T24:00:00Z</date>", "malformed"),
        ("<date>2023-01-01</date>", "malformed"),
        ("<data>AAE</data>", "malformed"), ("<data>A===</data>", "malformed"),
        ("<data>A*==</data>", "malformed"),
    ])
    func `what is no list is refused`(content: String, code: String) throws {
        let refusal = try #require(try Refusal(.propertyList, Array(list(content).utf8)))
        #expect(refusal.code == code)
    }

    @Test(arguments: [
        ("", "emptyPayload"), ("{ a = 1; }", "malformed"), ("<dict/>", "malformed"),
        ("bplist15", "malformed"), ("bplist00", "unexpectedEnd"),
        (
            "<!DOCTYPE plist [<!ENTITY a 'b'>]><plist><string>&a;</string></plist>",
            "entityDeclaration"
        ),
    ])
    func `other beginnings are refused`(payload: String, code: String) throws {
        #expect(try Refusal(.propertyList, Array(payload.utf8))?.code == code)
    }

    @Test(
        arguments: [
            ("<array><array/></array>", nil),
            ("<array><array><array/></array></array>", "nestingTooDeep"),
            ("<array><array><string>a</string></array></array>", nil),
            ("<array><true/><true/><true/></array>", "tooManyElements"),
            ("<string>12345678</string>", "stringTooLong"),
            ("<integer>12345</integer>", "numberTooLong"),
            ("<dict><key>a</key><true/><key>a</key><true/></dict>", "duplicateKey"),
        ] as [(String, String?)])
    func `limits and options hold`(content: String, code: String?) throws {
        let limits = PayloadLimits(
            nestingDepth: 2, stringBytes: 7, numberBytes: 4, elementsPerContainer: 2)
        let options = PayloadOptions(duplicateKeys: .reject, limits: limits)
        let short = Array("<plist>\(content)</plist>".utf8)
        #expect(try Refusal(.propertyList, short, options)?.code == code)
    }

    @Test(arguments: [PropertyListSerialization.PropertyListFormat.xml, .binary])
    func `what Foundation writes is read`(
        format: PropertyListSerialization.PropertyListFormat
    ) throws {
        let object: [String: Any] = [
            "text": "plain", "scripts": "Kovács 😀", "truth": true, "lie": false,
            "numbers": [0, 255, 65_536, -1, Int64.max, Int64.min], "reals": [0.5, -1e300],
            "date": Date(timeIntervalSinceReferenceDate: 86_400.0),
            "old": Date(timeIntervalSinceReferenceDate: -4_000_000_000),
            "data": Data([0, 1, 2, 3, 255]), "many": Array(repeating: "same", count: 20),
            "nested": ["a": ["b": [[:] as [String: Any]]]],
        ]
        let data = try PropertyListSerialization.data(
            fromPropertyList: object, format: format, options: 0)
        let document = try PayloadFormat.propertyList.document(from: Array(data))
        let sorted = document.jsonBytes(PayloadWritingOptions(sortedKeys: true))
        let many = Array(repeating: #""same""#, count: 20).joined(separator: ",")
        #expect(
            String(decoding: sorted, as: UTF8.self)
                == #"{"data":"AAECA/8=","date":"2001-01-02T00:00:00Z","#
                + #""lie":false,"many":[\#(many)],"nested":{"a":{"b":[{}]}},"#
                + #""numbers":[0,255,65536,-1,9223372036854775807,-9223372036854775808],"#
                + #""old":"1874-03-31T16:53:20Z","reals":[0.5,-1e+300],"scripts":"Kovács 😀","#
                + #""text":"plain","truth":true}"#)
        #expect(try refusedBeginnings(of: Array(data), .propertyList) >= data.count - 1)
        try readDamaged(Array(data.prefix(4000)) + Array(data.suffix(32)), .propertyList, seed: 13)
        try readDamaged(Array(data), .propertyList, seed: 17)
    }

    @Test func `what is written reads back the same, and Foundation reads it`() throws {
        let payload =
            #"{"b":[1,-2.5,true,"a<b>&\r\n\tc"],"a":{"":18446744073709551615,"d":[],"e":{}}}"#
        let document = try PayloadDocument(parsing: payload)
        let bytes = try PayloadFormat.propertyList.bytes(from: document)
        #expect(try json(.propertyList, bytes) == payload)
        let read = try unsafe PropertyListSerialization.propertyList(from: Data(bytes), format: nil)
        let object = try #require(read as? [String: Any])
        #expect((object["b"] as? [Any])?.last as? String == "a<b>&\r\n\tc")
    }

    @Test(arguments: ["null", "[null]", #"{"a":"\u0000"}"#, #"{"\ufffe":1}"#])
    func `what has no form is refused`(payload: String) throws {
        let document = try PayloadDocument(parsing: payload)
        let error = try #require(throws: PayloadFormatError.self) {
            try PayloadFormat.propertyList.bytes(from: document)
        }
        #expect(error.code == .unwritableValue)
    }
}
