import ObjectGraph
import Testing

@Suite("How often a context asks the store")
struct ContextRequestTests {
    private let store = InMemoryStore()

    private func container() throws -> PersistentContainer {
        let author = EntityDescription(
            "Author", attributes: [AttributeDescription("name", .string)],
            relationships: [
                .toMany("articles", "Article", inverse: "author", deleteRule: .cascade)
            ])
        let article = EntityDescription(
            "Article", attributes: [AttributeDescription("title", .string)],
            relationships: [
                .toOne("author", "Author"), .toMany("tags", "Tag", inverse: "articles"),
            ])
        let tag = EntityDescription(
            "Tag", attributes: [AttributeDescription("name", .string)],
            relationships: [.toMany("articles", "Article")])
        let container = try PersistentContainer(
            model: ManagedObjectModel([author, article, tag]), store: store)
        try container.perform { context throws in
            for number in 0..<100 {
                let article = context.insert("Article")
                let author = context.insert("Author")
                author["name"] = .string("author \(number)")
                article[toOne: "author"] = author
                article[toMany: "tags"] = [context.insert("Tag")]
            }
            let before = store.requestCount
            try context.save()
            #expect(store.requestCount - before == 1, "a save is one commit")
        }
        return container
    }

    private func requests(
        _ work: @Sendable (ManagedObjectContext) throws -> Void
    ) throws -> Int {
        let container = try container()
        let before = store.requestCount
        try container.perform { try work($0) }
        return store.requestCount - before
    }

    @Test func `reading a to-one relationship of many objects takes one request`() throws {
        let count = try requests { context throws in
            let names = try context.fetch(FetchRequest("Article")).map {
                $0[toOne: "author"]?["name"]
            }
            #expect(Set(names).count == 100)
        }
        #expect(count == 2)
    }

    @Test func `reading a to-many relationship of many objects takes few requests`() throws {
        let count = try requests { context throws in
            let tags = try context.fetch(FetchRequest("Article")).flatMap { $0[toMany: "tags"] }
            #expect(Set(tags).count == 100)
        }
        #expect(count <= 1 + 2 * 8)
    }

    @Test func `asking one object for its relationship reads no other's`() throws {
        let count = try requests { context throws in
            let article = try #require(try context.fetch(FetchRequest("Article")).first)
            #expect(article[toMany: "tags"].count == 1)
            #expect(
                context.model.layout(named: "Tag").map {
                    context.state.tables[$0.root].entries.count
                } == 1)
        }
        #expect(count == 3)
    }

    @Test func `cascading takes a few requests for each relationship and round`() throws {
        let count = try requests { context throws in
            context.delete(try context.fetch(FetchRequest("Author")))
            try context.save()
        }
        #expect(count <= 6)
    }

    @Test func `objects that a save made forget are read again together`() throws {
        let count = try requests { context throws in
            let articles = try context.fetch(FetchRequest("Article"))
            articles[0]["title"] = "x"
            try context.save()
            for article in articles { #expect(article.exists) }
        }
        // The save asks whether the store has values that stand for others.
        #expect(count == 4)
    }

    @Test func `conditions through relationships take a request or two for each step`() throws {
        let count = try requests { context throws in
            let tag = try #require(try context.fetch(FetchRequest("Tag", limit: 1)).first)
            tag["name"] = "swift"
            let request = FetchRequest(
                "Author",
                where: .any("articles", .any("tags", .attribute("name") == "swift")))
            #expect(try context.fetch(request).count == 1)
        }
        #expect(count <= 6)
    }

    @Test func `what is known is not asked for again`() throws {
        let count = try requests { context throws in
            let articles = try context.fetch(FetchRequest("Article"))
            for _ in 0..<3 {
                for article in articles {
                    article["title"] = article[toOne: "author"]?["name"] ?? .null
                }
            }
        }
        #expect(count == 2)
    }

    @Test func `a save without changes writes nothing`() throws {
        let count = try requests { context throws in
            try context.save()
            let article = try #require(try context.fetch(FetchRequest("Article", limit: 1)).first)
            article["title"] = "x"
            article["title"] = .null
            try context.save()
            #expect(!context.hasChanges)
        }
        // The save asks whether the value that was set is one that stood for another.
        #expect(count == 2)
    }
}
