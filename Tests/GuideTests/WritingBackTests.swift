import Mercator
import Testing

@Suite("Writing back")
struct WritingBackTests {
    struct Article: Entity {
        let articleID = Attribute<Int64>("articleID")
        let title = Attribute<String?>("title")
        let language = Attribute<String?>("language")
        let slug = Attribute<String?>("slug")
        let section = Attribute<String?>("section")
        let views = Attribute<Int32?>("views")
        let author = ToOne<Author>("author", inverse: \.articles)
        let tags = ToMany<Tag>("tags", isOrdered: true)
    }

    struct Author: Entity {
        let authorID = Attribute<Int64>("authorID")
        let name = Attribute<String?>("name")
        let articles = ToMany<Article>("articles")
    }

    struct Tag: Entity {
        let slug = Attribute<String>("slug")
    }

    private let payload = """
        {"id": 7, "headline": {"text": "Maps", "lang": "en"}, "views": 12,
         "author": {"id": 1, "name": "Anna"}, "tags": [{"slug": "swift"}, {"slug": "json"}]}
        """

    private let model: ManagedObjectModel
    private let container: PersistentContainer
    private let mappings: [EntityMapping]
    private let plan: MappingPlan
    private let texts: [String]

    init() throws {
        model = try ManagedObjectModel(Article.self, Author.self, Tag.self)
        container = try PersistentContainer(model: model, store: InMemoryStore())
        var articles = EntityMapping(for: Article.self)
        articles.addAttributeMappings([
            "id": "articleID", "headline.text": "title", "headline.lang": "language",
        ])
        articles.addAttributeMapping(AttributeMapping(from: "views", to: "views", isReadOnly: true))
        articles.addRelationshipMapping(from: "author", to: "author", using: "Author")
        articles.addRelationshipMapping(
            RelationshipMapping(
                from: "tags", to: "tags", using: "Tag", representation: .identifiers))
        var authors = EntityMapping(for: Author.self)
        authors.addAttributeMappings(["id": "authorID", "name": "name"])
        var tags = EntityMapping(for: Tag.self)
        tags.addAttributeMappings(["slug"])
        tags.identificationAttributes = ["slug"]
        mappings = [articles, authors, tags]
        plan = try MappingPlan(MappingSet(mappings, roots: ["": "Article"]), for: model)
        try MappingOperation(plan).run(Array(payload.utf8), in: container).requireNoIssues()
        texts = try Guide("Guides/WritingBack.md").texts
    }

    @Test func `the plan that reads also writes`() throws {
        let writer = try RepresentationWriter(plan, mapping: "Article")
        let body = try container.perform { context in
            guard let article = try context.fetch(Article.self).first else { return [UInt8]() }
            article.language = nil
            return try writer.jsonBytes(for: article.managedObject)
        }
        #expect(String(decoding: body, as: UTF8.self) == texts[0])
    }

    @Test func `the profile decides about nil`() throws {
        let create = try RepresentationWriter(plan, mapping: "Article", profile: .create)
        let patch = try RepresentationWriter(plan, mapping: "Article", profile: .patch)
        let bodies = try container.perform { context in
            guard let article = try context.fetch(Article.self).first else { return [String]() }
            article.language = nil
            return try [create, patch].map {
                String(decoding: try $0.jsonBytes(for: article.managedObject), as: UTF8.self)
            }
        }.joined(separator: "\n")
        #expect(bodies == texts[1])
    }

    @Test(arguments: [(0, #"{"draft":7}"#), (1, #"{"id":7}"#)] as [(Int64, String)])
    func `a closure chooses a mapping`(views: Int64, expected: String) throws {
        let entity = try #require(model["Article"])
        var drafts = EntityMapping(for: entity, named: "Draft")
        drafts.addAttributeMapping(from: "draft", to: "articleID")
        var articles = EntityMapping(for: entity)
        articles.addAttributeMapping(from: "id", to: "articleID")
        let dynamic = DynamicMapping(
            named: "Any",
            [
                .kind(at: "id", is: .number, use: "Article"),
                .kind(at: "", is: .object, use: "Draft"),
            ])
        let both = try MappingPlan(
            MappingSet([articles, drafts], dynamicMappings: [dynamic], roots: ["": "Any"]),
            for: model)
        let choosing = try RepresentationWriter(both, mapping: "Any") { article, candidates in
            article["views"] == 0 ? "Draft" : candidates.first
        }
        let body = try container.perform { context in
            guard let article = try context.fetch(Article.self).first else { return [UInt8]() }
            article.views = Int32(views)
            return try choosing.jsonBytes(for: article.managedObject)
        }
        #expect(String(decoding: body, as: UTF8.self) == expected)
    }

    @Test func `what can never be written is an error`() throws {
        var articles = mappings[0]
        let (authors, tags) = (mappings[1], mappings[2])
        var complaint = ""
        articles.addAttributeMapping(from: "headline", to: "slug")
        articles.addAttributeMapping(
            from: "section", to: "section",
            using: ValueTransform("firstWord") { value in
                value.string?.split(separator: " ").first.map { .string(String($0)) }
            })
        do {
            let faulty = try MappingPlan(
                MappingSet([articles, authors, tags], roots: ["": "Article"]), for: model)
            _ = try RepresentationWriter(faulty, mapping: "Article")
        } catch {
            complaint = error.description
        }
        #expect(complaint == texts[2])
    }

    @Test func `a closure finishes what is written`() throws {
        var articles = mappings[0]
        let (authors, tags) = (mappings[1], mappings[2])
        articles.didWrite = WritingHook("for the upload") { article, members in
            members["title_length"] = .integer(Int64(article["title"].description.count - 2))
            members["uploaded_at"] = Timestamp(seconds: 1_420_167_845).map(Value.date)
            members["author"] = nil
        }
        let uploading = try RepresentationWriter(
            MappingPlan(MappingSet([articles, authors, tags], roots: ["": "Article"]), for: model),
            mapping: "Article")
        let body = try container.perform { context in
            guard let article = try context.fetch(Article.self).first else { return [UInt8]() }
            return try uploading.jsonBytes(for: article.managedObject)
        }
        let expected = #"""
            {"id":7,"headline":{"text":"Maps","lang":"en"},"tags":["swift","json"],"title_length":4,"uploaded_at":"2015-01-02T03:04:05Z"}
            """#
        #expect(String(decoding: body, as: UTF8.self) == expected)
    }

    @Test func `several writers make one payload`() throws {
        let people = try RepresentationWriter(plan, mapping: "Author", root: "data.authors")
        let news = try RepresentationWriter(
            plan, mapping: "Article", profile: .patch, root: "data.article")
        let whole = try container.perform { context in
            guard let article = try context.fetch(Article.self).first else { return "" }
            article.title = "Globes"
            let authors = try context.fetch(FetchRequest("Author"))
            let document = try RepresentationWriter.document(
                joining: [news.part(for: article.managedObject), people.part(for: authors)],
                adding: ["token": "x"])
            return String(decoding: document.jsonBytes(), as: UTF8.self)
        }
        #expect(whole == texts[3])
    }
}
