import EntityMapper
import ObjectGraph
import Payload
import Testing

@Suite("Assignment policies")
struct MappingAssignmentPolicyTests {
    let model: ManagedObjectModel

    init() throws {
        model = try People.model()
    }

    private func humans(
        _ relationship: String, _ policy: AssignmentPolicy, catIdentity: [String]? = ["name"],
        assignsNil: Bool = false
    ) throws -> MappingSet {
        let human = try model.mapping("Human", identifiedBy: ["name"], ["name": "name"]) {
            $0.addRelationshipMapping(
                from: "cats", to: relationship, using: "Cat", assignmentPolicy: policy)
            $0.assignsNilForMissingRelationships = assignsNil
        }
        let cat = try model.mapping(
            "Cat", identifiedBy: catIdentity, ["name": "name", "age": "age"])
        return MappingSet([human, cat], roots: [.root: "Human"])
    }

    @Test(arguments: StoreKind.allCases)
    func `replace deletes what fell out and keeps the others`(kind: StoreKind) throws {
        // G01; survivors are updated, never made anew.
        let bench = try Workbench(kind, model)
        let set = try humans("cats", .replace)
        let first = try bench.load(
            #"{"name": "Blake", "cats": [{"name": "Lola"}, {"name": "Asia", "age": 1}]}"#, set)
        #expect(first.counts["Cat"]?.deleted == 0)
        let asia = try bench.container.perform { context in
            try context.fetch(FetchRequest("Cat", where: .attribute("name") == "Asia")).map(
                \.objectID)
        }
        let result = try bench.load(
            #"{"name": "Blake", "cats": [{"name": "Asia", "age": 2}, {"name": "Roy"}]}"#, set)
        #expect(result.counts["Cat"]?.deleted == 1)
        #expect(result.counts["Cat"]?.updated == 1)
        #expect(try bench.lines("Human", "cats.name") == [#"["Asia","Roy"]"#])
        #expect(try bench.lines("Cat", "name", "age") == [#""Asia" | 2"#, #""Roy" | nil"#])
        let later = try bench.container.perform { context in
            try context.fetch(FetchRequest("Cat", where: .attribute("name") == "Asia")).map(
                \.objectID)
        }
        #expect(later == asia)
    }

    @Test(arguments: StoreKind.allCases)
    func `replace twice leaves what the payload has`(kind: StoreKind) throws {
        // G02
        let bench = try Workbench(kind, model)
        let set = try humans("cats", .replace, catIdentity: nil)
        for _ in 0..<2 {
            try bench.load(#"{"name": "Blake", "cats": [{"name": "Roy"}]}"#, set)
            #expect(try bench.lines("Human", "cats.name") == [#"["Roy"]"#])
            #expect(try bench.lines("Cat", "name") == [#""Roy""#])
        }
    }

    @Test(
        arguments: StoreKind.allCases, [#"{"name": "Blake", "cats": null}"#, #"{"name": "Blake"}"#])
    func `replace deletes the object of a to-one relationship`(kind: StoreKind, json: String) throws
    {
        // G03, G04
        let bench = try Workbench(kind, model)
        let set = try humans("favoriteCat", .replace, assignsNil: true)
        try bench.load(#"{"name": "Blake", "cats": {"name": "Lola"}}"#, set)
        try bench.load(#"{"name": "Blake", "cats": {"name": "Asia"}}"#, set)
        #expect(try bench.lines("Cat", "name") == [#""Asia""#])
        try bench.load(json, set)
        #expect(try bench.lines("Human", "favoriteCat.name") == ["[]"])
        #expect(try bench.lines("Cat", "name") == [])
    }

    @Test(arguments: StoreKind.allCases)
    func `replace does not delete what only moved`(kind: StoreKind) throws {
        let bench = try Workbench(kind, model)
        let set = try humans("cats", .replace)
        try bench.load(
            #"[{"name": "A", "cats": [{"name": "Roy"}, {"name": "Asia"}]}, {"name": "B", "cats": []}]"#,
            set)
        let result = try bench.load(
            #"[{"name": "A", "cats": [{"name": "Asia"}]}, {"name": "B", "cats": [{"name": "Roy"}]}]"#,
            set)
        #expect(result.counts["Cat"]?.deleted == 0)
        #expect(try bench.lines("Human", "cats.name") == [#"["Asia"]"#, #"["Roy"]"#])
    }

    @Test(
        arguments: StoreKind.allCases,
        [
            #"{"name": "Blake", "cats": []}"#, #"{"name": "Blake", "cats": null}"#,
            #"{"name": "Blake"}"#, #"{"name": "Blake", "cats": [{"name": "Lola"}]}"#,
        ])
    func `union keeps what is there`(kind: StoreKind, json: String) throws {
        // G05, items 74 and 75
        let bench = try Workbench(kind, model)
        let set = try humans("cats", .union, assignsNil: true)
        try bench.load(#"{"name": "Blake", "cats": [{"name": "Lola"}]}"#, set)
        #expect(try bench.load(json, set).counts["Human"]?.updated == 0)
        #expect(try bench.lines("Human", "cats.name") == [#"["Lola"]"#])
    }

    @Test(arguments: StoreKind.allCases)
    func `union puts the new ones behind, in order`(kind: StoreKind) throws {
        let bench = try Workbench(kind, model)
        let set = try humans("catsInOrderByAge", .union)
        try bench.load(#"{"name": "Blake", "cats": [{"name": "C"}, {"name": "A"}]}"#, set)
        try bench.load(#"{"name": "Blake", "cats": [{"name": "B"}, {"name": "A"}]}"#, set)
        #expect(try bench.lines("Human", "catsInOrderByAge.name") == [#"["C","A","B"]"#])
    }
}
