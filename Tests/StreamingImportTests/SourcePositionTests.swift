import EntityMapper
import MercatorPayload
import ObjectGraph
import StreamingImport
import TestSupport
import Testing

@Suite("The metadata of imported records", .endsInTime)
struct SourcePositionTests {
    private let folder: Folder

    init() throws { folder = try Folder() }

    private func container() throws -> PersistentContainer {
        try PersistentContainer(model: Shop.model(), store: InMemoryStore())
    }

    @Test(arguments: [1, 2, 100])
    func `lines have the name of their file, and their positions in it`(batch: Int) throws {
        let container = try container()
        var operation = try ImportOperation(Shop.plan(container.model), mapping: "Note")
        operation.options.batchRecords = batch
        operation.options.checkpoint = "notes"
        let text = "{\"text\": \"a\"}\n\n{]\n{\"text\": \"b\"}\n{\"text\": \"c\"}\n"
        let path = try folder.write(text, to: "notes.ndjson")
        _ = try operation.run(file: path, in: container)
        let expected = [
            #"Note "notes.ndjson" 0 "a" "#, #"Note "notes.ndjson" 2 "b" "#,
            #"Note "notes.ndjson" 3 "c" "#,
        ]
        #expect(try Shop.content(container) == expected)
        // Lines that are appended continue the positions.
        _ = try operation.run(
            file: folder.write(text + #"{"text": "d"}"#, to: "notes.ndjson"), in: container)
        #expect(try Shop.content(container) == expected + [#"Note "notes.ndjson" 4 "d" "#])
    }

    @Test func `the caller's own metadata have precedence`() throws {
        let container = try container()
        var operation = try ImportOperation(Shop.plan(container.model), mapping: "Note")
        operation.metadata = ["source": "mine", "position": 40]
        _ = try operation.run(file: folder.write(#"{"text": "a"}"#), in: container)
        #expect(try Shop.content(container) == [#"Note "mine" 40 "a" "#])
    }

    @Test func `chunks without a file have positions only`() throws {
        let container = try container()
        var operation = try ImportOperation(Shop.plan(container.model), mapping: "Note")
        operation.options.mapping.failurePolicy = .fail
        operation.metadata = ["source": "feed"]
        _ = try operation.run(#"{"text": "a"}"#.utf8.chunks(of: 4), in: container)
        #expect(try Shop.content(container) == [#"Note "feed" 0 "a" "#])
    }

    /// Each line is an envelope with several roots.
    @Test(arguments: [1, 2, 100])
    func `lines with several roots take one pass`(batch: Int) throws {
        let container = try container()
        var options = ImportOptions(checkpoint: "lines")
        options.batchRecords = batch
        let operation = try DocumentImport(
            Shop.plan(container.model), form: .lines, options: options)
        let text = (0..<6).map { number in
            #"{"areas": {"\#(number)": "A"}, "notes": [{"text": "\#(number)"}, {"text": "x"}], "#
                + #""data": {"users": {"\#(number)": {"name": "n", "area": "0"}}}}"#
        }.joined(separator: "\n")
        let path = try folder.write(text, to: "l")
        let result = try operation.run(file: path, in: container)
        #expect(result.passes.map(\.name) == ["lines"] && result.records == 6)
        #expect(try Shop.content(container).count { $0.hasPrefix("Note") } == 12)
        let content = try Shop.content(container)
        #expect(content.contains(#"Note "l" 0 "0" "#) && content.contains(#"Note "l" 10 "5" "#))
        #expect(content.contains(#"User 5 "n" "0" "0""#))
        #expect(content.contains(#"Area "5" "A" "#))
        let again = try operation.run(file: path, in: container)
        #expect(again.countsOfThisRun.values.allSatisfy { $0 == MappingCounts() })
        if batch < 6 {
            try cancelled { progress, onBatch in
                var over = operation
                over.options.startsOver = true
                _ = try over.run(file: path, in: container, progress: progress, onBatch: onBatch)
            }
        }
        _ = try operation.run(file: path, in: container)
        #expect(try Shop.content(container) == content)
    }
}
