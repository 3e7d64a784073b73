import Mercator
import TestSupport
import Testing

@Suite("Many tasks that save while others observe", .endsInTime)
struct ObservingStressTests {
    private static let writers = 6
    private static let saves = 15
    /// The pages of the last book.
    private static let most: Int64 = 1000
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
                group.addTask {
                    try await Self.writeAll(container, seed)
                    return nil
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

    /// Applies differences until the book of the last save is in the list.
    private static func follow(
        _ request: FetchRequest, _ container: PersistentContainer
    ) async throws -> [ManagedObjectID] {
        var list: [ManagedObjectID] = []
        for try await changes in container.changes(of: request) {
            changes.apply(to: &list) { $0 }
            let last = try container.perform { context in
                try context.fetch(FetchRequest("Book", where: .attribute("pages") == most)).first
                    .map(\.objectID)
            }
            if let last, list.contains(last) { return list }
        }
        return list
    }

    /// Saves in many tasks, and then a book that is in each list: a save that changes no list is
    /// not reported, so the others may be over without a difference.
    private static func writeAll(_ container: PersistentContainer, _ seed: UInt64) async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            for writer in 0..<writers {
                group.addTask { try write(container, seed: seed * 100 + UInt64(writer)) }
            }
            try await group.waitForAll()
        }
        try container.perform { context in
            context.insert("Book")["pages"] = .integer(most)
            try context.save()
        }
    }

    private static func write(_ container: PersistentContainer, seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<saves {
            let pages = Int64.random(in: 0..<most, using: &generator)
            let (choice, place) = (Int.random(in: 0..<3, using: &generator), Int(pages))
            try container.perform(retryLimit: 1000) { context in
                let books = try context.fetch(FetchRequest("Book"))
                let book = books.isEmpty ? nil : books[place % books.count]
                if let book, choice == 0 {
                    context.delete(book)
                } else if let book, choice == 1 {
                    book["pages"] = .integer(pages)
                } else {
                    context.insert("Book")["pages"] = .integer(pages)
                }
                try context.save()
            }
        }
    }
}
