import EntityMapper
import MercatorPayload
import ObjectGraph
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
        // G01; objects that remain are updated, never recreated.
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

    private struct Bystander: MappingObserver {
        func mappingOperation(didObserve event: MappingEvent) {}
    }

    /// The list is ordered, so both ends must be read regardless of which one is assigned.
    @Test(arguments: StoreKind.allCases, [false, true])
    func `of what both ends say, the last word counts`(kind: StoreKind, isObserved: Bool) throws {
        let bench = try Workbench(kind, Club.model())
        let model = bench.container.model
        func people(_ name: String, _ change: (inout EntityMapping) -> Void) throws -> EntityMapping
        {
            try model.mapping("Person", identifiedBy: ["name"], ["name": "name"]) {
                $0.name = name
                change(&$0)
            }
        }
        let set = MappingSet(
            [
                try people("Person") { _ in },
                try people("Boss") {
                    $0.addRelationshipMapping(
                        from: "staff", to: "staff", using: "Person", assignmentPolicy: .union)
                },
                try people("Employee") {
                    $0.addRelationshipMapping(from: "boss", to: "boss", using: "Person")
                },
            ], roots: ["first": "Boss", "then": "Employee", "last": "Boss"])
        var operation = MappingOperation(try MappingPlan(set, for: model))
        operation.observer = isObserved ? Bystander() : nil
        let payload = """
            {"first": {"name": "A", "staff": [{"name": "Roy"}, {"name": "Asia"}]},
             "then": [{"name": "Roy", "boss": {"name": "B"}},
                      {"name": "Asia", "boss": {"name": "B"}}],
             "last": {"name": "A", "staff": [{"name": "Roy"}]}}
            """
        for round in 1...2 {
            let result = try operation.run(payload.utf8, in: bench.container)
            #expect(result.total.inserted == (round == 1 ? 4 : 0))
            let staff = try bench.lines("Person", "name", "staff.name").sorted()
            #expect(
                staff == [#""A" | ["Roy"]"#, #""Asia" | []"#, #""B" | ["Asia"]"#, #""Roy" | []"#])
        }
    }

    @Test(arguments: StoreKind.allCases)
    func `what a list says after its members is what counts`(kind: StoreKind) throws {
        let bench = try Workbench(kind, model)
        let post = try model.mapping("Post", identifiedBy: ["title"], ["title": "title"]) {
            $0.addRelationshipMapping(from: "tags", to: "tags", using: "Tag")
        }
        let tag = try model.mapping("Tag", identifiedBy: ["name"], ["name": "name"]) {
            $0.addRelationshipMapping(from: "posts", to: "posts", using: "Post")
        }
        let human = try humans("cats", .set).mappings[0]
        let cat = try model.mapping("Cat", identifiedBy: ["name"], ["name": "name"]) {
            $0.addRelationshipMapping(from: "human", to: "human", using: "Human")
        }
        let set = MappingSet(
            [post, tag, human, cat],
            roots: ["tags": "Tag", "cats": "Cat", "posts": "Post", "humans": "Human"])
        let payload = """
            {"tags": {"name": "t", "posts": []}, "cats": {"name": "Roy", "human": null},
             "posts": {"title": "P", "tags": [{"name": "t"}]},
             "humans": {"name": "A", "cats": [{"name": "Roy"}]}}
            """
        for round in 1...2 {
            let result = try bench.load(payload, set)
            #expect(result.total.inserted == (round == 1 ? 4 : 0) && result.total.updated == 0)
            #expect(try bench.lines("Post", "tags.name") == [#"["t"]"#])
            #expect(try bench.lines("Cat", "human.name") == [#"["A"]"#])
        }
    }
}
