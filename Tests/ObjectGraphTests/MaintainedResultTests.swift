import ObjectGraph
import Synchronization
import TestSupport
import Testing

@Suite("Results that saves decide", .endsInTime)
struct MaintainedResultTests {
    /// A change of a store with twenty articles of five authors, rated from 0 to 19.
    enum Change: String, CaseIterable, Sendable {
        case rates, retitles, inserts, deletes, moves, changesOwner
    }

    struct Row: Sendable, CustomTestStringConvertible {
        let name: String
        let request: FetchRequest
        /// The changes that are decided without a request to the store.
        let decided: Set<Change>
        var testDescription: String { name }
    }

    private static let rows = [
        Row(
            name: "a sorted list",
            request: FetchRequest("Article", sortedBy: [.descending("rating")]),
            decided: Set(Change.allCases)),
        Row(
            name: "a condition",
            request: FetchRequest("Article", where: .attribute("rating") >= 4),
            decided: Set(Change.allCases)),
        Row(
            name: "a list of an author",
            request: FetchRequest("Article", where: !PropertyPath("author").isNil),
            decided: Set(Change.allCases)),
        Row(
            name: "the first ones",
            request: FetchRequest("Article", sortedBy: [.descending("rating")], limit: 3),
            decided: Set(Change.allCases)),
        Row(
            name: "a page",
            request: FetchRequest("Article", sortedBy: [.ascending("rating")], limit: 3, offset: 4),
            decided: Set(Change.allCases)),
        Row(
            name: "a condition through a to-one relationship",
            request: FetchRequest("Article", where: .attribute("author.age") >= 2),
            decided: [.rates, .retitles, .deletes, .moves]),
    ]

    @Test(arguments: rows)
    func `are not asked for again`(row: Row) async throws {
        var decided: Set<Change> = []
        for change in Change.allCases {
            let counting = CountingStore()
            let container = try PersistentContainer(model: ContractModel.make(), store: counting)
            try Self.fill(container)
            var iterator = container.changes(of: row.request).makeAsyncIterator()
            var list = try #require(try await iterator.next()).objectIDs
            try container.perform { context in
                try Self.apply(change, context)
                try context.save()
            }
            let expected = try container.perform { try $0.fetch(row.request).map(\.objectID) }
            let readers = counting.readers
            // Only changes that concern the result give an element.
            if expected != list || change != .moves {
                let changes = try #require(try await iterator.next())
                changes.apply(to: &list) { $0 }
            }
            #expect(list == expected, "\(change)")
            if counting.readers == readers { decided.insert(change) }
        }
        #expect(decided == row.decided)
    }

    @Test func `a limit that runs short is asked for`() async throws {
        let counting = CountingStore()
        let container = try PersistentContainer(model: ContractModel.make(), store: counting)
        try Self.fill(container, count: 200)
        let request = FetchRequest("Article", sortedBy: [.ascending("rating")], limit: 5)
        var iterator = container.changes(of: request).makeAsyncIterator()
        var list = try #require(try await iterator.next()).objectIDs
        var asked = 0
        for _ in 0..<30 {
            let first = list[0]
            try container.perform { context in
                context.delete(try #require(try context.object(with: first)))
                try context.save()
            }
            let readers = counting.readers
            try #require(try await iterator.next()).apply(to: &list) { $0 }
            asked += counting.readers - readers
            let expected = try container.perform { try $0.fetch(request).map(\.objectID) }
            #expect(list == expected)
        }
        #expect(asked == 1, "the rows behind the fifth are read in advance")
    }

    private static func fill(_ container: PersistentContainer, count: Int = 20) throws {
        try container.perform { context in
            let authors = (0..<5).map { age in
                let author = context.insert("Author")
                author["age"] = .integer(Int64(age))
                return author
            }
            for number in 0..<count {
                let article = context.insert("Article")
                article["rating"] = .double(Double(number))
                article[toOne: "author"] = authors[number % 5]
            }
            try context.save()
        }
    }

    private static func apply(_ change: Change, _ context: ManagedObjectContext) throws {
        let articles = try context.fetch(
            FetchRequest("Article", sortedBy: [.ascending("rating")]))
        // They are in the first ones, in the page, or in both.
        switch change {
        case .rates: for article in articles { article["title"] = "rated" }
        case .retitles: (articles[19]["title"], articles[5]["title"]) = ("a", "b")
        case .inserts:
            for rating in [4.5, 30] {
                let article = context.insert("Article")
                article["rating"] = .double(rating)
                article[toOne: "author"] = articles[4][toOne: "author"]
            }
        case .deletes: for index in [4, 5, 19] { context.delete(articles[index]) }
        case .moves: (articles[19]["rating"], articles[5]["rating"]) = (3.5, 18.5)
        case .changesOwner:
            for index in [5, 19] { articles[index][toOne: "author"] = articles[2][toOne: "author"] }
        }
    }
}

/// A store in memory that counts its readers.
private final class CountingStore: PersistentStore {
    private let store = InMemoryStore()
    private let count = Mutex(0)

    /// The number of readers that were made.
    var readers: Int { count.withLock { $0 } }

    func open(for model: ManagedObjectModel) throws(StoreError) -> StoreConnection {
        StoreConnection(CountingBackend(backend: try store.open(for: model).backend, store: self))
    }

    private struct CountingBackend: StoreBackend {
        let backend: any StoreBackend
        let store: CountingStore
        var commits: CommitHooks { backend.commits }

        func foreignVersion() throws(StoreError) -> Int64? { try backend.foreignVersion() }

        func makeReader() throws(StoreError) -> any StoreReader {
            store.count.withLock { $0 += 1 }
            return try backend.makeReader()
        }

        func reserveNumbers(_ count: Int, root: Int) throws(StoreError) -> Range<Int64> {
            try backend.reserveNumbers(count, root: root)
        }

        func commit(_ changes: ChangeSet) throws(StoreError) { try backend.commit(changes) }
    }
}
