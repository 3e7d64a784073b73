import Foundation
import Mercator
import Testing

@Suite("Getting started")
struct GettingStartedTests {
    struct Book: Entity {
        let bookID = Attribute<Int64>()
        let title = Attribute<String>(default: "Untitled")
        let pageCount = Attribute<Int32?>()
        let author = ToOne<Author>(inverse: \.books)
    }

    struct Author: Entity {
        let authorID = Attribute<Int64>()
        let name = Attribute<String?>()
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
        let model = try ManagedObjectModel(Book.self, Author.self)
        let books = EntityMapping(
            Book.self, .map("id", to: \.bookID), .map("title", to: \.title),
            .map("pages", to: \.pageCount), .map("author", to: \.author))
        let authors = EntityMapping(
            Author.self, .map("id", to: \.authorID), .map("name", to: \.name))

        let mappings = MappingSet([books, authors], roots: ["books": "Book"])
        let plan = try MappingPlan(mappings, for: model)
        let identity = books.identificationAttributes  // ["bookID"]
        #expect(identity == ["bookID"])
        let container = try PersistentContainer(model: model, store: InMemoryStore())
        let operation = MappingOperation(plan)
        let result = try operation.run(payload, in: container)

        let bookCount = result.counts["Book"]?.inserted  // 2
        let authorCount = result.counts["Author"]?.inserted  // 1
        let repeated = result.counts["Author"]?.repeated  // 1: the second record of the same author
        let issues = result.issues.count  // 0
        #expect(bookCount == 2)
        #expect(authorCount == 1)
        #expect(repeated == 1)
        #expect(issues == 0)
        let summary = try container.perform { context in
            let long = try context.fetch(Book.self) { $0.pageCount > 400 }
            return long.map { "\($0.title) by \($0.author?.name ?? "nobody")" }
        }  // ["Emma by Jane Austen"]

        try container.perform { context in
            guard let author = try context.fetch(Author.self).first else { return }
            let sequel = context.insert(Book.self)
            sequel.bookID = 3
            sequel.author = author
            try context.save()
        }
        #expect(summary == ["Emma by Jane Austen"])
        let titles = try container.perform { context in
            let request = FetchRequest("Book", sortedBy: [.ascending("bookID")])
            return try context.fetch(request).map { $0["title"] }
        }  // ["Emma", "Persuasion", "Untitled"]
        #expect(titles == ["Emma", "Persuasion", "Untitled"])
        let next = try operation.run(update, in: container)
        let updated = next.total.updated  // 1

        let persuasion = try container.perform { context in
            let found = try context.fetch(Book.self) { $0.bookID == 2 }
            return found.map { ($0.pageCount, $0.author == nil) }.first
        }  // (249, true)
        #expect(updated == 1)
        #expect(persuasion?.0 == 249)
        #expect(persuasion?.1 == true)
    }

    /// The paragraph below the block of step 4.
    @Test func `a result is checked, printed, or ignored on purpose`() throws {
        let model = try ManagedObjectModel(Book.self, Author.self)
        var books = EntityMapping(for: Book.self)
        books.addAttributeMappings(["id": "bookID", "title": "title", "pages": "pageCount"])
        let plan = try MappingPlan(MappingSet([books], roots: ["books": "Book"]), for: model)
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

    @Test func `one declaration is enough`() throws {
        let library = try PersistentContainer(
            for: Magazine.self, Publisher.self, in: InMemoryStore())
        try library.load(#"{"magazines": [{"id": 7, "title": "Maps", "publisher_id": 3}]}"#)
        try library.load(#"[{"id": 3, "name": "Atlas"}]"#, as: Publisher.self)

        let publishers = try library.read { context in
            try context.fetch(Magazine.self).map { $0.publisher?.name }
        }  // ["Atlas"]
        #expect(publishers == ["Atlas"])
        struct MagazineRow: Codable, Equatable {
            var title: String
            var publisher: PublisherRow?
        }

        struct PublisherRow: Codable, Equatable {
            var name: String?
        }

        let rows = try library.read { context in
            try context.fetch(Magazine.self).map { try $0.decode(as: MagazineRow.self) }
        }
        #expect(
            rows == [MagazineRow(title: "Maps", publisher: PublisherRow(name: "Atlas"))])
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
