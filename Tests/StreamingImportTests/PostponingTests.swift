import Foundation
import MercatorPayload
import MercatorProgress
import ObjectGraph
import ObjectGraphSQLite
import StreamingImport
import Synchronization
import TestSupport
import Testing

/// Records the statements of an import that concern deferred indexes.
private final class IndexTrace: Sendable {
    private let lines = Mutex<[String]>([])

    func note(_ sql: String) {
        let indexes = ["\"Article_by_author\"", "\"Article_tags_by_destination\""]
        let verbs = ["DROP INDEX ", "CREATE INDEX "]
        let isAboutThem = verbs.contains { verb in
            indexes.contains { sql.hasPrefix(verb + $0) }
        }
        guard isAboutThem || sql == "BEGIN IMMEDIATE" else { return }
        lines.withLock { $0.append(String(sql.prefix { $0 != " " })) }
    }

    /// The recorded statements: `BEGIN` of a write transaction, `DROP`, `CREATE`.
    var steps: [String] { lines.withLock { $0 } }
}

@Suite("Indexes during an import", .endsInTime)
struct PostponingTests {
    private let folder: Folder
    private let trace = IndexTrace()
    private let container: PersistentContainer
    private let operation: ImportOperation
    private let beginning: Int

    init() throws {
        folder = try Folder()
        let trace = trace
        let store = SQLiteStore(
            folder.path("news.sqlite"), options: .init(trace: { trace.note($0) }))
        container = try PersistentContainer(model: News.model(), store: store)
        var options = ImportOptions(checkpoint: "news")
        options.batchRecords = 20
        operation = try News.operation(container.model, options: options)
        beginning = trace.steps.count
    }

    private var steps: ArraySlice<String> { trace.steps.dropFirst(beginning) }

    /// Expects the indexes to be dropped in one transaction and created in a later one,
    /// the last of all.
    private func expectMadeAtEnd(_ steps: ArraySlice<String>) {
        #expect(steps.count { $0 == "DROP" } == 2)
        #expect(steps.count { $0 == "CREATE" } == 2)
        #expect(Array(steps.suffix(3)) == ["BEGIN", "CREATE", "CREATE"], "\(steps)")
    }

    @Test
    func `are made behind the last batch`() throws {
        let result = try operation.run(News.lines(200).utf8.chunks(of: 1000), in: container)
        #expect(result.batches == 10)
        expectMadeAtEnd(steps)
        #expect(try container.checkIntegrity().isClean)
    }

    @Test
    func `are made behind the last batch of an import in a task`() async throws {
        let result = try await operation.run(
            file: try folder.write(News.lines(200)), in: container)
        #expect(result.batches == 10)
        expectMadeAtEnd(steps)
        #expect(try container.checkIntegrity().isClean)
    }

    @Test
    func `are made when the import is cancelled`() throws {
        let progress = Progress(totalUnitCount: -1)
        let chunks = News.lines(200).utf8.chunks(of: 1000)
        #expect(throws: ImportError.self) {
            try operation.run(chunks, in: container, progress: progress) { step in
                if step.batches == 4 { progress.cancel() }
            }
        }
        expectMadeAtEnd(steps)
        #expect(try container.checkIntegrity().isClean)
        // Further imports maintain the indexes.
        let before = trace.steps.count
        #expect(try operation.run(chunks, in: container).records == 200)
        #expect(trace.steps.dropFirst(before).allSatisfy { $0 == "BEGIN" })
    }

    @Test(arguments: [false, true])
    func `are made when the source breaks off`(isInTask: Bool) async throws {
        let text = String(News.array(100).dropLast(30))
        let array = try News.operation(
            container.model, .array(at: ""), options: operation.options)
        let path = try folder.write(text)
        await #expect(throws: ImportError.self) {
            if isInTask {
                _ = try await array.run(file: path, in: container)
            } else {
                _ = try synchronously(array, path)
            }
        }
        expectMadeAtEnd(steps)
        #expect(try container.checkIntegrity().isClean)
    }

    private func synchronously(
        _ operation: ImportOperation, _ path: String
    ) throws -> ImportOperation.Result {
        try operation.run(file: path, in: container)
    }

    @Test
    func `are made in each of several stores`() throws {
        let trace = IndexTrace()
        let store = SQLiteStore(
            folder.path("part.sqlite"), options: .init(trace: { trace.note($0) }))
        let parts = PartitionedStore(
            otherwise: InMemoryStore(), parts: [.init(["Article", "Author", "Tag"], in: store)])
        let container = try PersistentContainer(model: News.model(), store: parts)
        let beginning = trace.steps.count
        _ = try News.operation(container.model, options: operation.options)
            .run(News.lines(200).utf8.chunks(of: 1000), in: container)
        expectMadeAtEnd(trace.steps.dropFirst(beginning))
    }
}
