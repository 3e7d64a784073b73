import Foundation
import ObjectGraph
import ObjectGraphPostgres
import PostgresTestSupport
import TestSupport
import Testing

@Suite("Roles, passwords and places", .needsPostgres, .endsInTime)
struct SecretTests {
    /// A password with the characters that URLs and lists of keywords use themselves.
    private static let password = #"p@%:/ '\?&=#s3cret"#
    private static let encoded = "p%40%25%3A%2F%20%27%5C%3F%26%3D%23s3cret"

    /// Calls a closure with the folder of a server that admits one role with its password only.
    private func withRole(_ body: (PostgresTestServer) throws -> Void) throws {
        let server = try PostgresTestServer(access: [
            "local all app scram-sha-256", "local all refused reject",
        ])
        defer { server.stop() }
        let connection = try Self.connect(server.connectionString)
        let literal = "'" + Self.password.replacing("'", with: "''") + "'"
        try connection.execute(
            "CREATE ROLE app LOGIN PASSWORD \(literal); CREATE ROLE refused LOGIN")
        try body(server)
    }

    private static func connect(_ text: String) throws -> PostgresConnection {
        try PostgresConnection(ConnectionOptions(text), PostgresSettings())
    }

    @Test func `a store that is printed names the database, not the password`() {
        let store = PostgresStore("postgresql://anna:s3cret@db.example.com/library")
        var dumped = ""
        dump(store, to: &dumped)
        for text in ["\(store)", String(reflecting: store), dumped] {
            #expect(!text.contains("s3cret"))
            #expect(text.contains("db.example.com") && text.contains("library"))
        }
        #expect("\(PostgresStore("postgresql://a:s3cret@b@x"))".contains("malformed"))
    }

    @Test func `any password works in a URL, in keywords, and in a file`() throws {
        try withRole { server in
            let folder = server.folder.replacing("/", with: "%2F")
            let quoted = Self.password.replacing("\\", with: "\\\\").replacing("'", with: "\\'")
            let file = FileManager.default.temporaryDirectory.appendingPathComponent(
                UUID().uuidString)
            let line = Self.password.replacing("\\", with: "\\\\").replacing(":", with: "\\:")
            try "*:*:*:app:\(line)\n".write(to: file, atomically: true, encoding: .utf8)
            defer { try? FileManager.default.removeItem(at: file) }
            try FileManager.default.setAttributes(
                [.posixPermissions: 0o600], ofItemAtPath: file.path)
            for text in [
                "postgresql://app:\(Self.encoded)@\(folder)/postgres",
                "postgresql://app@/postgres?host=\(folder)&password=\(Self.encoded)",
                "host=\(server.folder) user=app dbname=postgres password='\(quoted)'",
                "host=\(server.folder) user=app dbname=postgres passfile='\(file.path)'",
            ] {
                let connection = try Self.connect(text)
                #expect(try connection.texts("SELECT current_user") == ["app"])
                #expect(!connection.endpoint.contains("s3cret"))
            }
        }
    }

    @Test func `services and variables are read in libpq's order`() async throws {
        let server = try PostgresTestServer(access: ["local all app scram-sha-256"])
        defer { server.stop() }
        let literal = "'" + Self.password.replacing("'", with: "''") + "'"
        try Self.connect(server.connectionString).execute(
            "CREATE ROLE app LOGIN PASSWORD \(literal); CREATE ROLE other LOGIN")
        // The environment belongs to a process.
        await #expect(processExitsWith: .success) { [folder = server.folder as String] in
            unsafe setenv("PGHOST", folder, 1)
            unsafe setenv("PGUSER", "app", 1)
            unsafe setenv("PGDATABASE", "postgres", 1)
            unsafe setenv("PGPASSWORD", #"p@%:/ '\?&=#s3cret"#, 1)
            unsafe setenv("PGAPPNAME", "theirs", 1)
            let file = folder + ".service"
            try "[shop]\nuser=other\napplication_name=service\n".write(
                toFile: file, atomically: true, encoding: .utf8)
            defer { try? FileManager.default.removeItem(atPath: file) }
            unsafe setenv("PGSERVICEFILE", file, 1)
            var users: [String] = []
            for text in ["", "service=shop", "service=shop user=mercator", "postgresql://"] {
                let connection = try PostgresConnection(
                    ConnectionOptions(text), PostgresSettings())
                users += try connection.texts(
                    "SELECT current_user || ' ' || current_setting('application_name')")
            }
            try #require(
                users == ["app theirs", "other service", "mercator service", "app theirs"])
            let passwords = folder + ".pgpass"
            try "*:*:*:other:wrong\n*:*:*:app:p@%\\:/ '\\\\?&=#s3cret\n".write(
                toFile: passwords, atomically: true, encoding: .utf8)
            defer { try? FileManager.default.removeItem(atPath: passwords) }
            try FileManager.default.setAttributes(
                [.posixPermissions: 0o600], ofItemAtPath: passwords)
            unsafe unsetenv("PGPASSWORD")
            unsafe setenv("PGPASSFILE", passwords, 1)
            let connection = try PostgresConnection(ConnectionOptions(""), PostgresSettings())
            try #require(connection.texts("SELECT current_user") == ["app"])
            let error = try #require(
                throws: StoreError.self, performing: { try ConnectionOptions("service=missing") })
            try #require(error.code == .cannotOpen && error.message.contains("'missing'"))
        }
    }

    @Test func `each refusal has a sentence of its own, with the place`() throws {
        try withRole { server in
            let texts = [
                server.connectionString(role: "app") + " password=s3cret",
                server.connectionString(role: "app"), server.connectionString(role: "missing"),
                server.connectionString(role: "refused"),
                server.connectionString(role: "mercator", database: "nowhere"),
            ]
            let errors = try texts.map { text in
                try #require(storeError { _ = try Self.connect(text) })
            }
            let reasons = errors.map { error in
                error.message.split(separator: "cannot be opened: ").last.map(String.init) ?? ""
            }
            #expect(
                reasons == [
                    "the server refused the password or the role",
                    "the server wants a password, and none is given",
                    "the role does not exist, or may not log in",
                    "the server does not admit the role to the database from this machine "
                        + "(pg_hba.conf), or not without encryption",
                    "the database does not exist",
                ])
            for (error, role) in zip(errors, ["app", "app", "missing", "refused", "mercator"]) {
                #expect(error.code == .cannotOpen)
                #expect(error.message.contains("'\(server.folder)', port 5432, as role '\(role)'"))
                #expect(!"\(error)".contains("s3cret"))
            }
        }
    }

    @Test func `a host without a server, and one that is unknown, are named`() throws {
        for (text, place) in [
            ("host=/tmp/none port=5433 dbname=x user=a", "host '/tmp/none', port 5433"),
            ("host=127.0.0.1 port=1 dbname=x user=a", "host '127.0.0.1', port 1"),
            ("host=none.invalid dbname=x user=a password=s3cret", "host 'none.invalid', port 5432"),
        ] {
            let error = try #require(storeError { _ = try StoreFixture(PostgresStore(text)) })
            #expect(error.code == .cannotOpen)
            #expect(error.message.contains("database 'x' on \(place), as role 'a'"))
            #expect(!"\(error)".contains("s3cret"))
        }
    }

    @Test(
        arguments: [
            .nothing, .end, .bytes(Array("HTTP/1.1 400 Bad Request\r\n\r\n".utf8)),
            .bytes(Array(repeating: 0xFF, count: 100_000)), .bytes([0x52, 0, 0, 0, 3]),
            .bytes([0x45, 0, 0, 0, 200, 0x53]),
        ] as [PostgresImpostor.Answer])
    func `a port of something else is named, whatever it answers`(
        answer: PostgresImpostor.Answer
    ) throws {
        let impostor = try PostgresImpostor(answer)
        defer { impostor.stop() }
        let text = "host=\(impostor.folder) user=app dbname=shop connect_timeout=1"
        let error = try #require(storeError { _ = try StoreFixture(PostgresStore(text)) })
        #expect(error.code == .cannotOpen)
        #expect(error.message.contains("'\(impostor.folder)', port 5432, as role 'app'"))
    }

    @Test func `the next host is tried when one does not answer`() throws {
        let impostor = try PostgresImpostor(.nothing)
        defer { impostor.stop() }
        let text = try PostgresTestServer.connectionString()
        let folder = try #require(text.split(separator: " ").first?.dropFirst(5))
        let connection = try Self.connect(
            "host=\(impostor.folder),\(folder) user=mercator dbname=postgres connect_timeout=1")
        #expect(try connection.number("SELECT 1") == 1)
    }

    @Test func `a server with no free connection is busy`() throws {
        let server = try PostgresTestServer(settings: [
            "max_connections = 5", "superuser_reserved_connections = 3", "max_wal_senders = 0",
        ])
        defer { server.stop() }
        try Self.connect(server.connectionString).execute("CREATE ROLE app LOGIN")
        let text = server.connectionString(role: "app")
        let connections = try (0..<2).map { _ in try Self.connect(text) }
        let error = try #require(storeError { _ = try Self.connect(text) })
        #expect(error.code == .busy)
        withExtendedLifetime(connections) {}
    }

    @Test func `a database in another encoding is refused`() throws {
        try PostgresSchema.with { schema in
            let connection = try schema.connect()
            try connection.execute(
                "CREATE DATABASE \(schema.name) ENCODING 'LATIN1' TEMPLATE template0 LOCALE 'C'")
            defer { try? connection.execute("DROP DATABASE \(schema.name) WITH (FORCE)") }
            let text =
                schema.connectionString.replacing("dbname=postgres", with: "")
                + " dbname=\(schema.name)"
            let error = try #require(storeError { _ = try Self.connect(text) })
            #expect(error.code == .cannotOpen)
            #expect(error.message.contains("LATIN1"))
        }
    }
}
