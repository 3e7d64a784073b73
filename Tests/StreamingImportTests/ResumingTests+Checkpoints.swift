import EntityMapper
import ObjectGraph
import ObjectGraphSQLite
import StreamingImport
import TestSupport
import Testing

/// The storage and removal of checkpoints.
extension ResumingTests {
    @Test(arguments: StoreKind.allCases)
    func `imports have their own checkpoints, which can be removed`(kind: StoreKind) throws {
        try kind.withContainer(try News.model()) { container in
            let plain = try News.operation(container.model)
            let named = try News.operation(container.model, options: options())
            let chunks = News.lines(10).utf8.chunks(of: 50)
            _ = try plain.run(chunks, in: container)
            #expect(try plain.checkpoint(in: container) == nil)
            #expect(try named.checkpoint(in: container) == nil)
            _ = try named.run(chunks, in: container)
            #expect(try named.checkpoint(in: container)?.name == "news")
            try named.removeCheckpoint(in: container)
            try named.removeCheckpoint(in: container)
            #expect(try named.checkpoint(in: container) == nil)
            _ = try named.run(chunks, in: container)
            try container.reset()
            #expect(try named.checkpoint(in: container) == nil)
        }
    }

    @Test func `the store of the records keeps the checkpoint`() throws {
        let folder = try Folder()
        let model = try ManagedObjectModel(
            [
                EntityDescription("Draft", attributes: [AttributeDescription("text", .string)])
            ] + News.model().entities)
        let files = (news: folder.path("news.sqlite"), rest: folder.path("rest.sqlite"))
        let store = PartitionedStore(
            otherwise: SQLiteStore(files.rest),
            parts: [.init(["Article", "Author", "Tag"], in: SQLiteStore(files.news))])
        let container = try PersistentContainer(model: model, store: store)
        let operation = try News.operation(model, options: options())
        _ = try operation.run(News.lines(20).utf8.chunks(of: 50), in: container)
        #expect(try operation.checkpoint(in: container)?.records == 20)
        let alone = try PersistentContainer(
            model: News.model(), store: SQLiteStore(files.news))
        let same = try News.operation(alone.model, options: options())
        #expect(try same.checkpoint(in: alone)?.records == 20)
    }

    @Test func `a reset goes back to the checkpoint of the seed`() throws {
        let folder = try Folder()
        let model = try News.model()
        let seed = folder.path("seed.sqlite")
        let operation = try News.operation(model, options: options())
        let seeds = try PersistentContainer(model: model, store: SQLiteStore(seed))
        _ = try operation.run(file: try folder.write(News.lines(20)), in: seeds)
        let container = try PersistentContainer(
            model: model, store: SQLiteStore(folder.path("news.sqlite"), options: .init(seed: seed))
        )
        let path = try folder.write(News.lines(30))
        for _ in 1...2 {
            #expect(try operation.checkpoint(in: container)?.records == 20)
            let result = try operation.run(file: path, in: container)
            #expect(result.resumedFrom?.records == 20 && result.records == 30)
            try container.reset()
        }
        #expect(try News.content(container) == News.content(seeds))
    }
}
