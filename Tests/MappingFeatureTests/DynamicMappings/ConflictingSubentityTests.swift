import EntityMapper
import MercatorPayload
import ObjectGraph
import TestSupport
import Testing

@Suite("Identification across sub-entities", .endsInTime)
struct ConflictingSubentityTests {
    private let model: ManagedObjectModel

    init() throws {
        model = try People.model()
    }

    private func mapping(
        _ entity: String, _ policy: ConflictingSubentityPolicy = .skip
    ) throws -> EntityMapping {
        try model.mapping(
            entity, identifiedBy: ["railsID"], ["id": "railsID", "name": "name"]
        ) { $0.conflictingSubentity = policy }
    }

    @Test(arguments: StoreKind.allCases)
    func `an object of a sub-entity is one of the entity`(kind: StoreKind) throws {
        // U04
        let bench = try Workbench(kind, model)
        try bench.insert("Child", ["railsID": 5])
        let result = try bench.load(#"{"id": 5, "name": "Maya"}"#, try mapping("Human"))
        #expect(result.total.updated == 1)
        #expect(try bench.lines("Child", "name") == [#""Maya""#])
    }

    @Test(arguments: StoreKind.allCases)
    func `an object of the entity above is a conflict`(kind: StoreKind) throws {
        // U05
        let bench = try Workbench(kind, model)
        let id = try bench.insert("Human", ["railsID": 5, "name": "Old"])
        let before = try bench.content()
        let result = try bench.load(#"[{"id": 5, "name": "New"}, {"id": 6}]"#, try mapping("Child"))
        #expect(
            result.issues.map(\.description) == [
                "Child.railsID (railsID: 5): expected an object of Child, found \(id), which is of "
                    + "Human, with this identification, at [0] (line 1, column 2)"
            ])
        #expect(result.issues.first?.code == .conflictingEntity)
        #expect(result.counts["Child"]?.inserted == 1)
        #expect(result.counts["Child"]?.failed == 1)
        #expect(try bench.content().count(where: before.contains) == before.count)
    }

    @Test(arguments: StoreKind.allCases)
    func `fails the operation where the policy says so`(kind: StoreKind) throws {
        let bench = try Workbench(kind, model)
        try bench.insert("Parent", ["railsID": 5])
        let error: MappingError? = caught {
            try bench.load(
                #"{"id": 5}"#, try mapping("Child"), options: .init(failurePolicy: .fail))
        }
        #expect(error?.description.contains("which is of Parent") == true)
        #expect(try bench.lines("Child", "railsID") == [])
    }

    @Test(arguments: StoreKind.allCases)
    func `keeps the stored object on request, and relationships refer to it`(kind: StoreKind) throws
    {
        let bench = try Workbench(kind, model)
        try bench.insert("Parent", ["railsID": 5, "name": "Old"])
        let human = try model.mapping("Human", identifiedBy: ["railsID"], ["id": "railsID"]) {
            $0.addRelationshipMapping(from: "friends", to: "friends", using: "Child")
        }
        let result = try bench.load(
            #"{"id": 1, "friends": [{"id": 5, "name": "New"}]}"#,
            MappingSet([human, try mapping("Child", .keep)], roots: [.root: "Human"]))
        #expect(result.issues.isEmpty)
        #expect(result.total.failed == 0)
        #expect(
            try bench.lines("Human", "railsID", "name", "friends.railsID")
                == [#"5 | "Old" | [1]"#, "1 | nil | [5]"])
    }

    @Test(arguments: StoreKind.allCases)
    func `leaves out what a relationship cannot lead to`(kind: StoreKind) throws {
        let bench = try Workbench(kind, model)
        try bench.insert("Human", ["railsID": 5, "name": "Old"])
        let parent = try model.mapping("Parent", identifiedBy: ["parentID"], ["id": "parentID"]) {
            $0.addRelationshipMapping(from: "children", to: "children", using: "Child")
        }
        try bench.load(
            #"{"id": 1, "children": [{"id": 5}, {"id": 6}]}"#,
            MappingSet([parent, try mapping("Child", .keep)], roots: [.root: "Parent"]))
        #expect(try bench.lines("Parent", "children.railsID") == ["[6]"])
    }

    @Test(arguments: StoreKind.allCases)
    func `replaces the stored object on request`(kind: StoreKind) throws {
        let bench = try Workbench(kind, model)
        try bench.insert("Human", ["railsID": 5, "name": "Old", "sex": "m"])
        let payload = #"{"id": 5, "name": "New"}"#
        let result = try bench.load(payload, try mapping("Child", .replace))
        #expect(result.counts["Child"]?.inserted == 1)
        #expect(result.counts["Human"]?.deleted == 1)
        #expect(try bench.lines("Human", "railsID", "name", "sex") == [#"5 | "New" | nil"#])
        #expect(try bench.load(payload, try mapping("Child", .replace)).total.inserted == 0)
    }

    @Test(arguments: StoreKind.allCases)
    func `keeps both objects on request`(kind: StoreKind) throws {
        let bench = try Workbench(kind, model)
        let set = MappingSet(
            [try mapping("Human"), try mapping("Child", .insert), try mapping("Parent", .insert)],
            roots: ["humans": "Human", "children": "Child", "parents": "Parent"])
        let payload = #"{"parents": [{"id": 5}], "children": [{"id": 5}]}"#
        #expect(try bench.load(payload, set).total.inserted == 2)
        #expect(try bench.load(payload, set).total.inserted == 0)
        #expect(try bench.lines("Human", "railsID") == ["5", "5"])
    }

    @Test(arguments: StoreKind.allCases)
    func `records of one payload join in the entity that is further down`(kind: StoreKind) throws {
        let set = MappingSet(
            [try mapping("Human"), try mapping("Child")],
            roots: ["humans": "Human", "children": "Child"])
        for payload in [
            #"{"humans": [{"id": 5, "name": "A"}], "children": [{"id": 5}]}"#,
            #"{"children": [{"id": 5}], "humans": [{"id": 5, "name": "A"}]}"#,
        ] {
            let bench = try Workbench(kind, model)
            let result = try bench.load(payload, set)
            #expect(result.total.inserted == 1)
            #expect(result.issueCount == 0)
            #expect(try bench.lines("Child", "railsID", "name") == [#"5 | "A""#])
            #expect(try bench.load(payload, set).total.unchanged == 1)
        }
    }

    @Test(arguments: StoreKind.allCases)
    func `siblings in one payload are a conflict of the later one`(kind: StoreKind) throws {
        let bench = try Workbench(kind, model)
        let set = MappingSet(
            [try mapping("Parent"), try mapping("Child")],
            roots: ["parents": "Parent", "children": "Child"])
        let result = try bench.load(#"{"children": [{"id": 5}], "parents": [{"id": 5}]}"#, set)
        #expect(
            result.issues.map(\.description) == [
                "Child.railsID (railsID: 5): expected an object of Child, found one of Parent in this "
                    + "payload with this identification, at children[0] (line 1, column 15)"
            ])
        #expect(try bench.lines("Human", "railsID") == ["5"])
    }

    @Test(arguments: StoreKind.allCases)
    func `a record that fits is applied beside one that does not`(kind: StoreKind) throws {
        let bench = try Workbench(kind, model)
        try bench.insert("Human", ["railsID": 5])
        let set = MappingSet(
            [try mapping("Human"), try mapping("Child")],
            roots: ["humans": "Human", "children": "Child"])
        let result = try bench.load(
            #"{"children": [{"id": 5, "name": "B"}], "humans": [{"id": 5, "name": "A"}]}"#, set)
        #expect(result.issues.map(\.code) == [.conflictingEntity])
        #expect(try bench.lines("Human", "name") == [#""A""#])
        #expect(result["humans"].count == 1)
        #expect(result["children"] == [])
    }
}
