import EntityMapper
import ObjectGraph
import Payload
import Testing

@Suite("Nested relationships")
struct MappingRelationshipTests {
    let model: ManagedObjectModel

    init() throws {
        model = try People.model()
    }

    /// Humans with a relationship to cats, both identified by name.
    private func cats(
        _ relationship: String, _ policy: AssignmentPolicy = .set,
        catIdentity: [String]? = ["name"], assignsNil: Bool = false
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

    private let asiaAndRoy = #"{"name": "Blake", "cats": [{"name": "Asia"}, {"name": "Roy"}]}"#

    @Test(
        arguments: StoreKind.allCases,
        [
            (#"{"name": "Blake", "cats": []}"#, "[]"), (#"{"name": "Blake", "cats": null}"#, "[]"),
            (#"{"name": "Blake"}"#, #"["Asia","Roy"]"#),
            (#"{"name": "Blake", "cats": {"name": "Lola"}}"#, #"["Lola"]"#),
            (#"{"name": "Blake", "cats": [null, {"name": "Lola"}]}"#, #"["Lola"]"#),
        ])
    func `fills a to-many relationship`(
        kind: StoreKind, step: (json: String, cats: String)
    ) throws {
        // F01, F04, items 62 to 65
        let bench = try Workbench(kind, model)
        let set = try cats("cats")
        #expect(try bench.load(asiaAndRoy, set).issueCount == 0)
        #expect(try bench.lines("Human", "cats.name") == [#"["Asia","Roy"]"#])
        #expect(try bench.load(step.json, set).issueCount == 0)
        #expect(try bench.lines("Human", "cats.name") == [step.cats])
        // What left the relationship stays in the store.
        #expect(try bench.lines("Cat", "name").prefix(2) == [#""Asia""#, #""Roy""#])
    }

    @Test(
        arguments: StoreKind.allCases,
        [
            (#"{"name": "Blake", "cats": null}"#, "[]", 0),
            (#"{"name": "Blake"}"#, #"["Asia"]"#, 0),
            (#"{"name": "Blake", "cats": {"name": "Roy"}}"#, #"["Roy"]"#, 0),
            (#"{"name": "Blake", "cats": [{"name": "Roy"}]}"#, #"["Asia"]"#, 1),
            (#"{"name": "Blake", "cats": "Roy"}"#, #"["Asia"]"#, 1),
        ])
    func `fills a to-one relationship`(
        kind: StoreKind, step: (json: String, cat: String, issues: Int)
    ) throws {
        // F02, F03
        let bench = try Workbench(kind, model)
        let set = try cats("favoriteCat")
        try bench.load(#"{"name": "Blake", "cats": {"name": "Asia"}}"#, set)
        let result = try bench.load(step.json, set)
        #expect(result.issueCount == step.issues)
        #expect(try bench.lines("Human", "favoriteCat.name") == [step.cat])
    }

    @Test(arguments: StoreKind.allCases)
    func `says where an array stands for one object`(kind: StoreKind) throws {
        let bench = try Workbench(kind, model)
        let result = try bench.load(
            #"{"name": "Blake", "cats": [{"name": "Roy"}]}"#, try cats("favoriteCat"))
        #expect(
            result.issues.map(\.description) == [
                #"Human.favoriteCat (name: "Blake"): expected one object, found an array, "#
                    + "at cats (line 1, column 27)"
            ])
    }

    @Test(arguments: StoreKind.allCases)
    func `empties what is missing on request`(kind: StoreKind) throws {
        let bench = try Workbench(kind, model)
        let set = try cats("cats", assignsNil: true)
        try bench.load(asiaAndRoy, set)
        try bench.load(#"{"name": "Blake"}"#, set)
        #expect(try bench.lines("Human", "cats.name") == ["[]"])
    }

    @Test(arguments: StoreKind.allCases)
    func `keeps the order of the payload`(kind: StoreKind) throws {
        // F05
        let bench = try Workbench(kind, model)
        let set = try cats("catsInOrderByAge")
        try bench.load(
            #"{"name": "Blake", "cats": [{"name": "C"}, {"name": "A"}, {"name": "B"}]}"#, set)
        #expect(try bench.lines("Human", "catsInOrderByAge.name") == [#"["C","A","B"]"#])
        let json = #"{"name": "Blake", "cats": [{"name": "A"}, {"name": "D"}, {"name": "C"}]}"#
        #expect(try bench.load(json, set).counts["Human"]?.updated == 1)
        #expect(try bench.lines("Human", "catsInOrderByAge.name") == [#"["A","D","C"]"#])
        #expect(try bench.load(json, set).counts["Human"]?.updated == 0)
    }

    @Test(arguments: StoreKind.allCases)
    func `fills both ends of a relationship between many`(kind: StoreKind) throws {
        // F08
        let bench = try Workbench(kind, model)
        let parent = try model.mapping("Parent", identifiedBy: ["name"], ["name": "name"]) {
            $0.addRelationshipMapping(from: "children", to: "children", using: "Child")
        }
        let child = try model.mapping("Child", identifiedBy: ["name"], ["name": "name"]) {
            $0.addRelationshipMapping(
                from: "parents", to: "parents", using: "Parent", assignmentPolicy: .union)
        }
        let set = MappingSet([parent, child], roots: ["p": "Parent", "c": "Child"])
        try bench.load(
            #"{"p": {"name": "Win", "children": [{"name": "Maya"}, {"name": "Brady"}]}}"#, set)
        #expect(
            try bench.lines("Child", "name", "parents.name").sorted() == [
                #""Brady" | ["Win"]"#, #""Maya" | ["Win"]"#,
            ])
        try bench.load(#"{"c": {"name": "Maya", "parents": [{"name": "Joe"}]}}"#, set)
        #expect(
            try bench.lines("Parent", "name", "children.name") == [
                #""Win" | ["Brady","Maya"]"#, #""Joe" | ["Maya"]"#,
            ])
    }

    @Test(arguments: StoreKind.allCases)
    func `joins children that several parents share`(kind: StoreKind) throws {
        // E01, E02
        let bench = try Workbench(kind, model)
        let parent = try model.mapping(
            "Parent", identifiedBy: ["parentID"], ["parentID": "parentID", "name": "name"]
        ) { $0.addRelationshipMapping(from: "children", to: "children", using: "Child") }
        let child = try model.mapping(
            "Child", identifiedBy: ["childID"], ["childID": "childID", "name": "name"])
        let set = MappingSet([parent, child], roots: ["parents": "Parent"])
        let json = """
            {"parents":[{"parentID":12345,"name":"Joe","children":[{"childID":1111,"name":"Oscar"},
            {"childID":2222,"name":"Tom"},{"childID":3333,"name":"Eli"}]},{"parentID":4567,
            "name":"Mary","children":[{"childID":1,"name":"Sally"},{"childID":2222,"name":"Tom"},
            {"childID":3333,"name":"Eli"}]}]}
            """
        let result = try bench.load(json, set)
        #expect(result.counts["Parent"]?.inserted == 2)
        #expect(result.counts["Child"]?.inserted == 4)
        #expect(result.counts["Child"]?.repeated == 2)
        let before = try bench.content()
        #expect(try bench.load(json, set).total.inserted == 0)
        #expect(try bench.content() == before)
        #expect(
            try bench.lines("Parent", "children.childID") == ["[1111,2222,3333]", "[1,2222,3333]"])
    }

    @Test(arguments: StoreKind.allCases)
    func `follows mappings that lead back to themselves`(kind: StoreKind) throws {
        let bench = try Workbench(kind, model)
        let human = try model.mapping(
            "Human", identifiedBy: ["railsID"], ["id": "railsID", "name": "name"]
        ) {
            $0.addRelationshipMapping(
                from: "friends", to: "friends", using: "Human", assignmentPolicy: .union)
        }
        let json = """
            {"name":"Blake","id":1,"friends":[{"name":"Sarah","id":2,"friends":[
            {"name":"Monkey","id":3}]},{"name":"Colin","id":4,"friends":[{"id":"3","name":"Monkey"}]}]}
            """
        let set = MappingSet([human], roots: [.root: "Human"])
        #expect(try bench.load(json, set).total.inserted == 4)
        #expect(
            try bench.lines("Human", "railsID", "friends.railsID").sorted()
                == ["1 | [2,4]", "2 | [1,3]", "3 | [2,4]", "4 | [1,3]"])
        let again = try bench.load(json, set)
        #expect(again.total.updated == 0)
    }

    @Test(arguments: StoreKind.allCases)
    func `moves the partner of a one-to-one relationship`(kind: StoreKind) throws {
        let bench = try Workbench(kind, model)
        let human = try model.mapping("Human", identifiedBy: ["name"], ["name": "name"]) {
            $0.addRelationshipMapping(from: "house", to: "house", using: "House")
        }
        let house = try model.mapping("House", identifiedBy: ["railsID"], ["id": "railsID"])
        let set = MappingSet([human, house], roots: [.root: "Human"])
        try bench.load(
            #"[{"name": "A", "house": {"id": 1}}, {"name": "B", "house": {"id": 2}}]"#, set)
        try bench.load(#"{"name": "B", "house": {"id": 1}}"#, set)
        #expect(try bench.lines("House", "railsID", "owner.name") == [#"1 | ["B"]"#, "2 | []"])
        #expect(try bench.lines("Human", "name", "house.railsID") == [#""A" | []"#, #""B" | [1]"#])
    }
}

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
