import Foundation
import Mercator
import MercatorTesting
import Synchronization
import Testing

@Suite("Testing your mappings")
struct TestingYourMappingsTests {
    struct Article: Entity {
        let articleID = Attribute<Int64>("articleID")
        let title = Attribute<String?>("title")
        let views = Attribute<Int32?>("views")
        let authorID = Attribute<Int64?>("authorID")
        let author = ToOne<Author>("author", inverse: \.articles)
        let tags = ToMany<Tag>("tags", inverse: \.articles)
    }

    struct Author: Entity {
        let authorID = Attribute<Int64>("authorID")
        let name = Attribute<String?>("name")
        let articles = ToMany<Article>("articles")
    }

    struct Tag: Entity {
        let tagID = Attribute<Int64>("tagID")
        let name = Attribute<String?>("name")
        let articles = ToMany<Article>("articles")
    }

    private let payload = #"""
        {"articles": [
          {"id": 7, "title": "Maps", "author_id": 3, "tags": [{"id": 1, "name": "swift"}, {"id": 2, "name": "sql"}]},
          {"id": 8, "titel": "Graphs", "views": "many"}
        ]}
        """#

    private let model: ManagedObjectModel
    private let mappings: MappingSet

    init() throws {
        model = try ManagedObjectModel(Article.self, Author.self, Tag.self)
        var articles = EntityMapping(for: Article.self)
        articles.addAttributeMappings([
            "id": "articleID", "title": "title", "views": "views", "author_id": "authorID",
        ])
        articles.addRelationshipMapping(from: "tags", to: "tags", using: "Tag")
        articles.addConnection(for: "author", connectedBy: "authorID")
        var tags = EntityMapping(for: Tag.self)
        tags.addAttributeMappings(["id": "tagID", "name": "name"])
        mappings = MappingSet([articles, tags], roots: ["articles": "Article"])
    }

    /// Creates a directory with the payload in a file.
    private func makeFixtures() throws -> URL {
        let directory = FileManager.default.temporaryDirectory
            .appending(path: "mercator-guide-" + UUID().uuidString)
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        try Data(payload.utf8).write(to: directory.appending(path: "articles.json"))
        return directory
    }

    @Test func `a test says what it expects`() throws {
        let directory = try makeFixtures()
        defer { try? FileManager.default.removeItem(at: directory) }
        let fixtures = PayloadFixtures(directory: directory)
        var test = try MappingTest(
            mappings, for: model, payload: fixtures.document("articles.json"))

        test.preload { context in
            let author = context.insert("Author")
            author["authorID"] = 3
            author["name"] = "Anna"
        }

        test.expect(
            .attribute(from: "id", to: "articleID", is: 7, at: "articles[0]"),
            .attribute(from: "title", to: "title", at: "articles[0]") { $0 != "" },
            .relationship(
                from: "tags", to: "tags", is: [["tagID": 2], ["name": "swift"]], at: "articles[0]"),
            .attribute(from: "name", to: "name", is: "swift", at: "articles[0].tags[0]"),
            .connection(for: "author", leadsTo: .objects([["name": "Anna"]]), at: "articles[0]"),
            .issues([ExpectedIssue(.invalidValue, at: "articles[1].views")]),
            .counts(of: "Article", inserted: 1, failed: 1))

        try test.verify()

        let hasTitle = try test.evaluate(.attribute(from: "title", to: "title"))  // true
        #expect(hasTitle)

        let run = try test.run()
        let names = try run.container.perform { context in
            try context.fetch(FetchRequest("Tag")).map { $0["name"] }
        }  // ["swift", "sql"]
        #expect(names == ["swift", "sql"])
    }

    @Test func `a failure lists everything, and what happened instead`() throws {
        let texts = try Guide("Guides/TestingYourMappings.md").texts
        var test = try MappingTest(
            mappings, for: model, payload: PayloadDocument(parsing: payload))
        var complaint = ""
        let line = #line + 1
        test.expect(
            .attribute(from: "title", to: "title", is: "Graphs"),
            .connection(for: "author", leadsTo: .something),
            .noIssues)

        do {
            try test.verify()
        } catch {
            complaint = error.description
        }
        // The guide's test begins in line 11 of its file.
        let places = [11: line, 12: line + 1, 13: line + 2]
        let expected = places.reduce(texts[0]) { text, place in
            text.replacing(
                "AppTests/FeedTests.swift:\(place.key)", with: "\(#fileID):\(place.value)")
        }
        #expect(complaint == expected)
    }

    @Test func `a file that is missing`() throws {
        let fixtures = PayloadFixtures(directory: try makeFixtures())
        defer { try? FileManager.default.removeItem(at: fixtures.directory) }
        let error = #expect(throws: PayloadFixtureError.self) {
            _ = try fixtures.document("article.json")
        }
        #expect(error?.message.hasSuffix("there is articles.json") == true)
    }

    @Test func `an operation explains itself`() throws {
        let texts = try Guide("Guides/TestingYourMappings.md").texts
        let container = try PersistentContainer(model: model, store: InMemoryStore())
        let operation = MappingOperation(try MappingPlan(mappings, for: model))
        let document = try PayloadDocument(parsing: payload)

        let explanation = try operation.explain(document, in: container)
        let report = explanation.description
        #expect(report == texts[2])

        let forgotten = explanation["Article"]?.unmappedKeys.map(\.path)  // ["titel"]
        let json = try JSONEncoder().encode(explanation)
        #expect(forgotten == ["titel"])
        #expect(try JSONDecoder().decode(MappingExplanation.self, from: json) == explanation)
    }

    final class Log: MappingObserver {
        private let lines = Mutex<[String]>([])

        var text: String { lines.withLock { $0.joined(separator: "\n") } }

        func mappingOperation(didObserve event: MappingEvent) {
            guard event.kind != .progress else { return }
            lines.withLock { $0.append(event.description) }
        }
    }

    @Test func `an observer sees every decision`() throws {
        let texts = try Guide("Guides/TestingYourMappings.md").texts
        let container = try PersistentContainer(model: model, store: InMemoryStore())
        let log = Log()
        var operation = MappingOperation(try MappingPlan(mappings, for: model))
        operation.observer = log
        _ = try operation.run(#"{"articles": {"id": 7, "views": "many"}}"#.utf8, in: container)
        #expect(log.text == texts[3])
    }
}
