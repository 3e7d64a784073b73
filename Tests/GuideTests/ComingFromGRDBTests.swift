import Foundation
import Mercator
import Testing

@Suite("Coming from GRDB")
struct ComingFromGRDBTests {
    struct Author: Entity {
        let authorID = Attribute<Int64>(from: "id")
        let name = Attribute<String>(from: "name", default: "")
        let books = ToMany<Book>()
    }

    struct Book: Entity {
        let bookID = Attribute<Int64>(from: "id")
        let title = Attribute<String>(from: "title", default: "")
        let score = Attribute<Int>(from: "score", default: 0)
        let authorID = Attribute<Int64?>(from: "authorId")
        let author = ToOne<Author>(inverse: \.books, connectedBy: \Book.authorID)
    }

    struct BookRecord: Codable, Equatable {
        var bookID: Int64
        var title: String
        var author: AuthorRecord?
    }

    struct AuthorRecord: Codable, Equatable {
        var name: String
    }

    struct OldBook: Codable {
        var id: Int64
        var title: String
        var authorId: Int64?
    }

    private let file: TemporaryFile

    init() throws { file = try TemporaryFile() }

    /// Returns a container with the books of the guide.
    private func open() throws -> PersistentContainer {
        let path = file.path
        let container = try PersistentContainer(for: Author.self, Book.self, at: path)
        try container.write { context in
            let author = context.insert(Author.self)
            author.authorID = 1
            author.name = "Jane Austen"
            for (number, title) in ["Emma", "Persuasion"].enumerated() {
                let book = context.insert(Book.self)
                book.bookID = Int64(number)
                book.title = title
                book.score = 10 * number
                book.author = author
            }
        }
        let best = try container.read { context in
            try context.fetch(Book.self, sortedBy: [.descending(\Book.score)], limit: 10)
                .map(\.title)
        }  // ["Persuasion", "Emma"]
        #expect(best == ["Persuasion", "Emma"])
        return container
    }

    @Test func `relationships are properties and columns`() throws {
        let container = try open()
        let lines = try container.read { context in
            try context.fetch(Book.self) { $0.author.name == "Jane Austen" }
                .map { "\($0.title) by \($0.author?.name ?? "")" }
        }  // ["Emma by Jane Austen", "Persuasion by Jane Austen"]
        let counts = try container.read { context in
            try context.select(Author.self, \.name, \.books.count)
        }  // [("Jane Austen", 2)]
        #expect(lines == ["Emma by Jane Austen", "Persuasion by Jane Austen"])
        #expect(counts.map(\.0) == ["Jane Austen"])
        #expect(counts.map(\.1) == [2])
    }

    @Test func `objects are decoded as values`() throws {
        let container = try open()
        let records = try container.read { context in
            try context.fetch(Book.self) { $0.bookID == 1 }.map {
                try $0.decode(as: BookRecord.self)
            }
        }  // the record of "Persuasion", with its author
        #expect(records.map(\.author?.name) == ["Jane Austen"])
        #expect(records.map(\.title) == ["Persuasion"])
    }

    @Test func `a fetch is observed`() async throws {
        let container = try open()
        var titles: [String] = []
        for try await change in container.changes(
            of: Book.self, sortedBy: [.ascending(\Book.title)])
        {
            try change.apply(to: &titles) { id in
                try container.read { try $0.object(Book.self, with: id)?.title } ?? ""
            }
            if titles.count == 3 { break }
            try container.load(#"{"id": 3, "title": "Sanditon", "authorId": 1}"#, as: Book.self)
        }
        #expect(titles == ["Emma", "Persuasion", "Sanditon"])
    }

    @Test func `records move with their keys`() throws {
        let container = try open()
        let fetched = [OldBook(id: 7, title: "Lady Susan", authorId: 1)]  // Book.fetchAll(db)
        try container.load(encoding: fetched, as: Book.self).requireNoIssues()
        let author = try container.read { context in
            try context.first(Book.self) { $0.bookID == 7 }?.author?.name
        }  // "Jane Austen"
        #expect(author == "Jane Austen")
    }
}
