import ObjectGraph
import ObjectGraphPostgres
import PostgresTestSupport
import Synchronization
import TestSupport

/// The statements that a store sends.
final class StatementTrace: Sendable {
    private let content = Mutex<[String]>([])

    @Sendable func note(_ sql: String) { content.withLock { $0.append(sql) } }

    /// Returns the statements since the last call.
    func take() -> [String] {
        content.withLock { statements in
            defer { statements = [] }
            return statements
        }
    }

    /// Calls a closure with an open store in a schema of its own, and what it sends from then on.
    static func with<Result>(
        _ model: ManagedObjectModel? = nil,
        _ body: (StoreFixture, StatementTrace, PostgresSchema) throws -> Result
    ) throws -> Result {
        try PostgresSchema.with { schema in
            let trace = StatementTrace()
            let fixture = try StoreFixture(
                PostgresStore(
                    schema.connectionString, options: .init(schema: schema.name, trace: trace.note)),
                model)
            _ = trace.take()
            return try body(fixture, trace, schema)
        }
    }
}

extension PostgresConnection {
    /// Returns the lines of the plan of a statement.
    func plan(_ sql: String, _ values: [Value] = []) throws -> [String] {
        try query("EXPLAIN " + sql, PostgresParameters(values)).map { $0.text(0) }
    }
}
