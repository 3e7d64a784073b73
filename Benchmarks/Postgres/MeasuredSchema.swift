import ObjectGraphPostgres

/// A schema of the server, dropped when this object is released.
final class MeasuredSchema {
    let name: String
    /// The connection string of the server.
    let server: String

    init() throws {
        name = "b_" + String(UInt64.random(in: .min ... .max), radix: 36)
        server = try MeasuredServer.connectionString()
    }

    deinit {
        _ = try? connect().execute("DROP SCHEMA IF EXISTS \"\(name)\" CASCADE")
    }

    /// Returns Mercator's store in the schema.
    func store(_ statements: StatementCounter? = nil) -> PostgresStore {
        PostgresStore(server, options: .init(schema: name, trace: statements?.trace))
    }

    /// Opens a connection to the schema.
    func connect() throws -> RawPostgres { try RawPostgres(server, schema: name) }
}
