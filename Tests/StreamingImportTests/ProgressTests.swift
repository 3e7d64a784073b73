import Foundation
import MercatorProgress
import ObjectGraph
import StreamingImport
import TestSupport
import Testing

@Suite("The progress of an import", .endsInTime)
struct ProgressTests {
    private func run(
        _ text: String, batch: Int, totalBytes: Int?, _ progress: Progress? = nil
    ) throws -> [ImportProgress] {
        let container = try PersistentContainer(model: News.model(), store: InMemoryStore())
        var options = ImportOptions()
        options.batchRecords = batch
        var steps: [ImportProgress] = []
        _ = try News.operation(container.model, options: options).run(
            text.utf8.chunks(of: 100), totalBytes: totalBytes, in: container, progress: progress
        ) { steps.append($0) }
        return steps
    }

    @Test func `steps count bytes, records and batches`() throws {
        let text = News.lines(25)
        let steps = try run(text, batch: 10, totalBytes: text.utf8.count)
        #expect(steps.map(\.records) == [10, 20, 25])
        #expect(steps.map(\.batches) == [1, 2, 3])
        #expect(steps.last?.bytes == text.utf8.count)
        #expect(steps.map(\.bytes) == steps.map(\.bytes).sorted())
        #expect(steps.map { $0.result != nil } == [false, false, true])
        #expect(steps.allSatisfy { $0.bytesPerSecond > 0 && $0.recordsPerSecond > 0 })
        #expect(steps.dropLast().allSatisfy { ($0.fraction ?? 0) < 1 && $0.remaining != nil })
    }

    @Test func `without a size there is no fraction, and no rest`() throws {
        let steps = try run(News.lines(25), batch: 10, totalBytes: nil)
        #expect(steps.allSatisfy { $0.fraction == nil && $0.totalBytes == nil })
        #expect(steps.first?.remaining == nil)
    }

    @Test(arguments: [true, false])
    func `Foundation's progress is updated`(knowsSize: Bool) throws {
        let text = News.lines(25)
        let progress = Progress(totalUnitCount: -1)
        _ = try run(
            text, batch: 10, totalBytes: knowsSize ? text.utf8.count : nil, progress)
        #expect(progress.completedUnitCount == Int64(text.utf8.count))
        #expect(progress.totalUnitCount == Int64(text.utf8.count))
        #expect(progress.isFinished)
    }

    @Test func `a progress that was cancelled before begins nothing`() throws {
        let progress = Progress(totalUnitCount: -1)
        progress.cancel()
        let error = #expect(throws: ImportError.self) {
            try run(News.lines(3), batch: 1, totalBytes: nil, progress)
        }
        #expect(error?.code == .cancelled)
        #expect(error?.message.contains("behind 0 records") == true)
    }
}
