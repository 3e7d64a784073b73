import Mercator
import Testing

@Suite("Reading the file with other tools")
struct ReadingTheFileTests {
    struct Article: Entity {
        let articleID = Attribute<Int64>("articleID")
        let title = Attribute<String?>("title")
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

    private let payload = #"""
        {"articles": [
          {"articleID": 7, "title": "Maps", "authorID": 3, "tags": ["swift", "sql"]},
          {"articleID": 8, "title": "Graphs", "authorID": 3, "tags": ["swift"]}],
         "authors": [{"authorID": 3, "name": "Anna"}]}
        """#

    private func plan(_ model: ManagedObjectModel) throws -> MappingPlan {
        var articles = EntityMapping(for: Article.self)
        articles.addAttributeMappings([
            "articleID": "articleID", "title": "title", "authorID": "authorID",
        ])
        articles.addRelationshipMapping(from: "tags", to: "tags", using: "Tag")
        articles.addConnection(for: "author", connectedBy: "authorID")
        var authors = EntityMapping(for: Author.self)
        authors.addAttributeMappings(["authorID": "authorID", "name": "name"])
        var tags = EntityMapping(for: Tag.self)
        tags.identificationAttributes = ["name"]
        tags.addAttributeMapping(from: "", to: "name")
        let roots: KeyValuePairs<PayloadPath, String> = [
            "articles": "Article", "authors": "Author",
        ]
        return try MappingPlan(MappingSet([articles, authors, tags], roots: roots), for: model)
    }

    @Test func `views and the model are read as the guide shows`() throws {
        let file = try TemporaryFile()
        let path = file.path
        let model = try ManagedObjectModel(Article.self, Author.self, Tag.self)
        let options = SQLiteStore.Options(views: .create)
        let writer = try PersistentContainer(
            model: model, store: SQLiteStore(path, options: options))
        try MappingOperation(plan(model)).run(payload.utf8, in: writer).requireNoIssues()

        let store = SQLiteStore(path, options: .init(isReadOnly: true))
        let container = try PersistentContainer(model: store.storedModel(), store: store)
        #expect(try container.perform { try $0.count(FetchRequest("Article")) } == 2)

        let blocks = try Guide("Guides/ReadingTheFile.md").blocks
        let shell = try SQLiteShell(path)
        let statements = blocks.indices.filter { blocks[$0].language == "sql" }
        #expect(statements.count == 2)
        for index in statements {
            let found = try shell.run(blocks[index].text)
            #expect(found == blocks[index + 1].text)
        }
    }
}
