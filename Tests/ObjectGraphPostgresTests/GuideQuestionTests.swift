import Foundation
import LocalPostgres
import Mercator
import ObjectGraphPostgres
import PostgresTestSupport
import TestSupport
import Testing

/// The questions of the guide *Stores*, with the quotation marks that PostgreSQL requires.
@Suite("A PostgreSQL store in psql", .needsPostgres, .endsInTime)
struct GuideQuestionTests {
    private static let questions = [
        #"SELECT * FROM "Article""#,
        """
        SELECT "Article"."title", "Tag"."name" FROM "Article"
        JOIN "Article_tags" ON source = "Article"._id
        JOIN "Tag" ON "Tag"._id = destination
        ORDER BY "Article"._id, position
        """,
        """
        SELECT entity, property, definition FROM mercator_schema
        WHERE entity = 'Article' ORDER BY entity, property
        """,
    ]

    private static let answers = [
        """
        1|1|7|Maps|2014-08-31 00:29:15.25|3|1
        2|1|8|Graphs||3|1
        """,
        """
        Maps|swift
        Maps|sql
        Graphs|swift
        """,
        """
        Article||objects of Article
        Article|articleID|integer64, mandatory
        Article|author|reference to Author
        Article|authorID|integer64
        Article|publishedAt|date
        Article|tags|links to Tag, ordered
        Article|title|string
        """,
    ]

    @Test("P-140: the questions of the guide have the same answers")
    func answers() throws {
        try PostgresSchema.with { schema in
            try Library.load(
                Library.payload,
                into: PostgresStore(schema.connectionString, options: .init(schema: schema.name)))
            for (question, answer) in zip(Self.questions, Self.answers) {
                let sql = "SET search_path = \(schema.name); \(question)"
                #expect(try PostgresShell.run(sql, schema.connectionString) == answer)
            }
        }
    }
}

/// Articles with authors and tags, as in the guide.
enum Library {
    struct Article: Entity {
        let articleID = Attribute<Int64>("articleID")
        let title = Attribute<String?>("title")
        let publishedAt = Attribute<Timestamp?>("publishedAt")
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

    static let payload = #"""
        {"articles": [
          {"id": 7, "title": "Maps", "at": "2014-08-31T00:29:15.25Z", "author": 3,
           "tags": ["swift", "sql"]},
          {"id": 8, "title": "Graphs", "author": 3, "tags": ["swift"]}],
         "authors": [{"id": 3, "name": "Anna"}]}
        """#

    /// Returns a plan for the payload.
    static func plan(_ model: ManagedObjectModel) throws -> MappingPlan {
        var articles = EntityMapping(for: Article.self)
        articles.addAttributeMappings([
            "id": "articleID", "title": "title", "at": "publishedAt", "author": "authorID",
        ])
        articles.addRelationshipMapping(from: "tags", to: "tags", using: "Tag")
        articles.addConnection(for: "author", connectedBy: "authorID")
        var authors = EntityMapping(for: Author.self)
        authors.addAttributeMappings(["id": "authorID", "name": "name"])
        var tags = EntityMapping(for: Tag.self)
        tags.identificationAttributes = ["name"]
        tags.addAttributeMapping(from: "", to: "name")
        let roots: KeyValuePairs<PayloadPath, String> = [
            "articles": "Article", "authors": "Author",
        ]
        return try MappingPlan(MappingSet([articles, authors, tags], roots: roots), for: model)
    }

    /// Maps a payload into a store, and returns its container with the result.
    @discardableResult
    static func load(
        _ payload: String, into store: PostgresStore
    ) throws -> (container: PersistentContainer, result: MappingResult) {
        let model = try ManagedObjectModel(Article.self, Author.self, Tag.self)
        let container = try PersistentContainer(model: model, store: store)
        let result = try MappingOperation(plan(model)).run(payload.utf8, in: container)
        try result.requireNoIssues()
        return (container, result)
    }
}
