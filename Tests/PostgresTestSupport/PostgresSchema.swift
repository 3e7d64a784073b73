package import ObjectGraphPostgres
package import Testing

/// A schema of its own for a test, which is dropped afterwards.
package struct PostgresSchema: Sendable {
    /// The name of the schema, which does not exist yet.
    package let name: String
    /// The connection string of the server.
    package let connectionString: String

    /// Creates a schema that the caller drops with ``drop()``.
    ///
    /// - Parameter server: The connection string of its server; `nil` for that of this process.
    /// - Throws: `PostgresTestServer.Failure` if the server of this process does not start.
    package init(on server: String? = nil) throws {
        name = "t_" + String(UInt64.random(in: .min ... .max), radix: 36)
        connectionString = try server ?? PostgresTestServer.connectionString()
    }

    /// The settings of connections to the schema.
    package var settings: PostgresSettings {
        var settings = PostgresSettings()
        settings.schema = name
        return settings
    }

    /// Opens a connection to the schema.
    package func connect(_ change: (inout PostgresSettings) -> Void = { _ in }) throws
        -> PostgresConnection
    {
        var settings = settings
        change(&settings)
        return try PostgresConnection(ConnectionOptions(connectionString), settings)
    }

    /// Calls a closure with a schema.
    package static func with<Result>(
        on server: String? = nil, _ body: (PostgresSchema) throws -> Result
    ) throws -> Result {
        let schema = try PostgresSchema(on: server)
        defer { schema.drop() }
        return try body(schema)
    }

    /// Calls an asynchronous closure with a schema.
    package static func withAwaiting<Result>(
        _ body: (PostgresSchema) async throws -> Result
    ) async throws -> Result {
        let schema = try PostgresSchema()
        defer { schema.drop() }
        return try await body(schema)
    }

    /// Drops the schema with everything in it; others may still be connected.
    package func drop() {
        try? connect().execute("DROP SCHEMA IF EXISTS \"\(name)\" CASCADE")
    }
}

extension Trait where Self == ConditionTrait {
    /// Disables tests on machines without a PostgreSQL server, unless `MERCATOR_REQUIRE_POSTGRES`
    /// is 1; then they fail.
    package static var needsPostgres: Self {
        .disabled(
            if: !PostgresTestServer.isUsable, "no PostgreSQL server: install postgresql")
    }

    /// Disables tests on machines without Citus, unless `MERCATOR_REQUIRE_CITUS` is 1; then they
    /// fail.
    package static var needsCitus: Self {
        .disabled(if: !CitusCluster.isUsable, "no Citus: run .ci/servers")
    }

    /// Disables tests on machines without PgBouncer, unless `MERCATOR_REQUIRE_POSTGRES` is 1; then
    /// they fail.
    package static var needsPooler: Self {
        .disabled(
            if: PoolerServer.program == nil && !PostgresTestServer.isRequired,
            "no pooler: install pgbouncer")
    }
}
