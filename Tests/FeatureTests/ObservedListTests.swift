import Mercator
import Observation
import TestSupport
import Testing

@MainActor @Suite("A list that is observed", .endsInTime)
struct ObservedListTests {
    private nonisolated static func container(_ store: any PersistentStore) throws
        -> PersistentContainer
    {
        let container = try PersistentContainer(model: Library.model(), store: store)
        try save(container) { context in
            for name in ["a", "c"] { context.insert(Library.Tag.self).name = name }
        }
        return container
    }

    private nonisolated static func save(
        _ container: PersistentContainer, _ work: @Sendable (ManagedObjectContext) throws -> Void
    ) throws {
        try container.perform { context in
            try work(context)
            try context.save()
        }
    }

    private nonisolated static func tag(
        _ name: String, _ context: ManagedObjectContext
    ) throws -> Object<Library.Tag> {
        try #require(try context.fetch(Library.Tag.self) { $0.name == name }.first)
    }

    private static func list(
        _ container: PersistentContainer, of name: @escaping @Sendable (String) throws -> String
    ) -> ObservedList<String> {
        ObservedList(
            of: Library.Tag.self, in: container, sortedBy: [.ascending(\Library.Tag.name)],
            where: { $0.name != "hidden" }
        ) { try name($0.name ?? "") }
    }

    /// Waits for a state, as a view does: without polling.
    private static func wait<Value>(
        _ list: ObservedList<Value>, until isReached: (ObservedList<Value>) -> Bool
    ) async {
        while !isReached(list) {
            await withCheckedContinuation { continuation in
                withObservationTracking {
                    _ = (list.elements, list.isLoaded, list.error == nil)
                } onChange: {
                    continuation.resume()
                }
            }
        }
    }

    @Test(arguments: StoreKind.allCases)
    func `follows the saves of its container`(store: StoreKind) async throws {
        try await store.withStoreAwaiting { store in
            let container = try Self.container(store)
            let list = Self.list(container) { $0.uppercased() }
            #expect(list.elements.isEmpty && !list.isLoaded)
            await Self.wait(list) { $0.isLoaded }
            #expect(list.elements.map(\.value) == ["A", "C"])
            let ids = list.elements.map(\.id)
            try Self.save(container) { $0.insert(Library.Tag.self).name = "b" }
            await Self.wait(list) { $0.elements.count == 3 }
            #expect(list.elements.map(\.value) == ["A", "B", "C"])
            try Self.save(container) { try Self.tag("a", $0).name = "d" }
            await Self.wait(list) { $0.elements.last?.value == "D" }
            #expect(list.elements.map(\.value) == ["B", "C", "D"])
            #expect(list.elements.last?.id == ids[0] && list.elements[1].id == ids[1])
            try Self.save(container) { context in
                try Self.tag("b", context).name = "hidden"
                context.delete(try Self.tag("c", context))
            }
            await Self.wait(list) { $0.elements.count == 1 }
            #expect(list.elements == list.elements.filter { $0.value == "D" })
            #expect(list.error == nil)
        }
    }

    @Test(arguments: StoreKind.allCases)
    func `has the objects of a request by name`(store: StoreKind) async throws {
        try await store.withStoreAwaiting { store in
            let container = try Self.container(store)
            let request = FetchRequest("Tag", sortedBy: [.descending("name")], limit: 1)
            let list = ObservedList(request, in: container) { $0["name"] }
            await Self.wait(list) { $0.isLoaded }
            #expect(list.elements.map(\.value) == ["c"])
            try Self.save(container) { $0.insert("Tag")["name"] = "z" }
            await Self.wait(list) { $0.elements.map(\.value) == ["z"] }
        }
    }

    @Test func `an object that is deleted before it is read has no element`() async throws {
        let container = try Self.container(InMemoryStore())
        let holders = await BackgroundHolders(container)
        let list = Self.list(container) { $0 }
        // The result has been read, the values not yet.
        await container.waitForBackgroundTasks(1)
        try Self.save(container) { $0.delete(try Self.tag("a", $0)) }
        try await holders.release()
        await Self.wait(list) { $0.isLoaded }
        #expect(list.elements.map(\.value) == ["c"])
        try Self.save(container) { $0.insert(Library.Tag.self).name = "b" }
        await Self.wait(list) { $0.elements.count == 2 }
        #expect(list.elements.map(\.value) == ["b", "c"])
    }

    @Test(arguments: StoreKind.allCases)
    func `ends when it is released`(store: StoreKind) async throws {
        final class Token: Sendable {}
        try await store.withStoreAwaiting { store in
            var token: Token? = Token()
            weak let held = token
            var list: ObservedList<String>? = Self.list(try Self.container(store)) {
                [token] name in
                withExtendedLifetime(token) { name }
            }
            token = nil
            if let list { await Self.wait(list) { $0.isLoaded } }
            weak let released = list
            #expect(held != nil && released != nil)
            list = nil
            // The closure is released with the task that observes; the watchdog ends the test.
            while held != nil { await Task.yield() }
            #expect(released == nil)
        }
    }

    @Test func `reports why it has ended, and keeps its elements`() async throws {
        let store = FailingStore()
        let container = try Self.container(store)
        let list = Self.list(container) { $0 }
        await Self.wait(list) { $0.isLoaded }
        try Self.save(container) { $0.insert(Library.Tag.self).name = "b" }
        await Self.wait(list) { $0.elements.count == 3 }
        try container.perform { context in
            context.insert(Library.Tag.self).name = "d"
            store.fail([.reading])
            try context.save()
        }
        await Self.wait(list) { $0.error != nil }
        #expect((list.error as? StoreError)?.code == .failure)
        #expect(list.elements.map(\.value) == ["a", "b", "c"])
    }

    @Test func `reports a name that the model lacks, and errors of the closure`() async throws {
        struct Unfit: Error {}
        let container = try Self.container(InMemoryStore())
        let unknown = ObservedList(FetchRequest("Tga"), in: container) { $0["name"] }
        await Self.wait(unknown) { $0.error != nil }
        #expect((unknown.error as? StoreError)?.code == .invalidRequest)
        #expect(!unknown.isLoaded)
        let list = Self.list(container) { name in
            guard name != "b" else { throw Unfit() }
            return name
        }
        await Self.wait(list) { $0.isLoaded }
        try Self.save(container) { $0.insert(Library.Tag.self).name = "b" }
        await Self.wait(list) { $0.error != nil }
        #expect(list.error is Unfit && list.elements.map(\.value) == ["a", "c"])
    }
}

/// Values that lists of views take as they are.
@Suite("Values with an identity")
struct IdentifiableValueTests {
    private func first<Item: Identifiable & Hashable>(
        _ items: [Item]
    ) -> ManagedObjectID? where Item.ID == ManagedObjectID {
        items.first?.id
    }

    @Test func `identifiers, changes and hits have the identity of their object`() async throws {
        let container = try PersistentContainer(model: Library.model(), store: InMemoryStore())
        let (id, report) = try container.perform { context in
            let tag = context.insert(Library.Tag.self)
            tag.name = "a"
            let report = try context.changes()
            try context.save()
            return (tag.objectID, report)
        }
        var iterator = container.changes(
            of: Library.Tag.self, sortedBy: [.ascending(\Library.Tag.name)]
        ).makeAsyncIterator()
        let changes = try #require(try await iterator.next())
        let hits = try container.search(SearchRequest("Tag", "a", in: ["name"]))
        #expect(first([id]) == id)
        #expect(first(report.objects) == report.objects.first?.name.identifier)
        #expect(first(changes.inserted) == id && first(hits) == id)
        try container.perform { context in
            try context.object(Library.Tag.self, with: id)?.name = "z"
            context.insert(Library.Tag.self).name = "y"
            context.insert(Library.Tag.self).name = "x"
            try context.save()
        }
        _ = try await iterator.next()
        try container.perform { context in
            try context.object(Library.Tag.self, with: id)?.name = "a"
            try context.save()
        }
        let moves = try #require(try await iterator.next()).moved
        #expect(moves.count == 1 && first(moves) == id)
    }
}
