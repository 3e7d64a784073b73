import Mercator
import Testing

@Suite("Deletion")
struct DeletionTests {
    struct Article: Entity {
        let articleID = Attribute<Int64>(from: "id")
        let title = Attribute<String?>(from: "title")
        let isDeleted = Attribute<Bool>(from: "deleted", default: false)
        let tags = ToMany<Tag>(from: "tags")
        let notes = ToMany<Note>(deleteRule: .cascade)
    }

    struct Tag: Entity {
        let tagID = Attribute<Int64>(from: "id")
        let articles = ToMany<Article>(inverse: \.tags)
    }

    struct Note: Entity {
        let text = Attribute<String?>(from: "text")
        let article = ToOne<Article>(inverse: \.notes)
    }

    private let container: PersistentContainer
    private let plan: MappingPlan

    init() throws {
        let model = try ManagedObjectModel(Article.self, Tag.self, Note.self)
        container = try PersistentContainer(model: model, store: InMemoryStore())
        var articles = EntityMapping(
            Article.self, .map("notes", to: \.notes, assignmentPolicy: .replace))
        articles.deletionPredicate = .attribute("isDeleted") == true
        let parts = [EntityMapping(for: Tag.self), EntityMapping(for: Note.self)]
        plan = try MappingPlan(
            MappingSet([articles] + parts, roots: ["articles": "Article"]), for: model)
        let four = #"""
            {"articles": [{"id": 1, "tags": [{"id": 7}, {"id": 8}], "notes": [{"text": "a"}]},
                          {"id": 2, "tags": [{"id": 9}]}, {"id": 3}, {"id": 4}]}
            """#
        // Notes have no identification: another load would replace them.
        let result = try MappingOperation(plan).run(four.utf8, in: container, into: nil)
        try result.requireNoIssues()
    }

    private let payload = Array(
        #"""
        {"articles": [{"id": 1, "tags": [{"id": 7}]}, {"id": 2}, {"id": 3, "title": {}}]}
        """#.utf8)

    private func count(_ entity: String) throws -> Int {
        try container.perform { try $0.count(FetchRequest(entity)) }
    }

    @Test func `lost parts and tombstones go`() throws {
        let load = MappingOperation(plan)
        let lost = try load.run(#"{"articles": {"id": 1, "notes": []}}"#.utf8, in: container)
        #expect(lost.counts["Note"]?.deleted == 1)
        let marked = try load.run(
            #"{"articles": [{"id": 3, "deleted": true}]}"#.utf8, in: container)
        #expect(marked.counts["Article"]?.deleted == 1)
        let absent = try load.run(#"{"articles": {"id": 1}}"#.utf8, in: container)
        #expect(absent.total.deleted == 0)
    }

    @Test func `orphans of a scope go, the others are preserved`() throws {
        var load = MappingOperation(plan)
        load.orphanDeletion = OrphanDeletion(of: [FetchRequest("Article")])
        let result = try load.run(payload, in: container)
        let deleted = result.counts["Article"]?.deleted  // 1
        let told = result.orphans?.description
        // Article: 1 of 4 is an orphan
        // - Article/3 is preserved: its record was left out
        #expect(deleted == 1)
        #expect(
            told == """
                Article: 1 of 4 is an orphan
                - Article/3 is preserved: its record was left out
                """)
    }

    @Test func `scopes are worked off in order`() throws {
        var load = MappingOperation(plan)
        load.orphanDeletion = OrphanDeletion([
            .init(FetchRequest("Article"), limit: .share(0.2)),
            .init(
                FetchRequest("Tag", where: PropertyPath.relationship("articles").isNil),
                limit: .unlimited),
        ])
        let result = try load.run(payload, in: container)
        // One of four is more than a fifth; tag 8 has no article any more.
        #expect(result.counts["Article"]?.deleted == 0)
        #expect(result.counts["Tag"]?.deleted == 1)
        #expect(try count("Tag") == 2)
    }

    @Test func `a plan can be read first and applied later`() throws {
        let document = try PayloadDocument(parsing: payload)
        var load = MappingOperation(plan)
        load.orphanDeletion = OrphanDeletion(of: [FetchRequest("Article")])
        do {
            let plan = try load.orphanPlan(for: document, in: container)
            for scope in plan.scopes where !scope.refusals.isEmpty { print(scope) }
            let doomed = plan.deletions  // identifiers; nothing has happened
            #expect(doomed.count == 1)
            #expect(try count("Article") == 4)
        }
        load.orphanDeletion?.isApplied = false
        let planned = try load.run(payload, in: container).orphans
        let outcome = try planned?.apply(in: container)
        #expect(outcome?.deletions == planned?.deletions)
        let again = try planned?.apply(in: container)
        #expect(again?.deletions == [])
        #expect(try count("Article") == 3)
    }

    @Test(
        arguments: [
            (#"{"articles": []}"#, 4), ("{}", 0), (#"{"articles": {}}"#, 0), ("", 0),
            (#"{"other": []}"#, 0), (#"{"articles": null}"#, 0),
            (#"{"articles": [{"id": "x"}]}"#, 0),
            (#"{"articles": [{"id": 1, "title": {}}]}"#, 0),
        ])
    func `the table of refusals is true`(payload: String, deleted: Int) throws {
        var load = MappingOperation(plan)
        load.orphanDeletion = OrphanDeletion(of: [FetchRequest("Article")], limit: .unlimited)
        let result = try? load.run(payload.utf8, in: container)
        #expect((result?.counts["Article"]?.deleted ?? 0) == deleted)
        let left = try container.perform { context in
            try context.count(FetchRequest("Article", where: .attribute("articleID") >= 1))
        }
        #expect(left == 4 - deleted)
    }
}
