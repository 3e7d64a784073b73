import EntityMapper
import Foundation
import MercatorPayload
import ObjectGraph
import Testing

@Suite("Modification attributes")
struct ModificationTests {
    private let model: ManagedObjectModel

    init() throws {
        model = try ManagedObjectModel([
            EntityDescription(
                "Human",
                attributes: [
                    .init("railsID", .integer32), .init("name", .string), .init("text", .string),
                    .init("number", .integer64), .init("date", .date),
                    .init("decimal", .decimal), .init("isGone", .boolean),
                ], relationships: [.toMany("cats", "Cat", inverse: "human")]),
            EntityDescription(
                "Cat", attributes: [.init("name", .string)],
                relationships: [.toOne("human", "Human", inverse: "cats")]),
        ])
    }

    struct Row: Sendable, CustomTestStringConvertible {
        let id: String
        let attribute: String
        let current: Value
        let incoming: String
        let isSkipped: Bool
        var testDescription: String { id }
    }

    private static let rows: [Row] = [
        Row(id: "D01", attribute: "text", current: "Blake", incoming: #""Blake""#, isSkipped: true),
        Row(
            id: "D02", attribute: "text", current: "MISMATCH", incoming: #""Blake""#,
            isSkipped: false),
        Row(
            id: "D03", attribute: "date",
            current: .date(.init(uncheckedSeconds: 86400, nanoseconds: 0)),
            incoming: #""1970-01-02T00:00:00Z""#, isSkipped: true),
        Row(
            id: "D04", attribute: "date",
            current: .date(.init(uncheckedSeconds: 2 * 86400, nanoseconds: 0)),
            incoming: #""1970-01-02T00:00:00Z""#, isSkipped: true),
        Row(
            id: "D05", attribute: "date",
            current: .date(.init(uncheckedSeconds: 0, nanoseconds: 0)),
            incoming: #""1970-01-02T00:00:00Z""#, isSkipped: false),
        Row(id: "D06", attribute: "number", current: 100, incoming: "100", isSkipped: true),
        Row(id: "D07", attribute: "number", current: 999, incoming: "100", isSkipped: true),
        Row(id: "D08", attribute: "number", current: 100, incoming: "999", isSkipped: false),
        Row(
            id: "decimal", attribute: "decimal", current: .decimal(1), incoming: "1.01",
            isSkipped: false),
        Row(
            id: "item 47: null", attribute: "number", current: 999, incoming: "null",
            isSkipped: false),
        Row(
            id: "item 43: none yet", attribute: "number", current: .null, incoming: "1",
            isSkipped: false),
    ]

    private func mapping(_ attribute: String) throws -> EntityMapping {
        try model.mapping(
            "Human", identifiedBy: ["railsID"],
            ["id": "railsID", "name": "name", "version": .init(stringLiteral: attribute)]
        ) { $0.modificationAttribute = attribute }
    }

    @Test(arguments: StoreKind.allCases, rows)
    func `skips what is no newer`(kind: StoreKind, row: Row) throws {
        let bench = try Workbench(kind, model)
        try bench.insert("Human", ["railsID": 1, "name": "Old", row.attribute: row.current])
        try bench.load(
            #"{"id": 1, "name": "New", "version": \#(row.incoming)}"#, try mapping(row.attribute))
        #expect(try bench.lines("Human", "name") == [row.isSkipped ? #""Old""# : #""New""#])
    }

    @Test(arguments: StoreKind.allCases)
    func `the concrete mapping of a dynamic one decides`(kind: StoreKind) throws {
        // D10
        let bench = try Workbench(kind, model)
        try bench.insert("Human", ["railsID": 1, "name": "Old", "number": 5])
        let set = MappingSet(
            [try mapping("number")],
            dynamicMappings: [
                DynamicMapping(
                    named: "Anyone", [.closure("all", among: ["Human"]) { _ in .use("Human") }])
            ], roots: [.root: "Anyone"])
        let result = try bench.load(#"{"id": 1, "name": "New", "version": 5}"#, set)
        #expect(result.total.unchanged == 1)
        #expect(try bench.lines("Human", "name") == [#""Old""#])
    }

    @Test(arguments: StoreKind.allCases)
    func `a new object is never skipped`(kind: StoreKind) throws {
        // U13
        let bench = try Workbench(kind, model)
        let mapping = try model.mapping(
            "Human", identifiedBy: ["railsID"], ["id": "railsID", "name": "name"]
        ) { $0.modificationAttribute = "railsID" }
        try bench.load(#"{"id": 1, "name": "A"}"#, mapping)
        #expect(try bench.lines("Human", "railsID", "name") == [#"1 | "A""#])
    }

    @Test(arguments: StoreKind.allCases, [false, true])
    func `relationships of unmodified objects are mapped on request`(
        kind: StoreKind, isOnRequest: Bool
    ) throws {
        // D09
        let bench = try Workbench(kind, model)
        var human = try mapping("number")
        human.addRelationshipMapping(from: "cats", to: "cats", using: "Cat")
        human.shouldMapRelationshipsIfObjectIsUnmodified = isOnRequest
        let set = MappingSet(
            [human, try model.mapping("Cat", identifiedBy: ["name"], ["name": "name"])],
            roots: [.root: "Human"])
        try bench.load(#"{"id": 1, "name": "Old", "version": 5}"#, set)
        let payload = #"{"id": 1, "name": "New", "version": 5, "cats": [{"name": "Asia"}]}"#
        let result = try bench.load(payload, set)
        #expect(result.counts["Human"]?.updated == (isOnRequest ? 1 : 0))
        #expect(
            try bench.lines("Human", "name", "cats.name")
                == [#""Old" | "# + (isOnRequest ? #"["Asia"]"# : "[]")])
        #expect(try bench.load(payload, set).total.updated == 0)
        #expect(result.array.count == 1)
    }

    @Test(arguments: StoreKind.allCases)
    func `a mark of deletion is read although the version is the same`(kind: StoreKind) throws {
        // U14
        let bench = try Workbench(kind, model)
        var human = try mapping("number")
        human.addAttributeMapping(from: "gone", to: "isGone")
        human.deletionPredicate = .attribute("isGone") == true
        try bench.load(#"[{"id": 1, "version": 5}, {"id": 2, "version": 5}]"#, human)
        let result = try bench.load(
            #"[{"id": 1, "name": "A", "version": 5, "gone": true}, {"id": 2, "name": "B", "version": 5, "gone": false}]"#,
            human)
        #expect(result.total.deleted == 1)
        #expect(try bench.lines("Human", "railsID", "name") == ["2 | nil"])
        let issue = try bench.load(#"{"id": 2, "version": 5, "gone": "perhaps"}"#, human)
        #expect(issue.issues.map(\.property) == ["isGone"])
    }

    @Test(arguments: StoreKind.allCases, [false, true])
    func `a new object that any of its records marks as gone is not there`(
        kind: StoreKind, newestFirst: Bool
    ) throws {
        let bench = try Workbench(kind, model)
        var human = try mapping("number")
        human.addAttributeMapping(from: "gone", to: "isGone")
        human.deletionPredicate = .attribute("isGone") == true
        let records = [
            #"{"id": 1, "name": "A", "version": 6}"#,
            #"{"id": 1, "name": "B", "version": 5, "gone": true}"#,
        ]
        let payload = (newestFirst ? records : records.reversed()).joined(separator: ", ")
        let result = try bench.load("[\(payload), {\"id\": 2, \"version\": 1}]", human)
        #expect(try bench.lines("Human", "railsID") == ["2"])
        #expect(result.issueCount == 0)
        let again = try bench.load("[\(payload)]", human)
        #expect(again.array.isEmpty && again.issueCount == 0)
        #expect(try bench.lines("Human", "railsID") == ["2"])
    }
}
