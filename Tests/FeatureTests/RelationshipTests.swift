import Mercator
import TestSupport
import Testing

@Suite("Relationships and their ways back")
struct RelationshipTests {
    @Test(arguments: StoreKind.allCases, [false, true])
    func `an object that is given to another owner leaves the first`(
        store: StoreKind, isSavedBetween: Bool
    ) throws {
        try store.withContainer(Library.model()) { container throws in
            try container.perform { context throws in
                let (anna, ben) = (context.insert("Author"), context.insert("Author"))
                anna["name"] = "Anna"
                ben["name"] = "Ben"
                let articles = (0..<3).map { _ in context.insert("Article") }
                anna[toMany: "items"] = articles
                if isSavedBetween { try context.save() }
                ben[toMany: "items"] = [articles[1]]
                #expect(anna[toMany: "items"] == [articles[0], articles[2]])
                #expect(articles[1][toOne: "author"] == ben)
                articles[2][toOne: "author"] = nil
                #expect(anna[toMany: "items"] == [articles[0]])
            }
        }
    }

    @Test(arguments: StoreKind.allCases, ["profile", "author"])
    func `one-to-one is stolen from both ends`(store: StoreKind, end: String) throws {
        try store.withContainer(Library.model()) { container throws in
            try container.perform { context throws in
                let authors = (0..<2).map { _ in context.insert("Author") }
                let profiles = (0..<2).map { _ in context.insert("Profile") }
                for (author, profile) in zip(authors, profiles) {
                    author["name"] = "A"
                    author[toOne: "profile"] = profile
                }
                try context.save()
                if end == "profile" {
                    authors[0][toOne: "profile"] = profiles[1]
                } else {
                    profiles[1][toOne: "author"] = authors[0]
                }
                #expect(authors.map { $0[toOne: "profile"] } == [profiles[1], nil])
                #expect(profiles.map { $0[toOne: "author"] } == [nil, authors[0]])
            }
        }
    }

    @Test(arguments: StoreKind.allCases)
    func `where the way back is ordered, a new object comes last`(store: StoreKind) throws {
        try store.withContainer(Library.model()) { container throws in
            let expected = try container.perform { context throws in
                let books = (0..<4).map { _ in context.insert("Book") }
                let shelf = context.insert("Shelf")
                shelf[toMany: "books"] = [books[3], books[1]]
                books[2][toOne: "shelf"] = shelf
                books[0][toOne: "shelf"] = shelf
                #expect(shelf[toMany: "books"] == [books[3], books[1], books[2], books[0]])
                try context.save()
                context.delete(books[1])
                books[3][toOne: "shelf"] = nil
                books[3][toOne: "shelf"] = shelf
                try context.save()
                let expected = [books[2], books[0], books[3]]
                #expect(shelf[toMany: "books"] == expected)
                return expected.map(\.objectID)
            }
            try container.perform { context throws in
                let shelf = try #require(try context.fetch(FetchRequest("Shelf")).first)
                #expect(shelf[toMany: "books"].map(\.objectID) == expected)
            }
        }
    }

    @Test(arguments: StoreKind.allCases)
    func `an ordered relationship keeps its order, and one object once`(store: StoreKind) throws {
        try store.withContainer(Library.model()) { container throws in
            try container.perform { context throws in
                let article = context.insert("Article")
                let books = (0..<3).map { _ in context.insert("Book") }
                article[toMany: "sources"] = [books[2], books[0], books[2], books[1]]
                try context.save()
                #expect(article[toMany: "sources"] == [books[2], books[0], books[1]])
                article[toMany: "sources"].swapAt(0, 2)
                try context.save()
                #expect(article[toMany: "sources"] == [books[1], books[0], books[2]])
            }
        }
    }

    @Test(arguments: StoreKind.allCases)
    func `an object that is gone counts as none`(store: StoreKind) throws {
        try store.withContainer(Library.model()) { container throws in
            try container.perform { context throws in
                let (article, author, tag) = (
                    context.insert("Article"), context.insert("Author"), context.insert("Tag")
                )
                article[toMany: "tags"] = [tag]
                context.delete([author, tag])
                article[toOne: "author"] = author
                article[toMany: "tags"] = [tag]
                #expect(article[toOne: "author"] == nil && article[toMany: "tags"] == [])
                #expect(tag[toMany: "items"] == [])
                tag[toMany: "items"] = [article]
                try context.save()
                #expect(article[toMany: "tags"] == [])
            }
        }
    }

    @Test(arguments: StoreKind.allCases)
    func `after a save both ends show the newest state of the store`(store: StoreKind) throws {
        try store.withContainer(Library.model()) { container throws in
            let ids = try container.perform { context throws in
                let objects = ["Author", "Author", "Article", "Tag"].map { context.insert($0) }
                objects[0]["name"] = "Anna"
                objects[1]["name"] = "Ben"
                objects[0][toMany: "items"] = [objects[2]]
                try context.save()
                return objects.map(\.objectID)
            }
            try container.perform { context throws in
                let objects = try ids.map { try #require(try context.object(with: $0)) }
                #expect(objects[2][toOne: "author"] == objects[0])
                try container.perform { other throws in
                    let article = try #require(try other.object(with: ids[2]))
                    article[toOne: "author"] = try other.object(with: ids[1])
                    try other.save()
                }
                objects[3]["name"] = "swift"
                try context.save()
                #expect(objects[2][toOne: "author"] == objects[1])
                #expect(objects[0][toMany: "items"] == [])
                #expect(objects[1][toMany: "items"] == [objects[2]])
            }
        }
    }
}
