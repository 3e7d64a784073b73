import EntityMapper
import MercatorPayload
import ObjectGraph
import Testing

/// Key paths of schema structs in mappings: those of another entity are refused by the plan.
@Suite("Key paths of other entities")
struct SchemaRootTests {
    private struct Author: Entity {
        let authorID = Attribute<Int64>("authorID")
        let name = Attribute<String>("name")
        let bookID = Attribute<Int64?>("bookID")
        let books = ToMany<Book>("books", inverse: \.author)
        let places = ToMany<Book>("places")
    }

    private struct Book: Entity {
        let bookID = Attribute<Int64>("bookID")
        let name = Attribute<String>("name")
        let state = Attribute<Int16?>("state")
        let authorID = Attribute<Int64?>("authorID")
        let author = ToOne<Author>("author")
        let books = ToMany<Book>("books")
        let places = ToMany<Book>("places")
    }

    private struct Novel: Entity {
        static var parent: (any Entity.Type)? { Book.self }
        let pages = Attribute<Int32?>("pages")
    }

    /// Returns the problems of a mapping of books.
    private func problems(_ change: (inout EntityMapping) -> Void) throws -> [String] {
        let model = try ManagedObjectModel(Author.self, Book.self)
        var books = EntityMapping(for: Book.self)
        books.addAttributeMappings(["bookID"])
        change(&books)
        let authors = EntityMapping(for: Author.self)
        let set = MappingSet([books, authors], roots: [.root: "Book"])
        do {
            _ = try MappingPlan(set, for: model)
            return []
        } catch {
            return error.problems.map(\.description)
        }
    }

    @Test func `are refused for attributes, with the way to write through a relationship`() throws {
        #expect(
            try problems { $0.addAttributeMapping(from: "author.name", to: \Author.name) } == [
                #"Book: '\Author.name' is a key path of Author, and the mapping is for Book; "#
                    + #"to fill it through 'author', name both: \Book.author, \Author.name"#
            ])
        #expect(
            try problems {
                $0.addAttributeMapping(from: "author.name", to: \Book.author, \Author.name)
            } == [])
    }

    /// Declarations that name a property which both entities have.
    private static let declarations: [(String, @Sendable (inout EntityMapping) -> Void)] = [
        ("name", { $0.addAttributeMapping(from: "n", to: \Author.name) }),
        ("name", { $0.addAttributeMapping(AttributeMapping(from: "n", to: \Author.name)) }),
        ("name", { $0.addAttributeMapping(fromKeyOfRepresentationTo: \Author.name) }),
        ("books", { $0.addRelationshipMapping(from: "n", to: \Author.books) }),
        (
            "books",
            { $0.addRelationshipMapping(RelationshipMapping(from: "n", to: \Author.books)) }
        ),
        ("bookID", { $0.setSynchronizationAttribute(\Author.bookID) }),
        ("bookID", { $0.setIdentificationAttributes(\Author.bookID) }),
        ("bookID", { $0.setModificationAttribute(\Author.bookID) }),
        (
            "name",
            {
                $0.addAttributeMapping(from: "n", to: "name")
                $0.addValidation(for: \Author.name, ValueValidation("any") { _ in .accept })
            }
        ),
        ("places", { $0.addConnection(for: \Author.places, connectedBy: (\.bookID, \.bookID)) }),
        ("places", { $0.addConnection(for: \Author.places, connectedBy: \.bookID) }),
        ("places", { $0.addConnection(for: \Author.places, keyPath: \.books, \.books) }),
    ]

    @Test(arguments: declarations.indices)
    func `are refused in every declaration`(index: Int) throws {
        let (property, declare) = Self.declarations[index]
        let found = try problems(declare)
        #expect(
            found.contains { $0.contains(#"'\Author.\#(property)' is a key path of Author"#) },
            "\(found)")
    }

    @Test func `are those of the entity or of an ancestor otherwise`() throws {
        let model = try ManagedObjectModel(Author.self, Book.self, Novel.self)
        var novels = EntityMapping(for: Novel.self)
        novels.addAttributeMapping(from: "id", to: \Book.bookID)
        novels.addAttributeMapping(from: "pages", to: \Novel.pages)
        _ = try MappingPlan(MappingSet([novels], roots: [.root: "Novel"]), for: model)
        var books = EntityMapping(for: Book.self)
        books.addAttributeMapping(from: "id", to: \Book.bookID)
        books.addAttributeMapping(from: "pages", to: \Novel.pages)
        let error = #expect(throws: MappingPlanError.self) {
            try MappingPlan(MappingSet([books], roots: [.root: "Book"]), for: model)
        }
        #expect(error?.problems.first?.description.contains(#"'\Novel.pages'"#) == true)
    }

    @Test func `make no difference between declarations by name and by key path`() throws {
        var (one, other) = (EntityMapping(for: Book.self), EntityMapping(for: Book.self))
        one.addAttributeMapping(from: "n", to: "name")
        other.addAttributeMapping(from: "n", to: \Book.name)
        one.addConnection(for: "author", connectedBy: "authorID")
        other.addConnection(for: \Book.author, connectedBy: \.authorID)
        #expect(one == other)
        #expect(Set(one.attributeMappings + other.attributeMappings).count == 1)
    }
}

/// One function leads from a key to an attribute.
@Suite("Names of attributes derived from keys")
struct DerivedNameTests {
    private func model(_ own: String, _ other: String) throws -> ManagedObjectModel {
        try ManagedObjectModel([
            EntityDescription(
                "Article", attributes: [.init(own, .integer64), .init("articleId", .integer64)],
                relationships: [.toOne("author", "Author")]),
            EntityDescription("Author", attributes: [.init(other, .integer64)]),
        ])
    }

    @Test(arguments: [
        ("author_id", "authorID"), ("author_id", "authorId"), ("authorID", "authorID"),
        ("authorId", "authorID"), ("authorID", "authorId"), ("author_id", "author_id"),
    ])
    func `are those of both ends of a connection`(own: String, other: String) throws {
        let model = try model(own, other)
        var articles = EntityMapping(for: try #require(model["Article"]))
        articles.keyNaming = .snakeCase
        articles.addAttributeMappings(["author_id"])
        articles.addConnection(for: "author", connectedBy: "author_id")
        var authors = EntityMapping(for: try #require(model["Author"]))
        authors.addAttributeMapping(from: "id", to: other)
        let plan = try MappingPlan(
            MappingSet([articles, authors], roots: ["articles": "Article", "authors": "Author"]),
            for: model)
        let container = try PersistentContainer(model: model, store: InMemoryStore())
        let result = try MappingOperation(plan).run(
            #"{"articles": [{"author_id": 3}], "authors": [{"id": 3}]}"#, in: container)
        #expect(result.counts["Article"]?.connected == 1)
    }

    @Test func `identify an entity as Swift's decoders name them`() throws {
        let model = try model("authorID", "authorID")
        let articles = EntityMapping(for: try #require(model["Article"]))
        #expect(articles.identificationAttributes == ["articleId"])
    }
}
