import ObjectGraph
import ObjectGraphSQLite
import TestSupport
import Testing

@Suite("Statements of observers in SQLite")
struct ObservingStatementTests {
    @Test func `a changed row is decided without a statement`() async throws {
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
}
