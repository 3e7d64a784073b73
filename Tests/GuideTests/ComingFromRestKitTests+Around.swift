import Foundation
import Mercator
import MercatorTesting
import Testing

/// RestKit features apart from mappings: metadata, variable keys, writing, seeds, mapping tests.
extension ComingFromRestKitTests {
    struct Story: Entity {
        let storyID = Attribute<Int64>(from: "id")
        let title = Attribute<String?>(from: "headline.text")
        let writer = ToOne<Writer>(from: "author", inverse: \.stories)
    }

    struct Writer: Entity {
        let writerID = Attribute<Int64>(from: "id")
        let name = Attribute<String?>(from: "name")
        let stories = ToMany<Story>()
    }

    @Test func `declarations are the shorter form`() throws {
        let news = try PersistentContainer(
            for: Story.self, Writer.self, in: InMemoryStore(), roots: ["articles": "Story"])
        try news.load(payload).requireNoIssues()
        let lines = try news.read { context in
            try context.fetch(Story.self).map { "\($0.title ?? "") by \($0.writer?.name ?? "")" }
        }  // ["Maps by Anna", "Graphs by Anna"]
        #expect(lines == ["Maps by Anna", "Graphs by Anna"])
        let parts = EntityMapping(
            Story.self, .map("id", to: \.storyID), .map("author", to: \.writer))
        #expect(parts.attributeMapping(to: \Story.storyID)?.source == "id")
    }

    @Test(arguments: Place.allCases)
    func `metadata`(place: Place) throws {
        let container = try open(place)
        var comments = EntityMapping(for: Comment.self)
        comments.addAttributeMappings([
            "id": "commentID",
            "@metadata.page": "page",
            "@metadata.mapping.collectionIndex": "place",
            "@parent.headline": "text",
        ])
        var articles = EntityMapping(for: Article.self)
        articles.addAttributeMappings(["id": "articleID"])
        articles.addRelationshipMapping(from: "comments", to: "comments", using: "Comment")
        let payload = Array(
            #"""
            {"id": 1, "headline": "Maps", "comments": [{"id": 5}, {"id": 6}]}
            """#.utf8)
        var load = try operation([articles, comments], roots: ["": "Article"])
        load.metadata = ["page": 3]
        try load.run(payload, in: container).requireNoIssues()
        let places = try container.perform { context in
            try context.fetch(Comment.self, sortedBy: [.ascending("commentID")])
                .map { [$0.page, $0.place] }
        }  // [[3, 0], [3, 1]]
        #expect(places == [[3, 0], [3, 1]])
        let texts = try container.perform { try $0.fetch(Comment.self).map(\.text) }
        #expect(texts == ["Maps", "Maps"])
    }

    @Test(arguments: Place.allCases)
    func `keys that are values`(place: Place) throws {
        let container = try open(place)
        let payload = Array(
            #"""
            {"authors": {"Anna": {"id": 11}, "Ben": {"id": 12}}}
            """#.utf8)
        var authors = EntityMapping(for: Author.self)
        authors.forcesCollectionMapping = true
        authors.addAttributeMapping(fromKeyOfRepresentationTo: "name")
        authors.addAttributeMapping(from: "(name).id", to: "authorID")
        try operation([authors], roots: ["authors": "Author"]).run(payload, in: container)
            .requireNoIssues()
        let names = try container.perform { context in
            try context.fetch(Author.self, sortedBy: [.ascending("authorID")]).map(\.name)
        }  // ["Anna", "Ben"]
        #expect(names == ["Anna", "Ben"])
    }

    @Test(arguments: Place.allCases)
    func `writing back`(place: Place) throws {
        let container = try open(place)
        let plan = try MappingPlan(
            MappingSet(firstMappings, roots: ["articles": "Article"]), for: model)
        try MappingOperation(plan).run(payload, in: container).requireNoIssues()
        let writer = try RepresentationWriter(
            plan, mapping: "Article", profile: .create, root: "article")
        let body = try container.perform { context in
            guard let article = try context.fetch(Article.self).first else { return "" }
            return String(
                decoding: try writer.jsonBytes(for: article.managedObject), as: UTF8.self)
        }
        #expect(body == guide.texts[2])
    }

    @Test func `seeds`() throws {
        let other = try TemporaryFile()
        let (seedPath, path) = (other.path, file.path)
        let plan = try MappingPlan(
            MappingSet(firstMappings, roots: ["articles": "Article"]), for: model)
        var importer = ManagedObjectImporter()
        try importer.add(payload, named: "articles.json", using: plan)
        let seeds = try PersistentContainer(model: model, store: SQLiteStore(seedPath))
        try importer.run(in: seeds).requireNoIssues()

        let container = try PersistentContainer(
            model: model, store: SQLiteStore(path, options: .init(seed: seedPath)))
        let count = try container.perform { try $0.count(FetchRequest("Article")) }  // 2
        SecondLoad.expectNothing(try importer.run(in: seeds).total)
        #expect(count == 2)
    }

    @Test func `mapping tests`() throws {
        let mappings = MappingSet(firstMappings, roots: ["articles": "Article"])
        let fixture = try PayloadDocument(parsing: payload)
        var test = try MappingTest(mappings, for: model, payload: fixture)
        test.expect(
            .attribute(from: "headline.text", to: "title", is: "Maps", at: "articles[0]"),
            .relationship(
                from: "author", to: "author", is: [["authorID": 11]], at: "articles[0]"),
            .noIssues)
        try test.verify()
        test.expect(.attribute(from: "headline.text", to: "title", is: "Maps", at: "articles[1]"))
        #expect(throws: MappingTestError.self) { try test.verify() }
    }
}
