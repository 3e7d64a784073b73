import Mercator
import Testing

@Suite("Mappings at run time")
struct MappingsAtRunTimeTests {
    struct Note: Entity {
        let noteID = Attribute<Int64>()
        let text = Attribute<String?>()
        let authorID = Attribute<Int64?>()
        let updatedAt = Attribute<Timestamp?>()
        let author = ToOne<Writer>(inverse: \.notes)
    }

    struct Writer: Entity {
        let authorID = Attribute<Int64>(isIdentity: true)
        let notes = ToMany<Note>()
    }

    private let payload = Array(
        #"""
        {
          "articles": [{"id": 7, "headline": {"text": "Maps"}, "author_id": 3}],
          "authors": [{"id": 3, "name": "Anna"}]
        }
        """#.utf8)

    private let model: ManagedObjectModel
    private let container: PersistentContainer

    init() throws {
        let article = EntityDescription(
            "Article",
            attributes: [
                AttributeDescription("articleID", .integer64, isOptional: false),
                AttributeDescription("title", .string),
                AttributeDescription("rating", .double),
                AttributeDescription("authorID", .integer64),
            ],
            relationships: [.toOne("author", "Author", inverse: "articles")])
        let author = EntityDescription(
            "Author",
            attributes: [
                AttributeDescription("code", .integer64), AttributeDescription("name", .string),
            ],
            relationships: [.toMany("articles", "Article")],
            userInfo: ["identificationAttributes": "code"])
        let model = try ManagedObjectModel([article, author])
        self.model = model
        container = try PersistentContainer(model: model, store: InMemoryStore())
    }

    @Test func `names are enough for a model and its mappings`() throws {
        let table = ["id": "articleID", "headline.text": "title"]
        var articles = EntityMapping(forEntityNamed: "Article", in: model)
        articles.addAttributeMappings(fromDictionary: table)
        articles.keyNaming = .snakeCase
        articles.addAttributeMappings(["author_id"])  // authorID
        articles.addConnection(for: "author", connectedBy: ["authorID": "code"])

        var authors = EntityMapping(forEntityNamed: "Author", in: model)
        authors.addAttributeMapping(from: "id", to: "code")
        authors.addAttributeMapping(from: "name", to: "name")

        let mappings = MappingSet(
            [articles, authors], roots: ["articles": "Article", "authors": "Author"])
        let plan = try MappingPlan(mappings, for: model)
        let result = try MappingOperation(plan).run(payload, in: container)
        let lines = try container.perform { context in
            let request = FetchRequest(
                "Article", where: .attribute("title") != nil, sortedBy: [.ascending("articleID")])
            return try context.fetch(request).map { article in
                [article["title"], article[toOne: "author"]?["name"] ?? .null]
            }
        }  // [["Maps", "Anna"]]
        #expect(lines == [["Maps", "Anna"]])
        #expect(articles.attributeMapping(to: "authorID") != nil)
        #expect(result.total.inserted == 2)
    }

    @Test func `key paths and names make equal mappings`() {
        let notEmpty = ValueValidation("not empty") { $0 == "" ? .reject("a text") : .accept }
        let typed = EntityMapping(
            Note.self, .map("id", to: \.noteID), .map("text", to: \.text),
            .map("author_id", to: \.authorID), .connect(\.author, by: \.authorID),
            .identify(by: \.noteID), .validate(\.text, notEmpty),
            .set(\.modificationAttribute, to: \.updatedAt), .set(\.acceptsIdentifiers, to: true))
        var named = EntityMapping(for: Note.entityDescription)
        named.addAttributeMappings(["id": "noteID", "text": "text", "author_id": "authorID"])
        named.addConnection(for: "author", connectedBy: "authorID")
        named.identificationAttributes = ["noteID"]
        named.addValidation(for: "text", notEmpty)
        named.modificationAttribute = "updatedAt"
        named.acceptsIdentifiers = true
        #expect(typed == named)
        named.removeConnection(for: "author")
        named.removeMappings(to: "text")
        #expect(named.connections.isEmpty && named.attributeMappings.count == 2)
    }

    @Test func `a schema struct is a description`() throws {
        let model = try ManagedObjectModel(Note.self, and: Writer.entityDescription)
        #expect(model.entities.map(\.name) == ["Note", "Writer"])
    }

    @Test func `mistakes show before a payload does`() throws {
        let texts = try Guide("Guides/MappingsAtRunTime.md").texts
        var report = ""
        var wrong = EntityMapping(forEntityNamed: "Article", in: model)
        wrong.addAttributeMappings(["id": "articleID", "headline.text": "titel", "a..b": "title"])
        wrong.addAttributeMapping(from: "score", to: "rating", using: .httpDate)
        do {
            _ = try MappingPlan(MappingSet([wrong], roots: ["": "Artikel"]), for: model)
        } catch {
            report = "\(error)"
        }
        #expect(report == texts[0])
    }
}
