import ObjectGraph
import ObjectGraphPostgres
import PostgresTestSupport
import TestSupport
import Testing

/// Settings of a connection, behind a pooler that does not pass them on.
@Suite("Settings behind PgBouncer", .needsPostgres, .needsPooler, .endsInTime)
struct PoolerSettingTests {
    /// Lines of `pgbouncer.ini` that decide what becomes of start-up parameters.
    private static let lines = [
        [], ["ignore_startup_parameters = extra_float_digits,options"],
    ]

    private func store(
        _ pooler: PoolerServer, _ schema: String, _ attributes: String = "",
        _ options: PostgresStore.Options = .init()
    ) -> PostgresStore {
        var options = options
        options.schema = schema
        return PostgresStore(pooler.connectionString + " " + attributes, options: options)
    }

    /// Calls a closure with a schema of the server of this process.
    private func withSchema(_ body: (PostgresSchema, PostgresConnection) throws -> Void) throws {
        try PostgresSchema.with { try body($0, $0.connect()) }
    }

    private func tables(_ schema: String, _ connection: PostgresConnection) throws -> Int64 {
        try connection.number(
            "SELECT count(*) FROM pg_class AS c JOIN pg_namespace AS n ON n.oid = c.relnamespace "
                + "WHERE n.nspname = '\(schema)' AND c.relname = 'mercator_store'")
    }

    @Test(arguments: lines, PoolerServer.Mode.allCases.dropLast())
    func `tables are in the schema that was named, and found there`(
        settings: [String], mode: PoolerServer.Mode
    ) throws {
        try withSchema { schema, direct in
            try PoolerServer.with(mode, settings: settings) { pooler in
                let prepares = mode == .session
                let store = store(
                    pooler, schema.name, "", .init(preparesStatements: prepares))
                let before = try tables("public", direct)
                let row = try StoreFixture(store).insert("Tag", ["name": "a"])
                #expect(try tables(schema.name, direct) == 1)
                #expect(try tables("public", direct) == before)
                #expect(try store.hasStore)
                #expect(try StoreFixture(store).stored(row)?.version == 1)
                let other = try StoreFixture(
                    PostgresStore(schema.connectionString, options: .init(schema: schema.name)))
                #expect(try other.stored(row)?.version == 1)
            }
        }
    }

    @Test(arguments: lines)
    func `a session has every setting`(settings: [String]) throws {
        try withSchema { schema, direct in
            try direct.execute("CREATE SCHEMA \"\(schema.name)\"")
            try PoolerServer.with(.session, settings: settings) { pooler in
                let connection = try PostgresConnection(
                    ConnectionOptions(pooler.connectionString), schema.settings)
                for (name, value) in [
                    ("search_path", "\"\(schema.name)\""), ("lock_timeout", "5s"),
                    ("TimeZone", "UTC"),
                    ("standard_conforming_strings", "on"), ("jit", "off"),
                    ("cursor_tuple_fraction", "1"),
                    ("default_transaction_isolation", "read committed"),
                ] {
                    #expect(
                        try connection.texts("SELECT current_setting('\(name)')") == [value],
                        "\(name)")
                }
            }
        }
    }

    @Test(arguments: [true, false])
    func `options of the connection string hold behind a pooler that ignores them`(
        prepares: Bool
    ) throws {
        try withSchema { schema, _ in
            try PoolerServer.with(
                prepares ? .session : .transaction, settings: Self.lines[1]
            ) { pooler in
                var settings = schema.settings
                settings.preparesStatements = prepares
                let text =
                    pooler.connectionString
                    + #" options='-c statement_timeout=1234ms --application_name=a\\ b'"#
                let connection = try PostgresConnection(ConnectionOptions(text), settings)
                for (name, value) in [
                    ("statement_timeout", "1234ms"), ("application_name", "a b"),
                ] {
                    #expect(
                        try connection.texts("SELECT current_setting('\(name)')") == [value],
                        "\(name)")
                }
            }
        }
    }

    @Test(arguments: [true, false])
    func `an option that is lost and cannot be set later is named`(prepares: Bool) throws {
        try withSchema { schema, direct in
            try PoolerServer.with(
                prepares ? .session : .transaction, settings: Self.lines[1]
            ) { pooler in
                let store = store(
                    pooler, schema.name, "options='-c log_disconnections=on'",
                    .init(preparesStatements: prepares))
                let error = try #require(storeError { _ = try StoreFixture(store) })
                #expect(error.code == .cannotOpen)
                for part in ["log_disconnections", "options", "ignore_startup_parameters"] {
                    #expect(error.message.contains(part), "\(error)")
                }
                #expect(try tables(schema.name, direct) == 0)
            }
        }
    }

    @Test func `a start-up parameter that a pooler refuses is named, with the cure`() throws {
        try withSchema { schema, _ in
            try PoolerServer.with(.session) { pooler in
                let store = store(pooler, schema.name, "options='-c statement_timeout=1234'")
                let error = try #require(storeError { _ = try StoreFixture(store) })
                #expect(error.code == .cannotOpen)
                for part in [
                    "options", "ignore_startup_parameters", "preparesStatements", "08P01",
                ] {
                    #expect(error.message.contains(part), "\(error)")
                }
            }
        }
    }

    @Test(arguments: [true, false])
    func `statement mode is refused with its reason`(prepares: Bool) throws {
        try withSchema { schema, direct in
            try PoolerServer.with(.statement) { pooler in
                let store = store(
                    pooler, schema.name, "", .init(preparesStatements: prepares))
                let error = try #require(storeError { _ = try StoreFixture(store) })
                #expect(error.code == .unsupported, "\(error)")
                #expect(error.message.contains("statement"), "\(error)")
                #expect(error.message.contains("pool_mode"), "\(error)")
                #expect(try tables(schema.name, direct) == 0)
            }
        }
    }

    /// Prepared statements do not work in transaction mode; nothing must be in another schema.
    @Test func `transaction mode with prepared statements does nothing elsewhere`() throws {
        try withSchema { schema, direct in
            try PoolerServer.with(.transaction, size: 3, settings: Self.lines[1]) { pooler in
                let before = try tables("public", direct)
                // Each has its turn with a connection that knows statements of others.
                for place in 0..<6 {
                    let error = storeError {
                        let fixture = try StoreFixture(store(pooler, schema.name))
                        try fixture.insert("Tag", ["name": .string("\(place)")])
                        _ = try fixture.numbers("Tag")
                    }
                    #expect(
                        error?.message.contains("preparesStatements") ?? true,
                        "\(String(describing: error))")
                }
                #expect(try tables("public", direct) == before)
            }
        }
    }
}
