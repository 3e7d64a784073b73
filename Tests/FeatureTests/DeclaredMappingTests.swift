import Mercator
import Testing

/// A property of a schema struct can say where it comes from; an explicit mapping comes first.
@Suite("Mappings that properties declare")
struct DeclaredMappingTests {
    struct Article: Entity {
        let slug = Attribute<String>(from: "slug", isIdentity: true)
        let title = Attribute<String>(from: "headline.text", default: "Untitled")
        let day = Attribute<Timestamp?>(from: "at", using: "day")
        let authorID = Attribute<Int64?>(from: "author_id")
        let writerID = Attribute<Int64?>()
        let author = ToOne<Author>(inverse: \.articles, connectedBy: \Article.authorID)
        let writer = ToOne<Author>(connectedBy: \Article.writerID, \Author.authorID)
        let tags = ToMany<Tag>(from: "tags", inverse: \.articles, isOrdered: true)
    }

    struct Author: Entity {
        let authorID = Attribute<Int64>(from: "id", isIdentity: true)
        let name = Attribute<String?>(from: "name")
        let articles = ToMany<Article>()
    }

    struct Tag: Entity {
        let name = Attribute<String>(from: "name", isIdentity: true)
        let articles = ToMany<Article>()
    }

    static let day = ValueTransform.isoDay.named("day")

    static func model() throws -> ManagedObjectModel {
        try ManagedObjectModel(Article.self, Author.self, Tag.self)
    }

    static let payload = """
        {"articles": [{"slug": "a", "headline": {"text": "Maps"}, "author_id": 3,
            "at": "2026-01-02", "tags": [{"name": "swift"}, {"name": "sql"}]}],
         "authors": [{"id": 3, "name": "Anna"}]}
        """

    @Test func `declarations write the same mapping as names`() {
        var named = EntityMapping(for: Article.entityDescription)
        named.addAttributeMappings(["slug": "slug", "headline.text": "title"])
        named.addAttributeMapping(from: "at", to: "day", using: Self.day)
        named.addAttributeMapping(from: "author_id", to: "authorID")
        named.addRelationshipMapping(from: "tags", to: "tags", using: "Tag")
        named.addConnection(for: "author", connectedBy: "authorID")
        named.addConnection(for: "writer", connectedBy: ["writerID": "authorID"])
        #expect(EntityMapping(for: Article.self, transforms: [Self.day]) == named)
        #expect(named.identificationAttributes == ["slug"])
    }

    @Test(arguments: [true, false])
    func `declarations load a payload`(isAnnotated: Bool) throws {
        let model = try Self.model()
        let mappings =
            isAnnotated
            ? MappingSet(
                annotationsOf: model, transforms: [Self.day],
                roots: ["articles": "Article", "authors": "Author"])
            : MappingSet(
                [
                    EntityMapping(for: Article.self, transforms: [Self.day]),
                    EntityMapping(for: Author.self), EntityMapping(for: Tag.self),
                ], roots: ["articles": "Article", "authors": "Author"])
        let operation = MappingOperation(try MappingPlan(mappings, for: model))
        let container = try PersistentContainer(model: model, store: InMemoryStore())
        #expect(try operation.run(Self.payload, in: container).total.inserted == 4)
        #expect(try operation.run(Self.payload, in: container).total.inserted == 0)
        let found = try container.perform { context in
            try context.fetch(Article.self).map { article in
                "\(article.title) by \(article.author?.name ?? ""): \(article.tags.map(\.name))"
            }
        }
        #expect(found == [#"Maps by Anna: ["swift", "sql"]"#])
    }

    @Test func `an explicit mapping of a property replaces its declaration`() {
        var articles = EntityMapping(
            Article.self, .map("name", to: \.title), .map("first", to: \.day),
            .map("labels", to: \.tags), .connect(\.author, by: (\.writerID, \.authorID)),
            .identify(by: \.title))
        articles.addAttributeMapping(from: "second", to: "day")
        func sources(_ name: String) -> [String] {
            articles.attributeMappings.filter { $0.destination == name }.map { "\($0.source)" }
        }
        #expect(sources("title") == ["name"] && sources("day") == ["first", "second"])
        #expect(articles.relationshipMappings.map { "\($0.source)" } == ["labels"])
        #expect(articles.connection(for: "author")?.keys.map(\.source) == ["writerID"])
        #expect(articles.connections.count == 2)
        #expect(articles.identificationAttributes == ["title"])
    }

    static func problems(_ mapping: EntityMapping, _ types: any Entity.Type...) throws -> [String] {
        let model = try ManagedObjectModel(types.map { $0.entityDescription })
        do {
            _ = try MappingPlan(MappingSet([mapping], roots: [.root: mapping.name]), for: model)
            return []
        } catch {
            return error.problems.map(\.description)
        }
    }

    struct Faulty: Entity {
        let id = Attribute<Int64>(from: "id", using: "dya")
        let path = Attribute<String?>(from: "a..b")
        let other = ToOne<Faulty>(connectedBy: \Author.authorID)
    }

    @Test func `faults of declarations are problems of the plan`() throws {
        let found = try Self.problems(
            EntityMapping(for: Faulty.self, transforms: [Self.day]), Faulty.self)
        #expect(
            found.first == "Faulty: 'id': no transform is named 'dya'; did you mean 'day'?",
            "\(found)")
        #expect(found.contains { $0.hasPrefix("Faulty: the path to 'path': ") }, "\(found)")
        #expect(found.contains { $0.contains("no attribute 'Author.authorID'") }, "\(found)")
        #expect(found.count == 4, "\(found)")
        let mended = EntityMapping(
            Faulty.self, .map("id", to: \.id), .map("a.b", to: \.path),
            .connect(\.other, by: \.id))
        let left = try Self.problems(mended, Faulty.self)
        #expect(left == [], "\(left)")
    }

    struct Declared: Entity {
        static var userInfo: [String: Value] { ["identificationAttributes": "code"] }
        let code = Attribute<String>("c0de", from: "code")
        let number = Attribute<Int64>(from: "n", isIdentity: true)
    }

    struct Compound: Entity {
        let year = Attribute<Int64>(from: "y", isIdentity: true)
        let month = Attribute<Int64>(from: "m", isIdentity: true)
    }

    @Test func `an identity of the user info comes before those of attributes`() {
        #expect(Declared.entityDescription.userInfo == ["identificationAttributes": "code"])
        let compound = EntityMapping(for: Compound.self)
        #expect(compound.identificationAttributes == ["year", "month"])
    }

    @Test func `foreign keys of a model by name are read as annotations`() throws {
        func set(_ key: Value) throws -> MappingSet {
            let book = EntityDescription(
                "Book",
                attributes: [
                    AttributeDescription("authorID", .integer64, userInfo: ["JSONKeyPath": "a"])
                ],
                relationships: [
                    .toOne("author", "Author", userInfo: ["connectedBy": key])
                ])
            let model = try ManagedObjectModel([
                book, Author.entityDescription, Article.entityDescription, Tag.entityDescription,
            ])
            return MappingSet(annotationsOf: model, transforms: [Self.day], roots: ["b": "Book"])
        }
        let keys: [Value] = ["authorID", ["authorID"], ["authorID": "authorID"]]
        for key in keys {
            let found = try set(key).mappings.first { $0.name == "Book" }?.connections
            #expect(found?.map { $0.keys.map(\.source) } == [["authorID"]])
        }
        let model = try Self.model()
        let error = #expect(throws: MappingPlanError.self) {
            try MappingPlan(set(7), for: model)
        }
        #expect(error?.description.contains("'author': connectedBy: expected a name") == true)
    }
}
