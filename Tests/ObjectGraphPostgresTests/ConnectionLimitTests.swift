import Foundation
import ObjectGraph
import ObjectGraphPostgres
import PostgresTestSupport
import TestSupport
import Testing

@Suite("Servers that admit no further connection", .needsPostgres, .endsInTime)
struct ConnectionLimitTests {
    /// Calls a closure with a role that may have a number of connections.
    private func withRole(
        limit: Int, _ body: (PostgresSchema, PostgresConnection, String) throws -> Void
    ) throws {
        try PostgresSchema.with { schema in
            let owner = try schema.connect()
            try owner.execute(
                "CREATE ROLE \(schema.name) LOGIN CONNECTION LIMIT \(limit); "
                    + "CREATE SCHEMA \(schema.name) AUTHORIZATION \(schema.name)")
            defer {
                try? owner.execute("DROP OWNED BY \(schema.name); DROP ROLE \(schema.name)")
            }
            try body(
                schema, owner,
                schema.connectionString.replacing("user=mercator", with: "user=\(schema.name)"))
        }
    }

    private func fixture(
        _ text: String, _ schema: PostgresSchema, waiting: Duration = .seconds(20)
    ) throws -> StoreFixture {
        try StoreFixture(
            PostgresStore(text, options: .init(schema: schema.name, busyTimeout: waiting)))
    }

    @Test func `opening waits for a connection, then says how long it has`() throws {
        try withRole(limit: 1) { schema, owner, text in
            var first: StoreFixture? = try fixture(text, schema)
            let start = ContinuousClock.now
            let error = try #require(
                storeError { _ = try fixture(text, schema, waiting: .milliseconds(150)) })
            #expect(error.code == .busy)
            #expect(ContinuousClock.now - start >= .milliseconds(150))
            for part in ["the role has", "SQLSTATE 53300", "the busy timeout is 150 ms"] {
                #expect(error.message.contains(part), "\(error)")
            }
            #expect(error.message.contains(/this was so for \d+ ms/), "\(error)")
            let (started, opened) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
            Thread.detachNewThread { [self] in
                started.signal()
                #expect(throws: Never.self) { _ = try fixture(text, schema) }
                opened.signal()
            }
            started.wait()
            withExtendedLifetime(first) {}
            first = nil
            opened.wait()
        }
    }

    @Test func `reading waits as well, and names the limits`() throws {
        try withRole(limit: 2) { schema, owner, text in
            let fixture = try fixture(text, schema, waiting: .milliseconds(150))
            let request = RowRequest(entity: try fixture.entity("Tag"))
            let reader = try fixture.backend.makeReader()
            #expect(try reader.rows(matching: request).isEmpty)
            let error = try #require(storeError { _ = try fixture.numbers("Tag") })
            #expect(error.code == .busy)
            for part in ["53300", "2 (role)", "(max_connections)", "150 ms"] {
                #expect(error.message.contains(part), "\(error)")
            }
            #expect(try reader.rows(matching: request).isEmpty)
        }
    }

    @Test func `units of work share the few connections that a role may have`() throws {
        try withRole(limit: 4) { schema, owner, text in
            let fixture = try fixture(text, schema)
            _ = try fixture.backend.reserveNumbers(1000, root: try fixture.root("Tag"))
            let request = RowRequest(entity: try fixture.entity("Tag"))
            let group = DispatchGroup()
            for _ in 0..<12 {
                group.enter()
                Thread.detachNewThread {
                    #expect(throws: Never.self) {
                        for _ in 0..<5 {
                            let reader = try fixture.backend.makeReader()
                            _ = try reader.rows(matching: request)
                            _ = try reader.count(matching: request)
                        }
                    }
                    group.leave()
                }
            }
            group.wait()
        }
    }

    @Test func `the writer takes the place of connections that are idle`() throws {
        try withRole(limit: 3) { schema, owner, text in
            let fixture = try fixture(text, schema)
            let row = try fixture.row("Tag", ["name": "a"])
            let request = RowRequest(entity: try fixture.entity("Tag"))
            var readers = try (0..<2).map { _ in try fixture.backend.makeReader() }
            for reader in readers { _ = try reader.rows(matching: request) }
            // Only the connection of the writer is in no transaction.
            let sessions =
                "FROM pg_stat_activity WHERE usename = '\(schema.name)' AND state = 'idle'"
            try owner.execute("SELECT pg_terminate_backend(pid) \(sessions)")
            while try owner.number("SELECT count(*) \(sessions)") > 0 {}
            let other = try PostgresConnection(ConnectionOptions(text), PostgresSettings())
            readers = []
            try fixture.commit { $0.inserted = [row] }
            #expect(try fixture.stored(row) != nil)
            withExtendedLifetime(other) {}
        }
    }

    @Test func `a server that starts is waited for, and named busy after that`() throws {
        // ErrorResponse with severity, SQLSTATE and message, as a server sends it.
        let fields = "SFATAL\0VFATAL\0C57P03\0Mthe database system is starting up\0\0"
        let length = UInt8(fields.utf8.count + 4)
        let impostor = try PostgresImpostor(
            .bytes([0x45, 0, 0, 0, length] + Array(fields.utf8)))
        defer { impostor.stop() }
        let start = ContinuousClock.now
        let error = try #require(
            storeError {
                _ = try StoreFixture(
                    PostgresStore(
                        "host=\(impostor.folder) user=a dbname=b",
                        options: .init(busyTimeout: .milliseconds(120))))
            })
        #expect(error.code == .busy)
        #expect(ContinuousClock.now - start >= .milliseconds(120))
        for part in ["57P03", "120 ms", impostor.folder] {
            #expect(error.message.contains(part), "\(error)")
        }
    }

    @Test func `a server that recovers is used once it is done`() throws {
        try PostgresTestServer.with { server in
            let fixture = try StoreFixture(
                PostgresStore(
                    server.connectionString, options: .init(busyTimeout: .seconds(20))))
            let row = try fixture.insert("Tag", ["name": "a"])
            server.halt(.fast)
            try server.run(
                #"""
                echo "hot_standby = off" >>"$1/data/postgresql.conf" && touch "$1/data/standby.signal"
                """#)
            try server.start()
            let hasty = storeError {
                _ = try StoreFixture(
                    PostgresStore(
                        server.connectionString, options: .init(busyTimeout: .milliseconds(20))))
            }
            #expect(hasty?.code == .busy)
            #expect(hasty?.message.contains("57P03") == true)
            let ended = DispatchSemaphore(value: 0)
            Thread.detachNewThread {
                #expect(throws: Never.self) {
                    #expect(try fixture.stored(row) != nil)
                    try fixture.insert("Tag", ["name": "b"])
                }
                ended.signal()
            }
            try server.promote()
            ended.wait()
            #expect(try fixture.numbers("Tag").count == 2)
        }
    }
}
