import EntityMapper
import MercatorPayload
import ObjectGraph
import Testing

@Suite("A dry run")
struct DryRunTests {
    private let model: ManagedObjectModel
    private let operation: MappingOperation

    init() throws {
        model = try News.model()
        operation = MappingOperation(try MappingPlan(News.mappings(for: model), for: model))
    }

    @Test(arguments: StoreKind.allCases)
    func `names objects by what identifies them`(kind: StoreKind) throws {
        let bench = try Workbench(kind, model)
        let first = #"{"articles": [{"id": 7, "title": "Maps", "tags": [{"id": 1, "name": "a"}]}]}"#
        _ = try operation.run(first.utf8, in: bench.container)
        let second = #"""
            {"articles": [{"id": 7, "title": "Graphs", "author_id": 3, "tags": [{"id": 2}]}],
             "authors": [{"id": 3, "name": "Ada"}]}
            """#
        let dryRun = try operation.dryRun(second.utf8, in: bench.container)
        #expect(
            dryRun.changes.description == """
                4 objects: 2 inserted, 2 updated
                ~ Article/1 (articleID: 7)
                    title: "Maps" → "Graphs"
                    authorID: nil → 3
                    author: nil → Author/new-1 (authorID: 3)
                    tags: added Tag/new-1 (tagID: 2); removed Tag/1 (tagID: 1)
                + Author/new-1 (authorID: 3)
                    authorID: 3
                    name: "Ada"
                    articles: added Article/1 (articleID: 7)
                ~ Tag/1 (tagID: 1)
                    articles: removed Article/1 (articleID: 7)
                + Tag/new-1 (tagID: 2)
                    tagID: 2
                    articles: added Article/1 (articleID: 7)
                """)
        #expect(dryRun.result.total.inserted == 2)
        #expect(dryRun.result["authors"].first?.isProvisional == true)
        #expect(dryRun.result["articles"].first?.isProvisional == false)
    }

    @Test(arguments: StoreKind.allCases)
    func `reports objects that would be deleted, with what cascades`(kind: StoreKind) throws {
        let bench = try Workbench(kind, model)
        let note = try model.mapping("Note", ["text": "text"])
        let article = try model.mapping(
            "Article", identifiedBy: ["articleID"], ["id": "articleID", "title": "title"]
        ) {
            $0.addRelationshipMapping(from: "notes", to: "notes", using: "Note")
            $0.deletionPredicate = .attribute("title") == "gone"
        }
        let mappings = MappingSet([article, note], roots: ["articles": "Article"])
        let operation = MappingOperation(try MappingPlan(mappings, for: model))
        let first = #"{"articles": [{"id": 7, "title": "Maps", "notes": [{"text": "n"}]}]}"#
        _ = try operation.run(first.utf8, in: bench.container)
        let second = #"{"articles": [{"id": 7, "title": "gone"}]}"#
        let dryRun = try operation.dryRun(second.utf8, in: bench.container)
        #expect(
            dryRun.changes.description == """
                2 objects: 2 deleted
                - Article/1 (articleID: 7)
                    articleID: 7
                    title: "Maps"
                    notes: removed Note/1
                - Note/1
                    text: "n"
                    article: Article/1 (articleID: 7)
                """)
        #expect(try bench.lines("Article", "title", "notes.text") == ["\"Maps\" | [\"n\"]"])
    }

    @Test(arguments: StoreKind.allCases)
    func `of connecting reports what connecting changes`(kind: StoreKind) throws {
        let bench = try Workbench(kind, model)
        _ = try operation.run(
            #"{"articles": [{"id": 1, "author_id": 3}]}"#.utf8, in: bench.container)
        try bench.insert("Author", ["authorID": 3, "name": "Ada"])
        let before = try bench.content()
        let dryRun = try ConnectionOperation().dryRun(in: bench.container)
        #expect(try bench.content() == before)
        #expect(
            dryRun.changes.description == """
                2 objects: 2 updated
                ~ Article/1 (articleID: 1)
                    author: nil → Author/1 (authorID: 3)
                ~ Author/1 (authorID: 3)
                    articles: added Article/1 (articleID: 1)
                """)
        #expect(try ConnectionOperation().run(in: bench.container) == dryRun.result)
        let again = try ConnectionOperation(operation.plan).dryRun(in: bench.container)
        #expect(again.changes.isEmpty)
        #expect(again.result.connected == 0)
    }

    @Test(arguments: StoreKind.allCases)
    func `fails as the run would fail`(kind: StoreKind) throws {
        let author = EntityDescription(
            "Author", attributes: [.init("authorID", .integer64), .init("name", .string)],
            relationships: [.toMany("books", "Book", inverse: "author", isOptional: false)])
        let book = EntityDescription(
            "Book", relationships: [.toOne("author", "Author", inverse: "books")])
        let model = try ManagedObjectModel([author, book])
        let mapping = try model.mapping("Author", identifiedBy: ["authorID"], ["id": "authorID"])
        let operation = MappingOperation(
            try MappingPlan(MappingSet([mapping], roots: [.root: "Author"]), for: model))
        let bench = try Workbench(kind, model)
        let payload = Array(#"{"id": 1}"#.utf8)
        let dry = caught(ValidationError.self) {
            _ = try operation.dryRun(payload, in: bench.container)
        }
        let real = caught(ValidationError.self) {
            _ = try operation.run(payload, in: bench.container)
        }
        #expect(dry?.problems.map(\.code) == real?.problems.map(\.code))
        #expect(dry != nil)
        #expect(throws: PayloadError.self) {
            try operation.dryRun("[".utf8, in: bench.container)
        }
    }

    @Test(arguments: StoreKind.allCases)
    func `says nothing to the observer`(kind: StoreKind) throws {
        let bench = try Workbench(kind, model)
        let log = EventLog()
        var operation = operation
        operation.observer = log
        _ = try operation.dryRun(#"{"tags": [{"id": 1}]}"#.utf8, in: bench.container)
        #expect(log.lines.isEmpty)
        _ = try operation.run(#"{"tags": [{"id": 1}]}"#.utf8, in: bench.container)
        #expect(!log.lines.isEmpty)
    }
}
