import Mercator
import TestSupport
import Testing

@Suite("The sequence of saves", .endsInTime)
struct SavesTests {
    @Test(arguments: StoreKind.allCases)
    func `names the objects of each save`(store: StoreKind) async throws {
        try await store.withStoreAwaiting { store in
            let container = try PersistentContainer(model: Library.model(), store: store)
            var iterator = container.saves().makeAsyncIterator()
            let (book, tag) = try container.perform { context in
                let ids = (context.insert("Book").objectID, context.insert("Tag").objectID)
                try context.save()
                return ids
            }
            var changes = try #require(try await iterator.next())
            #expect(changes.inserted == [book, tag] && changes.updated.isEmpty)
            #expect(book.entityName == "Item", "identifiers name the entity at the top")
            try container.perform { context in
                try context.object(with: book)?[toMany: "tags"] = [
                    try #require(try context.object(with: tag))
                ]
                try context.save()
            }
            changes = try #require(try await iterator.next())
            #expect(changes.updated == [book, tag] && changes.inserted.isEmpty)
            try container.perform { context in
                context.delete(try #require(try context.object(with: book)))
                try context.save()
            }
            changes = try #require(try await iterator.next())
            #expect(changes.deleted == [book] && changes.isComplete)
        }
    }

    @Test(arguments: StoreKind.allCases)
    func `names an object once, however often it was saved`(store: StoreKind) async throws {
        try await store.withStoreAwaiting { store in
            let container = try PersistentContainer(model: Library.model(), store: store)
            let old = try container.perform { context in
                let ids = (0..<2).map { _ in context.insert("Tag").objectID }
                try context.save()
                return ids
            }
            var iterator = container.saves().makeAsyncIterator()
            let new = try container.perform { context in
                let tags = (0..<2).map { _ in context.insert("Tag") }
                try context.save()
                tags[0]["name"] = "swift"
                try context.object(with: old[0])?["name"] = "linux"
                try context.object(with: old[1])?["name"] = "sql"
                try context.save()
                context.delete([tags[1], try #require(try context.object(with: old[1]))])
                try context.save()
                return tags.map(\.objectID)
            }
            let changes = try #require(try await iterator.next())
            #expect(changes.inserted == [new[0]])
            #expect(changes.updated == [old[0]])
            #expect(changes.deleted == [old[1]])
        }
    }

    @Test func `a report beyond its limit covers everything`() async throws {
        let container = try PersistentContainer(model: Library.model(), store: InMemoryStore())
        var iterator = container.saves().makeAsyncIterator()
        for _ in 0..<3 {
            try container.perform { context in
                for _ in 0...(SavedChanges.limit / 2) { _ = context.insert("Tag") }
                try context.save()
            }
        }
        let changes = try #require(try await iterator.next())
        #expect(!changes.isComplete && changes.inserted.isEmpty)
        try container.perform { context in
            _ = context.insert("Tag")
            try context.save()
        }
        let next = try #require(try await iterator.next())
        #expect(next.isComplete && next.inserted.count == 1)
    }

    @Test func `ends with its task`() async throws {
        let container = try PersistentContainer(model: Library.model(), store: InMemoryStore())
        let (started, start) = AsyncStream<Void>.makeStream()
        let task = Task {
            var iterator = container.saves().makeAsyncIterator()
            start.yield()
            return try await iterator.next()
        }
        for await _ in started { break }
        task.cancel()
        #expect(try await task.value == nil)
    }
}
