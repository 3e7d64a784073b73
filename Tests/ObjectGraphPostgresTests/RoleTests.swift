import Mercator
import ObjectGraphPostgres
import PostgresTestSupport
import TestSupport
import Testing

/// Roles with few rights, and schemas and databases that others have made.
@Suite("Rights and places that others have given", .needsPostgres)
struct RoleTests {
    /// Calls a closure with a schema that the role of the server owns, and the connection string of
    /// a role that may read and write its tables.
    private func withWriter(
        _ body: (PostgresSchema, PostgresConnection, String) throws -> Void
    ) throws {
        try PostgresSchema.with { schema in
            let owner = try schema.connect()
            let (name, role) = ("\"\(schema.name)\"", schema.name)
            try owner.execute(
                "CREATE ROLE \(role) LOGIN; CREATE SCHEMA \(name); "
                    + "GRANT USAGE ON SCHEMA \(name) TO \(role); "
                    + "ALTER DEFAULT PRIVILEGES IN SCHEMA \(name) "
                    + "GRANT SELECT, INSERT, UPDATE, DELETE ON TABLES TO \(role)")
            defer { try? owner.execute("DROP OWNED BY \(role); DROP ROLE \(role)") }
            try body(
                schema, owner,
                schema.connectionString.replacing("user=mercator", with: "user=\(role)"))
        }
    }

    private func container(_ text: String, _ schema: PostgresSchema) throws -> PersistentContainer {
        try PersistentContainer(
            model: Pages.model(), store: PostgresStore(text, options: .init(schema: schema.name)))
    }

    @Test func `a role that may write loads what its owner has loaded once`() throws {
        try withWriter { schema, _, text in
            var pages = Pages(SeededGenerator(seed: 3))
            let payloads = (0..<2).map { pages.page(of: Array($0 * 5..<$0 * 5 + 5)) }
            let owner = try container(schema.connectionString, schema)
            let writer = try container(text, schema)
            let operation = MappingOperation(try Pages.plan(owner.model))
            try writer.perform { context in
                context.insert("Author")["authorID"] = 1000
                try context.save()
            }
            let error = try #require(throws: (any Error).self) {
                _ = try operation.run(payloads[0].utf8, in: writer)
            }
            let cause = try #require(
                error as? StoreError ?? (error as? any CausedError)?.cause as? StoreError)
            #expect(cause.code == .denied)
            for part in ["index", "Article.articleID", "owner", "once"] {
                #expect(cause.message.contains(part), "\(cause)")
            }
            _ = try operation.run(payloads[0].utf8, in: owner)
            let result = try operation.run(payloads[1].utf8, in: writer)
            #expect(result.total.inserted > 0)
        }
    }

    @Test func `tables of another program are named, and left alone`() throws {
        try PostgresSchema.with { schema in
            let connection = try schema.connect()
            try connection.execute(
                "CREATE SCHEMA \"\(schema.name)\"; CREATE TABLE \"Article\" (a bigint); "
                    + "CREATE TABLE stock (a bigint); INSERT INTO stock VALUES (1)")
            let error = try #require(
                storeError {
                    _ = try StoreFixture(
                        PostgresStore(
                            schema.connectionString, options: .init(schema: schema.name)))
                })
            #expect(error.code == .cannotOpen)
            for part in ["'Article'", "'stock'", "option 'schema'"] {
                #expect(error.message.contains(part), "\(error)")
            }
            #expect(
                try connection.texts(
                    "SELECT relname::text FROM pg_class WHERE relkind = 'r' "
                        + "AND relnamespace = current_schema()::regnamespace ORDER BY 1")
                    == ["Article", "stock"])
            #expect(try connection.number("SELECT a FROM stock") == 1)
        }
    }

    /// ICU collations of a database came with version 15.
    @Test func `a portable engine needs a database that compares texts by their bytes`() throws {
        try PostgresTestServer.with { server in
            let connection = try PostgresConnection(
                ConnectionOptions(server.connectionString), PostgresSettings())
            guard connection.server.version >= 150_000 else { return }
            try connection.execute(
                "CREATE DATABASE words TEMPLATE template0 ENCODING 'UTF8' "
                    + "LOCALE_PROVIDER icu ICU_LOCALE 'en-US' LOCALE 'C'")
            let text = server.connectionString(role: "mercator", database: "words")
            let error = try #require(
                storeError {
                    _ = try StoreFixture(PostgresStore(text, options: .init(engine: .portable)))
                })
            #expect(error.code == .unsupported)
            for part in ["LOCALE 'C'", "words", "postgreSQL"] {
                #expect(error.message.contains(part), "\(error)")
            }
            let tables = try PostgresConnection(ConnectionOptions(text), PostgresSettings())
                .number("SELECT count(*) FROM pg_class WHERE relname LIKE 'mercator%'")
            #expect(tables == 0)
            let fixture = try StoreFixture(PostgresStore(text))
            let names = ["b", "B", "\u{FFFF}", "😀", "a"]
            for name in names { try fixture.insert("Tag", ["name": .string(name)]) }
            let sorted = try fixture.numbers("Tag", sortedBy: [.ascending("name")])
            #expect(sorted == [2, 5, 1, 3, 4])
        }
    }
}
