import ObjectGraph
import ObjectGraphSQLite
import StreamingImport
import Synchronization
import Testing

@Suite("What an import asks of a store")
struct StatementTests {
    @Test(arguments: [nil, "news"])
    func `every batch takes about as many statements, however many came before`(
        checkpoint: String?
    ) throws {
        let folder = try Folder()
        let count = Mutex(0)
        let questions = Mutex(Set<String>())
        let store = SQLiteStore(
            folder.path("news.sqlite"),
            options: .init(trace: { sql in
                // Rows are written a few at a time; all other statements apply to the batch.
                let rows = ["INSERT INTO \"", "INSERT OR FAIL INTO \"", "UPDATE \""]
                guard !rows.contains(where: { sql.hasPrefix($0) }) else { return }
                count.withLock { $0 += 1 }
                _ = questions.withLock { $0.insert(sql) }
            }))
        let container = try PersistentContainer(model: News.model(), store: store)
        var options = ImportOptions()
        options.batchRecords = 50
        options.checkpoint = checkpoint
        let operation = try News.operation(container.model, options: options)
        var counts: [Int] = []
        var before = 0
        _ = try operation.run(News.lines(1000).utf8.chunks(of: 5000), in: container) { _ in
            let now = count.withLock { $0 }
            counts.append(now - before)
            before = now
        }
        // The first batch creates indexes, and the first batches insert authors.
        let settled = counts.dropFirst(2).dropLast()
        #expect(settled.count == 18)
        #expect((settled.max() ?? .max) <= (settled.min() ?? 0) + 4, "\(counts)")
        #expect((settled.max() ?? .max) < 60, "\(counts)")
    }
}
