import Mercator
import Synchronization
import Testing

@Suite("Stores")
struct StoresTests {
    struct Article: Entity {
        let articleID = Attribute<Int64>(from: "id")
        let title = Attribute<String?>(from: "title")
        let publishedAt = Attribute<Timestamp?>(from: "at")
        let authorID = Attribute<Int64?>(from: "author")
        let author = ToOne<Author>(inverse: \.articles, connectedBy: \Article.authorID)
        let tags = ToMany<Tag>(from: "tags", inverse: \.articles, isOrdered: true)
    }

    struct Author: Entity {
        let authorID = Attribute<Int64>(from: "id")
        let name = Attribute<String?>(from: "name")
        let articles = ToMany<Article>()
    }

    struct Tag: Entity {
        let name = Attribute<String>(from: "", isUnique: true, isIdentity: true)
        let articles = ToMany<Article>()
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
        let mappings = [
            EntityMapping(for: Article.self), EntityMapping(for: Author.self),
            EntityMapping(for: Tag.self),
        ]
        let roots: KeyValuePairs<PayloadPath, String> = [
            "articles": "Article", "authors": "Author",
        ]
        return try MappingPlan(MappingSet(mappings, roots: roots), for: model)
    }

    @Test func `the file holds what the guide shows`() throws {
        let file = try TemporaryFile()
        let path = file.path
        let memory = try PersistentContainer(
            for: Article.self, Author.self, Tag.self, in: InMemoryStore())
        let disk = try PersistentContainer(for: Article.self, Author.self, Tag.self, at: path)
        for container in [memory, disk] {
            try container.load(Self.payload).requireNoIssues()
        }
        let guide = try Guide("Guides/Stores.md")
        let questions = guide.blocks.filter { $0.language == "sql" }.map(\.text)
        #expect(questions.count == guide.texts.count)
        for (question, answer) in zip(questions, guide.texts) {
            #expect(try SQLiteShell(path).run(question) == answer)
        }
        let log = Log()
        let store = SQLiteStore(path, options: .init(trace: { sql in log.append(sql) }))
        let traced = try PersistentContainer(
            for: Article.self, Author.self, Tag.self, in: store)
        let count = try traced.read { try $0.count(FetchRequest("Article")) }  // 2
        #expect(count == 2)
        #expect(log.lines.contains { $0.contains("SELECT count(*)") })
        let timed = SQLiteStore(
            path,
            options: .init(profile: { statement in
                log.append("\(statement.rowCount) rows in \(statement.duration): \(statement.sql)")
            }))
        let again = try PersistentContainer(for: Article.self, Author.self, Tag.self, in: timed)
        #expect(try again.read { try $0.count(FetchRequest("Article")) } == 2)
        #expect(log.lines.last { $0.contains("SELECT count(*)") }?.hasPrefix("1 rows in ") == true)
        let id = try disk.read { try $0.fetch(Tag.self).first?.objectID }
        let name = try disk.read { try $0.object(Tag.self, with: id)?.name }  // "swift"
        #expect(name == "swift")
        let code = try disk.perform { context in
            guard let article = try context.fetch(Article.self).first else { return "" }
            try disk.write { try $0.fetch(Article.self).first?.title = "Atlas" }
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
