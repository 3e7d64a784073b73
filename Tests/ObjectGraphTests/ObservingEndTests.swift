import ObjectGraph
import Synchronization
import TestSupport
import Testing

@Suite("How observing begins and ends", .endsInTime)
struct ObservingEndTests {
    private static let tags = FetchRequest("Tag")

    private static func insertTag(_ container: PersistentContainer) throws {
        try container.perform { context in
            _ = context.insert("Tag")
            try context.save()
        }
    }

    @Test(arguments: StoreKind.allCases, [nil, Duration.milliseconds(1)])
    func `cancellation ends it and leaves nothing behind`(
        store: StoreKind, interval: Duration?
    ) async throws {
        try await store.withStoreAwaiting { store in
            let container = try PersistentContainer(model: ContractModel.make(), store: store)
            let (started, start) = AsyncStream<Void>.makeStream()
            let task = Task {
                var count = 0
                for try await _ in container.changes(of: Self.tags, pollingEvery: interval) {
                    count += 1
                    start.yield()
                }
                return count
            }
            for await _ in started { break }
            #expect(container.backend.commits.count == 1)
            task.cancel()
            #expect(try await task.value == 1)
            #expect(container.backend.commits.count == 0)
        }
    }

    @Test(arguments: StoreKind.allCases)
    func `a loop that is left leaves nothing behind`(store: StoreKind) async throws {
        try await store.withStoreAwaiting { store in
            let container = try PersistentContainer(model: ContractModel.make(), store: store)
            for try await _ in container.changes(of: Self.tags) { break }
            #expect(container.backend.commits.count == 0)
        }
    }

    @Test(arguments: StoreKind.everyKind)
    func `a container that is closed ends it with an error`(store: StoreKind) async throws {
        try await store.withStoreAwaiting { store in
            let container = try PersistentContainer(model: ContractModel.make(), store: store)
            let other = try PersistentContainer(model: ContractModel.make(), store: store)
            var changes = container.changes(of: Self.tags).makeAsyncIterator()
            var saves = container.saves().makeAsyncIterator()
            var others = other.changes(of: Self.tags).makeAsyncIterator()
            _ = try await changes.next()
            _ = try await others.next()
            container.close()
            let fetched = await #expect(throws: StoreError.self) { try await changes.next() }
            let saved = await #expect(throws: StoreError.self) { try await saves.next() }
            #expect(fetched?.code == .closed)
            #expect(saved?.code == .closed)
            #expect(try await changes.next() == nil)
            try Self.insertTag(other)
            #expect(try await others.next()?.inserted.count == 1)
        }
    }

    @Test func `a task that was cancelled before gets nothing`() async throws {
        let container = try PersistentContainer(model: ContractModel.make(), store: InMemoryStore())
        let task = Task {
            while !Task.isCancelled { await Task.yield() }
            var iterator = container.changes(of: Self.tags).makeAsyncIterator()
            return try await iterator.next()
        }
        task.cancel()
        #expect(try await task.value == nil)
        #expect(container.backend.commits.count == 0)
    }

    @Test func `a store that cannot be read ends it with the error`() async throws {
        let store = FailingStore()
        let container = try PersistentContainer(model: ContractModel.make(), store: store)
        var iterator = container.changes(of: Self.tags).makeAsyncIterator()
        _ = try await iterator.next()
        // What a save inserts is known; what remains of a store that was emptied is not.
        try container.reset()
        store.fail([.reading])
        await #expect(throws: StoreError.self) { try await iterator.next() }
        store.fail([])
        #expect(try await iterator.next() == nil)
        #expect(container.backend.commits.count == 0)
    }

    @Test(arguments: [
        (FetchRequest("Tagg"), "the model has no entity 'Tagg'; did you mean 'Tag'?"),
        (FetchRequest("Tag", where: .attribute("nam") == "x"), "no property 'nam' in Tag"),
        (FetchRequest("Tag", sortedBy: [.ascending("nam")]), "no property 'nam' in Tag"),
    ])
    func `a request that does not fit the model is rejected at once`(
        request: FetchRequest, message: String
    ) async throws {
        let container = try PersistentContainer(model: ContractModel.make(), store: InMemoryStore())
        var iterator = container.changes(of: request).makeAsyncIterator()
        let error = await #expect(throws: StoreError.self) { try await iterator.next() }
        #expect(error?.code == .invalidRequest)
        #expect(error?.message.contains(message) == true)
        #expect(try await iterator.next() == nil)
    }

    @Test(arguments: StoreKind.allCases)
    func `another container of the same store is seen at once`(store: StoreKind) async throws {
        try await store.withStoreAwaiting { store in
            let first = try PersistentContainer(model: ContractModel.make(), store: store)
            let second = try PersistentContainer(model: ContractModel.make(), store: store)
            var iterator = first.changes(of: Self.tags).makeAsyncIterator()
            _ = try await iterator.next()
            try Self.insertTag(second)
            #expect(try await iterator.next()?.inserted.count == 1)
        }
    }

    @Test func `commits for a model with other entities are not reported`() throws {
        let hooks = CommitHooks()
        let (own, equal) = (try ContractModel.make(), try ContractModel.make())
        let other = try ManagedObjectModel([EntityDescription("Tag")])
        let told = Atomic(0)
        let subscription = hooks.add(for: own) { _ in told.add(1, ordering: .relaxed) }
        for model in [own, equal, other] { hooks.notify(ChangeSet(), of: model) }
        let count = told.load(ordering: .relaxed)
        #expect(count == 2, "an equal model counts as the same")
        withExtendedLifetime(subscription) {}
    }
}
