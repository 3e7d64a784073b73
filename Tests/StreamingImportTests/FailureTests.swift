import EntityMapper
import MercatorPayload
import ObjectGraph
import StreamingImport
import TestSupport
import Testing

@Suite("What does not fit in an import", .endsInTime)
struct FailureTests {
    private func container() throws -> PersistentContainer {
        try PersistentContainer(model: News.model(), store: InMemoryStore())
    }

    private func article(_ id: String) -> String { #"{"type": "article", "id": \#(id)}"# }

    // MARK: Values

    struct Place: Sendable, CustomTestStringConvertible {
        let name: String
        let source: String
        let format: ImportFormat
        /// The path, line and column of the value `"x"`.
        let path: String
        let line: Int
        let column: Int
        var testDescription: String { name }
    }

    private static let bad = #"{"type": "article", "id": "x"}"#
    private static let good = #"{"type": "article", "id": 1}"#

    @Test(
        arguments: [
            Place(
                name: "a line", source: "\n\(good)\r\n\n \(bad)\n\(good)\n", format: .lines,
                path: "[1].id", line: 4, column: 28),
            Place(
                name: "an array in one line",
                source: #"{"é": 1, "data": {"items": [\#(good), "#
                    + "\(good),\(bad)]}}", format: .array(at: "data.items"),
                path: "data.items[2].id", line: 1, column: 114),
            Place(
                name: "an array over lines", source: "[\r\n  \(good),\n  \(good),\r  \(bad)\n]",
                format: .array(at: ""), path: "[2].id", line: 4, column: 29),
            Place(
                name: "a record over lines",
                source: "[\(good), {\n\"ü\":\n 1, \"type\": \"article\", \"id\":\n  \"x\"}]",
                format: .array(at: ""), path: "[1].id", line: 4, column: 3),
        ], [1, 3, 1000])
    func `an issue tells its place in the source`(place: Place, batch: Int) throws {
        var options = ImportOptions()
        options.batchRecords = batch
        for chunkSize in [1, 5, 1000] {
            let container = try container()
            let operation = try News.operation(container.model, place.format, options: options)
            let result = try operation.run(
                place.source.utf8.chunks(of: chunkSize), in: container)
            #expect(result.issueCount == 1)
            let issue = try #require(result.issues.first)
            #expect(issue.code.description == "invalidValue")
            #expect(issue.path == place.path)
            #expect([issue.line, issue.column] == [place.line, place.column])
            #expect(result.total.failed == 1)
        }
    }

    @Test func `issues are kept up to a limit of the import, and all are counted`() throws {
        let container = try container()
        var options = ImportOptions()
        options.batchRecords = 4
        options.mapping.issueLimit = 6
        let source = (0..<10).map { "\(article("\"x\""))\n{\($0)\n" }.joined()
        let operation = try News.operation(container.model, options: options)
        let result = try operation.run(source.utf8.chunks(of: 10), in: container)
        #expect(result.issueCount == 20)
        #expect(result.malformedRecords == 10)
        #expect(result.records == 20)
        #expect(result.issues.map(\.line) == [1, 2, 3, 4, 5, 6])
        let error = #expect(throws: ImportError.self) { try result.requireNoIssues() }
        #expect(error?.code.description == "issuesFound")
    }

    @Test func `a policy of failing ends the import behind the batches before`() throws {
        let container = try container()
        var options = ImportOptions()
        options.batchRecords = 2
        options.mapping.failurePolicy = .fail
        let source = [article("1"), article("2"), article("3"), article("\"x\"")]
        let operation = try News.operation(container.model, options: options)
        let error = #expect(throws: ImportError.self) {
            try operation.run(source.map { Array("\($0)\n".utf8) }, in: container)
        }
        #expect(error?.code.description == "recordFailed")
        #expect(error?.issue?.path == "[3].id" && error?.issue?.line == 4)
        #expect(try container.perform { try $0.count(FetchRequest("Article")) } == 2)
    }

    @Test func `a batch in which everything is declined is no failure`() throws {
        let container = try container()
        var options = ImportOptions()
        options.batchRecords = 2
        let others = Array(repeating: #"{"type": "other"}"#, count: 4)
        let source = (others + [article("1")]).joined(separator: "\n")
        let operation = try News.operation(container.model, options: options)
        let result = try operation.run(source.utf8.chunks(of: 9), in: container)
        #expect(result.records == 5 && result.total.inserted == 1 && result.issueCount == 0)
    }

    @Test(arguments: StoreKind.allCases)
    func `a store that fails leaves what was saved before`(kind: StoreKind) throws {
        try kind.withStore { store in
            let failing = FailingStore(store)
            let container = try PersistentContainer(model: News.model(), store: failing)
            var options = ImportOptions(checkpoint: "news")
            options.batchRecords = 10
            let operation = try News.operation(container.model, options: options)
            let error = #expect(throws: ImportError.self) {
                try operation.run(News.lines(30).utf8.chunks(of: 50), in: container) { step in
                    if step.records == 20 { failing.fail([.committing]) }
                }
            }
            #expect(error?.code.description == "batchFailed")
            #expect((error?.cause as? StoreError)?.code.description == "failure")
            #expect(error?.message.contains("records 20 to 29, from line 21 on") == true)
            failing.fail([])
            #expect(try operation.checkpoint(in: container)?.records == 20)
            let result = try operation.run(News.lines(30).utf8.chunks(of: 50), in: container)
            #expect(result.records == 30 && result.resumedFrom?.records == 20)
        }
    }
}
