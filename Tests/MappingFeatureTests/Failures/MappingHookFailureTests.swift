import EntityMapper
import MercatorPayload
import ObjectGraph
import Testing

@Suite("Hooks that fail or overstep")
struct MappingHookFailureTests {
    private let model: ManagedObjectModel

    init() throws { model = try Comics.model() }

    private func mappings(_ change: (inout Comics.Mappings) -> Void) throws -> MappingSet {
        try Comics.Mappings(model).set(change)
    }

    private struct Refusal: Error {}

    @Test(arguments: StoreKind.allCases)
    func `end the operation with an error, and nothing has changed`(kind: StoreKind) throws {
        let bench = try Workbench(kind, model)
        try bench.load(#"{"id": 1, "name": "A"}"#, mappings { _ in })
        let before = try bench.content()
        let set = try mappings { mappings in
            mappings.character.didMap = MappingHook("strict") { character, _ in
                character["name"] = "changed"
                if character["characterID"] == 2 { throw Refusal() }
            }
        }
        let error: MappingError? = caught { try bench.load("[{\"id\": 1},\n {\"id\": 2}]", set) }
        #expect(error?.code == .hookFailed)
        #expect(
            error?.message == "Character at [1] (line 2): the hook 'strict' failed: Refusal()")
        #expect(error?.cause is Refusal)
        #expect(try bench.content() == before)
    }

    @Test(arguments: StoreKind.allCases)
    func `must not roll back`(kind: StoreKind) throws {
        let bench = try Workbench(kind, model)
        let set = try mappings { mappings in
            mappings.character.didMap = MappingHook("eager") { character, _ in
                character.context.rollback()
            }
        }
        let error: MappingError? = caught { try bench.load(#"{"id": 1}"#, set) }
        #expect(error?.code == .hookFailed)
        #expect(try bench.lines("Character", "characterID") == [])
    }

    @Test(
        arguments: StoreKind.allCases, [#"{"id": 1}"#, #"{"id": 1, "name": "B"}"#, #"{"id": 2}"#])
    func `must not refresh, for a stored, a changed or a new object`(
        kind: StoreKind, payload: String
    ) throws {
        let bench = try Workbench(kind, model)
        try bench.load(#"{"id": 1, "name": "A"}"#, mappings { _ in })
        let before = try bench.content()
        let set = try mappings { mappings in
            mappings.character.didMap = MappingHook("eager") { character, _ in
                character.context.refresh()
            }
        }
        let error: MappingError? = caught { try bench.load(payload, set) }
        #expect(error?.code == .hookFailed)
        #expect(try bench.content() == before)
    }

    @Test(arguments: StoreKind.allCases)
    func `leave no mixture of two views if they refresh`(kind: StoreKind) throws {
        let bench = try Workbench(kind, model)
        try bench.load(#"{"id": 1, "name": "A"}"#, mappings { _ in })
        let set = try mappings { mappings in
            mappings.character.didMap = MappingHook("eager") { character, _ in
                try bench.container.perform { other in
                    try other.fetch(FetchRequest("Character")).first?["name"] = "B"
                    try other.save()
                }
                character.context.refresh()
            }
        }
        let operation = MappingOperation(try MappingPlan(set, for: model))
        let payload = try PayloadDocument(parsing: Array(#"{"id": 1}"#.utf8))
        let context = ManagedObjectContext(model: model, backend: bench.container.backend)
        let character = try #require(try context.fetch(FetchRequest("Character")).first)
        #expect(character["name"] == "A")
        let error: MappingError? = caught { _ = try operation.run(payload, in: context) }
        #expect(error?.code == .hookFailed)
        // Both the row and the request are of the view after the refresh.
        #expect(character["name"] == "B")
        #expect(
            try context.fetch(FetchRequest("Character", where: .attribute("name") == "B")).count
                == 1)
    }

    @Test(arguments: StoreKind.allCases)
    func `must not roll back a unit of work around the operation`(kind: StoreKind) throws {
        let bench = try Workbench(kind, model)
        let set = try mappings { mappings in
            mappings.character.didMap = MappingHook("eager") { character, _ in
                character.context.rollback()
            }
        }
        let plan = try MappingPlan(set, for: model)
        let document = try PayloadDocument(parsing: Array(#"[{"id": 1}, {"id": 2}]"#.utf8))
        let error: MappingError? = caught {
            try bench.container.perform { context in
                try context.perform { context in
                    _ = try MappingOperation(plan).run(document, in: context)
                }
            }
        }
        #expect(error?.code == .hookFailed)
        #expect(try bench.lines("Character", "characterID") == [])
    }
}
