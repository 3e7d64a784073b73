import Foundation
import Mercator
import Observation
import Testing

@Suite("Observing changes")
struct ObservingChangesTests {
    struct Article: Entity {
        let title = Attribute<String>()
        let rating = Attribute<Double>(default: 0)
    }

    struct ArticleRow: Hashable {
        let title: String
        let rating: Double
    }

    private let container: PersistentContainer

    init() throws {
        container = try PersistentContainer(
            model: ManagedObjectModel(Article.self), store: InMemoryStore())
        try Self.insert("Maps", 4, container)
        try Self.insert("Graphs", 2, container)
    }

    private static func insert(
        _ title: String, _ rating: Double, _ container: PersistentContainer
    ) throws {
        try container.perform { context in
            let article = context.insert(Article.self)
            (article.title, article.rating) = (title, rating)
            try context.save()
        }
    }

    private static func change(
        _ title: String, _ container: PersistentContainer,
        _ work: @Sendable (Object<Article>, ManagedObjectContext) -> Void
    ) throws {
        try container.perform { context in
            let found = try context.fetch(Article.self) { $0.title == title }
            work(try #require(found.first), context)
            try context.save()
        }
    }

    /// Statements of the guide's table, and the end of the loop.
    private struct Done: Error {}

    @Test func `a list follows the store`() async throws {
        let container = container
        var shown: [[String]] = []
        func show(_ rows: [String]) throws {
            shown.append(rows)
            switch shown.count {
            case 1: try Self.insert("Atlas", 5, container)
            case 2: try Self.change("Graphs", container) { article, _ in article.rating = 3 }
            case 3: try Self.change("Atlas", container) { article, _ in article.title = "Zones" }
            case 4:
                try Self.change("Maps", container) { article, context in context.delete(article) }
            default: throw Done()
            }
        }
        func follow() async throws {
            var rows: [String] = []
            let changes = container.changes(
                of: Article.self, sortedBy: [.ascending(\Article.title)]
            ) {
                $0.rating >= 3
            }
            for try await change in changes {
                try change.apply(to: &rows) { id in
                    try container.read { context in
                        try context.object(Article.self, with: id)?.title
                    } ?? "gone"
                }
                try show(rows)
            }
        }
        await #expect(throws: Done.self) { try await follow() }
        #expect(shown.map { $0.joined(separator: ", ") } == (try Self.table("| saved | shown |")))
    }

    @MainActor @Test func `a list for views follows the store`() async throws {
        let list = ObservedList(
            of: Article.self, in: container, sortedBy: [.ascending(\Article.title)],
            where: { $0.rating >= 3 }
        ) { article in
            ArticleRow(title: article.title, rating: article.rating)
        }
        func titles(_ count: Int) async -> [String] {
            while list.elements.count != count {
                await withCheckedContinuation { continuation in
                    withObservationTracking {
                        _ = list.elements
                    } onChange: {
                        continuation.resume()
                    }
                }
            }
            return list.elements.map(\.value.title)
        }
        #expect(await titles(1) == ["Maps"])
        try Self.insert("Atlas", 5, container)
        #expect(await titles(2) == ["Atlas", "Maps"])
    }

    @Test func `a table follows the store`() async throws {
        let container = container
        var shown: [[String]] = []
        func show(_ lines: [String]) throws {
            shown.append(lines)
            switch shown.count {
            case 1: try Self.insert("Atlas", 4, container)
            case 2: try Self.change("Graphs", container) { article, _ in article.rating = 5 }
            case 3:
                try Self.change("Maps", container) { article, context in context.delete(article) }
            default: throw Done()
            }
        }
        func follow() async throws {
            var lines: [String] = []
            let ratings = container.changes(
                of: Article.self, selecting: \.rating, \.objectCount,
                sortedBy: [.descending(\Article.rating)])
            for try await change in ratings {
                change.apply(to: &lines) { row in "\(row[1]) with \(row[0])" }
                try show(lines)
            }
        }
        await #expect(throws: Done.self) { try await follow() }
        #expect(shown.map { $0.joined(separator: ", ") } == (try Self.table("| saved | table |")))
    }

    @Test func `a selection by name is observed`() async throws {
        let table = container.changes(
            of: try SelectRequest(format: "Article: count, max(rating) WHERE title != nil"))
        var iterator = table.makeAsyncIterator()
        #expect(try await iterator.next()?.rows.map(\.values) == [[2, 4.0]])
    }

    /// Returns the last column of a table of the guide.
    private static func table(_ head: String) throws -> [String] {
        try Guide("Guides/ObservingChanges.md").text.split(separator: "\n")
            .drop { !$0.hasPrefix(head) }.dropFirst(2).prefix { $0.hasPrefix("|") }
            .map { $0.split(separator: "|")[1].trimmingCharacters(in: .whitespaces) }
    }

    @Test func `saves of other containers are polled for`() async throws {
        let shared = container.changes(of: FetchRequest("Article"), pollingEvery: .seconds(1))
        var iterator = shared.makeAsyncIterator()
        #expect(try await iterator.next()?.count == 2)
    }

    @Test func `saves say what to drop`() async throws {
        let container = container
        let ids = try container.perform { try $0.fetch(Article.self).map(\.objectID) }
        var images = Dictionary(uniqueKeysWithValues: ids.map { ($0, "image") })
        var counts: [Int] = []
        func show(_ count: Int) throws {
            counts.append(count)
            throw Done()
        }
        // Saves until a change has been observed.
        let saver = Task {
            var rating = 0.0
            while !Task.isCancelled {
                rating += 1
                let rating = rating
                try Self.change("Maps", container) { article, _ in
                    article.rating = rating
                }
                await Task.yield()
            }
        }
        func follow() async throws {
            for try await saved in container.saves() {
                if saved.isComplete {
                    for id in saved.updated.union(saved.deleted) { images[id] = nil }
                } else {
                    images.removeAll()
                }
                try show(images.count)
            }
        }
        await #expect(throws: Done.self) { try await follow() }
        saver.cancel()
        #expect(counts == [1])
    }
}
