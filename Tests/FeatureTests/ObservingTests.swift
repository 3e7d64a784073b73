import Mercator
import TestSupport
import Testing

@Suite("Observing a request", .endsInTime)
struct ObservingTests {
    private static let byName = FetchRequest(
        "Tag", where: .attribute("name") != nil, sortedBy: [.ascending("name")])

    private static func save(
        _ container: PersistentContainer,
        _ work: @Sendable (ManagedObjectContext) throws -> Void
    ) throws {
        try container.perform { context in
            try work(context)
            try context.save()
        }
    }

    private static func tag(_ name: String, _ context: ManagedObjectContext) -> ManagedObject {
        let tag = context.insert("Tag")
        tag["name"] = .string(name)
        return tag
    }

    private static func find(
        _ name: String, _ context: ManagedObjectContext
    ) throws -> ManagedObject {
        let request = FetchRequest("Tag", where: .attribute("name") == name)
        return try #require(try context.fetch(request).first)
    }

    @Test(arguments: StoreKind.allCases)
    func `gives the result first, then what each save did to it`(store: StoreKind) async throws {
        try await store.withStoreAwaiting { store in
            let container = try PersistentContainer(model: Library.model(), store: store)
            try Self.save(container) { for name in ["a", "c", "e"] { _ = Self.tag(name, $0) } }
            var iterator = container.changes(of: Self.byName).makeAsyncIterator()
            let first = try #require(try await iterator.next())
            #expect(first.inserted.map(\.index) == [0, 1, 2])
            #expect(first.objectIDs == first.inserted.map(\.objectID) && first.count == 3)
            let (a, c, e) = (first.objectIDs[0], first.objectIDs[1], first.objectIDs[2])

            try Self.save(container) { _ = Self.tag("b", $0) }
            let inserted = try #require(try await iterator.next())
            #expect(inserted.inserted.map(\.index) == [1] && inserted.updated.isEmpty)
            let b = inserted.inserted[0].objectID
            #expect(inserted.objectIDs == [a, b, c, e])

            try Self.save(container) { try Self.find("c", $0)["name"] = "cc" }
            let updated = try #require(try await iterator.next())
            #expect(updated.updated.map(\.index) == [2] && updated.moved.isEmpty)
            #expect(updated.updated.map(\.objectID) == [c])

            try Self.save(container) { try Self.find("a", $0)["name"] = "z" }
            let moved = try #require(try await iterator.next())
            #expect(moved.moved.map { [$0.oldIndex, $0.index] } == [[0, 3]])
            #expect(moved.updated.map(\.index) == [3])
            #expect(moved.moved.map(\.objectID) == [a] && moved.updated.map(\.objectID) == [a])

            try Self.save(container) { context in
                context.delete(try Self.find("e", context))
                try Self.find("b", context)["name"] = .null
            }
            let deleted = try #require(try await iterator.next())
            #expect(deleted.deleted.map(\.index) == [0, 2])
            #expect(deleted.deleted.map(\.objectID) == [b, e])
            #expect(deleted.objectIDs == [c, a] && deleted.moved.isEmpty)
        }
    }

    @Test(arguments: StoreKind.allCases)
    func `sees written links, at both ends`(store: StoreKind) async throws {
        try await store.withStoreAwaiting { store in
            let container = try PersistentContainer(model: Library.model(), store: store)
            try Self.save(container) { context in
                _ = (Self.tag("swift", context), context.insert("Book"))
            }
            var tags = container.changes(of: Self.byName).makeAsyncIterator()
            var items = container.changes(of: FetchRequest("Item")).makeAsyncIterator()
            _ = (try await tags.next(), try await items.next())
            try Self.save(container) { context in
                let book = try #require(try context.fetch(FetchRequest("Book")).first)
                book[toMany: "tags"] = [try Self.find("swift", context)]
            }
            #expect(try await tags.next()?.updated.map(\.index) == [0])
            #expect(try await items.next()?.updated.map(\.index) == [0])
        }
    }

    @Test(arguments: StoreKind.allCases)
    func `saves without a waiting observer are combined`(store: StoreKind) async throws {
        try await store.withStoreAwaiting { store in
            let container = try PersistentContainer(model: Library.model(), store: store)
            var iterator = container.changes(of: Self.byName).makeAsyncIterator()
            #expect(try await iterator.next()?.isEmpty == true, "an empty result is told as well")
            for number in 0..<50 {
                try Self.save(container) { _ = Self.tag("\(100 + number)", $0) }
            }
            try Self.save(container) { $0.delete(try Self.find("120", $0)) }
            let changes = try #require(try await iterator.next())
            #expect(changes.inserted.map(\.index) == Array(0..<49) && changes.deleted.isEmpty)
        }
    }

    @Test(arguments: StoreKind.allCases)
    func `a save without effect is not reported`(store: StoreKind) async throws {
        try await store.withStoreAwaiting { store in
            let container = try PersistentContainer(model: Library.model(), store: store)
            let request = FetchRequest("Tag", sortedBy: [.ascending("name")], limit: 1)
            try Self.save(container) { _ = Self.tag("a", $0) }
            let (seen, see) = AsyncStream<ResultChanges>.makeStream()
            let task = Task {
                for try await changes in container.changes(of: request) { see.yield(changes) }
            }
            var iterator = seen.makeAsyncIterator()
            #expect(await iterator.next()?.count == 1)
            for name in ["b", "c", "d"] { try Self.save(container) { _ = Self.tag(name, $0) } }
            try Self.save(container) { try Self.find("a", $0)["name"] = "z" }
            let changes = try #require(await iterator.next())
            #expect(changes.inserted.count == 1 && changes.deleted.count == 1)
            task.cancel()
            try await task.value
        }
    }

    @Test(arguments: StoreKind.allCases)
    func `the typed spelling asks the same`(store: StoreKind) async throws {
        try await store.withStoreAwaiting { store in
            let container = try PersistentContainer(model: Library.model(), store: store)
            try Self.save(container) { context in
                for (title, rating) in [("low", 1.0), ("high", 5.0), ("middle", 4.0)] {
                    let book = context.insert(Library.Book.self)
                    (book.managedObject["title"], book.managedObject["rating"]) = (
                        .string(title), .double(rating)
                    )
                }
            }
            let sequence = container.changes(
                of: Library.Item.self, sortedBy: [.descending("rating")], limit: 5
            ) { $0.rating >= 4 }
            var iterator = sequence.makeAsyncIterator()
            let ids = try #require(try await iterator.next()).objectIDs
            let titles = try container.perform { context in
                try ids.map { try context.object(with: $0)?["title"] }
            }
            #expect(titles == ["high", "middle"])
        }
    }
}
