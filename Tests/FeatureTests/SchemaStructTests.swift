import Mercator
import TestSupport
import Testing

@Suite("Schema structs")
struct SchemaStructTests {
    @Test(arguments: StoreKind.allCases)
    func `properties are read and written with their types`(store: StoreKind) throws {
        try store.withContainer(Library.model()) { container throws in
            try container.perform { context throws in
                let article = context.insert(Library.Article.self)
                let item = try #require(article.as(Library.Item.self))
                #expect(item.title == "Untitled" && item.rating == nil)
                #expect(article.visibility == .everyone)
                item.title = "Hello"
                item.rating = 3.5
                article.visibility = .friends
                let author = context.insert(Library.Author.self)
                author.name = "Anna"
                item.author = author
                let swift = context.insert(Library.Tag.self)
                item.tags.append(swift)
                try context.save()
                #expect(item.title == "Hello" && item.rating == 3.5)
                #expect(article.managedObject["visibility"] == "friends")
                #expect(item.author?.name == "Anna" && author.items == [item])
                #expect(swift.items.map(\.title) == ["Hello"])
                item.author = nil
                item.rating = nil
                #expect(author.items.isEmpty && item.rating == nil)
            }
        }
    }

    @Test(arguments: StoreKind.allCases)
    func `conditions are written with the properties`(store: StoreKind) throws {
        try store.withContainer(Library.model()) { container throws in
            try container.perform { context throws in
                for rating in [1.0, 4, 5] {
                    let book = context.insert(Library.Book.self)
                    book.as(Library.Item.self)?.rating = rating
                }
                context.insert(Library.Article.self).visibility = .friends
                let good = try context.fetch(
                    Library.Item.self, sortedBy: [.descending("rating")]
                ) { $0.rating >= 4 }
                #expect(good.map(\.rating) == [5, 4])
                let hidden = try context.fetch(Library.Article.self) { $0.visibility == .friends }
                #expect(hidden.count == 1)
                #expect(try context.fetch(Library.Book.self, limit: 1, offset: 1).count == 1)
            }
        }
    }

    @Test func `the typed view of another entity is none`() throws {
        let container = try PersistentContainer(model: Library.model(), store: InMemoryStore())
        try container.perform { context throws in
            let book = context.insert("Book")
            #expect(Object<Library.Item>(book) != nil)
            #expect(Object<Library.Article>(book) == nil)
            #expect(Object<Library.Item>(book)?.as(Library.Book.self)?.managedObject == book)
            let item = try #require(try context.fetch(Library.Item.self).first)
            #expect(item.as(Library.Article.self) == nil)
        }
    }

    @Test func `a struct says earlier names as a description by name does`() throws {
        let headline = EntityDescription(
            "Headline",
            attributes: [
                AttributeDescription(
                    "text", .string, isOptional: false, isUnique: true, defaultValue: "",
                    renamingIdentifier: "title")
            ],
            relationships: [
                .toOne("editor", "Editor", inverse: "headlines", renamingIdentifier: "author"),
                .toOne("deputy", "Editor", renamingIdentifier: "helper"),
                .toOne("desk", "Editor", inverse: "lead", renamingIdentifier: "table"),
                .toMany("related", "Headline", renamingIdentifier: "links"),
            ], renamingIdentifier: "Article")
        let editor = EntityDescription(
            "Editor",
            relationships: [
                .toMany("headlines", "Headline", renamingIdentifier: "articles"),
                .toOne("lead", "Headline"),
                .toMany(
                    "team", "Editor", inverse: "boss", isOrdered: true, renamingIdentifier: "crew"),
                .toOne("boss", "Editor"),
                .toMany("friends", "Editor", inverse: "fans", renamingIdentifier: "pals"),
                .toMany("fans", "Editor"),
            ])
        #expect(Headline.entityDescription == headline)
        #expect(Editor.entityDescription == editor)
        _ = try ManagedObjectModel(Headline.self, Editor.self)
    }

    private struct Headline: Entity {
        static var renamingIdentifier: String? { "Article" }
        let text = Attribute<String>(
            "text", default: "", isUnique: true, renamingIdentifier: "title")
        let editor: ToOne<Editor> = ToOne(
            "editor", inverse: \.headlines, renamingIdentifier: "author")
        let deputy = ToOne<Editor>("deputy", renamingIdentifier: "helper")
        let desk: ToOne<Editor> = ToOne("desk", inverse: \.lead, renamingIdentifier: "table")
        let related = ToMany<Headline>("related", renamingIdentifier: "links")
    }

    private struct Editor: Entity {
        let headlines = ToMany<Headline>("headlines", renamingIdentifier: "articles")
        let lead = ToOne<Headline>("lead")
        let team: ToMany<Editor> = ToMany(
            "team", inverse: \.boss, isOrdered: true, renamingIdentifier: "crew")
        let boss = ToOne<Editor>("boss")
        let friends: ToMany<Editor> = ToMany(
            "friends", inverse: \.fans, renamingIdentifier: "pals")
        let fans = ToMany<Editor>("fans")
    }

    @Test func `a struct says the same as a description by name`() throws {
        let book = EntityDescription(
            "Book", parent: "Item", attributes: [AttributeDescription("pages", .integer32)],
            relationships: [.toOne("shelf", "Shelf", inverse: "books")])
        let described = Library.Book.entityDescription
        #expect(described.parent == book.parent)
        #expect(described.declaredAttributes == book.declaredAttributes)
        #expect(described.declaredRelationships == book.declaredRelationships)
        #expect(described.ancestors == [Library.Item.entityDescription])
        let author = EntityDescription(
            "Author", attributes: [AttributeDescription("name", .string, isOptional: false)],
            relationships: [
                .toMany("items", "Item"),
                .toOne("profile", "Profile", inverse: "author", deleteRule: .cascade),
                .toOne("mentor", "Author"),
            ])
        #expect(Library.Author.entityDescription == author)
        #expect(Library.Item.entityDescription.isAbstract)
    }
}
