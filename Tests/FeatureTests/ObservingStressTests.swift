import Mercator
import TestSupport
import Testing

@Suite("Many tasks that save while others observe", .endsInTime)
struct ObservingStressTests {
    private static let writers = 6
    private static let saves = 15
    /// Requests that rows decide, whose limit runs short, and that read related rows.
    private static let requests = [
        FetchRequest("Book", sortedBy: [.descending("pages")]),
        FetchRequest("Book", sortedBy: [.descending("pages")], limit: 2),
        FetchRequest("Book", sortedBy: [.descending(.count("tags")), .ascending("pages")]),
    ]

    @Test(arguments: StoreKind.allCases, [1, 2] as [UInt64])
    func `every observer ends with what is stored`(store: StoreKind, seed: UInt64) async throws {
        try await store.withStoreAwaiting { store in
            let container = try PersistentContainer(model: Library.model(), store: store)
            let lists = try await withThrowingTaskGroup(of: [ManagedObjectID]?.self) { group in
                for request in Self.requests {
                    group.addTask { try await Self.follow(request, container) }
                }
                for writer in 0..<Self.writers {
                    group.addTask {
                        try Self.write(container, seed: seed * 100 + UInt64(writer))
                        return nil
                    }
                }
                return try await group.reduce(into: Set<[ManagedObjectID]>()) { lists, list in
                    if let list { lists.insert(list) }
                }
            }
            let expected = try container.perform { context in
                Set(try Self.requests.map { try context.fetch($0).map(\.objectID) })
            }
            #expect(lists == expected, "seed \(seed)")
        }
    }

    /// Applies differences until every writer has finished.
    private static func follow(
        _ request: FetchRequest, _ container: PersistentContainer
    ) async throws -> [ManagedObjectID] {
        var list: [ManagedObjectID] = []
        for try await changes in container.changes(of: request) {
            changes.apply(to: &list) { $0 }
            let finished = try container.perform { context in
                try context.count(FetchRequest("Book", where: .attribute("pages") == -1))
            }
            if finished == writers {
                // Between the last differences and the count, others may have saved the rest.
                let stored = try container.perform { try $0.fetch(request).map(\.objectID) }
                if stored == list { return list }
            }
        }
        return list
    }

    private static func write(_ container: PersistentContainer, seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        for save in 0..<saves {
            let pages = save == saves - 1 ? -1 : Int32.random(in: 0..<1000, using: &generator)
            let (choice, place) = (Int.random(in: 0..<3, using: &generator), Int(pages))
            try container.perform(retryLimit: 1000) { context in
                let books = try context.fetch(
                    FetchRequest("Book", where: .attribute("pages") >= 0))
                let book = books.isEmpty ? nil : books[abs(place) % books.count]
                if let book, choice == 0, pages >= 0 {
                    context.delete(book)
                } else if let book, choice == 1, pages >= 0 {
                    book["pages"] = .integer(Int64(pages))
                } else {
                    context.insert("Book")["pages"] = .integer(Int64(pages))
                }
                try context.save()
            }
        }
    }
}
