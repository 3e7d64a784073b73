import ConnectionEvaluation
import EntityMapper
import MercatorPayload
import ObjectGraph
import ObjectGraphSQLite
import StreamingImport
import Synchronization
import Testing

/// Batches with concurrent commits by others.
@Suite("Imports beside other loads")
struct CrossingTests {
    /// Returns a plan with a hook, by which another load inserts the author of the first article
    /// while that is mapped.
    private func plan(
        _ model: ManagedObjectModel, _ others: @escaping @Sendable () throws -> Void
    ) throws -> MappingPlan {
        let isDone = Mutex(false)
        let hook = MappingHook("others") { _, _ in
            let isFirst = isDone.withLock { done in
                defer { done = true }
                return !done
            }
            if isFirst { try others() }
        }
        return try News.plan(model, hook: hook)
    }

    private func runAtOnce(
        _ operation: ImportOperation, _ path: String, _ container: PersistentContainer
    ) throws -> ImportOperation.Result {
        try operation.run(file: path, in: container)
    }

    @Test(arguments: [nil, "feed"], [false, true])
    func `count what is connected after their commits`(
        checkpoint: String?, isAwaited: Bool
    ) async throws {
        let folder = try Folder()
        let container = try PersistentContainer(
            model: News.model(), store: SQLiteStore(folder.path("news.sqlite")))
        let author = MappingOperation(try News.plan(container.model))
        let plan = try plan(container.model) {
            _ = try author.run(#"{"type":"author","id":3,"name":"A"}"#, in: container)
        }
        var options = ImportOptions()
        options.batchRecords = 1
        options.checkpoint = checkpoint
        let operation = try ImportOperation(
            plan, mapping: "Record", format: .lines, options: options)
        let lines = (1...3).map { #"{"type":"article","id":\#($0),"author":\#($0 == 2 ? 9 : 3)}"# }
        let path = try folder.write(lines.joined(separator: "\n"))
        let result =
            isAwaited
            ? try await operation.run(file: path, in: container)
            : try runAtOnce(operation, path, container)
        #expect(result.records == 3 && result.issueCount == 0)
        #expect(result.counts["Article"]?.inserted == 3)
        // The first one by the check after its commit, the last one by its own load.
        #expect(result.counts["Article"]?.connected == 2)
        #expect(result.counts["Article"]?.unresolved == 1)
        #expect(try container.openConnections().map(\.count) == [1])
    }

    @Test(
        "the checkpoint has the counts of the check after the last commit",
        arguments: [false, true])
    func lastMetadata(isAwaited: Bool) async throws {
        let folder = try Folder()
        let container = try PersistentContainer(
            model: News.model(), store: SQLiteStore(folder.path("news.sqlite")))
        let author = MappingOperation(try News.plan(container.model))
        let plan = try plan(container.model) {
            _ = try author.run(#"{"type":"author","id":3,"name":"A"}"#, in: container)
        }
        var options = ImportOptions()
        options.checkpoint = "feed"
        let operation = try ImportOperation(
            plan, mapping: "Record", format: .lines, options: options)
        let path = try folder.write(#"{"type":"article","id":1,"author":3}"#)
        let result =
            isAwaited
            ? try await operation.run(file: path, in: container)
            : try runAtOnce(operation, path, container)
        #expect(result.counts["Article"]?.connected == 1)
        #expect(result.counts["Article"]?.unresolved == 0)
        let checkpoint = try operation.checkpoint(in: container)
        #expect(checkpoint?.counts == result.counts && checkpoint?.isFinished == true)
        // The same import ends with these counts, and reads nothing.
        let again = try runAtOnce(operation, path, container)
        #expect(again.counts == result.counts && again.batches == 1)
    }
}
