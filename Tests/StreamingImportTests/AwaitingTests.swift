import Foundation
import ObjectGraph
import StreamingImport
import Synchronization
import TestSupport
import Testing

@Suite("Imports in tasks", .endsInTime)
struct AwaitingTests {
    private func options() -> ImportOptions {
        var options = ImportOptions(checkpoint: "news")
        options.batchRecords = 6
        return options
    }

    private func expected(_ count: Int) throws -> [String] {
        let container = try PersistentContainer(model: News.model(), store: InMemoryStore())
        _ = try News.operation(container.model).run([Array(News.lines(count).utf8)], in: container)
        return try News.content(container)
    }

    private func stream(_ text: String, _ size: Int) -> AsyncStream<[UInt8]> {
        AsyncStream { continuation in
            for chunk in text.utf8.chunks(of: size) { continuation.yield(chunk) }
            continuation.finish()
        }
    }

    @Test(arguments: StoreKind.allCases, [1, 64, 100_000])
    func `an asynchronous sequence gives what a file gives`(
        kind: StoreKind, chunkSize: Int
    ) async throws {
        let text = News.lines(50)
        let folder = try Folder()
        let path = try folder.write(text)
        let expected = try expected(50)
        try await kind.withStoreAwaiting { store in
            let container = try PersistentContainer(model: News.model(), store: store)
            let operation = try News.operation(container.model, options: options())
            let result = try await operation.run(stream(text, chunkSize), in: container)
            #expect(result.records == 50 && result.batches == 9)
            #expect(try News.content(container) == expected)
        }
        try await kind.withStoreAwaiting { store in
            let container = try PersistentContainer(model: News.model(), store: store)
            let operation = try News.operation(container.model, options: options())
            let result = try await operation.run(file: path, in: container)
            #expect(result.records == 50)
            #expect(try News.content(container) == expected)
        }
    }

    @Test(arguments: StoreKind.allCases)
    func `a task that is cancelled leaves whole batches, and can go on`(kind: StoreKind)
        async throws
    {
        let text = News.lines(100)
        let folder = try Folder()
        let path = try folder.write(text)
        let expected = try expected(100)
        try await kind.withStoreAwaiting { store in
            let container = try PersistentContainer(model: News.model(), store: store)
            let operation = try News.operation(container.model, options: options())
            let task = Task {
                try await operation.run(file: path, in: container) { step in
                    if step.batches == 3 { unsafe withUnsafeCurrentTask { unsafe $0?.cancel() } }
                }
            }
            let error = await #expect(throws: ImportError.self) { try await task.value }
            #expect(error?.code == .cancelled)
            #expect(try operation.checkpoint(in: container)?.records == 18)
            let result = try await operation.run(stream(text, 31), in: container)
            #expect(result.resumedFrom?.records == 18 && result.records == 100)
            #expect(try News.content(container) == expected)
        }
    }

    @Test func `a sequence that fails ends the import behind what was saved`() async throws {
        struct Broken: Error {}
        let container = try PersistentContainer(model: News.model(), store: InMemoryStore())
        let operation = try News.operation(container.model, options: options())
        let chunks = AsyncThrowingStream<[UInt8], any Error> { continuation in
            continuation.yield(Array(News.lines(15).utf8))
            continuation.finish(throwing: Broken())
        }
        await #expect(throws: Broken.self) { try await operation.run(chunks, in: container) }
        #expect(try operation.checkpoint(in: container)?.records == 12)
    }

    @Test func `steps tell how far the import is, and the result at the end`() async throws {
        let folder = try Folder()
        let path = try folder.write(News.lines(60))
        let container = try PersistentContainer(model: News.model(), store: InMemoryStore())
        let operation = try News.operation(container.model, options: options())
        var last: ImportProgress?
        for try await step in operation.steps(file: path, in: container) {
            #expect(step.records > last?.records ?? 0 || step.result != nil)
            #expect(step.totalBytes == News.lines(60).utf8.count)
            last = step
        }
        #expect(last?.result?.records == 60)
        #expect(last?.fraction == 1 && last?.remaining == .zero)
    }

    @Test func `leaving the steps early cancels the import`() async throws {
        let folder = try Folder()
        let path = try folder.write(News.lines(3000))
        let container = try PersistentContainer(model: News.model(), store: InMemoryStore())
        let operation = try News.operation(container.model, options: options())
        for try await step in operation.steps(file: path, in: container) where step.records > 0 {
            break
        }
        // The batch being saved is completed; later ones are not begun.
        var records = -1
        while let now = try operation.checkpoint(in: container)?.records, now != records {
            records = now
            try await Task.sleep(for: .milliseconds(50))
        }
        #expect((6..<3000).contains(records))
    }

    @Test func `a file that is no file is said to be none`() async throws {
        let folder = try Folder()
        let container = try PersistentContainer(model: News.model(), store: InMemoryStore())
        let operation = try News.operation(container.model)
        for (path, reason) in [
            (folder.path("none"), "there is no such file"), (folder.path(""), "it is a folder"),
        ] {
            let error = await #expect(throws: ImportError.self) {
                try await operation.run(file: path, in: container)
            }
            #expect(error?.code == .cannotRead)
            #expect(error?.message.contains(reason) == true)
        }
    }
}

/// Waiting for other commits.
extension AwaitingTests {
    @Test(arguments: StoreKind.allCases)
    func `while imports wait for commits, other tasks go on`(kind: StoreKind) async throws {
        try await kind.withStoreAwaiting { store in
            let container = try PersistentContainer(model: News.model(), store: store)
            let imports = try (0..<32).map { number in
                var options = ImportOptions(checkpoint: "news \(number)")
                // All imports have the same objects, each in two batches.
                options.batchRecords = 20
                return try News.operation(container.model, options: options)
            }
            let getThrough = try await container.letsOthersRun(while: imports.count) { number in
                let result = try await imports[number].run(
                    stream(News.lines(40), 64), in: container)
                #expect(result.records == 40 && result.batches == 2)
            }
            #expect(getThrough)
            #expect(try News.content(container) == expected(40))
        }
    }

    @Test(arguments: StoreKind.allCases)
    func `an import cancelled while a batch waits resumes after the previous batch`(
        kind: StoreKind
    ) async throws {
        let text = News.lines(20)
        let expected = try expected(20)
        try await kind.withStoreAwaiting { store in
            let container = try PersistentContainer(model: News.model(), store: store)
            let operation = try News.operation(container.model, options: options())
            let (source, feed) = AsyncStream<[UInt8]>.makeStream()
            let (saves, save) = AsyncStream<Int>.makeStream()
            let task = Task {
                _ = try await operation.run(source, in: container) { save.yield($0.records) }
            }
            // Enough bytes for one batch, but not for two.
            feed.yield(Array(News.lines(8).utf8))
            for await records in saves {
                #expect(records == 6)
                break
            }
            let holders = await BackgroundHolders(container)
            feed.yield(Array(text.utf8.dropFirst(News.lines(8).utf8.count)))
            feed.finish()
            await container.waitForBackgroundTasks(1)
            task.cancel()
            let error = await #expect(throws: ImportError.self) { try await task.value }
            #expect(error?.code == .cancelled)
            #expect(error?.message.contains("behind 6 records") == true)
            try await holders.release()
            #expect(try operation.checkpoint(in: container)?.records == 6)
            let result = try await operation.run(stream(text, 100), in: container)
            #expect(result.resumedFrom?.records == 6 && result.records == 20)
            #expect(try News.content(container) == expected)
        }
    }

    @Test func `an import cancelled before it accesses the store has no effect`() async throws {
        let container = try PersistentContainer(model: News.model(), store: InMemoryStore())
        let operation = try News.operation(container.model, options: options())
        let holders = await BackgroundHolders(container)
        let task = Task { _ = try await operation.run(stream(News.lines(20), 64), in: container) }
        await container.waitForBackgroundTasks(1)
        task.cancel()
        let error = await #expect(throws: ImportError.self) { try await task.value }
        #expect(error?.code == .cancelled)
        try await holders.release()
        #expect(try News.content(container).isEmpty)
    }

    @Test(arguments: StoreKind.allCases)
    func `two concurrent runs of an import insert each record once`(
        kind: StoreKind
    ) async throws {
        let text = News.lines(60)
        let expected = try expected(60)
        try await kind.withStoreAwaiting { store in
            let container = try PersistentContainer(model: News.model(), store: store)
            let operation = try News.operation(container.model, options: options())
            let codes = await withTaskGroup(of: ImportError.Code?.self) { group in
                for _ in 0..<2 {
                    group.addTask {
                        do {
                            _ = try await operation.run(stream(text, 100), in: container)
                            return nil
                        } catch {
                            return (error as? ImportError)?.code ?? .batchFailed
                        }
                    }
                }
                return await group.reduce(into: []) { $0.append($1) }
            }
            // The second import may start so late that all batches are saved.
            #expect(codes.contains(nil))
            #expect(codes.allSatisfy { $0 == nil || $0 == .checkpointMoved }, "\(codes)")
            #expect(try operation.checkpoint(in: container)?.records == 60)
            #expect(try News.content(container) == expected)
        }
    }
}
