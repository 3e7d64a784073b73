import Foundation
import Mercator
import Testing

@Suite("Change reports")
struct ChangeReportsTests {
    struct Article: Entity {
        let articleID = Attribute<Int64>("articleID")
        let title = Attribute<String>("title")
        let authorID = Attribute<Int64?>("authorID")
        let author = ToOne<Author>("author", inverse: \.articles)
    }

    struct Author: Entity {
        let authorID = Attribute<Int64>("authorID")
        let name = Attribute<String>("name")
        let articles = ToMany<Article>("articles")
    }

    private let json = #"""
        {"articles": [
          {"id": 1, "title": "Maps and graphs", "author_id": 7},
          {"id": 3, "title": "Trees"}
         ], "authors": [{"id": 7, "name": "Ada"}]}
        """#

    private let container: PersistentContainer
    private let operation: MappingOperation

    init() throws {
        let model = try ManagedObjectModel(Article.self, Author.self)
        container = try PersistentContainer(model: model, store: InMemoryStore())
        var articles = EntityMapping(for: Article.self)
        articles.addAttributeMappings([
            "id": "articleID", "title": "title", "author_id": "authorID",
        ])
        articles.addConnection(for: "author", connectedBy: "authorID")
        var authors = EntityMapping(for: Author.self)
        authors.addAttributeMappings(["id": "authorID", "name": "name"])
        let mappings = MappingSet(
            [articles, authors], roots: ["articles": "Article", "authors": "Author"])
        operation = MappingOperation(try MappingPlan(mappings, for: model))
        let first = #"{"articles": [{"id": 1, "title": "Maps"}]}"#
        _ = try operation.run(first.utf8, in: container)
    }

    /// Replaces the standard function, so that the guide can use it.
    private func print(_ changes: ChangeReport) {
        #expect(throws: Never.self) {
            let text = try Guide("Guides/ChangeReports.md").texts[0]
            #expect(changes.description == text)
        }
    }

    @Test func `a dry run says what a payload would change`() throws {
        let payload = try PayloadDocument(parsing: json)
        let dryRun = try operation.dryRun(payload, in: container)
        print(dryRun.changes)
        let title = dryRun.changes.objects.first?[attribute: "title"]
        let old = title?.old  // "Maps"
        let new = dryRun.changes.count(.inserted)  // 2
        let isProvisional = dryRun.result["authors"].first?.isProvisional  // true
        #expect(old == "Maps")
        #expect(new == 2)
        #expect(isProvisional == true)
        #expect(try container.perform { try $0.count(FetchRequest("Article")) } == 1)
    }

    @Test func `a context says what the next save would change`() throws {
        let payload = try PayloadDocument(parsing: json)
        let (operation, container) = (operation, container)
        let pending = try container.perform { context in
            _ = try operation.run(payload, in: context)
            let changes = try context.changes()
            try context.save()
            return changes
        }
        let expected = try Guide("Guides/ChangeReports.md").texts[0]
            .replacing("Article/new-1", with: "Article/2")
            .replacing("Author/new-1", with: "Author/1")
        #expect(pending.description == expected)
        let again = try operation.dryRun(payload, in: container).changes.isEmpty  // true
        #expect(again)
        let json = try JSONEncoder().encode(pending)
        let same = try JSONDecoder().decode(ChangeReport.self, from: json) == pending  // true
        #expect(same)
    }
}
