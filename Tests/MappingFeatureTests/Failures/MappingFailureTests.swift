import EntityMapper
import Foundation
import MercatorPayload
import ObjectGraph
import Testing

@Suite("Failures")
struct MappingFailureTests {
    let model: ManagedObjectModel

    init() throws {
        model = try People.model()
    }

    /// Returns mappings of humans by identifier with cats, and of posts that require a title.
    private func mappings() throws -> MappingSet {
        let human = try model.mapping(
            "Human", identifiedBy: ["railsID"],
            ["id": "railsID", "name": "name", "profile.age": "age", "happy": "isHappy"]
        ) { $0.addRelationshipMapping(from: "cats", to: "cats", using: "Cat") }
        let cat = try model.mapping(
            "Cat", identifiedBy: ["railsID"], ["id": "railsID", "name": "name", "age": "age"])
        let post = try model.mapping("Post", ["title": "title", "body": "body"])
        return MappingSet(
            [human, cat, post], roots: ["humans": "Human", "data.posts": "Post"])
    }

    private let mixed = """
        {"humans": [
          {"id": 1, "name": "A", "profile": {"age": "old"}, "cats": [{"id": 1}]},
          {"id": 2, "name": "B", "profile": {"age": 30}}
        ]}
        """

    private func options(_ policy: FailurePolicy) -> MappingOptions {
        MappingOptions(failurePolicy: policy)
    }

    @Test(arguments: StoreKind.allCases)
    func `skips the record and nothing else`(kind: StoreKind) throws {
        let bench = try Workbench(kind, model)
        let result = try bench.load(mixed, mappings())
        #expect(try bench.lines("Human", "railsID", "name", "age") == [#"2 | "B" | 30"#])
        // A nested object with identification is independent of its parent.
        #expect(try bench.lines("Cat", "railsID", "human.name") == ["1 | []"])
        #expect(result.counts["Human"]?.failed == 1)
        #expect(result["humans"].count == 1)
        #expect(
            result.issues.map(\.description) == [
                "Human.age (railsID: 1): expected whole number of 16 bits, found text that is not "
                    + "one, at humans[0].profile.age (line 2, column 45)"
            ])
        let error: MappingError? = caught { try result.requireNoIssues() }
        #expect(error?.code == .issuesFound)
        #expect(error?.message.hasPrefix("the payload has 1 issue:\n- Human.age") == true)
    }

    @Test(arguments: StoreKind.allCases)
    func `skips the value and nothing else`(kind: StoreKind) throws {
        let bench = try Workbench(kind, model)
        let result = try bench.load(mixed, mappings(), options: options(.skipValue))
        #expect(
            try bench.lines("Human", "railsID", "name", "age", "cats.railsID")
                == [#"1 | "A" | 0 | [1]"#, #"2 | "B" | 30 | []"#])
        #expect(result.total.failed == 0)
        #expect(result.issueCount == 1)
    }

    @Test(arguments: StoreKind.allCases)
    func `fails and changes nothing`(kind: StoreKind) throws {
        let bench = try Workbench(kind, model)
        try bench.load(#"{"humans": [{"id": 2, "name": "Old"}]}"#, mappings())
        let before = try bench.content()
        let error: MappingError? = caught {
            try bench.load(mixed, mappings(), options: options(.fail))
        }
        #expect(error?.code == .recordFailed)
        #expect(error?.issue?.path == "humans[0].profile.age")
        #expect(try bench.content() == before)
    }

    @Test(arguments: StoreKind.allCases)
    func `leaves the context as it was when an operation throws`(kind: StoreKind) throws {
        let bench = try Workbench(kind, model)
        try bench.insert("Human", ["railsID": 2, "name": "Stored"])
        let plan = try MappingPlan(mappings(), for: model)
        let document = try PayloadDocument(
            parsing:
                #"{"humans": [{"id": 2, "name": "New", "cats": [{"id": 1}]}, {"id": 3, "happy": 9}]}"#
        )
        let lines = try bench.container.perform { context in
            let pending = context.insert("Human")
            pending["name"] = "Pending"
            let stored = try context.fetch(FetchRequest("Human", where: .attribute("railsID") == 2))
            stored[0]["sex"] = "m"
            let error: MappingError? = caught {
                _ = try MappingOperation(plan, options: options(.fail)).run(document, in: context)
            }
            #expect(error?.issue?.property == "isHappy")
            #expect(try context.count(FetchRequest("Cat")) == 0)
            try context.save()
            return try context.fetch(FetchRequest("Human")).map { "\($0["name"]) \($0["sex"])" }
        }
        #expect(lines == [#""Stored" "m""#, #""Pending" nil"#])
    }

    @Test(arguments: StoreKind.allCases)
    func `leaves the store as it was when a save throws`(kind: StoreKind) throws {
        let model = try ManagedObjectModel([
            EntityDescription(
                "Owner", attributes: [.init("id", .integer64)],
                relationships: [.toMany("pets", "Pet", inverse: "owner")]),
            EntityDescription(
                "Pet", attributes: [.init("id", .integer64), .init("ownerID", .integer64)],
                relationships: [.toOne("owner", "Owner", inverse: "pets", isOptional: false)]),
        ])
        let bench = try Workbench(kind, model)
        var pets = EntityMapping(for: try #require(model["Pet"]))
        pets.addAttributeMappings(["id", "ownerID"])
        pets.addConnection(for: "owner", connectedBy: ["ownerID": "id"])
        var owners = EntityMapping(for: try #require(model["Owner"]))
        owners.addAttributeMappings(["id"])
        let set = MappingSet([pets, owners], roots: ["pets": "Pet", "owners": "Owner"])
        let error: ValidationError? = caught {
            try bench.load(#"{"pets": [{"id": 1, "ownerID": 1}], "owners": [{"id": 2}]}"#, set)
        }
        #expect(error?.problems.map(\.property) == ["owner"])
        #expect(try bench.content() == [])
        // A required relationship that is filled by a connection is not a problem.
        try bench.load(#"{"pets": [{"id": 1, "ownerID": 2}], "owners": [{"id": 2}]}"#, set)
        #expect(try bench.lines("Owner", "pets.id") == ["[1]"])
    }

    @Test(arguments: StoreKind.allCases)
    func `tells what was there instead of the root paths`(kind: StoreKind) throws {
        let bench = try Workbench(kind, model)
        let cases = [
            (
                #"{"human": [], "meta": {}}"#,
                "expected one of the root paths 'humans', 'data.posts', found only 'human', 'meta'; "
                    + "did you mean 'human'?"
            ),
            ("{}", "expected one of the root paths 'humans', 'data.posts', found an empty object"),
            (
                "[1]",
                "expected one of the root paths 'humans', 'data.posts', found an array; the root "
                    + "path of a list at the top is .root"
            ),
            ("null", "expected one of the root paths 'humans', 'data.posts', found null"),
        ]
        for (json, message) in cases {
            let error: MappingError? = caught { try bench.load(json, mappings()) }
            #expect(error?.code == .unmappedPayload)
            #expect(error?.message == message)
        }
    }

    @Test func `suggests no key that is there`() throws {
        let bench = try Workbench(.inMemory, model)
        let set = MappingSet([try model.mapping("Human", [:])], roots: ["data.posts": "Human"])
        let error: MappingError? = caught { try bench.load(#"{"data": {"humans": []}}"#, set) }
        #expect(error?.message == "expected the root path 'data.posts', found only 'data'")
    }

    @Test(arguments: StoreKind.allCases)
    func `says where an issue is, through arrays and escaped keys`(kind: StoreKind) throws {
        let bench = try Workbench(kind, model)
        let cat = try model.mapping("Cat", ["a\\.b": "age"])
        let human = try model.mapping("Human", identifiedBy: ["railsID"], ["id": "railsID"]) {
            $0.addRelationshipMapping(from: "the \\\"cats\\\"", to: "cats", using: "Cat")
        }
        let set = MappingSet([human, cat], roots: ["data.list": "Human"])
        let result = try bench.load(
            "{\"data\": {\"skip\": [[{}], 1], \"list\": [{\"id\": 1, \"the \\\"cats\\\"\": [\n"
                + "  {\"a.b\": 1}, {\"é\": 2, \"a\\u002eb\": true, \"a.b\": {}}]}, 5, null, [7]]}}",
            set)
        #expect(
            result.issues.map { "\($0.path) \($0.line):\($0.column) \($0.found)" } == [
                #"data.list[0].the "cats"[1].a\.b 2:36 one that is there again, with the value that "#
                    + "was used", #"data.list[0].the "cats"[1].a\.b 2:49 an object"#,
                "data.list[1] 2:56 number", "data.list[3] 2:65 an array",
            ])
    }

    @Test(arguments: StoreKind.allCases)
    func `finds a scalar on the way of a path to be wrong, and null to be absent`(
        kind: StoreKind
    ) throws {
        let bench = try Workbench(kind, model)
        let result = try bench.load(
            #"{"humans": [{"id": 1, "profile": null}, {"id": 2, "profile": 5}]}"#, mappings())
        #expect(
            result.issues.map(\.description) == [
                "Human (railsID: 2): expected an object, found number, at humans[1].profile "
                    + "(line 1, column 62)"
            ])
        #expect(try bench.lines("Human", "railsID", "age") == ["1 | 0"])
    }

    @Test(arguments: StoreKind.allCases)
    func `keeps some issues and counts all`(kind: StoreKind) throws {
        let bench = try Workbench(kind, model)
        let records = (0..<50).map { #"{"id": \#($0), "happy": 7}"# }.joined(separator: ",")
        var options = MappingOptions()
        options.issueLimit = 3
        let result = try bench.load(#"{"humans": [\#(records)]}"#, mappings(), options: options)
        #expect(result.issues.count == 3)
        #expect(result.issueCount == 50)
        #expect(result.total.failed == 50)
    }

    @Test(arguments: StoreKind.allCases)
    func `leaves out new objects that lack a value they need`(kind: StoreKind) throws {
        let bench = try Workbench(kind, model)
        let json = #"{"data": {"posts": [{"body": "x"}, {"title": null}, {"title": "T"}]}}"#
        for (policy, failed) in [(FailurePolicy.skipRecord, 2), (.skipValue, 2)] {
            let result = try bench.load(json, mappings(), options: options(policy))
            #expect(
                result.issues.map(\.description) == [
                    "Post.title: expected text, found no 'title', at data.posts[0] (line 1, column 21)",
                    "Post.title: expected text, found null, at data.posts[1].title "
                        + "(line 1, column 46)",
                ])
            #expect(result.total.failed == failed)
            #expect(result.total.inserted == 1)
        }
    }

    @Test(arguments: StoreKind.allCases)
    func `keeps the others when an element of a relationship fails`(kind: StoreKind) throws {
        let bench = try Workbench(kind, model)
        try bench.load(
            #"{"humans": [{"id": 1, "cats": [{"id": 1}, {"id": 2}]}]}"#, mappings())
        let steps = [
            (#"[{"id": 3, "age": "x"}, {"id": 2}]"#, "[1,2]", 1),
            (#"[7, {"id": 2}]"#, "[1,2]", 1), (#"[7]"#, "[1,2]", 1), (#""x""#, "[1,2]", 1),
            (#"[{"id": "x"}, {"id": 4}]"#, "[1,2,4]", 1), (#"[{"id": 2}]"#, "[2]", 0),
        ]
        for (cats, expected, issues) in steps {
            let result = try bench.load(
                #"{"humans": [{"id": 1, "cats": \#(cats)}]}"#, mappings())
            #expect(result.issueCount == issues)
            #expect(try bench.lines("Human", "cats.railsID") == [expected])
        }
        #expect(try bench.lines("Cat", "railsID") == ["1", "2", "4"])
    }

    @Test(arguments: StoreKind.allCases)
    func `refuses a context of another model`(kind: StoreKind) throws {
        let bench = try Workbench(kind, model)
        let other = try ManagedObjectModel([
            EntityDescription("Human", attributes: [.init("railsID", .integer32)])
        ])
        let mapping = try other.mapping("Human", identifiedBy: ["railsID"], ["id": "railsID"])
        let plan = try MappingPlan(MappingSet([mapping], roots: [.root: "Human"]), for: other)
        let error: MappingError? = caught {
            _ = try MappingOperation(plan).run(Array("{}".utf8), in: bench.container)
        }
        #expect(error?.code == .modelMismatch)
        // A copy of the same model that was created separately is equivalent. (A05)
        let copy = try People.model()
        let same = try copy.mapping("Human", identifiedBy: ["railsID"], ["id": "railsID"])
        #expect(
            try MappingOperation(
                MappingPlan(MappingSet([same], roots: [.root: "Human"]), for: copy)
            )
            .run(Array(#"{"id": 1}"#.utf8), in: bench.container).total.inserted == 1)
    }

    @Test(arguments: StoreKind.allCases)
    func `stops when its task is cancelled, and changes nothing`(kind: StoreKind) async throws {
        let bench = try Workbench(kind, model)
        let plan = try MappingPlan(mappings(), for: model)
        let bytes = Array(mixed.utf8)
        let code = await Task {
            unsafe withUnsafeCurrentTask { task in unsafe task?.cancel() }
            let error: MappingError? = caught {
                _ = try MappingOperation(plan).run(bytes, in: bench.container)
            }
            return error?.code
        }.value
        #expect(code == .cancelled)
        #expect(try bench.content() == [])
    }

    @Test(arguments: StoreKind.allCases)
    func `says when the bytes are no payload`(kind: StoreKind) throws {
        let bench = try Workbench(kind, model)
        let error: PayloadError? = caught { try bench.load(#"{"humans": [}"#, mappings()) }
        #expect(error != nil)
    }

    @Test func `issues at one place are in the order of the mappings`() throws {
        let bench = try Workbench(.inMemory, model)
        let names = ["age", "railsID", "favoriteCatID", "landlordID", "createdAt"]
        for order in [names, names.reversed()] {
            let human = try model.mapping("Human") {
                for name in order { $0.addAttributeMapping(from: "value", to: name) }
            }
            let result = try bench.load(
                #"[{"value": "x"}, {"value": "y"}]"#, human, options: options(.skipValue))
            #expect(result.issues.compactMap(\.property) == order + order)
            #expect(result.issues.map(\.column) == order.map { _ in 12 } + order.map { _ in 28 })
        }
    }
}
