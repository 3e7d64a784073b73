import EntityMapper
import Foundation
import MercatorPayload
import MercatorProgress
import ObjectGraph
import ObjectGraphSQLite
import StreamingImport
import TestSupport
import Testing

@Suite("Going on with an import", .endsInTime)
struct ResumingTests {
    /// Thrown to end an import from within.
    private struct Stop: Error {}

    func options(_ batch: Int = 7) -> ImportOptions {
        var options = ImportOptions(checkpoint: "news")
        options.batchRecords = batch
        return options
    }

    /// Cancels an import after a number of batches.
    private func cancel(
        _ batches: Int, _ run: (Progress, @escaping (ImportProgress) -> Void) throws -> Void
    )
        throws
    {
        let progress = Progress(totalUnitCount: -1)
        var count = 0
        let error = #expect(throws: ImportError.self) {
            try run(progress) { _ in
                count += 1
                if count == batches { progress.cancel() }
            }
        }
        #expect(error?.code == .cancelled)
    }

    @Test(arguments: StoreKind.allCases, [ImportFormat.lines, .array(at: "")])
    func `what was cancelled again and again is as if it had run once`(
        kind: StoreKind, format: ImportFormat
    ) throws {
        let model = try News.model()
        let text = format == .lines ? News.lines(100) : News.array(100)
        let folder = try Folder()
        let path = try folder.write(text)
        let whole = try PersistentContainer(model: model, store: InMemoryStore())
        let operation = try News.operation(model, format, options: options())
        let expected = try operation.run(file: path, in: whole)
        #expect(expected.records == 100 && expected.resumedFrom == nil)
        // From a file, which supports seeking, and from chunks, which are skipped.
        for chunkSize in [nil, 1, 11, 100_000] {
            try kind.withContainer(model) { container in
                for round in 1...3 {
                    try cancel(2) { progress, onBatch in
                        if let chunkSize {
                            _ = try operation.run(
                                text.utf8.chunks(of: chunkSize), in: container,
                                progress: progress, onBatch: onBatch)
                        } else {
                            _ = try operation.run(
                                file: path, in: container, progress: progress, onBatch: onBatch)
                        }
                    }
                    let checkpoint = try operation.checkpoint(in: container)
                    #expect(checkpoint?.records == round * 14)
                    #expect(checkpoint?.isFinished == false)
                }
                let result =
                    if let chunkSize {
                        try operation.run(text.utf8.chunks(of: chunkSize), in: container)
                    } else { try operation.run(file: path, in: container) }
                #expect(result.resumedFrom?.records == 42)
                #expect(result.counts == expected.counts)
                #expect(result.batches == expected.batches)
                #expect(try News.content(container) == News.content(whole))
                // A further run changes nothing.
                let again = try operation.run(file: path, in: container)
                #expect(again.counts == expected.counts && again.resumedFrom?.isFinished == true)
            }
        }
    }

    @Test(arguments: StoreKind.allCases)
    func `issues and places go on as if nothing had been between`(kind: StoreKind) throws {
        let text =
            (0..<40).map { "{\"type\": \"article\", \"id\": \($0 % 9 == 8 ? "[]" : "1")}\n" }
            .joined() + "{\n"
        try kind.withContainer(try News.model()) { container in
            let operation = try News.operation(container.model, options: options(10))
            try cancel(2) { progress, onBatch in
                _ = try operation.run(
                    text.utf8.chunks(of: 9), in: container, progress: progress, onBatch: onBatch)
            }
            let result = try operation.run(text.utf8.chunks(of: 9), in: container)
            #expect(result.issues.map(\.line) == [27, 36, 41])
            #expect(result.issueCount == 5 && result.malformedRecords == 1)
        }
    }

    struct Change: Sendable, CustomTestStringConvertible {
        let name: String
        let isRefused: Bool
        let apply: @Sendable (String) -> String
        var testDescription: String { name }
    }

    @Test(
        arguments: [
            Change(name: "nothing", isRefused: false) { $0 },
            Change(name: "more at the end", isRefused: false) { $0 + News.record(100) },
            Change(name: "another record behind the checkpoint", isRefused: false) {
                $0.replacing("[50]", with: "[fifty]")
            },
            Change(name: "the first byte", isRefused: true) { " " + $0 },
            Change(name: "the last record before the checkpoint", isRefused: true) {
                $0.replacing("[20]", with: "[21]")
            },
            Change(name: "a record before that", isRefused: true) {
                $0.replacing("[7]", with: "[8]")
            },
            Change(name: "a missing end", isRefused: true) { String($0.prefix(700)) },
        ], [nil, 1, 1000] as [Int?])
    func `another source is refused, a mended one is not`(change: Change, chunkSize: Int?) throws {
        let folder = try Folder()
        let container = try PersistentContainer(model: News.model(), store: InMemoryStore())
        let operation = try News.operation(container.model, options: options())
        let text = News.lines(60)
        try cancel(3) { progress, onBatch in
            _ = try operation.run(
                file: try folder.write(text), in: container, progress: progress, onBatch: onBatch)
        }
        let before = try News.content(container)
        let changed = change.apply(text)
        func run() throws -> ImportOperation.Result {
            guard let chunkSize else {
                return try operation.run(file: try folder.write(changed), in: container)
            }
            return try operation.run(changed.utf8.chunks(of: chunkSize), in: container)
        }
        guard change.isRefused else {
            #expect(try run().resumedFrom?.records == 21)
            return
        }
        let error = #expect(throws: ImportError.self) { try run() }
        #expect(error?.code == .sourceChanged)
        #expect(error?.message.contains("'news'") == true)
        #expect(try News.content(container) == before)
        #expect(try operation.checkpoint(in: container)?.records == 21)
        // Records imported before are imported again without changes.
        var again = operation
        again.options.startsOver = true
        _ = try again.run(changed.utf8.chunks(of: 100), in: container)
        #expect(try operation.checkpoint(in: container)?.isFinished == true)
    }

    /// Changes that do not affect the first bytes of a source.
    enum LateChange: String, CaseIterable, Sendable {
        case lastRecord, missingEnd

        func apply(to text: String) -> String {
            switch self {
            case .lastRecord: text.replacing("[132]", with: "[133]")
            case .missingEnd: String(decoding: text.utf8.prefix(6000), as: UTF8.self)
            }
        }

        /// The difference that the error names.
        var difference: String {
            switch self {
            case .lastRecord: "the record in front of it differs"
            case .missingEnd: "ends at byte 6000"
            }
        }
    }

    @Test(arguments: LateChange.allCases, [nil, 1000, 1_000_000] as [Int?])
    func `another source is refused, although it begins like the first`(
        change: LateChange, chunkSize: Int?
    ) throws {
        let folder = try Folder()
        let container = try PersistentContainer(model: News.model(), store: InMemoryStore())
        let operation = try News.operation(container.model, options: options())
        let text = News.lines(600)
        try cancel(19) { progress, onBatch in
            _ = try operation.run(
                file: try folder.write(text), in: container, progress: progress, onBatch: onBatch)
        }
        let before = try News.content(container)
        let checkpoint = try #require(try operation.checkpoint(in: container))
        #expect(checkpoint.records == 133 && checkpoint.byteOffset > 8000)
        let changed = change.apply(to: text)
        #expect(changed.utf8.starts(with: text.utf8.prefix(5000)))
        let error = #expect(throws: ImportError.self) {
            if let chunkSize {
                try operation.run(changed.utf8.chunks(of: chunkSize), in: container)
            } else {
                try operation.run(file: try folder.write(changed), in: container)
            }
        }
        #expect(error?.code == .sourceChanged)
        #expect(error?.description.contains(change.difference) == true)
        #expect(try News.content(container) == before)
        let after = try operation.checkpoint(in: container)
        #expect(after?.records == 133 && after?.isFinished == false)
        let rest = try operation.run(text.utf8.chunks(of: 1000), in: container)
        #expect(rest.resumedFrom?.records == 133 && rest.records == 600)
    }

    @Test func `a source that was read to its end may be followed by another one`() throws {
        let folder = try Folder()
        let container = try PersistentContainer(model: News.model(), store: InMemoryStore())
        let operation = try News.operation(container.model, options: options())
        _ = try operation.run(file: try folder.write(News.lines(20)), in: container)
        let grown = try operation.run(file: try folder.write(News.lines(30)), in: container)
        #expect(grown.resumedFrom?.records == 20 && grown.records == 30)
        let other = try operation.run(
            file: try folder.write(News.record(40) + "\n" + News.lines(3)), in: container)
        #expect(other.resumedFrom == nil && other.records == 4)
        let array = try News.operation(container.model, .array(at: ""), options: options())
        let asArray = try array.run(file: try folder.write(News.array(9)), in: container)
        #expect(asArray.resumedFrom == nil && asArray.records == 9)
        let grownArray = try array.run(file: try folder.write(News.array(9) + " "), in: container)
        #expect(grownArray.resumedFrom == nil)
    }

    @Test(arguments: [ImportFormat.lines, .array(at: "")])
    func `a new export of the same length is another source`(format: ImportFormat) throws {
        let folder = try Folder()
        let container = try PersistentContainer(model: News.model(), store: InMemoryStore())
        let operation = try News.operation(container.model, format, options: options())
        // The changes are after the first bytes and before the last record, which are
        // compared separately.
        let text = format == .lines ? News.lines(200) : News.array(200)
        let first = try operation.run(file: try folder.write(text), in: container)
        let again = try operation.run(file: folder.path("source"), in: container)
        #expect(again.batches == first.batches && again.resumedFrom?.isFinished == true)
        for number in [100, 150, 190] {
            let export = text.replacing("[\(number)]", with: "[\(number + 1)]")
            #expect(export.utf8.count == text.utf8.count)
            // For chunks, which are skipped up to their end, a different source is an error.
            let error = #expect(throws: ImportError.self) {
                try operation.run(export.utf8.chunks(of: 100), in: container)
            }
            #expect(error?.code == .sourceChanged)
            let next = try operation.run(file: try folder.write(export), in: container)
            #expect(next.resumedFrom == nil && next.records == 200)
            let count = try News.content(container).count { $0.contains("[\(number + 1)]") }
            #expect(count == 2)
            _ = try operation.run(file: try folder.write(text), in: container)
        }
    }

    @Test(arguments: UInt64(1)...8)
    func `a digest is of the bytes, not of their chunks`(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        let bytes = (0..<Int.random(in: 0...300, using: &generator)).map { _ in
            UInt8.random(in: 0...255, using: &generator)
        }
        var whole = SourceDigest()
        whole.add(bytes[...])
        var (parts, passage) = (SourceDigest(), SourcePassage(SourceDigest()))
        var place = 0
        while place < bytes.count {
            let start = place
            let end = min(bytes.count, start + Int.random(in: 1...20, using: &generator))
            // Records end anywhere in a chunk; a batch ends with one of them, or with all of it.
            let recordEnds = (start...end).filter { _ in Bool.random(using: &generator) }
            passage.read(Array(bytes[start..<end]), from: start, recordEnds: recordEnds, upTo: end)
            let batchEnd = recordEnds.randomElement(using: &generator) ?? end
            parts.add(bytes[start..<batchEnd])
            #expect(passage.endBatch(at: batchEnd) == parts, "\(generator)")
            #expect(SourceDigest(text: parts.text, count: parts.count) == parts, "\(generator)")
            parts.add(bytes[batchEnd..<end])
            place = end
        }
        #expect(parts == whole, "\(generator)")
        #expect(passage.endBatch(at: bytes.count) == whole, "\(generator)")
        for place in bytes.indices {
            var other = SourceDigest()
            var changed = bytes
            changed[place] ^= 1
            other.add(changed[...])
            #expect(other != whole, "\(generator)")
        }
    }

    @Test func `a broken document goes on when it is mended`() throws {
        let folder = try Folder()
        let container = try PersistentContainer(model: News.model(), store: InMemoryStore())
        let operation = try News.operation(container.model, .array(at: ""), options: options())
        let whole = News.array(50)
        let broken = whole.replacing("[30]", with: "\u{1}")
        let error = #expect(throws: ImportError.self) {
            try operation.run(file: try folder.write(broken), in: container)
        }
        #expect(error?.path == "[30]")
        #expect(try operation.checkpoint(in: container)?.records == 30)
        let result = try operation.run(file: try folder.write(whole), in: container)
        #expect(result.resumedFrom?.records == 30 && result.records == 50)
        let expected = try PersistentContainer(model: News.model(), store: InMemoryStore())
        _ = try operation.run(whole.utf8.chunks(of: 100), in: expected)
        #expect(try News.content(container) == News.content(expected))
    }

    @Test(arguments: StoreKind.allCases)
    func `one of two concurrent runs of an import fails`(kind: StoreKind) throws {
        try kind.withContainer(try News.model()) { container in
            let operation = try News.operation(container.model, options: options())
            let chunks = News.lines(60).utf8.chunks(of: 50)
            var hasStarted = false
            let error = #expect(throws: ImportError.self) {
                try operation.run(chunks, in: container) { step in
                    guard !hasStarted else { return }
                    hasStarted = true
                    let other = try? operation.run(chunks, in: container)
                    #expect(other?.resumedFrom?.records == 7 && other?.records == 60)
                }
            }
            #expect(error?.code == .checkpointMoved)
            #expect(try operation.checkpoint(in: container)?.records == 60)
        }
    }
}
