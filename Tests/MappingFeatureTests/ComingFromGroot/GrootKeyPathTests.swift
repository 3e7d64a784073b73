import EntityMapper
import MappingConventions
import MercatorPayload
import ObjectGraph
import Testing

@Suite("Rows of Groot's catalogue: annotations and key paths")
struct GrootKeyPathTests {
    @Test(arguments: StoreKind.allCases)
    func `maps what is annotated, and what is nested in it`(kind: StoreKind) throws {
        let groot = try GrootBench(kind, GrootModel.comic())
        let result = try groot.loadCleanly(GrootPayload.batman, into: "Character")
        #expect(result.total.inserted == 4)
        #expect(
            try groot.bench.lines("Character", "identifier", "name", "realName")
                == [#"1699 | "Batman" | "Bruce Wayne""#])
        #expect(
            try groot.bench.lines("Power", "identifier", "name", "characters.name")
                == [#"4 | "Agility" | ["Batman"]"#, #"9 | "Insanely Rich" | ["Batman"]"#])
        #expect(
            try groot.bench.lines("Publisher", "identifier", "name", "characters.name")
                == [#"10 | "DC Comics" | ["Batman"]"#])
    }

    @Test(arguments: StoreKind.allCases)
    func `ordered relationships keep the order of the payload`(kind: StoreKind) throws {
        let groot = try GrootBench(kind, GrootModel.comic(isOptional: true))
        try groot.loadCleanly(GrootPayload.batman, into: "Character")
        #expect(try groot.bench.lines("Character", "powers.identifier") == ["[4,9]"])
        try groot.loadCleanly(
            #"{"id": "1699", "powers": [{"id": "9"}, {"id": "4"}]}"#, into: "Character")
        #expect(try groot.bench.lines("Character", "powers.identifier") == ["[9,4]"])
    }

    @Test(arguments: StoreKind.allCases)
    func `before 1.0 a property without a key path has its own name`(kind: StoreKind) throws {
        let model = try GrootModel.comic(
            isOptional: true, AnnotationChange("Character.name", "JSONKeyPath", nil),
            AnnotationChange("Character.realName", "JSONKeyPath", "null"))
        let groot = try GrootBench(kind, model, rules: .groot0)
        let payload = #"{"id": "1", "name": "B", "real_name": "x", "realName": "y"}"#
        try groot.loadCleanly(payload, into: "Character")
        #expect(
            try groot.bench.lines("Character", "identifier", "name", "realName")
                == [#"1 | "B" | nil"#])
        #expect(
            try groot.json("Character")
                == #"[{"id":"1","name":"B","powers":[],"publisher":null}]"#)
    }

    @Test(arguments: StoreKind.allCases)
    func `from 1.0 on a property without a key path is left alone`(kind: StoreKind) throws {
        let groot = try GrootBench(kind, GrootModel.flat())
        let payload = #"{"id": "1", "name": "B", "internalNote": "n", "internal_note": "n"}"#
        try groot.loadCleanly(payload, into: "Character")
        #expect(try groot.bench.lines("Character", "name", "internalNote") == [#""B" | nil"#])
        #expect(
            try groot.json("Character")
                == #"[{"id":"1","name":"B","publisher":{"name":null}}]"#)
    }

    @Test(arguments: StoreKind.allCases)
    func `a key path leads into nested objects`(kind: StoreKind) throws {
        let groot = try GrootBench(kind, GrootModel.flat())
        let payload =
            #"{"id": "1699", "name": "Batman", "publisher": {"id": "10", "name": "DC Comics"}}"#
        try groot.loadCleanly(payload, into: "Character")
        #expect(
            try groot.bench.lines("Character", "identifier", "publisherName")
                == [#"1699 | "DC Comics""#])
    }

    /// Returns `M-FLAT` with the character that precedes the rows about invalid paths.
    private static func known(_ kind: StoreKind) throws -> GrootBench {
        let groot = try GrootBench(kind, GrootModel.flat())
        try groot.bench.insert(
            "Character", ["identifier": 1, "name": "B", "publisherName": "DC"])
        return groot
    }

    struct BrokenPath: Sendable, CustomTestStringConvertible {
        let id: String
        let payload: String
        var testDescription: String { id }
    }

    @Test(
        arguments: StoreKind.allCases,
        [
            BrokenPath(id: "G-06", payload: #"{"id": "1", "publisher": {}}"#),
            BrokenPath(id: "G-07, D-1", payload: #"{"id": "1", "publisher": null}"#),
        ])
    func `nothing on the way is as if the value were absent`(
        kind: StoreKind, row: BrokenPath
    ) throws {
        let groot = try Self.known(kind)
        var mappings = groot.mappings
        mappings.addRoot(.root, using: "Character")
        let (log, result) = try groot.bench.observe(row.payload, mappings)
        #expect(try result.get().total.unchanged == 1)
        #expect(log.kinds(of: "publisherName") == [.notFound])
        #expect(try groot.bench.lines("Character", "publisherName") == [#""DC""#])
    }

    @Test(arguments: StoreKind.allCases)
    func `a text on the way does not fit`(kind: StoreKind) throws {
        let groot = try Self.known(kind)
        let payload = #"{"id": "1", "publisher": "10"}"#
        let issue = try groot.refusal(of: payload, into: "Character")
        #expect(
            issue.description
                == "Character (identifier: 1): expected an object, found text, at publisher "
                + "(line 1, column 26)")
        #expect(try groot.load(payload, into: "Character").issues.count == 1)
        #expect(try groot.bench.lines("Character", "publisherName") == [#""DC""#])
    }
}
