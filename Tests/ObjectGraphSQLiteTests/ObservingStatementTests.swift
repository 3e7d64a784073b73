import ObjectGraph
import ObjectGraphSQLite
import TestSupport
import Testing

@Suite("Statements of observers in SQLite")
struct ObservingStatementTests {
    @Test func `a changed, a new and a deleted row are decided without a statement`() async throws {
        let file = try TemporaryStore()
        let container = try PersistentContainer(
            model: ContractModel.make(), store: SQLiteStore(file.path))
        let backend = try #require(container.backend as? SQLiteBackend)
        let costs = try await ObservingCost.statements(container) { backend.statementCount }
        for name in [
            "sorted", "condition", "limit", "search", "rows", "first rows", "groups", "total",
        ] {
            #expect(costs[name] == 0, "\(name)")
        }
    }

    @Test func `groups whose sums depend on their order are asked for alone`() async throws {
        let file = try TemporaryStore()
        let trace = Trace()
        let container = try PersistentContainer(
            model: ContractModel.make(),
            store: SQLiteStore(file.path, options: .init(trace: { trace.note($0) })))
        try container.perform { context in
            for (section, weight) in [("a", 0.1), ("a", 0.2), ("b", 0.3)] {
                let article = context.insert("Article")
                (article["section"], article["weight"]) = (.string(section), .double(weight))
            }
            try context.save()
        }
        let request = SelectRequest(
            "Article", ["section", .sum("weight")], having: .sum("weight") > 0.1)
        var iterator = container.changes(of: request).makeAsyncIterator()
        #expect(try await iterator.next()?.inserted == [0, 1])
        let before = trace.statements.count
        try container.perform { context in
            let condition = EntityPredicate.attribute("section") == "b"
            for article in try context.fetch(FetchRequest("Article", where: condition)) {
                article["weight"] = 0.4
            }
            try context.save()
        }
        #expect(try await iterator.next()?.updated == [1])
        let grouping = trace.statements.dropFirst(before).filter { $0.contains("GROUP BY") }
        #expect(grouping.count == 1 && grouping[0].contains("WHERE"), "\(grouping)")
    }
}
