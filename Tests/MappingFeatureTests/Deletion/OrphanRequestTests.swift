import EntityMapper
import MercatorPayload
import ObjectGraph
import ObjectGraphSQLite
import OrphanDetection
import TestSupport
import Testing

@Suite("Requests for orphans", .endsInTime)
struct OrphanRequestTests {
    /// Returns the number of statements of a load in a context that is not saved.
    private func reads(
        _ payload: String, _ mappings: MappingSet, _ deletion: OrphanDeletion?, _ bench: Workbench
    ) throws -> Int {
        var operation = MappingOperation(try MappingPlan(mappings, for: bench.container.model))
        operation.orphanDeletion = deletion
        let document = try PayloadDocument(parsing: payload)
        let backend = try #require(bench.container.backend as? SQLiteBackend)
        let before = backend.statementCount
        try bench.container.perform { context in
            _ = try operation.run(document, in: context)
        }
        return backend.statementCount - before
    }

    private func articles(_ ids: some Sequence<Int>) -> String {
        let articles = ids.map { id in
            """
            {"id": \(id), "author_id": \(id % 5), "tags": [{"id": \(id)}, {"id": \(id + 1)}],
             "notes": [{"text": "n"}]}
            """
        }
        return #"{"articles": [\#(articles.joined(separator: ", "))]}"#
    }

    @Test func `do not grow with the orphans and what is around them`() throws {
        var counts: [Int] = []
        for count in [10, 1000] {
            let bench = try Workbench(.sqlite, News.model())
            let all = try News.mappings(for: bench.container.model).mappings
            let mappings = MappingSet(all, roots: ["articles": "Article"])
            try bench.load(articles(1...count), mappings)
            let payload = articles(1...(count / 2))
            let deletion = OrphanDeletion(
                of: [FetchRequest("Article"), FetchRequest("Tag"), FetchRequest("Note")],
                limit: .unlimited)
            // The first reads of a new store also look up numbers.
            _ = try reads(payload, mappings, nil, bench)
            counts.append(
                try reads(payload, mappings, deletion, bench)
                    - reads(payload, mappings, nil, bench))
        }
        #expect(counts[0] == counts[1])
        #expect(counts[0] < 40)
    }

    @Test func `do not grow with the length of a chain`() throws {
        var counts: [Int] = []
        for count in [100, 1000] {
            let bench = try Workbench(.sqlite, News.model())
            let all = try News.mappings(for: bench.container.model).mappings
            let mappings = MappingSet(all, roots: ["articles": "Article"])
            let chain = (1...count).map { #"{"id": \#($0), "reply_to": \#($0 + 1)}"# }
            try bench.load(#"{"articles": [\#(chain.joined(separator: ", "))]}"#, mappings)
            try bench.load(#"{"articles": [{"id": 5000}, {"id": 5001}]}"#, mappings)
            let deletion = OrphanDeletion(of: [FetchRequest("Article")])
            counts.append(
                try reads(#"{"articles": [{"id": 1}]}"#, mappings, deletion, bench))
            let result = try bench.load(
                #"{"articles": [{"id": 1}]}"#, mappings, deleting: deletion)
            #expect(result.total.deleted == 2)
            #expect(result.orphans?.reasons.count == count - 1)
        }
        #expect(counts[0] == counts[1])
    }
}
