import Mercator
import Synchronization
import Testing

@Suite("Stores")
struct StoresTests {
    struct Article: Entity {
        let articleID = Attribute<Int64>("articleID")
        let title = Attribute<String?>("title")
        let publishedAt = Attribute<Timestamp?>("publishedAt")
        let authorID = Attribute<Int64?>("authorID")
        let author = ToOne<Author>("author", inverse: \.articles)
        let tags = ToMany<Tag>("tags", inverse: \.articles, isOrdered: true)
    }

    struct Author: Entity {
        let authorID = Attribute<Int64>("authorID")
        let name = Attribute<String?>("name")
        let articles = ToMany<Article>("articles")
    }

    struct Tag: Entity {
        let name = Attribute<String>("name", isUnique: true)
        let articles = ToMany<Article>("articles")
    }

    /// A payload of two articles, which the pages about files share.
    static let payload = #"""
        {"articles": [
          {"id": 7, "title": "Maps", "at": "2014-08-31T00:29:15.25Z", "author": 3,
           "tags": ["swift", "sql"]},
          {"id": 8, "title": "Graphs", "author": 3, "tags": ["swift"]}],
         "authors": [{"id": 3, "name": "Anna"}]}
        """#

    static func plan(_ model: ManagedObjectModel) throws -> MappingPlan {
        var articles = EntityMapping(for: Article.self)
        articles.addAttributeMappings([
            "id": "articleID", "title": "title", "at": "publishedAt", "author": "authorID",
        ])
        articles.addRelationshipMapping(from: "tags", to: "tags", using: "Tag")
        articles.addConnection(for: "author", connectedBy: "authorID")
        var authors = EntityMapping(for: Author.self)
        authors.addAttributeMappings(["id": "authorID", "name": "name"])
        var tags = EntityMapping(for: Tag.self)
        tags.identificationAttributes = ["name"]
        tags.addAttributeMapping(from: "", to: "name")
        let roots: KeyValuePairs<PayloadPath, String> = [
            "articles": "Article", "authors": "Author",
        ]
        return try MappingPlan(MappingSet([articles, authors, tags], roots: roots), for: model)
    }

    @Test func `the file holds what the guide shows`() throws {
        let file = try TemporaryFile()
        let path = file.path
        let model = try ManagedObjectModel(Article.self, Author.self, Tag.self)
        let memory = try PersistentContainer(model: model, store: InMemoryStore())
        let disk = try PersistentContainer(model: model, store: SQLiteStore(path))
        for container in [memory, disk] {
            try MappingOperation(Self.plan(model)).run(
                Self.payload.utf8, in: container
            ).requireNoIssues()
        }
        let guide = try Guide("Guides/Stores.md")
        let questions = guide.blocks.filter { $0.language == "sql" }.map(\.text)
        #expect(questions.count == guide.texts.count)
        for (question, answer) in zip(questions, guide.texts) {
            #expect(try SQLiteShell(path).run(question) == answer)
        }
        let log = Log()
        let store = SQLiteStore(path, options: .init(trace: { sql in log.append(sql) }))
        let traced = try PersistentContainer(model: model, store: store)
        let count = try traced.perform { try $0.count(FetchRequest("Article")) }  // 2
        #expect(count == 2)
        #expect(log.lines.contains { $0.contains("SELECT count(*)") })
        let id = try disk.perform { try $0.fetch(Tag.self).first?.objectID }
        let name = try disk.perform { context in
            try id.flatMap { try context.object(with: $0) }?["name"]
        }  // "swift"
        #expect(name == "swift")
        let code = try disk.perform { context in
            guard let article = try context.fetch(Article.self).first else { return "" }
            try disk.perform { other in
                try other.fetch(Article.self).first?.title = "Atlas"
                try other.save()
            }
            article.title = "Charts"
            do {
                try context.save()
                return "saved"
            } catch let error as StoreError {
                return error.code.description
            }
        }  // "conflict"
        #expect(code == "conflict")
        var isMismatch = false
        let smaller = try ManagedObjectModel([EntityDescription("Tag")])
        do {
            _ = try PersistentContainer(model: smaller, store: SQLiteStore(path))
        } catch {
            isMismatch = error.code == .schemaMismatch
        }
        #expect(isMismatch)
    }

    @Test func `a store keeps texts`() throws {
        let file = try TemporaryFile()
        let (path, text) = (file.path, "{}")
        let model = try ManagedObjectModel([EntityDescription("Tag")])
        var options = SQLiteStore.Options()
        options.annotations = ["mapping": text]
        _ = try PersistentContainer(model: model, store: SQLiteStore(path, options: options))
        let annotation = try SQLiteStore.annotations(at: path)["mapping"]
        #expect(annotation == text)
    }

    private final class Log: Sendable {
        private let content = Mutex<[String]>([])
        var lines: [String] { content.withLock { $0 } }
        func append(_ line: String) { content.withLock { $0.append(line) } }
    }
}
