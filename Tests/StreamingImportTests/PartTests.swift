import EntityMapper
import Foundation
import MercatorPayload
import MercatorProgress
import ObjectGraph
import StreamingImport
import TestSupport
import Testing

@Suite("Parts of a file of lines", .endsInTime)
struct PartTests {
    private let folder: Folder

    init() throws { folder = try Folder() }

    /// Returns records, of which those with equal keys are equal, with blank and malformed lines.
    private static func lines(_ count: Int, end: String = "\n") -> String {
        (0..<count).map { number in
            switch number % 10 {
            case 4:
                #"{"type": "author", "id": \#(number / 10 % 7), "name": "a\#(number / 10 % 7)"}"#
            case 8: number % 20 == 8 ? " \t" : "{]"
            default: News.record(number - number / 5 % 2).replacing("author\", \"id", with: "x")
            }
        }.joined(separator: end)
    }

    private func options(_ part: ImportPart?, batch: Int = 7) -> ImportOptions {
        var options = ImportOptions(checkpoint: "news")
        options.batchRecords = batch
        options.part = part
        return options
    }

    @Test(arguments: [1, 2, 3, 8, 40, 500], ["\n", "\r\n"])
    func `in any order, they give what the whole gives`(count: Int, end: String) throws {
        let text = (end == "\n" ? "\u{FEFF}" : "") + Self.lines(120, end: end)
        let path = try folder.write(text)
        let model = try News.model()
        let whole = try PersistentContainer(model: model, store: InMemoryStore())
        let expected = try News.operation(model, options: options(nil)).run(file: path, in: whole)
        var random = SeededGenerator(seed: UInt64(count))
        let container = try PersistentContainer(model: model, store: InMemoryStore())
        var results: [ImportOperation.Result] = []
        for number in (1...count).shuffled(using: &random) {
            let part = options(ImportPart(number, of: count))
            results.append(
                try News.operation(model, options: part).run(file: path, in: container))
        }
        #expect(try News.content(container) == News.content(whole), "seed \(count)")
        #expect(results.reduce(0) { $0 + $1.records } == expected.records)
        #expect(results.reduce(0) { $0 + $1.bytes } == text.utf8.count)
        #expect(results.reduce(0) { $0 + $1.malformedRecords } == expected.malformedRecords)
        // Issues are at the places that they have in the whole file.
        #expect(
            results.flatMap { $0.issues.map { "\($0)" } }.sorted()
                == expected.issues.map { "\($0)" }.sorted())
    }

    /// Cancels an import behind fourteen records.
    private func cancel(
        _ operation: ImportOperation, _ path: String, _ container: PersistentContainer
    ) throws {
        let progress = Progress(totalUnitCount: -1)
        let error = #expect(throws: ImportError.self) {
            try operation.run(file: path, in: container, progress: progress) { step in
                if step.records == 14 { progress.cancel() }
                #expect(step.fraction.map { $0 < 0.5 } == true)
            }
        }
        #expect(error?.code == .cancelled)
    }

    @Test func `each is read once, and goes on where it was cancelled`() async throws {
        let path = try folder.write(Self.lines(200))
        let model = try News.model()
        let whole = try PersistentContainer(model: model, store: InMemoryStore())
        _ = try await News.operation(model, options: options(nil)).run(file: path, in: whole)
        let container = try PersistentContainer(model: model, store: InMemoryStore())
        for number in [3, 1, 2] {
            let operation = try News.operation(
                model, options: options(ImportPart(number, of: 3)))
            try cancel(operation, path, container)
            let saved = try operation.checkpoint(in: container)
            #expect(saved?.name == "news part \(number)/3" && saved?.records == 14)
            let rest = try await operation.run(file: path, in: container)
            #expect(rest.resumedFrom == saved)
            let again = try await operation.run(file: path, in: container)
            #expect(again.resumedFrom?.isFinished == true)
            #expect(again.countsOfThisRun.values.allSatisfy { $0 == MappingCounts() })
        }
        #expect(try News.content(container) == News.content(whole))
    }

    @Test(arguments: [1, 2, 5, 30])
    func `records have the positions of the whole file`(count: Int) throws {
        let notes = (0..<20).map { "{\"text\": \"\($0)\"}\n" + ($0 % 3 == 0 ? "\n" : "") }.joined()
        let path = try folder.write(notes, to: "notes.ndjson")
        let containers = try (0..<2).map { _ in
            try PersistentContainer(model: Shop.model(), store: InMemoryStore())
        }
        var operation = try ImportOperation(Shop.plan(containers[0].model), mapping: "Note")
        _ = try operation.run(file: path, in: containers[0])
        for number in 1...count {
            operation.options.part = ImportPart(number, of: count)
            _ = try operation.run(file: path, in: containers[1])
        }
        #expect(try Shop.content(containers[1]) == Shop.content(containers[0]))
        #expect(try Shop.content(containers[1]).count == 20)
    }

    /// Each line is an envelope with several roots, or a row below a header.
    @Test(arguments: [false, true])
    func `positions count records at root paths, and no header`(hasRows: Bool) throws {
        let lines = (0..<12).map { number in
            hasRows
                ? "[\"\(number)\"]"
                : #"{"notes": [{"text": "\#(number)"}, {"text": "x"}], "areas": {"1": "A"}}"#
        }
        let text = (hasRows ? ["[\"text\"]"] : []) + lines
        let path = try folder.write(text.joined(separator: "\n"), to: "l")
        let containers = try (0..<2).map { _ in
            try PersistentContainer(model: Shop.model(), store: InMemoryStore())
        }
        let plan = try Shop.plan(containers[0].model, roots: hasRows ? ["": "Note"] : nil)
        var operation = try DocumentImport(plan, form: .lines)
        operation.columns = hasRows ? ["text"] : nil
        operation.options.batchRecords = 2
        _ = try operation.run(file: path, in: containers[0])
        for number in [4, 2, 3, 1] {
            operation.options.part = ImportPart(number, of: 4)
            _ = try operation.run(file: path, in: containers[1])
        }
        #expect(try Shop.content(containers[1]) == Shop.content(containers[0]))
        let notes = try Shop.content(containers[1]).count { $0.hasPrefix("Note") }
        #expect(notes == (hasRows ? 12 : 24))
    }

    @Test func `a part of a file that has changed is refused, or is new`() throws {
        let path = try folder.write(Self.lines(100))
        let model = try News.model()
        let container = try PersistentContainer(model: model, store: InMemoryStore())
        let operation = try News.operation(model, options: options(ImportPart(2, of: 2)))
        let progress = Progress(totalUnitCount: -1)
        #expect(throws: ImportError.self) {
            try operation.run(file: path, in: container, progress: progress) { _ in
                progress.cancel()
            }
        }
        _ = try folder.write(Self.lines(90) + "\n" + Self.lines(90))
        let error = #expect(throws: ImportError.self) {
            try operation.run(file: path, in: container)
        }
        #expect(error?.code == .sourceChanged)
        #expect(error?.message.contains("the part begins at byte") == true)
        // The bounds of a document's parts depend on its size, and so do their checkpoints.
        let plan = try Shop.plan(Shop.model(), roots: ["": "Note"])
        let notes = try PersistentContainer(model: plan.model, store: InMemoryStore())
        var document = try DocumentImport(plan, form: .lines, options: options(nil))
        for count in [10, 17] {
            let path = try folder.write(
                (0..<count).map { "{\"text\": \"\($0)\"}\n" }.joined(), to: "notes")
            for number in [2, 1] {
                document.options.part = ImportPart(number, of: 2)
                _ = try document.run(file: path, in: notes)
            }
            #expect(try Shop.content(notes).count == count)
        }
    }

    @Test func `what is not a file of lines has no parts`() throws {
        let path = try folder.write(News.array(9))
        let model = try News.model()
        let container = try PersistentContainer(model: model, store: InMemoryStore())
        let part = options(ImportPart(1, of: 2))
        let errors = [
            #expect(throws: ImportError.self) {
                try News.operation(model, .array(at: ""), options: part)
                    .run(file: path, in: container)
            },
            #expect(throws: ImportError.self) {
                try News.operation(model, options: part)
                    .run(News.lines(9).utf8.chunks(of: 5), in: container)
            },
            #expect(throws: ImportError.self) {
                try DocumentImport(News.plan(model), options: part).run(file: path, in: container)
            },
        ]
        for error in errors {
            #expect(error?.code == .indivisible)
            #expect(error?.message.contains("import it as a whole") == true)
        }
        #expect(try News.content(container).isEmpty)
    }

    @Test(arguments: ["", "1", "0/2", "3/2", "-1/2", "1/2/3", "a/b", "1/", " 1/2", "1 / 2"])
    func `a text that names no part is none`(text: String) {
        #expect(ImportPart(text) == nil)
    }

    @Test func `a text of two numbers is a part`() {
        #expect(ImportPart("3/8") == ImportPart(3, of: 8))
        #expect("\(ImportPart(3, of: 8))" == "3/8")
    }
}
