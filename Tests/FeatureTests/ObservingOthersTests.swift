import Mercator
import TestSupport
import Testing

@Suite("Observing what others save", .endsInTime)
struct ObservingOthersTests {
    private static func insertTag(_ container: PersistentContainer) throws {
        try container.perform { context in
            _ = context.insert("Tag")
            try context.save()
        }
    }

    @Test func `saves of a separate container are found by polling`() async throws {
        try await StoreKind.sqlite.withStoreAwaiting { store in
            let path = try #require(store as? SQLiteStore).path
            let container = try PersistentContainer(model: Library.model(), store: store)
            let stranger = try PersistentContainer(
                model: Library.model(), store: SQLiteStore(path))
            var iterator = container.changes(
                of: FetchRequest("Tag"), pollingEvery: .milliseconds(1)
            ).makeAsyncIterator()
            _ = try await iterator.next()
            for count in 1...3 {
                try Self.insertTag(stranger)
                #expect(try await iterator.next()?.count == count)
            }
            try Self.insertTag(container)
            #expect(try await iterator.next()?.count == 4)
        }
    }

    @Test func `the objects of another container's save are unknown`() async throws {
        try await StoreKind.sqlite.withStoreAwaiting { store in
            let path = try #require(store as? SQLiteStore).path
            let container = try PersistentContainer(model: Library.model(), store: store)
            let stranger = try PersistentContainer(
                model: Library.model(), store: SQLiteStore(path))
            var iterator = container.saves(pollingEvery: .milliseconds(1)).makeAsyncIterator()
            try Self.insertTag(container)
            #expect(try await iterator.next()?.inserted.count == 1)
            try Self.insertTag(stranger)
            try Self.insertTag(container)
            let changes = try #require(try await iterator.next())
            #expect(!changes.isComplete && changes.inserted.isEmpty)
            try Self.insertTag(container)
            #expect(try await iterator.next()?.inserted.count == 1)
        }
    }
}
