import MappingInference
import MercatorPayload
import PayloadFormats
import Testing

@Suite("Formats of sources")
struct SourceFormatTests {
    private static let records = [#"{"id":1,"n":"a"}"#, #"{"id":2,"n":"b"}"#]

    private func places(_ text: String, _ name: String) throws -> ProfiledPlaces {
        try ProfiledPlaces(text, named: name)
    }

    @Test(arguments: ["\n", "\r\n", "\n\n  \n"])
    func `lines named .json`(separator: String) throws {
        let places = try places(Self.records.joined(separator: separator) + separator, "a.json")
        #expect(places.profile.groups[0].sources[0].format == "lines")
        #expect(places.profile.groups[0].sources[0].documents == 2)
        #expect(places["id"]?.kinds.integers == 2)
    }

    @Test(arguments: ["", "\u{FEFF}", "\r\n "])
    func `an array named .txt, with and without a byte order mark`(start: String) throws {
        let places = try places(start + "[\(Self.records.joined(separator: ",\n"))]", "a.txt")
        #expect(places.profile.groups[0].sources[0].format == "json")
        #expect(places["[].id"]?.values.count == 2)
    }

    @Test func `lines behind a byte order mark`() throws {
        let places = try places("\u{FEFF}" + Self.records.joined(separator: "\n"), "a.json")
        #expect(places["id"]?.values.count == 2)
    }

    @Test func `Trailing commas are accepted, in documents and in lines`() throws {
        #expect(try places(#"[{"id":1,},]"#, "a.json")["[].id"]?.count == 1)
        #expect(try places("{\"id\":1,}\n{\"id\":2}\n", "a.json")["id"]?.count == 2)
    }

    @Test func `XML, property lists and forms`() throws {
        #expect(try places("<a><b id='1'/></a>", "a.xml")["a.b.id"]?.texts.forms[.integer] == 1)
        let plist =
            #"<?xml version="1.0"?><plist version="1.0"><dict><key>a</key><integer>1</integer></dict></plist>"#
        #expect(try places(plist, "a.xml")["a"]?.kinds.integers == 1)
        #expect(try places("name=x&tags[]=1&tags[]=2", "a.txt")["tags[]"]?.count == 2)
    }

    @Test(arguments: [
        ("", InferenceError.Code.empty, "the file is empty"),
        (" \n", .empty, "the file is empty"),
        ("[]", .nothingToMap, "nothing to map: an empty array"),
        ("3", .nothingToMap, "a number, no record"),
        ("\"x\"", .nothingToMap, "a text, no record"),
        ("{}", .nothingToMap, "nothing to map: an empty object"),
        ("[1,2]", .nothingToMap, "nothing to map: an array of numbers, no records"),
    ])
    func `nothing to map`(text: String, code: InferenceError.Code, message: String) throws {
        let error = #expect(throws: InferenceError.self) { try places(text, "a.json") }
        #expect(error?.code == code)
        #expect(error?.message == message)
        #expect(error?.source == "a.json")
    }

    @Test func `A compressed file is refused with advice`() throws {
        let source = PayloadSource(name: "a.json.gz", bytes: [0x1F, 0x8B, 8, 0, 0, 0])
        let error = #expect(throws: InferenceError.self) { try PayloadProfiler().profile([source]) }
        #expect(error?.code == .unsupportedFormat)
        #expect(error?.message.contains("gunzip") == true)
    }

    @Test func `A missing file and a folder cannot be read`() {
        for path in ["/nowhere/at/all.json", "/"] {
            let error = #expect(throws: InferenceError.self) {
                try PayloadProfiler().profile([PayloadSource(path: path)])
            }
            #expect(error?.code == .unreadable)
        }
    }

    @Test(arguments: [
        ("{\"a\":1}\n{\"a\":x}\n", 2, 6), ("{\"a\":1}\n\n{\"a\":\"b\n{\"c\":1\n", 3, 8),
        ("[{\"a\":1},\n{\"a\" 2}]", 2, 6), ("{\"a\":1\n}\n{\"b\":2}", 3, 1),
    ])
    func `A malformed source is refused with line and column`(text: String, line: Int, column: Int)
        throws
    {
        let error = #expect(throws: InferenceError.self) { try places(text, "a.json") }
        #expect(error?.code == .malformed)
        #expect(error?.line == line)
        #expect(error?.column == column)
    }

    @Test(arguments: [
        ("{\"a\":1}\n{\"a\":2}\n{\"a\":x}\n", "line 3, column 6"),
        ("{\"a\":1}\n\n{\"a\":\"b\n{\"c\":1}\n", "line 3, column 8"),
        ("oops\n{\"a\":1}\n{\"a\":2}\n", "line 1, column 1"),
    ])
    func `A malformed line among others is passed over, and told`(
        text: String, place: String
    ) throws {
        let source = PayloadSource(name: "a.ndjson", bytes: Array(text.utf8))
        let inferred = try MappingInference().infer([source])
        #expect(inferred.sources.map(\.documents) == [2])
        #expect(inferred.limits.count == 1)
        #expect(inferred.limits[0].hasPrefix("1 line passed over, the first: "))
        #expect(inferred.limits[0].contains(place), "\(inferred.limits)")
    }

    @Test(arguments: [
        "{\"a\":1\n,\"b\":2}\n{\"c\":3}", "{\"a\":1}\n[\n],3\n{\"b\":1}",
        "{\"a\":1}\n\"x\ny\",3\n{\"b\":1}",
        "{\"a\":1}\n{\"b\":1\n},3\n", "{\"a\":1}\n1,2\n",
    ])
    func `A value does not go on in the next line`(text: String) throws {
        let error = #expect(throws: InferenceError.self) { try places(text, "a.ndjson") }
        #expect(error?.code == .malformed)
    }

    @Test func `600 levels are refused at 512, with their place`() throws {
        let deep = String(repeating: "[", count: 600) + String(repeating: "]", count: 600)
        for text in [deep, "{\"a\":1}\n" + deep] {
            let error = #expect(throws: InferenceError.self) { try places(text, "a.json") }
            #expect(error?.code == .limitExceeded)
            #expect(error?.message.contains("512") == true)
            #expect(error?.column == 513)
        }
        let most =
            String(repeating: "[", count: 511) + "{\"a\":1}" + String(repeating: "]", count: 511)
        #expect(try places(most, "a.json").profile.nodes.count == 513)
        #expect(try places(most + "\n" + most, "a.json").profile.nodes.count == 513)
    }

    @Test(arguments: [
        ("A.YAML", "id: 1\n", "YAML; convert it first: yq -o json"),
        ("a.toml", "[[things]]\nid = 1\n", nil), ("a.txt", "hello\n", "other text"),
        ("a.json", "nothing", "other text"),
    ])
    func `other formats of text are told with an advice`(
        name: String, text: String, found: String?
    ) throws {
        let error = #expect(throws: InferenceError.self) { try places(text, name) }
        guard let found else { return }
        #expect(error?.code == .unsupportedFormat)
        #expect(
            error?.message
                == "expected JSON, lines of JSON, XML, a property list or a form, found "
                + found)
    }

    @Test(arguments: [
        ("a.csv", "id\n1\n", "csv"), ("A.TSV", "id,x\n1,2\n", "tsv"), ("a.tab", "id\n1\n", "tsv"),
        ("input", "id,name\n1,a\n", "csv"), ("input", "id\tname\n1\ta\n", "tsv"),
        ("input", "\"a,b\",c\n1,2\n", "csv"), ("input", "a=1,2&b=3,4", "form"),
        ("input", "[1,2]\n[3,4]\n", "lines"), ("a.csv", "{\"a\",b\n1,2\n", "csv"),
    ])
    func `A table is found by its name or by its lines`(
        name: String, text: String, format: String
    ) throws {
        let source = PayloadSource(name: name, bytes: Array(text.utf8))
        #expect(try source.format() == format)
    }

    @Test func `A table has types and identities by the rules of all payloads`() throws {
        let rows = (1...25).map { "\($0),0\(1000 + $0),2024-01-0\($0 % 9 + 1),\($0 % 2 == 0)" }
        let text = "city_id,zip,since,open\n" + rows.joined(separator: "\n")
        let source = PayloadSource(name: "cities.csv", bytes: Array(text.utf8))
        let inferred = try MappingInference().infer([source])
        let entity = try #require(inferred.entities.first)
        #expect(entity.name == "City" && entity.identification == ["cityID"])
        let types = entity.attributes.map { "\($0.name) \($0.type)" }.sorted()
        #expect(types == ["cityID integer64", "open boolean", "since date", "zip string"])
    }

    @Test(arguments: [[0xFF, 0xFE], [0xFE, 0xFF], []] as [[UInt8]], [false, true])
    func `JSON in UTF-16 is told with an advice`(mark: [UInt8], isBigEndian: Bool) throws {
        let units = Array("[{\"id\":1}]".utf16).flatMap {
            let (high, low) = (UInt8($0 >> 8), UInt8($0 & 0xFF))
            return isBigEndian ? [high, low] : [low, high]
        }
        let source = PayloadSource(name: "a.json", bytes: mark + units)
        let error = #expect(throws: InferenceError.self) {
            try PayloadProfiler(PayloadProfiler.Options()).profile([source])
        }
        #expect(error?.message.contains("iconv -f UTF-16 -t UTF-8") == true)
    }
}
