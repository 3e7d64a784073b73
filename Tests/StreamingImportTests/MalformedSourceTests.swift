import EntityMapper
import MercatorPayload
import ObjectGraph
import StreamingImport
import TestSupport
import Testing

@Suite("Sources that are not what they should be", .endsInTime)
struct MalformedSourceTests {
    struct Fault: Sendable, CustomTestStringConvertible {
        let source: String
        var format = ImportFormat.array(at: "")
        let code: ImportError.Code
        let line: Int
        let column: Int
        var path = ""
        /// The number of records before the fault.
        var saved = 0
        var testDescription: String { source.debugDescription }
    }

    private static let one = #"{"type": "article", "id": 1}"#

    private func check(_ fault: Fault, failing: Bool, chunkSize: Int) throws {
        let container = try PersistentContainer(model: News.model(), store: InMemoryStore())
        var options = ImportOptions()
        options.recordBytes = 100
        if failing { options.mapping.failurePolicy = .fail }
        let operation = try News.operation(container.model, fault.format, options: options)
        let error = #expect(throws: ImportError.self) {
            try operation.run(fault.source.utf8.chunks(of: chunkSize), in: container)
        }
        #expect(error?.code == fault.code, "\(chunkSize): \(String(describing: error))")
        #expect([error?.line, error?.column] == [fault.line, fault.column], "\(chunkSize)")
        #expect(error?.path == fault.path)
        #expect(
            try container.perform { try $0.count(FetchRequest("Article")) } == fault.saved)
    }

    @Test(
        arguments: [
            Fault(source: "", code: .malformedSource, line: 1, column: 1),
            Fault(source: "[", code: .malformedSource, line: 1, column: 2),
            Fault(source: "[\n\(one)", code: .malformedSource, line: 2, column: 29),
            Fault(source: "[\(one)\n,", code: .malformedSource, line: 2, column: 2, saved: 1),
            Fault(source: "[\(one)] x", code: .malformedSource, line: 1, column: 32, saved: 1),
            Fault(source: "[\(one)] [1]", code: .malformedSource, line: 1, column: 32, saved: 1),
            Fault(source: "[\(one),,2]", code: .malformedSource, line: 1, column: 31, saved: 1),
            Fault(source: "[\(one),]", code: .malformedSource, line: 1, column: 31, saved: 1),
            Fault(source: "[\(one)}", code: .malformedSource, line: 1, column: 30, saved: 1),
            Fault(source: "[}", code: .malformedSource, line: 1, column: 2),
            Fault(
                source: "[\(one),\n {\"id\": 01}]", code: .malformedRecord, line: 2, column: 9,
                path: "[1]", saved: 1),
            Fault(
                source: "[\(one), 1 2]", code: .malformedRecord, line: 1, column: 34, path: "[1]",
                saved: 1),
            Fault(
                source: "[\(one), {\"a\": [1}, 2]]", code: .malformedRecord, line: 1, column: 40,
                path: "[1]", saved: 1),
            Fault(
                source: "[\(one),\n\"\(String(repeating: "é", count: 80))\"]", code: .recordTooLong,
                line: 2, column: 1, path: "[1]", saved: 1),
            Fault(source: "{}", code: .arrayNotFound, line: 1, column: 1),
            Fault(source: "7", code: .arrayNotFound, line: 1, column: 1),
            Fault(
                source: "\n {}", format: .array(at: "a"), code: .arrayNotFound, line: 2, column: 3),
            Fault(
                source: #"{"b": [1], "c": {"a": []}}"#, format: .array(at: "a"),
                code: .arrayNotFound,
                line: 1, column: 26),
            Fault(
                source: #"{"a": {"b": 1}}"#, format: .array(at: "a"), code: .arrayNotFound, line: 1,
                column: 7),
            Fault(
                source: #"{"a": "b"}"#, format: .array(at: "a.b"), code: .arrayNotFound, line: 1,
                column: 7),
            Fault(
                source: #"{"a" 1}"#, format: .array(at: "a"), code: .malformedSource, line: 1,
                column: 6),
            Fault(
                source: #"{a: 1}"#, format: .array(at: "a"), code: .malformedSource, line: 1,
                column: 2),
            Fault(
                source: #"{"b": 1] }"#, format: .array(at: "a"), code: .malformedSource, line: 1,
                column: 8),
            Fault(
                source: #"{"a": [\#(one)], "b": ["#, format: .array(at: "a"),
                code: .malformedSource,
                line: 1, column: 45, saved: 1),
        ], [1, 3, 1000])
    func `a document that is broken fails at its place`(fault: Fault, chunkSize: Int) throws {
        try check(fault, failing: false, chunkSize: chunkSize)
    }

    @Test(
        arguments: [
            Fault(
                source: "\(one)\n\n{\"id\": }\n\(one)", format: .lines, code: .malformedRecord,
                line: 3,
                column: 8, path: "[1]", saved: 1),
            Fault(
                source: "\(one)\n{\"type\": \"article\"\n", format: .lines, code: .malformedRecord,
                line: 2, column: 19, path: "[1]", saved: 1),
            Fault(
                source: "\(one)\n\(one),", format: .lines, code: .malformedRecord, line: 2,
                column: 29,
                path: "[1]", saved: 1),
            Fault(
                source: "\(one)\n\u{FEFF}\(one)", format: .lines, code: .malformedRecord, line: 2,
                column: 1, path: "[1]", saved: 1),
        ], [1, 1000])
    func `a line that is broken fails at its place if asked to`(
        fault: Fault, chunkSize: Int
    ) throws {
        try check(fault, failing: true, chunkSize: chunkSize)
    }

    @Test(arguments: [
        "{", "}", "[1", "2]", "1, 2", "1 2", "1],[2", "nul", "\"a", "\\", "\u{FEFF}{}", "\"\t\"",
        String(repeating: "[", count: 600) + String(repeating: "]", count: 600),
    ])
    func `a line that is broken is passed over, with an issue at its place`(line: String) throws {
        // Repeats the broken line: two adjacent ones must not be accepted together.
        let source = "\(Self.one)\n\(line)\n\(line)\n\(Self.one.replacing("1", with: "2"))\n\(line)"
        let container = try PersistentContainer(model: News.model(), store: InMemoryStore())
        let operation = try News.operation(container.model)
        let result = try operation.run(source.utf8.chunks(of: 7), in: container)
        #expect(result.malformedRecords == 3 && result.issueCount == 3)
        #expect(result.issues.allSatisfy { $0.code.description == "malformedRecord" })
        #expect(result.issues.map(\.path) == ["[1]", "[2]", "[4]"])
        #expect(result.issues.map(\.line) == [2, 3, 5])
        #expect(result.total.inserted == 2)
    }

    @Test func `a line that is too long fails, whatever the policy`() throws {
        let long = "{\"title\": \"\(String(repeating: "x", count: 100))\"}"
        try check(
            Fault(
                source: "\(Self.one)\n\(long)\n\(Self.one)", format: .lines, code: .recordTooLong,
                line: 2, column: 1, path: "[1]", saved: 1), failing: false, chunkSize: 20)
    }

    @Test func `depth is limited in a record, not by where it is`() throws {
        let container = try PersistentContainer(model: News.model(), store: InMemoryStore())
        var options = ImportOptions()
        options.payload.limits.nestingDepth = 3
        let operation = try News.operation(
            container.model, .array(at: "a.b.c"), options: options)
        func source(_ deep: String) -> String {
            #"{"z": [[[[[[]]]]]], "a": {"b": {"c": [{"type": "article", "id": 1, "x": \#(deep)}]}}}"#
        }
        #expect(try operation.run([Array(source("[[]]").utf8)], in: container).records == 1)
        let error = #expect(throws: ImportError.self) {
            try operation.run([Array(source("[[[]]]").utf8)], in: container)
        }
        #expect((error?.cause as? PayloadError)?.code.name == "nestingTooDeep")
    }

    @Test func `what cannot be meant is refused before anything is read`() throws {
        let model = try News.model()
        let plan = try News.plan(model, roots: ["articles": "Article", "authors": "Author"])
        let unclear = #expect(throws: ImportError.self) { try ImportOperation(plan) }
        #expect(unclear?.code == .unclearMapping)
        let problem = #expect(throws: MappingPlanError.self) {
            try ImportOperation(plan, mapping: "Artikel")
        }
        #expect(problem.map { "\($0)".contains("Artikel") } == true)
        for path in ["a.@sum.b", "@root.a", "a..b", "{name}.b"] as [PayloadPath] {
            let error = #expect(throws: ImportError.self) {
                try ImportOperation(plan, mapping: "Article", format: .array(at: path))
            }
            #expect(error?.code == .invalidPath)
        }
    }

    @Test func `a plan with one root needs no name, wherever the root is`() throws {
        let model = try News.model()
        let operation = try ImportOperation(News.plan(model, roots: ["data.articles": "Article"]))
        let container = try PersistentContainer(model: model, store: InMemoryStore())
        #expect(try operation.run([Array(#"{"id": 1}"#.utf8)], in: container).total.inserted == 1)
    }
}
