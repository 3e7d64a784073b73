import Mercator
import TestSupport
import Testing

/// The catalogue's rows about contexts, on every store.
@Suite("Contexts, as RestKit's users know them", .endsInTime)
struct ContextCatalogueTests {
    private static func model() throws -> ManagedObjectModel {
        try ManagedObjectModel([
            EntityDescription(
                "Human",
                attributes: [
                    AttributeDescription("railsID", .integer64),
                    AttributeDescription("name", .string),
                ])
        ])
    }

    private static func operation(_ model: ManagedObjectModel) throws -> MappingOperation {
        let human = try #require(model["Human"])
        var humans = EntityMapping(for: human)
        humans.identificationAttributes = ["railsID"]
        humans.addAttributeMappings(["railsID": "railsID", "name": "name"])
        let roots: KeyValuePairs<PayloadPath, String> = ["": "Human"]
        return MappingOperation(try MappingPlan(MappingSet([humans], roots: roots), for: model))
    }

    private static func document(_ text: String) throws -> PayloadDocument {
        try PayloadDocument(parsing: Array(text.utf8))
    }

    @Test(arguments: StoreKind.allCases)
    func `maps in a unit of its own, inside another one`(store: StoreKind) throws {
        let model = try Self.model()
        let operation = try Self.operation(model)
        let document = try Self.document(#"{"name": "Blake Watters"}"#)
        try store.withContainer(model) { container throws in
            try container.perform { context throws in
                try context.perform { nested in
                    _ = try operation.run(document, in: nested).requireNoIssues()
                }
                let humans = try context.fetch(FetchRequest("Human"))
                #expect(humans.map { $0["name"] } == ["Blake Watters"])
                #expect(humans.map(\.isInserted) == [true])
            }
            #expect(try container.perform { try $0.count(FetchRequest("Human")) } == 0)
        }
    }

    @Test(arguments: StoreKind.allCases)
    func `two contexts that map the same make one object`(store: StoreKind) throws {
        let model = try Self.model()
        let operation = try Self.operation(model)
        let document = try Self.document(#"{"name": "Blake", "railsID": 31337}"#)
        try store.withContainer(model) { container throws in
            for _ in 0..<2 {
                try container.perform { context in
                    _ = try operation.run(document, in: context)
                    try context.save()
                }
            }
            let ids = try container.perform { context in
                try context.fetch(FetchRequest("Human")).map { $0["railsID"] }
            }
            #expect(ids == [31337])
        }
    }

    @Test(arguments: StoreKind.allCases)
    func `also when the second looked before the first saved`(store: StoreKind) throws {
        let model = try Self.model()
        let operation = try Self.operation(model)
        let document = try Self.document(#"{"name": "Blake", "railsID": 31337}"#)
        try store.withContainer(model) { container throws in
            let count = try container.perform(retryLimit: 1) { context in
                _ = try operation.run(document, in: context)
                if try container.perform({ try $0.count(FetchRequest("Human")) }) == 0 {
                    _ = try operation.run(document, in: container)
                }
                try context.save()
                return try context.count(FetchRequest("Human"))
            }
            #expect(count == 1)
        }
    }

    @Test(arguments: StoreKind.allCases)
    func `an observer sees the new name when it is saved, and not before`(
        store: StoreKind
    ) async throws {
        let model = try Self.model()
        try await store.withStoreAwaiting { store in
            let container = try PersistentContainer(model: model, store: store)
            try container.perform { context in
                context.insert("Human")["name"] = "human1"
                try context.save()
            }
            @Sendable
            func names() throws -> [Value] {
                try container.perform { try $0.fetch(FetchRequest("Human")).map { $0["name"] } }
            }
            var iterator = container.changes(of: FetchRequest("Human")).makeAsyncIterator()
            _ = try await iterator.next()
            try container.perform { context in
                try context.perform { nested in
                    try nested.fetch(FetchRequest("Human")).first?["name"] = "Updated Human"
                }
                #expect(try names() == ["human1"])
                try context.save()
            }
            #expect(try await iterator.next()?.updated.map(\.index) == [0])
            #expect(try names() == ["Updated Human"])
        }
    }

    @Test(arguments: StoreKind.allCases)
    func `a result is read in another context`(store: StoreKind) throws {
        let model = try Self.model()
        let operation = try Self.operation(model)
        try store.withContainer(model) { container throws in
            let result = try operation.run(
                #"{"name": "Blake", "railsID": 1}"#.utf8, in: container)
            let id = try #require(result.first)
            try container.perform { context throws in
                let human = try #require(try context.object(with: id))
                #expect(human.objectID == id && human.context === context)
                #expect(human["name"] == "Blake")
            }
        }
    }
}
