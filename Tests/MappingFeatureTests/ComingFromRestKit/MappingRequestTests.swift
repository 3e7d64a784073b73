import EntityMapper
import MercatorPayload
import ObjectGraph
import ObjectGraphSQLite
import Synchronization
import Testing

/// A recorder of the statements that a store executes.
private final class Trace: Sendable {
    private let lines = Mutex<Set<String>>([])

    var statements: Set<String> { lines.withLock { $0 } }
    func note(_ sql: String) { lines.withLock { _ = $0.insert(sql) } }
}

@Suite("Requests")
struct MappingRequestTests {
    /// Returns a payload with the given number of articles, each with a tag and a note of its own.
    private func payload(_ count: Int, title: String = "T") -> String {
        let articles = (1...count).map { id in
            """
            {"id": \(id), "title": "\(title)", "author_id": \(id % 5), "reply_to": \(id - 1), \
            "sections": [1, \(id % 7)], "tags": [{"id": \(id)}, {"id": \(id + 1)}], \
            "notes": [{"text": "n"}]}
            """
        }
        let others = (1...5).map { #"{"id": \#($0)}"# }.joined(separator: ", ")
        return """
            {"articles": [\(articles.joined(separator: ", "))], "authors": [\(others)], \
            "sections": [\(others)]}
            """
    }

    /// Returns the number of statements of a load in a context that is not saved.
    private func reads(_ payload: String, _ bench: Workbench) throws -> Int {
        let plan = try MappingPlan(
            News.mappings(for: bench.container.model), for: bench.container.model)
        let document = try PayloadDocument(parsing: payload)
        let backend = try #require(bench.container.backend as? SQLiteBackend)
        let before = backend.statementCount
        try bench.container.perform { context in
            _ = try MappingOperation(plan).run(document, in: context)
        }
        return backend.statementCount - before
    }

    @Test func `do not grow with the payload, for new objects and known ones`() throws {
        var counts: [[Int]] = []
        for count in [10, 1000] {
            let bench = try Workbench(.sqlite, News.model())
            let mappings = try News.mappings(for: bench.container.model)
            let new = try reads(payload(count), bench)
            try bench.load(payload(count), mappings)
            // The first reads of a new store also look up numbers, so both loads are repeated.
            let same = try reads(payload(count), bench)
            let changed = try reads(payload(count, title: "U"), bench)
            counts.append([new, same, changed])
        }
        #expect(counts[0] == counts[1])
        #expect(counts[0].allSatisfy { $0 < 60 })
    }

    /// Returns the distinct statements of a load and its save.
    private func statements(_ count: Int) throws -> Set<String> {
        let trace = Trace()
        let bench = try Workbench(.sqlite, News.model(), trace: trace.note)
        try bench.load(payload(count), News.mappings(for: bench.container.model))
        return trace.statements
    }

    @Test func `use the same prepared statements for any number of objects`() throws {
        let few = try statements(10)
        let many = try statements(1000)
        // Many rows are written in batches, and the indexes of references afterwards.
        let bulk = ["INSERT OR FAIL", "DROP INDEX", "CREATE INDEX", "SELECT EXISTS", "SELECT sql"]
        #expect(
            many.subtracting(few).filter { sql in !bulk.contains { sql.hasPrefix($0) } } == [])
        #expect(few.subtracting(many) == [])
    }
}
