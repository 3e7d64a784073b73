import Foundation
import Mercator
import ObjectGraphPostgres
import PostgresTestSupport
import TestSupport
import Testing

@Suite("Connections that a process has left open", .needsPostgres, .endsInTime)
struct OpenConnectionTests {
    private static func model() throws -> ManagedObjectModel {
        try ManagedObjectModel([
            EntityDescription(
                "Article",
                attributes: [
                    AttributeDescription("articleID", .integer64),
                    AttributeDescription("authorID", .integer64),
                ], relationships: [.toOne("author", "Author", inverse: "articles")]),
            EntityDescription(
                "Author", attributes: [AttributeDescription("authorID", .integer64)],
                relationships: [.toMany("articles", "Article")]),
        ])
    }

    private static func operation(_ model: ManagedObjectModel) throws -> MappingOperation {
        var articles = EntityMapping(for: try #require(model["Article"]))
        articles.addAttributeMappings(["id": "articleID", "author": "authorID"])
        articles.addConnection(for: "author", connectedBy: "authorID")
        var authors = EntityMapping(for: try #require(model["Author"]))
        authors.addAttributeMappings(["id": "authorID"])
        return MappingOperation(
            try MappingPlan(
                MappingSet(
                    [articles, authors], roots: ["articles": "Article", "authors": "Author"]),
                for: model))
    }

    private static func payload(_ member: String, _ record: String) -> [UInt8] {
        Array("{\"\(member)\": [\(record)]}".utf8)
    }

    /// Maps an article while another program saves its author, and ends between the commit and the
    /// check that would connect them.
    private static func die(_ text: String, _ name: String) throws {
        let store = PostgresStore(text, options: .init(schema: name))
        let (model, other) = (try model(), try PersistentContainer(model: model(), store: store))
        let operation = try operation(model)
        let container = try PersistentContainer(
            model: model, store: PostgresStore(text, options: .init(schema: name)))
        let hook = container.backend.commits.add(for: model) { _ in kill(getpid(), SIGKILL) }
        try container.perform { context in
            _ = try operation.run(payload("articles", #"{"id": 1, "author": 7}"#), in: context)
            _ = try Self.operation(model).run(payload("authors", #"{"id": 7}"#), in: other)
            try context.save()
        }
        withExtendedLifetime(hook) {}
    }

    @Test(arguments: ["load", "operation"])
    func `they are made by the next load, or by the operation for it`(way: String)
        async throws
    {
        try await PostgresSchema.withAwaiting { schema in
            let (text, name) = (schema.connectionString, schema.name)
            await #expect(processExitsWith: .signal(SIGKILL)) {
                [text = text as String, name = name as String] in
                try OpenConnectionTests.die(text, name)
            }
            let model = try Self.model()
            let container = try PersistentContainer(
                model: model, store: PostgresStore(text, options: .init(schema: name)))
            func authors() throws -> [Bool] {
                try container.perform { context in
                    try context.fetch(FetchRequest("Article")).map { $0[toOne: "author"] != nil }
                }
            }
            #expect(try authors() == [false])
            if way == "load" {
                let operation = try Self.operation(model)
                _ = try operation.run(Self.payload("articles", #"{"id": 2}"#), in: container)
                #expect(try authors().contains(true))
            } else {
                _ = try ConnectionOperation().run(in: container)
                #expect(try authors() == [true])
            }
        }
    }
}
