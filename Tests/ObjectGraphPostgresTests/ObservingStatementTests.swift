import ObjectGraph
import ObjectGraphPostgres
import PostgresTestSupport
import TestSupport
import Testing

@Suite("Statements of observers in PostgreSQL", .needsPostgres)
struct ObservingStatementTests {
    @Test func `a changed, a new and a deleted row are decided without a statement`() async throws {
        try await PostgresSchema.withAwaiting { schema in
            var options = PostgresStore.Options()
            options.schema = schema.name
            let container = try PersistentContainer(
                model: ContractModel.make(),
                store: PostgresStore(schema.connectionString, options: options))
            let backend = try #require(container.backend as? PostgresBackend)
            let costs = try await ObservingCost.statements(container) { backend.statementCount }
            for name in [
                "sorted", "condition", "limit", "search", "rows", "first rows", "groups", "total",
            ] {
                #expect(costs[name] == 0, "\(name)")
            }
        }
    }
}
