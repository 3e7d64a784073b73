import Foundation
import MercatorProgress
import ObjectGraph
import StreamingImport
import TestSupport
import Testing

/// Sources that begin at a checkpoint.
extension ResumingTests {
    /// Imports three batches, and returns the operation.
    private func begin(
        _ text: String, _ format: ImportFormat, _ container: PersistentContainer
    ) throws -> ImportOperation {
        var operation = try News.operation(container.model, format, options: options())
        operation.origin = ["tag": "v1"]
        let progress = Progress(totalUnitCount: -1)
        let error = #expect(throws: ImportError.self) {
            try operation.run(text.utf8.chunks(of: 50), in: container, progress: progress) {
                if $0.batches == 3 { progress.cancel() }
            }
        }
        #expect(error?.code == .cancelled)
        return operation
    }

    private func rest(_ text: String, from offset: Int, chunks size: Int) -> AsyncStream<[UInt8]> {
        AsyncStream { continuation in
            for chunk in text.utf8.dropFirst(offset).chunks(of: size) { continuation.yield(chunk) }
            continuation.finish()
        }
    }

    @Test(arguments: [ImportFormat.lines, .array(at: "")], [0, 1, 70, 500])
    func `the rest of a source is as the whole`(format: ImportFormat, overlap: Int) async throws {
        let text = format == .lines ? News.lines(100) : News.array(100)
        let whole = try PersistentContainer(model: News.model(), store: InMemoryStore())
        let expected = try News.operation(whole.model, format, options: options())
            .run(text.utf8.chunks(of: 100), in: whole)
        for kind in StoreKind.allCases {
            for size in [1, 11, 100_000] {
                try await kind.withStoreAwaiting { store in
                    let container = try PersistentContainer(model: News.model(), store: store)
                    var operation = try begin(text, format, container)
                    let progress = try await operation.savedProgress(in: container)
                    let checkpoint = try #require(progress.checkpoint)
                    #expect(checkpoint.records == 21 && checkpoint.origin == ["tag": "v1"])
                    let offset = checkpoint.byteOffset - overlap
                    operation.origin = ["tag": "v2"]
                    let result = try await operation.run(
                        rest(text, from: offset, chunks: size), from: offset, after: progress,
                        totalBytes: text.utf8.count, in: container, onBatch: nil)
                    #expect(result.resumedFrom?.records == 21 && result.counts == expected.counts)
                    #expect(result.bytes == expected.bytes)
                    #expect(try News.content(container) == News.content(whole))
                    // The source is recognised from its start as well.
                    let again = try operation.run(text.utf8.chunks(of: 100), in: container)
                    #expect(again.resumedFrom?.isFinished == true)
                    #expect(try operation.checkpoint(in: container)?.origin == ["tag": "v2"])
                    #expect(throws: ImportError.self) {
                        try operation.run(
                            text.replacing("[90]", with: "[91]").utf8.chunks(of: 100),
                            in: container)
                    }
                }
            }
        }
    }

    @Test func `another rest is refused, and so is one after another run`() async throws {
        let container = try PersistentContainer(model: News.model(), store: InMemoryStore())
        let text = News.lines(100)
        let operation = try begin(text, .lines, container)
        let progress = try await operation.savedProgress(in: container)
        let offset = try #require(progress.checkpoint).byteOffset
        func error(_ text: String, from start: Int, _ operation: ImportOperation) async throws
            -> ImportError?
        {
            await #expect(throws: ImportError.self) {
                try await operation.run(
                    rest(text, from: start, chunks: 100), from: start, after: progress,
                    totalBytes: nil, in: container, onBatch: nil)
            }
        }
        let before = try News.content(container)
        let changed = text.replacing("[20]", with: "[21]")
        #expect(try await error(changed, from: offset - 300, operation)?.code == .sourceChanged)
        // A rest that begins behind the checkpoint would leave records out.
        #expect(try await error(text, from: offset + 1, operation)?.code == .sourceChanged)
        let other = try News.operation(container.model, .array(at: ""), options: options())
        #expect(try await error(text, from: offset, other)?.code == .sourceChanged)
        // It ends in front of the checkpoint.
        let short = String(decoding: text.utf8.prefix(offset - 10), as: UTF8.self)
        #expect(try await error(short, from: offset - 100, operation)?.code == .sourceChanged)
        #expect(try News.content(container) == before)
        _ = try operation.run(text.utf8.chunks(of: 100), in: container)
        #expect(try await error(text, from: offset, operation)?.code == .checkpointMoved)
    }
}
