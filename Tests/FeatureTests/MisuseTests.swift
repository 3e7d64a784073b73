import Mercator
import TestSupport
import Testing

/// A programming error, as opposed to invalid data, traps with a message that contains the remedy.
@Suite("Misuse", .debugBuild)
struct MisuseTests {
    /// Returns the last output of a process, for comparison.
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

    @Test func `saving in a nested unit of work`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent])
        {
            try Self.misuse { context in try context.perform { nested in try nested.save() } }
        }
        #expect(
            Self.message(result).contains(
                "save() in a nested unit of work would write the changes around it, too"))
    }

    @Test func `a savepoint of before a save`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent])
        {
            try Self.misuse { context in
                let savepoint = context.savepoint()
                try context.save()
                context.rollback(to: savepoint)
            }
        }
        #expect(
            Self.message(result).contains("the context was saved after the savepoint was made"))
    }

    @Test func `a negative retry limit`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent])
        {
            let container = try PersistentContainer(model: Library.model(), store: InMemoryStore())
            try container.perform(retryLimit: -1) { _ in }
        }
        #expect(Self.message(result).contains("the retry limit is -1; it counts from zero"))
    }

    @Test func `changes applied to a list that they are not about`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent])
        {
            let container = try PersistentContainer(model: Library.model(), store: InMemoryStore())
            var iterator = container.changes(of: FetchRequest("Tag")).makeAsyncIterator()
            guard let changes = try await iterator.next() else { return }
            var rows = ["too many"]
            changes.apply(to: &rows) { _ in "" }
        }
        #expect(
            Self.message(result).contains("the list has 1 elements, the result before had 0"))
    }
}
