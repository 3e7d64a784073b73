import Foundation
import Mercator
import Testing

@Suite("Getting started")
struct GettingStartedTests {
    struct Book: Entity {
        let bookID = Attribute<Int64>(from: "id")
        let title = Attribute<String>(from: "title", default: "Untitled")
        let pageCount = Attribute<Int32?>(from: "pages")
        let author = ToOne<Author>(from: "author", inverse: \.books)
    }

    struct Author: Entity {
        let authorID = Attribute<Int64>(from: "id")
        let name = Attribute<String?>(from: "name")
        let books = ToMany<Book>()
    }

    private let payload = Array(
        #"""
        {
          "books": [
            {"id": 1, "title": "Emma", "pages": "474", "author": {"id": 11, "name": "Jane Austen"}},
            {"id": 2, "title": "Persuasion", "author": {"id": 11, "name": "Jane Austen"}}
          ]
        }
        """#.utf8)

    private let update = Array(
        #"""
        {"books": [{"id": 2, "title": "Persuasion", "pages": 249, "author": null}]}
        """#.utf8)

    @Test func `every step gives what it says`() throws {
        let library = try PersistentContainer(for: Book.self, Author.self, in: InMemoryStore())
        let result = try library.load(payload)

        let bookCount = result.counts["Book"]?.inserted  // 2
        let authorCount = result.counts["Author"]?.inserted  // 1
        let repeated = result.counts["Author"]?.repeated  // 1: the second record of the same author
        let issues = result.issues.count  // 0
        #expect(bookCount == 2)
        #expect(authorCount == 1)
        #expect(repeated == 1)
        #expect(issues == 0)
        let summary = try library.read { context in
            let long = try context.fetch(Book.self) { $0.pageCount > 400 }
            return long.map { "\($0.title) by \($0.author?.name ?? "nobody")" }
        }  // ["Emma by Jane Austen"]

        try library.write { context in
            guard let author = try context.fetch(Author.self).first else { return }
            let sequel = context.insert(Book.self)
            sequel.bookID = 3
            sequel.author = author
        }
        #expect(summary == ["Emma by Jane Austen"])
        let titles = try library.read { context in
            try context.fetch(Book.self, sortedBy: [.ascending(\Book.bookID)]).map(\.title)
        }
        #expect(titles == ["Emma", "Persuasion", "Untitled"])
        let next = try library.load(update)
        let updated = next.total.updated  // 1

        let persuasion = try library.read { context in
            let found = try context.fetch(Book.self) { $0.bookID == 2 }
            return found.map { ($0.pageCount, $0.author == nil) }.first
        }  // (249, true)
        #expect(updated == 1)
        #expect(persuasion?.0 == 249)
        #expect(persuasion?.1 == true)
    }

    @Test func `objects become values`() throws {
        let library = try PersistentContainer(for: Book.self, Author.self, in: InMemoryStore())
        try library.load(payload)
        struct BookRow: Codable, Equatable {
            var title: String
            var author: AuthorRow?
        }

        struct AuthorRow: Codable, Equatable {
            var name: String?
        }

        let rows = try library.read { context in
            try context.fetch(Book.self).map { try $0.decode(as: BookRow.self) }
        }
        let author = AuthorRow(name: "Jane Austen")
        #expect(
            rows == [
                BookRow(title: "Emma", author: author),
                BookRow(title: "Persuasion", author: author),
            ])
    }

    @Test func `the parts can be made by hand`() throws {
        let books = EntityMapping(
            Book.self, .map("nr", to: \.bookID), .map("name", to: \.title),
            .map("writer", to: \.author))
        let identity = books.identificationAttributes  // ["bookID"]

        let catalog = try PersistentContainer(
            for: Book.self, Author.self, in: InMemoryStore(), mappings: [books])
        try catalog.load(#"{"books": {"nr": 4, "name": "Sanditon"}}"#)
        #expect(identity == ["bookID"])
        let titles = try catalog.read { try $0.fetch(Book.self).map(\.title) }
        #expect(titles == ["Sanditon"])
        let model = try ManagedObjectModel(Book.self, Author.self)
        let mappings = MappingSet(
            [books, EntityMapping(for: Author.self)], roots: ["items": "Book"])
        let plan = try MappingPlan(mappings, for: model)
        let operation = MappingOperation(plan)

        let container = try PersistentContainer(model: model, store: InMemoryStore())
        let report = try operation.run(#"{"items": [{"nr": 4}]}"#, in: container)
        #expect(report.total.inserted == 1)
    }

    /// The paragraphs below the block of step 3, and the last one.
    @Test func `a result is checked, printed, or ignored on purpose`() throws {
        let model = try ManagedObjectModel(Book.self, Author.self)
        let mappings = [EntityMapping(for: Book.self), EntityMapping(for: Author.self)]
        let plan = try MappingPlan(MappingSet(mappings, roots: ["books": "Book"]), for: model)
        let operation = MappingOperation(plan)
        let container = try PersistentContainer(model: model, store: InMemoryStore())
        let text = #"{"books": [{"id": 1, "title": "Emma", "pages": "many"}, {"id": 2}]}"#
        _ = try operation.run(text, in: container)
        let documents = [try PayloadDocument(text), try PayloadDocument(Array(text.utf8))]
        for document in documents {
            let result = try operation.run(document, in: container)
            #expect(result.issues.map(\.path) == ["books[0].pages"])
            #expect("\(result)".contains("Book.pageCount"))
            #expect("\(result)".split(separator: "\n").count > 3)
        }
        #expect(throws: PayloadError.self) {
            _ = try operation.run(#"{"books": [{"id": 3}"#, in: container)
        }
        let numbers = try container.perform { try $0.fetch(Book.self).map(\.bookID) }
        #expect(numbers == [2])
    }

    struct Magazine: Entity {
        let magazineID = Attribute<Int64>(from: "id")
        let title = Attribute<String>(from: "title", default: "Untitled")
        let publisherID = Attribute<Int64?>(from: "publisher_id")
        let publisher = ToOne<Publisher>(
            inverse: \.magazines, connectedBy: \Magazine.publisherID)
    }

    struct Publisher: Entity {
        let publisherID = Attribute<Int64>(from: "id")
        let name = Attribute<String?>(from: "name")
        let magazines = ToMany<Magazine>()
    }

    @Test func `a foreign key waits for its object`() throws {
        let library = try PersistentContainer(
            for: Magazine.self, Publisher.self, in: InMemoryStore())
        try library.load(#"{"magazines": [{"id": 7, "title": "Maps", "publisher_id": 3}]}"#)
        try library.load(#"[{"id": 3, "name": "Atlas"}]"#, as: Publisher.self)

        let publishers = try library.read { context in
            try context.fetch(Magazine.self).map { $0.publisher?.name }
        }  // ["Atlas"]
        #expect(publishers == ["Atlas"])
    }

    /// No operation allows its result to be ignored silently.
    @Test func `the compiler warns about an ignored result`() throws {
        let root = Guide.root.appending(path: "Sources").standardizedFileURL
        var count = 0
        for path in try FileManager.default.subpathsOfDirectory(atPath: root.path)
        where path.hasSuffix(".swift") {
            let lines = try String(contentsOf: root.appending(path: path), encoding: .utf8)
                .split(separator: "\n", omittingEmptySubsequences: false)
            for (index, line) in lines.enumerated()
            where line.trimmingPrefix(while: \.isWhitespace).hasPrefix("public func run") {
                count += 1
                let before = lines[..<index].suffix(2).joined()
                #expect(!before.contains("@discardableResult"), "\(path): \(line)")
            }
        }
        #expect(count > 10)
    }
}
