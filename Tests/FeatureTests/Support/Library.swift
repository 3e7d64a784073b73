import Mercator

/// A small library as schema structs, for tests that benefit from memorable names.
enum Library {
    static func model() throws -> ManagedObjectModel {
        try ManagedObjectModel(
            Item.self, Article.self, Book.self, Author.self, Profile.self, Tag.self, Shelf.self)
    }

    enum Visibility: String, AttributeValue { case everyone, friends }

    struct Item: Entity {
        static var isAbstract: Bool { true }
        let itemID = Attribute<Int64?>("itemID", isUnique: true)
        let title = Attribute<String>("title", default: "Untitled")
        let rating = Attribute<Double?>("rating")
        let author: ToOne<Author> = ToOne("author", inverse: \.items)
        let tags: ToMany<Tag> = ToMany("tags", inverse: \.items)
    }

    struct Article: Entity {
        static var parent: (any Entity.Type)? { Item.self }
        let visibility = Attribute<Visibility>("visibility", default: .everyone)
        let sources = ToMany<Book>("sources", isOrdered: true)
    }

    struct Book: Entity {
        static var parent: (any Entity.Type)? { Item.self }
        let pages = Attribute<Int32?>("pages")
        let shelf: ToOne<Shelf> = ToOne("shelf", inverse: \.books)
    }

    struct Author: Entity {
        let name = Attribute<String>("name")
        let items = ToMany<Item>("items")
        let profile: ToOne<Profile> = ToOne("profile", inverse: \.author, deleteRule: .cascade)
        let mentor = ToOne<Author>("mentor")
    }

    struct Profile: Entity {
        let text = Attribute<String?>("text")
        let author = ToOne<Author>("author", isOptional: false)
    }

    struct Tag: Entity {
        let name = Attribute<String?>("name")
        let items = ToMany<Item>("items")
    }

    struct Shelf: Entity {
        let books = ToMany<Book>("books", isOrdered: true, deleteRule: .deny)
    }
}
