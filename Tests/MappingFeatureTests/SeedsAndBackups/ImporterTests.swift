import ConnectionEvaluation
import EntityMapper
import MercatorPayload
import ObjectGraph
import StreamingImport
import TestSupport
import Testing

@Suite("Importing payloads")
struct ImporterTests {
    private let model: ManagedObjectModel
    private let plan: MappingPlan

    init() throws {
        model = try ManagedObjectModel([
            EntityDescription(
                "Article",
                attributes: [
                    AttributeDescription("articleID", .integer64),
                    AttributeDescription("title", .string),
                    AttributeDescription("authorID", .integer64),
                ],
                relationships: [.toOne("author", "Author", inverse: "articles")]),
            EntityDescription(
                "Author",
                attributes: [
                    AttributeDescription("authorID", .integer64),
                    AttributeDescription("name", .string),
                ],
                relationships: [.toMany("articles", "Article")]),
        ])
        var articles = EntityMapping(for: try #require(model["Article"]))
        articles.addAttributeMappings(["id": "articleID", "title": "title", "by": "authorID"])
        articles.addConnection(for: "author", connectedBy: "authorID")
        var authors = EntityMapping(for: try #require(model["Author"]))
        authors.addAttributeMappings(["id": "authorID", "name": "name"])
        plan = try MappingPlan(
            MappingSet([articles, authors], roots: ["articles": "Article", "authors": "Author"]),
            for: model)
    }

    private func importer(
        _ payloads: [(name: String, text: String)], emptiesStoreFirst: Bool = false,
        policy: FailurePolicy = .skipRecord
    ) throws -> ManagedObjectImporter {
        var importer = ManagedObjectImporter(
            options: MappingOptions(failurePolicy: policy), emptiesStoreFirst: emptiesStoreFirst)
        for payload in payloads {
            try importer.add(payload.text.utf8, named: payload.name, using: plan)
        }
        return importer
    }

    private func titles(_ container: PersistentContainer) throws -> [String] {
        try container.perform { context in
            try context.fetch(FetchRequest("Article", sortedBy: [.ascending("articleID")])).map {
                "\($0["title"].text) by \($0[toOne: "author"]?["name"].text ?? "nobody")"
            }
        }
    }

    private let pages = [
        (name: "a.json", text: #"{"articles": [{"id": 1, "title": "Maps", "by": 3}]}"#),
        (name: "b.json", text: #"{"authors": [{"id": 3, "name": "Anna"}]}"#),
        (
            name: "c.json",
            text: #"{"articles": [{"id": 1, "title": "Atlas"}, {"id": 2, "by": 9}]}"#
        ),
    ]

    @Test(arguments: TestSupport.StoreKind.allCases)
    func `connections are completed across payloads, and one save holds all`(
        kind: TestSupport.StoreKind
    ) throws {
        try kind.withContainer(model) { container in
            let result = try importer(pages).run(in: container)
            #expect(try titles(container) == ["Atlas by Anna", "none by nobody"])
            #expect(result.payloads.map(\.name) == ["a.json", "b.json", "c.json"])
            #expect(result.payloads[0].result.total.unresolved == 1)
            #expect(result.total.inserted == 3)
            #expect(result.total.unresolved == 1)
            #expect(result.unresolved.map(\.relationship) == ["author"])
            #expect(result.counts["Article"]?.updated == 1)
            try result.requireNoIssues()
            let again = try importer(Array(pages.dropLast())).run(in: container)
            #expect(again.total.inserted == 0)
        }
    }

    @Test(arguments: TestSupport.StoreKind.allCases, [false, true])
    func `nothing is saved if one payload fails, and the error names it`(
        kind: TestSupport.StoreKind, emptiesStoreFirst: Bool
    ) throws {
        try kind.withContainer(model) { container in
            _ = try importer(pages).run(in: container)
            let before = try titles(container)
            let bad = (name: "bad.json", text: #"{"articles": [{"id": "x"}]}"#)
            let good = (name: "good.json", text: #"{"articles": [{"id": 5}]}"#)
            let failing = try importer(
                [good, bad], emptiesStoreFirst: emptiesStoreFirst, policy: .fail)
            let error = #expect(throws: MappingError.self) { try failing.run(in: container) }
            #expect(error?.code == .importFailed)
            #expect(error?.message.hasPrefix("'bad.json': ") == true)
            #expect(try titles(container) == before)
        }
    }

    @Test(arguments: TestSupport.StoreKind.allCases)
    func `what was there can go first, in the same save`(kind: TestSupport.StoreKind) throws {
        try kind.withContainer(model) { container in
            _ = try importer(pages).run(in: container)
            let old = try container.perform {
                try $0.fetch(FetchRequest("Article")).map(\.objectID)
            }
            let page = (name: "new.json", text: #"{"articles": [{"id": 1, "by": 3}]}"#)
            let result = try importer([page], emptiesStoreFirst: true).run(in: container)
            #expect(result.total.inserted == 1)
            #expect(try titles(container) == ["none by nobody"])
            let new = try container.perform {
                try $0.fetch(FetchRequest("Article")).map(\.objectID)
            }
            #expect(Set(new).isDisjoint(with: old))
            let last = (name: "last.json", text: #"{"authors": [{"id": 3, "name": "Ben"}]}"#)
            _ = try importer([last]).run(in: container)
            #expect(try titles(container) == ["none by Ben"])
        }
    }

    @Test func `bytes that are no payload are named before anything happens`() throws {
        var importer = ManagedObjectImporter()
        let error = #expect(throws: MappingError.self) {
            try importer.add("[1,".utf8, named: "broken.json", using: plan)
        }
        #expect(error?.message.hasPrefix("'broken.json' is not JSON: ") == true)
    }

    @Test func `issues are listed with the names of their payloads`() throws {
        let container = try PersistentContainer(model: model, store: InMemoryStore())
        let bad = (name: "bad.json", text: #"{"articles": [{"id": "x"}]}"#)
        let result = try importer([pages[1], bad]).run(in: container)
        #expect(result.issueCount == 1)
        let error = #expect(throws: MappingError.self) { try result.requireNoIssues() }
        #expect(error?.message.contains("- 'bad.json': Article.articleID") == true)
    }
}

extension Value {
    /// The content of a string; `none` for any other value.
    fileprivate var text: String {
        if case .string(let text) = self { text } else { "none" }
    }
}
