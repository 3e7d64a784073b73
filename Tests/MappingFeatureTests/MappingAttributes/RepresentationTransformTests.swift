import EntityMapper
import MercatorPayload
import ObjectGraph
import Testing

@Suite("Transforms of representations")
struct RepresentationTransformTests {
    private let model: ManagedObjectModel

    init() throws { model = try Comics.model() }

    struct Row: Sendable, CustomTestStringConvertible {
        let id: String
        let payload: String
        let answer: [String]

        init(_ id: String, _ payload: String, _ answer: [String]) {
            (self.id, self.payload, self.answer) = (id, payload, answer)
        }

        var testDescription: String { id }
    }

    private static let rows: [Row] = [
        Row("G-18", #"{"legacy_id": "1", "name": "A"}"#, [#"1 | "A" | nil"#]),
        Row(
            "G-19", #"[{"legacy_id": "1", "name": "A"}, {"id": "2", "name": "B"}]"#,
            [#"1 | "A" | nil"#, #"2 | "B" | nil"#]),
        Row("G-20", #"{"id": "1", "name": "A"}"#, [#"1 | "A" | nil"#]),
        Row("wins over what is there", #"{"id": 9, "legacy_id": 1}"#, ["1 | nil | nil"]),
        Row(
            "an absent identifier", #"[{"legacy_id": 1}, {"legacy_id": 1, "name": "B"}]"#,
            [
                #"1 | "B" | nil"#
            ]),
        Row(
            "exact digits", #"{"legacy_id": 1, "amount": 0.12345678901234567890123}"#,
            ["1 | nil | 0.12345678901234567890123"]),
        Row(
            "a key with an escape", #"{"legacy\u005fid": 1, "n\u0061me": "A"}"#,
            [
                #"1 | "A" | nil"#
            ]),
        Row("a key that is there twice", #"{"legacy_id": 3, "legacy_id": 1}"#, ["1 | nil | nil"]),
    ]

    @Test(arguments: StoreKind.allCases, rows)
    func `make representations what the mapping expects`(kind: StoreKind, row: Row) throws {
        let bench = try Workbench(kind, model)
        var mappings = try Comics.Mappings(model)
        mappings.character.representationTransform = Comics.legacy
        try bench.load(row.payload, mappings.set).requireNoIssues()
        #expect(try bench.lines("Character", "characterID", "name", "amount") == row.answer)
    }

    @Test(arguments: StoreKind.allCases)
    func `keep digits and places of what they take out of nested objects`(kind: StoreKind) throws {
        let bench = try Workbench(kind, model)
        var mappings = try Comics.Mappings(model)
        mappings.character.representationTransform = RepresentationTransform("unwrap") { members in
            guard case .dictionary(var inner) = members["data"] else { return nil }
            inner["publisher"] = ["id": inner["pub"] ?? .null, "name": "DC"]
            return inner
        }
        let result = try bench.load(
            """
            [{"data": {"id": 1, "amount": 12345678901234567890.5, "pub": 7}},
             {"data": {"id": 2, "amount": "x"}}]
            """, mappings.set)
        #expect(
            try bench.lines("Character", "characterID", "amount", "publisher.publisherID")
                == ["1 | 12345678901234567890.5 | [7]"])
        #expect(result.issues.map(\.path) == ["[1].data.amount"])
    }

    @Test(arguments: StoreKind.allCases)
    func `pass over texts and numbers`(kind: StoreKind) throws {
        let bench = try Workbench(kind, model)
        let calls = Log()
        var mappings = try Comics.Mappings(model)
        mappings.publisher = try model.mapping(
            "Publisher", identifiedBy: ["publisherID"], ["": "publisherID"])
        mappings.publisher.representationTransform = RepresentationTransform("counted") { _ in
            calls.add("asked")
            return nil
        }
        try bench.load(#"{"id": 1, "publisher": 7}"#, mappings.set).requireNoIssues()
        #expect(try bench.lines("Publisher", "publisherID") == ["7"])
        #expect(calls.lines.isEmpty)
    }

    @Test(arguments: StoreKind.allCases)
    func `are asked for the mapping that was chosen`(kind: StoreKind) throws {
        let bench = try Workbench(kind, model)
        let text = try model.mapping(
            "TextMessage", identifiedBy: ["messageID"], ["id": "messageID", "text": "text"])
        var picture = try model.mapping(
            "PictureMessage", identifiedBy: ["messageID"], ["id": "messageID", "url": "url"])
        picture.representationTransform = RepresentationTransform("address") { members in
            ["id": members["id"] ?? .null, "url": members["address"] ?? .null]
        }
        var messages = DynamicMapping(named: "Message")
        messages.add(.table(at: "kind", ["text": "TextMessage", "picture": "PictureMessage"]))
        // The transform of the dynamic mapping runs first: without it, no matcher recognizes the
        // representations.
        messages.representationTransform = RepresentationTransform("kind") { members in
            var members = members
            members["kind"] = members["type"]
            return members
        }
        let set = MappingSet([text, picture], dynamicMappings: [messages], roots: ["": "Message"])
        let payload = """
            [{"type": "text", "id": 1, "text": "T", "address": "x"},
             {"type": "picture", "id": 2, "address": "a://b"}]
            """
        try bench.load(payload, set).requireNoIssues()
        #expect(try bench.lines("TextMessage", "messageID", "text") == [#"1 | "T""#])
        #expect(try bench.lines("PictureMessage", "messageID", "url") == [#"2 | "a://b""#])
    }

    @Test(arguments: StoreKind.allCases)
    func `are asked for nested representations`(kind: StoreKind) throws {
        let bench = try Workbench(kind, model)
        var mappings = try Comics.Mappings(model)
        mappings.publisher.representationTransform = Comics.legacy
        let payload = #"{"id": 1, "name": "B", "publisher": {"legacy_id": "10", "name": "DC"}}"#
        try bench.load(payload, mappings.set).requireNoIssues()
        #expect(
            try bench.lines("Character", "characterID", "publisher.publisherID") == ["1 | [10]"])
    }

    @Test(arguments: StoreKind.allCases)
    func `leave paths from nested records to what is around them`(kind: StoreKind) throws {
        let bench = try Workbench(kind, model)
        var mappings = try Comics.Mappings(model)
        mappings.character.representationTransform = RepresentationTransform("wrapped") { members in
            guard case .dictionary(var inner) = members["data"] else { return nil }
            inner["name"] = .string("made")
            return inner
        }
        mappings.power.addAttributeMapping(from: "@parent.name", to: "owner")
        mappings.power.addAttributeMapping(from: "@root.page", to: "page")
        mappings.roots = ["list": "Character"]
        let payload = """
            {"page": 3, "list": [{"data": {"id": 1, "name": "A", "powers": [{"id": 5, "name": "fly"}]}}]}
            """
        try bench.load(payload, mappings.set).requireNoIssues()
        #expect(
            try bench.lines("Power", "powerID", "name", "owner", "page", "characters.name")
                == [#"5 | "fly" | "made" | 3 | ["made"]"#])
    }

    @Test(arguments: StoreKind.allCases, ["@parent", "@root", "@record"])
    func `meet the record around as the same record`(kind: StoreKind, path: String) throws {
        let bench = try Workbench(kind, model)
        let calls = Log()
        var mappings = try Comics.Mappings(model)
        mappings.character.representationTransform = RepresentationTransform("legacy") { members in
            calls.add("asked")
            return try Comics.renamed(members)
        }
        mappings.publisher.addRelationshipMapping(
            from: try PayloadPath(path), to: "characters", using: "Character")
        let payload = #"{"legacy_id": 1, "name": "A", "publisher": {"id": 10}}"#
        let result = try bench.load(payload, mappings.set)
        try result.requireNoIssues()
        #expect(
            try bench.lines("Character", "characterID", "publisher.publisherID") == ["1 | [10]"])
        #expect(result.counts["Character"]?.inserted == 1)
        #expect(calls.lines.count == 1)
    }

    @Test(arguments: StoreKind.allCases, [false, true])
    func `give the same with an observer and without`(kind: StoreKind, isObserved: Bool) throws {
        let bench = try Workbench(kind, model)
        var mappings = try Comics.Mappings(model)
        mappings.publisher.representationTransform = Comics.legacy
        let dc = #"{"legacy_id": 10, "name": "DC"}"#
        let payload =
            "[" + (1...4).map { #"{"id": \#($0), "publisher": \#(dc)}"# }.joined(separator: ",")
            + "]"
        let result =
            isObserved
            ? try bench.observe(payload, mappings.set).result.get()
            : try bench.load(payload, mappings.set)
        try result.requireNoIssues()
        #expect(result.counts["Publisher"]?.inserted == 1)
        #expect(result.counts["Publisher"]?.repeated == 3)
        #expect(
            try bench.lines("Publisher", "publisherID", "characters.characterID")
                == ["10 | [1,2,3,4]"])
    }

    @Test func `tell observers of values where they are in the payload`() throws {
        let bench = try Workbench(.inMemory, model)
        var mappings = try Comics.Mappings(model)
        mappings.character.representationTransform = Comics.legacy
        let (log, _) = try bench.observe(#"[{"name": "A", "legacy_id": 1}]"#, mappings.set)
        #expect(log.lines.contains("willMapRecord [0]"))
        #expect(log.lines.contains("found characterID [0].legacy_id"))
        #expect(log.lines.contains("found name [0].name"))
    }

    @Test func `map an object that stands for a list member by member`() throws {
        let bench = try Workbench(.inMemory, model)
        var publishers = try model.mapping(
            "Publisher", identifiedBy: ["name"], ["{name}.motto": "motto"])
        publishers.forcesCollectionMapping = true
        publishers.addAttributeMapping(fromKeyOfRepresentationTo: "name")
        publishers.representationTransform = RepresentationTransform("upper") { members in
            Dictionary(members.map { ($0.key.uppercased(), $0.value) }, uniquingKeysWith: { $1 })
        }
        try bench.load(#"{"dc": {"motto": "D"}, "marvel": {"motto": "M"}}"#, publishers)
            .requireNoIssues()
        #expect(
            try bench.lines("Publisher", "name", "motto") == [#""DC" | "D""#, #""MARVEL" | "M""#])
    }
}

extension Comics {
    /// Performs ``legacy``, without keeping the old key.
    static func renamed(_ members: [String: Value]) throws -> [String: Value] {
        var members = members
        members["id"] = members.removeValue(forKey: "legacy_id")
        return members
    }
}
