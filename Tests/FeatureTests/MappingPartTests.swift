import Mercator
import Testing

/// Parts are another spelling of what names say.
@Suite("Typed parts of mappings")
struct MappingPartTests {
    struct Item: Entity {
        static var isAbstract: Bool { true }
        let title = Attribute<String?>()
    }

    struct Article: Entity {
        static var parent: (any Entity.Type)? { Item.self }
        let articleID = Attribute<Int64>()
        let authorID = Attribute<Int64?>()
        let writerID = Attribute<Int64?>()
        let updatedAt = Attribute<Timestamp?>()
        let state = Attribute<SynchronizationState>(default: .clean)
        let author = ToOne<Author>(inverse: \.articles)
        let writer = ToOne<Author>()
        let friend = ToOne<Author>()
        let tags = ToMany<Tag>(isOrdered: true)
    }

    struct Author: Entity {
        let authorID = Attribute<Int64>()
        let name = Attribute<String?>()
        let mentor = ToOne<Author>()
        let articles = ToMany<Article>()
    }

    struct Tag: Entity {
        let name = Attribute<String>()
    }

    static let named: EntityMapping = {
        var mapping = EntityMapping(for: Article.self)
        mapping.addAttributeMapping(from: "id", to: "articleID")
        mapping.addAttributeMapping(from: "t", to: "title")
        mapping.addAttributeMapping(from: "at", to: "updatedAt", using: .isoDay)
        mapping.addAttributeMapping(from: "author.name", to: "author.name")
        mapping.addRelationshipMapping(
            from: "tags", to: "tags", using: "Tag", assignmentPolicy: .union)
        mapping.addRelationshipMapping(from: "friend", to: "friend", using: "Friend")
        mapping.addConnection(for: "author", connectedBy: "authorID")
        mapping.addConnection(for: "writer", connectedBy: ["writerID": "authorID"])
        mapping.addConnection(for: "friend", keyPath: "author.mentor")
        mapping.identificationAttributes = ["articleID", "title"]
        mapping.addValidation(for: "authorID", ValueValidation("v") { _ in .accept })
        mapping.modificationAttribute = "updatedAt"
        mapping.synchronizationAttribute = "state"
        mapping.modificationThreshold = 3
        mapping.missingIdentification = .skip
        return mapping
    }()

    @Test func `parts write the same mapping as names`() {
        var mapping = EntityMapping(
            Article.self, .map("id", to: \.articleID),
            .inherited(from: Item.self, .map("t", to: \.title)),
            .map("at", to: \.updatedAt, using: .isoDay),
            .map("author.name", to: \.author, \.name),
            .map("tags", to: \.tags, assignmentPolicy: .union),
            .map("friend", to: \.friend, using: "Friend"),
            .connect(\.author, by: \.authorID), .connect(\.writer, by: (\.writerID, \.authorID)),
            .connect(\.friend, keyPath: \.author, \.mentor), .identify(by: \.articleID),
            .validate(\.authorID, ValueValidation("v") { _ in .accept }),
            .set(\.modificationAttribute, to: \.updatedAt),
            .set(\.synchronizationAttribute, to: \.state), .set(\.modificationThreshold, to: 3),
            .set(\.missingIdentification, to: .skip))
        #expect(mapping.identificationAttributes == ["articleID"])
        mapping.identificationAttributes = ["articleID", "title"]
        #expect(mapping == Self.named)
        var tags = EntityMapping(Tag.self, .mapKey(to: \.name), named: "Keyed")
        #expect(tags.name == "Keyed" && tags.identificationAttributes == nil)
        tags.add(Tag.self, .identify(by: \.name))
        #expect(tags.identificationAttributes == ["name"])
    }

    @Test func `parts load a payload`() throws {
        let model = try ManagedObjectModel(Item.self, Article.self, Author.self, Tag.self)
        let mappings = MappingSet(
            [
                EntityMapping(
                    Article.self, .map("id", to: \.articleID), .map("author_id", to: \.authorID),
                    .map("tags", to: \.tags), .connect(\.author, by: \.authorID)),
                EntityMapping(Author.self, .map("id", to: \.authorID), .map("name", to: \.name)),
                EntityMapping(Tag.self, .map("name", to: \.name), .identify(by: \.name)),
            ], roots: ["articles": "Article", "authors": "Author"])
        let container = try PersistentContainer(model: model, store: InMemoryStore())
        _ = try MappingOperation(MappingPlan(mappings, for: model)).run(
            """
            {"articles": [{"id": 7, "author_id": 3, "tags": [{"name": "swift"}]}],
             "authors": [{"id": 3, "name": "Anna"}]}
            """, in: container)
        let found = try container.perform { context in
            try context.fetch(Article.self).map { "\($0.author?.name ?? "") \($0.tags[0].name)" }
        }
        #expect(found == ["Anna swift"])
    }

    static func problems(_ mappings: EntityMapping...) throws -> [String] {
        let model = try ManagedObjectModel(Item.self, Article.self, Author.self, Tag.self)
        do {
            _ = try MappingPlan(MappingSet(mappings, roots: ["a": "Article"]), for: model)
            return []
        } catch {
            return error.problems.map(\.description)
        }
    }

    @Test func `a destination without a mapping of its name is told with those it has`() throws {
        let articles = EntityMapping(
            Article.self, .map("id", to: \.articleID), .map("tags", to: \.tags))
        let found = "Article: 'tags': no mapping is named 'Tag'; "
        #expect(try Self.problems(articles) == [found + "add an EntityMapping of this entity"])
        let one = EntityMapping(Tag.self, .map("name", to: \.name), named: "One")
        #expect(
            try Self.problems(articles, one) == [
                found + "the mapping of this entity is named 'One': use that name"
            ])
        let other = EntityMapping(Tag.self, .map("n", to: \.name), named: "Other")
        #expect(
            try Self.problems(articles, one, other) == [
                found
                    + "the mappings of this entity are named 'One', 'Other': name the one to use"
            ])
        let own = EntityMapping(Tag.self, .map("n", to: \.name))
        #expect(try Self.problems(articles, one, own) == [])
    }

    @Test func `parts of what is no ancestor are refused`() throws {
        let articles = EntityMapping(
            Article.self, .map("id", to: \.articleID),
            .inherited(from: Author.self, .map("a", to: \.authorID), .connect(\.mentor, by: \.name))
        )
        #expect(
            try Self.problems(articles).contains(
                #"Article: '\Author.authorID' is a key path of Author, and the mapping is for "#
                    + #"Article; to fill it through 'author', name both: \Article.author, "#
                    + #"\Author.authorID"#))
    }

    @Test func `array keys are read with the names that the connection derives`() throws {
        let model = try ManagedObjectModel([
            EntityDescription(
                "Post",
                attributes: [
                    AttributeDescription("postID", .integer64),
                    AttributeDescription("tagIDs", .array),
                ], relationships: [.toMany("tags", "Label")]),
            EntityDescription(
                "Label", attributes: [AttributeDescription("tagIDs", .integer64)]),
        ])
        var posts = EntityMapping(forEntityNamed: "Post", in: model)
        posts.keyNaming = .snakeCase
        posts.addAttributeMappings(["post_id", "tag_ids"])
        posts.addConnection(for: "tags", connectedBy: "tag_ids")
        var labels = EntityMapping(forEntityNamed: "Label", in: model)
        labels.addAttributeMapping(from: "id", to: "tagIDs")
        labels.identificationAttributes = ["tagIDs"]
        let plan = try MappingPlan(
            MappingSet([posts, labels], roots: ["p": "Post", "l": "Label"]), for: model)
        let container = try PersistentContainer(model: model, store: InMemoryStore())
        _ = try MappingOperation(plan).run(
            #"{"p": [{"post_id": 1, "tag_ids": ["4", 5]}], "l": [{"id": 4}, {"id": 5}]}"#,
            in: container)
        let counts = try container.perform { context in
            try context.fetch(FetchRequest("Post")).map { $0[toMany: "tags"].count }
        }
        #expect(counts == [2])
    }
}
