import Mercator
import Testing

/// What is wrong in the program, not in its data, stops it with a message that says what to do.
@Suite("Misuse")
struct MisuseTests {
    /// The last words of a process, for comparison.
    private static func message(_ result: ExitTest.Result?) -> String {
        String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    }

    private static func misuse(_ work: @Sendable (ManagedObjectContext) throws -> Void) throws {
        let container = try PersistentContainer(model: Library.model(), store: InMemoryStore())
        try container.perform { context in try work(context) }
    }

    @Test func `an unknown attribute`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent])
        {
            try Self.misuse { $0.insert("Article")["titel"] = "x" }
        }
        #expect(
            Self.message(result).contains(
                "Article has no attribute 'titel'; did you mean 'title'?"))
    }

    @Test func `an unknown relationship`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent])
        {
            try Self.misuse { _ = $0.insert("Article")[toOne: "autor"] }
        }
        #expect(
            Self.message(result).contains(
                "Article has no relationship 'autor'; did you mean 'author'?"))
    }

    @Test func `an unknown entity`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent])
        {
            try Self.misuse { _ = $0.insert("Artikle") }
        }
        #expect(
            Self.message(result).contains(
                "the model has no entity 'Artikle'; did you mean 'Article'?"))
    }

    @Test func `an abstract entity`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent])
        {
            try Self.misuse { _ = $0.insert("Item") }
        }
        #expect(Self.message(result).contains("Item is abstract; insert one of its sub-entities"))
    }

    @Test func `a value of another type`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent])
        {
            try Self.misuse { $0.insert("Article")["title"] = 7 }
        }
        #expect(Self.message(result).contains("Article.title: expected text, found 7"))
    }

    @Test func `a to-many relationship used as a to-one`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent])
        {
            try Self.misuse { _ = $0.insert("Article")[toOne: "tags"] }
        }
        #expect(
            Self.message(result).contains(
                "Article.tags is a to-many relationship; use [toMany: \"tags\"]"))
    }

    @Test func `a to-one relationship used as a to-many`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent])
        {
            try Self.misuse { _ = $0.insert("Article")[toMany: "author"] }
        }
        #expect(
            Self.message(result).contains(
                "Article.author is a to-one relationship; use [toOne: \"author\"]"))
    }

    @Test func `an object of another entity`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent])
        {
            try Self.misuse { $0.insert("Article")[toOne: "author"] = $0.insert("Tag") }
        }
        #expect(Self.message(result).contains("Article.author: expected Author, found Tag"))
    }

    @Test func `reading a mandatory attribute before it has a value`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent])
        {
            try Self.misuse { _ = $0.insert(Library.Author.self).name }
        }
        #expect(Self.message(result).contains("Author/1.name: expected String, found nil"))
    }
}
