import ConnectionEvaluation
import EntityMapper
import MercatorPayload
import ObjectGraph
import Testing

/// Rows of the catalogue's section 2.U, in which the behavior of RestKit's source differs from
/// Mercator's, and rows about nested lists.
///
/// Other rows of the section are tested with their features: U04 and U05 with sub-entities, U13 and
/// U14 with modification attributes, U16 and U17 with orphans. U19, U22 and U23 concern requests.
@Suite("Where RestKit decided otherwise")
struct EntityDecisionTests {
    private let model: ManagedObjectModel

    init() throws {
        model = try People.model()
    }

    private func human(
        _ attributes: KeyValuePairs<PayloadPath, String>,
        _ change: (inout EntityMapping) -> Void = { _ in }
    ) throws -> EntityMapping {
        try model.mapping("Human", identifiedBy: ["railsID"], attributes, change)
    }

    @Test(arguments: StoreKind.allCases)
    func `a record without identification never finds a stored object without one`(
        kind: StoreKind
    ) throws {
        // U01, U02
        let bench = try Workbench(kind, model)
        try bench.insert("Human", ["name": "X"])
        let mapping = try human(["id": "railsID", "name": "name"])
        try bench.load(#"{"id": null, "name": "New"}"#, mapping)
        #expect(try bench.lines("Human", "name") == [#""X""#, #""New""#])
        try bench.load(#"[{"name": "A"}, {"name": "B"}]"#, mapping)
        #expect(try bench.lines("Human", "name").count == 4)
    }

    @Test(arguments: StoreKind.allCases)
    func `an empty list of foreign keys empties the relationship`(kind: StoreKind) throws {
        // U07
        let bench = try Workbench(kind, model)
        try bench.insert("Cat", ["railsID": 1, "name": "A"])
        let mapping = try human(["id": "railsID", "cats": "catIDs"]) {
            $0.addConnection(for: "cats", connectedBy: ["catIDs": "railsID"])
        }
        try bench.load(#"{"id": 7, "cats": [1]}"#, mapping)
        #expect(try bench.lines("Human", "cats.name") == [#"["A"]"#])
        try bench.load(#"{"id": 7, "cats": []}"#, mapping)
        #expect(try bench.lines("Human", "cats.name") == ["[]"])
    }

    @Test(arguments: StoreKind.allCases)
    func `a source that does not meet the predicate keeps what it has`(kind: StoreKind) throws {
        // U08
        let bench = try Workbench(kind, model)
        try bench.insert("Cat", ["railsID": 1, "name": "A"])
        let mapping = try human(["id": "railsID", "cats": "catIDs", "sex": "sex"]) {
            $0.addConnection(
                ConnectionDescription(
                    entity: "Human", relationship: "cats", connectedBy: ["catIDs": "railsID"],
                    sourcePredicate: .attribute("sex") == "male"))
        }
        try bench.load(#"{"id": 7, "cats": [1], "sex": "male"}"#, mapping)
        try bench.load(#"{"id": 7, "cats": [], "sex": "female"}"#, mapping)
        #expect(try bench.lines("Human", "cats.name") == [#"["A"]"#])
    }

    @Test(arguments: StoreKind.allCases)
    func `a destination of a later load connects by itself`(kind: StoreKind) throws {
        // U10
        let bench = try Workbench(kind, model)
        let mapping = try human(["id": "railsID", "cat": "favoriteCatID"]) {
            $0.addConnection(for: "favoriteCat", connectedBy: ["favoriteCatID": "railsID"])
        }
        let open = try bench.load(#"{"id": 1, "cat": 7}"#, mapping)
        #expect(open.unresolved.map(\.count) == [1])
        let cat = try model.mapping("Cat", identifiedBy: ["railsID"], ["id": "railsID"])
        #expect(try bench.load(#"{"id": 7}"#, cat).counts["Human"]?.connected == 1)
        #expect(try bench.lines("Human", "favoriteCat.railsID") == ["[7]"])
    }

    @Test(arguments: StoreKind.allCases)
    func `of several destinations the oldest is taken, and reported`(kind: StoreKind) throws {
        // U11
        let bench = try Workbench(kind, model)
        try bench.insert("Cat", ["railsID": 7, "name": "Old"])
        try bench.insert("Cat", ["railsID": 7, "name": "Young"])
        let mapping = try human(["id": "railsID", "cat": "favoriteCatID"]) {
            $0.addConnection(for: "favoriteCat", connectedBy: ["favoriteCatID": "railsID"])
        }
        let result = try bench.load(#"{"id": 1, "cat": 7}"#, mapping)
        #expect(result.issues.map(\.code) == [.ambiguousConnection])
        #expect(try bench.lines("Human", "favoriteCat.name") == [#"["Old"]"#])
    }

    @Test(arguments: StoreKind.allCases)
    func `a single record that fails is an issue, not an empty success`(kind: StoreKind) throws {
        // U20
        let bench = try Workbench(kind, model)
        let mapping = try human(["id": "railsID", "name": "name"])
        let result = try bench.load(#"{"id": "seven", "name": "A"}"#, mapping)
        #expect(result.issueCount == 1)
        #expect(caught { try result.requireNoIssues() } as MappingError? != nil)
        #expect(try bench.lines("Human", "name") == [])
    }

    @Test(arguments: StoreKind.allCases)
    func `a union keeps what was there, in lists that lead back to each other`(
        kind: StoreKind
    ) throws {
        // G08
        let lists = try ManagedObjectModel([
            EntityDescription(
                "List", attributes: [.init("name", .string)],
                relationships: [
                    .toMany("entries", "Entry", inverse: "list"), .toOne("author", "Author"),
                ]),
            EntityDescription(
                "Entry", attributes: [.init("name", .string)],
                relationships: [
                    .toOne("list", "List", inverse: "entries"), .toOne("relatedList", "List"),
                ]),
            EntityDescription("Author", attributes: [.init("name", .string)]),
        ])
        let bench = try Workbench(kind, lists)
        let list = try lists.mapping("List", identifiedBy: ["name"], ["name": "name"]) {
            $0.addRelationshipMapping(from: "author", to: "author", using: "Author")
            $0.addRelationshipMapping(
                from: "entries", to: "entries", using: "Entry", assignmentPolicy: .union)
        }
        let entry = try lists.mapping("Entry", identifiedBy: ["name"], ["name": "name"]) {
            $0.addRelationshipMapping(from: "list", to: "list", using: "List")
            $0.addRelationshipMapping(from: "relatedList", to: "relatedList", using: "List")
        }
        let author = try lists.mapping("Author", identifiedBy: ["name"], ["name": "name"])
        let set = MappingSet([list, entry, author], roots: ["lists": "List"])
        try bench.load(
            #"{"lists": [{"name": "Second List", "entries": [{"name": "Existing Entry"}]}]}"#, set)
        let payload = """
            {"lists": [
              {"name": "First List", "author": {"name": "Blake"},
               "entries": [{"name": "First List Entry"}]},
              {"name": "Second List", "author": {"name": "Blake"},
               "entries": [{"name": "Second List Entry"}]},
              {"name": "Third List", "author": {"name": "Sarah"},
               "entries": [{"name": "Third List Entry", "relatedList": {"name": "First List"}}]}]}
            """
        let result = try bench.load(payload, set)
        #expect(result.counts["List"]?.inserted == 2)
        #expect(result.counts["Author"]?.inserted == 2)
        #expect(
            try bench.lines("List", "name", "entries.name").first
                == #""Second List" | ["Existing Entry","Second List Entry"]"#)
        #expect(
            try bench.lines("Entry", "name", "relatedList.name").contains(
                #""Third List Entry" | ["First List"]"#))
        #expect(try bench.load(payload, set).total.updated == 0)
    }
}
