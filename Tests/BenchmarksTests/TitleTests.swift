import Benchmarks
import Foundation
import Mercator
import Testing

@Suite("Titles")
struct TitleTests {
    /// Cost: each of several hundred benchmarks is run twice, so that none rots.
    @Test(
        arguments: Title.all.map(\.name).filter {
            !$0.hasPrefix("postgres") && !$0.hasPrefix("network")
        })
    func `every contender does its work twice`(name: String) async throws {
        _ = try await TitleRun.twice(name)
    }

    @Test func `a fresh path was never in use, and the last file of its name is deleted`() throws {
        let folder = try TemporaryFolder()
        var paths: Set<String> = []
        for _ in 0..<3 {
            let path = try folder.freshPath("store.sqlite")
            #expect(paths.insert(path).inserted)
            for suffix in ["", "-wal", "-shm"] {
                for path in paths {
                    #expect(!FileManager.default.fileExists(atPath: path + suffix))
                }
                #expect(FileManager.default.createFile(atPath: path + suffix, contents: nil))
            }
        }
    }

    @Test func `a file of lines has the records of the page`() throws {
        let folder = try TemporaryFolder()
        // More than a single write.
        let pages = PagePair(count: 3000)
        let path = folder.path("lines.ndjson")
        let size = try PageWriter.writeLines(pages.articles, to: path)
        #expect(size == (try TemporaryFolder.size(ofFile: path)))
        #expect(size > 2 << 20)
        // A page has an enclosing object, and commas in place of line breaks.
        #expect(size == pages.first.bytes.count - #"{"articles":[]}"#.utf8.count + 1)
        let operation = try Library.importOperation()
        let container = try PersistentContainer(
            model: operation.plan.model, store: InMemoryStore())
        let result = try operation.run(file: path, in: container)
        #expect(result.counts["Article"]?.inserted == 3000)
    }

    @Test func `statements are counted in the work only, and alike each time`() throws {
        let folder = try TemporaryFolder()
        let statements = StatementCounter()
        let operation = try Library.operation()
        let page = Page(count: 10)
        let contender = Contender("Mercator", statements: statements) {
            try PersistentContainer(
                model: operation.plan.model,
                store: SQLiteStore(
                    folder.freshPath("store.sqlite"), options: statements.options))
        } work: { container in
            _ = try operation.run(page.bytes, in: container)
            return container
        }
        let first = try #require(contender.run().statements)
        #expect(first >= page.count)
        #expect(try contender.run().statements == first)
        let idle = Contender("idle", statements: statements) {
            try PersistentContainer(
                model: operation.plan.model,
                store: SQLiteStore(folder.path("store.sqlite"), options: statements.options))
        } work: { container in
            container
        }
        #expect(try idle.run().statements == 0)
    }
}
