import EntityMapper
import MercatorPayload
import ObjectGraph
import Testing

@Suite("Nested relationships")
struct MappingRelationshipTests {
    let model: ManagedObjectModel

    init() throws {
        model = try People.model()
    }

    /// Returns mappings of humans with a relationship to cats, both identified by name.
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
        // Objects removed from the relationship remain in the store.
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

    @Test(arguments: StoreKind.allCases)
    func `gives what two records claim to the last, again without a change`(kind: StoreKind) throws
    {
        let bench = try Workbench(kind, model)
        let set = try cats("cats")
        let json = """
            [{"name": "A", "cats": [{"name": "1"}, {"name": "2"}]},
             {"name": "B", "cats": [{"name": "2"}, {"name": "3"}]},
             {"name": "A", "cats": [{"name": "1"}, {"name": "4"}]}, {"name": "A"}]
            """
        try bench.load(json, set)
        #expect(try bench.lines("Human", "cats.name") == [#"["1","4"]"#, #"["2","3"]"#])
        let before = try bench.content()
        let again = try bench.load(json, set)
        #expect(again.total.updated == 0)
        #expect(try bench.content() == before)
    }
}
