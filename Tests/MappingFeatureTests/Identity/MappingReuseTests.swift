import EntityMapper
import MercatorPayload
import ObjectGraph
import Testing

@Suite("Nested objects without identification")
struct MappingReuseTests {
    let model: ManagedObjectModel

    init() throws {
        model = try People.model()
    }

    /// Returns mappings of posts by title, with tags without identification.
    private func posts(tagIdentity: [String]? = nil) throws -> MappingSet {
        let post = try model.mapping(
            "Post", identifiedBy: ["title"], ["title": "title", "body": "body"]
        ) { $0.addRelationshipMapping(from: "tags", to: "tags", using: "Tag") }
        let tag = try model.mapping("Tag", identifiedBy: tagIdentity, ["name": "name"])
        return MappingSet([post, tag], roots: [.root: "Post"])
    }

    @Test(arguments: StoreKind.allCases)
    func `takes over the objects that are there`(kind: StoreKind) throws {
        // E11, E13
        let bench = try Workbench(kind, model)
        let json = #"{"title": "The Post", "tags": [{"name": "first"}, {"name": "second"}]}"#
        #expect(try bench.load(json, posts()).counts["Tag"]?.inserted == 2)
        let before = try bench.content()
        let again = try bench.load(json, posts())
        #expect(again.total.inserted == 0)
        #expect(again.total.updated == 0)
        #expect(try bench.content() == before)
        let shorter = try bench.load(
            #"{"title": "The Post", "tags": [{"name": "changed"}]}"#, posts())
        #expect(shorter.counts["Tag"]?.updated == 1)
        #expect(try bench.lines("Post", "tags.name") == [#"["changed"]"#])
    }

    @Test(arguments: StoreKind.allCases)
    func `takes over what has no identification yet, by adoption`(kind: StoreKind) throws {
        // Item 32: a tag without a name may equal the one that has a name now.
        let bench = try Workbench(kind, model)
        let empty = #"{"title": "P", "tags": [{"name": null}]}"#
        try bench.load(empty, posts(tagIdentity: ["name"]))
        let adopted = try bench.load(
            #"{"title": "P", "tags": [{"name": "swift"}]}"#, posts(tagIdentity: ["name"]))
        #expect(adopted.counts["Tag"]?.inserted == 0)
        #expect(try bench.lines("Tag", "name") == [#""swift""#])
        let other = try bench.load(
            #"{"title": "P", "tags": [{"name": "linux"}]}"#, posts(tagIdentity: ["name"]))
        #expect(other.counts["Tag"]?.inserted == 1)
        try bench.load(empty, posts(tagIdentity: ["name"]))
        #expect(try bench.load(empty, posts(tagIdentity: ["name"])).total.inserted == 0)
    }

    @Test(arguments: StoreKind.allCases)
    func `takes over objects below objects that were taken over`(kind: StoreKind) throws {
        let bench = try Workbench(kind, model)
        let plain = try model.mapping("Human", ["age": "age"]) {
            $0.name = "Plain"
            $0.addRelationshipMapping(from: "cats", to: "cats", using: "Cat")
        }
        let cat = try model.mapping("Cat", ["name": "name"])
        let cats = try model.mapping("Human", identifiedBy: ["name"], ["name": "name"]) {
            $0.name = "Holder"
            $0.addRelationshipMapping(from: "landlord", to: "landlord", using: "Plain")
        }
        let set = MappingSet([plain, cat, cats], roots: [.root: "Holder"])
        let json = """
            {"name": "A", "landlord": {"age": 50, "cats": [{"name": "x"}, {"name": "y"}]}}
            """
        #expect(try bench.load(json, set).total.inserted == 4)
        let before = try bench.content()
        let again = try bench.load(json, set)
        #expect(again.total.inserted == 0)
        #expect(try bench.content() == before)
    }

    @Test(arguments: StoreKind.allCases)
    func `makes one object of what a repeated parent repeats`(kind: StoreKind) throws {
        let bench = try Workbench(kind, model)
        let tag = #"{"name": "swift"}"#
        let json = #"[{"title": "P", "tags": [\#(tag)]}, {"title": "P", "tags": [\#(tag)]}]"#
        let result = try bench.load(json, posts())
        #expect(result.counts["Tag"]?.inserted == 1)
        #expect(try bench.load(json, posts()).total.inserted == 0)
        #expect(try bench.lines("Tag", "name") == [#""swift""#])
    }

    @Test(arguments: StoreKind.allCases)
    func `leaves nothing behind of a parent that failed`(kind: StoreKind) throws {
        let bench = try Workbench(kind, model)
        let json = #"[{"body": "no title", "tags": [{"name": "x"}]}, {"title": "P", "tags": []}]"#
        for _ in 0..<2 {
            let result = try bench.load(json, posts())
            #expect(result.issues.map(\.code) == [.missingValue])
            #expect(result.counts["Post"]?.failed == 1)
            #expect(try bench.lines("Tag", "name") == [])
        }
    }

    @Test(arguments: StoreKind.allCases, [AssignmentPolicy.set, .union])
    func `makes two objects of what two mappings are chosen for`(
        kind: StoreKind, policy: AssignmentPolicy
    ) throws {
        let bench = try Workbench(kind, model)
        let holder = try model.mapping("Human", identifiedBy: ["railsID"], ["id": "railsID"]) {
            $0.addRelationshipMapping(
                from: "people", to: "friends", using: "Kind", assignmentPolicy: policy)
        }
        let kinds = DynamicMapping(
            named: "Kind",
            [
                .value(at: "kind", equals: "parent", use: "Parent"),
                .value(at: "kind", equals: "child", use: "Child"),
            ])
        let set = MappingSet(
            [
                holder,
                try model.mapping("Parent", ["name": "name", "number": "parentID"]),
                try model.mapping("Child", ["name": "name", "number": "childID"]),
            ], dynamicMappings: [kinds], roots: [.root: "Human"])
        let result = try bench.load(
            """
            [{"id": 1, "people": [{"kind": "parent", "name": "Pia", "number": 1}]},
             {"id": 1, "people": [{"kind": "child", "name": "Carl", "number": 2}]}]
            """, set)
        #expect(result.total.inserted == 3)
        #expect(try bench.lines("Parent", "name", "parentID") == [#""Pia" | 1"#])
        #expect(try bench.lines("Child", "name", "childID") == [#""Carl" | 2"#])
    }
}
