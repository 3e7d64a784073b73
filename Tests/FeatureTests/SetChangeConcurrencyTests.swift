import Mercator
import TestSupport
import Testing

/// Changes of sets beside the work of others.
@Suite("Changing sets beside others", .endsInTime)
struct SetChangeConcurrencyTests {
    struct Counter: Entity {
        let number = Attribute<Int>()
        let count = Attribute<Int>(default: 0)
    }

    private static func fill(_ container: PersistentContainer) throws {
        try container.write { context in
            for number in 1...3 { context.insert(Counter.self).number = number }
        }
    }

    @Test(arguments: StoreKind.everyKind)
    func `no increase is lost`(kind: StoreKind) async throws {
        try await kind.withStoreAwaiting { store in
            let container = try PersistentContainer(
                model: ManagedObjectModel(Counter.self), store: store)
            try Self.fill(container)
            try await withThrowingTaskGroup { group in
                for _ in 0..<4 {
                    group.addTask {
                        for _ in 0..<8 {
                            try container.update(Counter.self) { [$0.count.set(to: $0.count + 1)] }
                        }
                    }
                    group.addTask {
                        for _ in 0..<8 {
                            try await container.performBackgroundTask(retryLimit: 5) { context in
                                let first = try context.first(Counter.self) { $0.number == 1 }
                                first?.count += 1
                                try context.save()
                            }
                        }
                    }
                }
                try await group.waitForAll()
            }
            let counts = try container.read {
                try $0.select(Counter.self, \.count, sortedBy: [.ascending(\Counter.number)])
            }
            #expect(counts == [64, 32, 32])
        }
    }

    @Test func `the container of another connection finds the change`() async throws {
        try await StoreKind.sqlite.withStoreAwaiting { store in
            let path = try #require(store as? SQLiteStore).path
            let model = try ManagedObjectModel(Counter.self)
            let container = try PersistentContainer(model: model, store: store)
            let stranger = try PersistentContainer(model: model, store: SQLiteStore(path))
            try Self.fill(container)
            var iterator = container.changes(
                of: FetchRequest("Counter", where: .attribute("count") > 0),
                pollingEvery: .milliseconds(1)
            ).makeAsyncIterator()
            #expect(try await iterator.next()?.count == 0)
            try stranger.update(Counter.self, where: { $0.number > 1 }) { [$0.count.set(to: 5)] }
            #expect(try await iterator.next()?.count == 2)
            try stranger.delete(Counter.self) { $0.number == 2 }
            #expect(try await iterator.next()?.count == 1)
        }
    }

    @Test(arguments: StoreKind.everyKind)
    func `a unit of work that waits for others includes the change`(kind: StoreKind) throws {
        try kind.withContainer(ManagedObjectModel(Counter.self)) { container in
            try Self.fill(container)
            var attempts = 0
            // The third attempt excludes others, and the change is made in its turn.
            try container.perform(retryLimit: 5) { context in
                let number = try context.count(FetchRequest("Counter"))
                let first = try #require(try context.first(Counter.self) { $0.number == 1 })
                first.count += 1
                try container.update(Counter.self) { [$0.count.set(to: $0.count + number)] }
                if first.count < 7 { throw StoreError(.conflict, "again") }
            }
            attempts += 1
            let counts = try container.read { try $0.select(Counter.self, \.count) }
            #expect(attempts == 1 && counts == [9, 9, 9])
        }
    }
}
