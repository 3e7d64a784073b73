import Foundation
import ObjectGraph
import ObjectGraphPostgres
import PostgresTestSupport
import TestSupport
import Testing

@Suite("Connection strings")
struct ConnectionOptionsTests {
    @Test(arguments: [
        "postgresql://app:s3cret@db.example.com:5433/shop",
        "host=db.example.com port=5433 user=app password=s3cret dbname=shop",
        "postgres://app:s3cret@db.example.com:5433/shop?application_name=x",
    ])
    func `a place has everything but the password`(text: String) throws {
        let options = try ConnectionOptions(text)
        #expect(
            options.endpoint
                == "database 'shop' on host 'db.example.com', port 5433, as role 'app'")
        var dumped = ""
        dump(options, to: &dumped)
        for output in [
            "\(options)", String(reflecting: options), String(reflecting: [options]), dumped,
        ] {
            #expect(!output.contains("s3cret"), "\(output)")
        }
    }

    @Test(arguments: [
        "postgresql://app:s3cr@et@db/shop", "postgresql://app:s3cr/et@db/shop",
        "postgresql://app:12/s3cret@db/shop", "postgresql://app:s3cret@db:port/shop",
        "postgresql://app:s3cret%@db/shop", "postgresql://app:s3cret@db/shop?sslmod=require",
        "postgresql://app:s3cret%zz@db", "host=db pasword=s3cret", "s3cret",
        "host=db password='s3cret",
        "postgresql://app:s3cr?et/x@db",
        "postgresql://app:s3cret@db/shop?sslmode", "host=db port=s3cret",
        "host=db\0password=s3cret",
    ])
    func `a malformed text is refused without quoting it`(text: String) throws {
        let error = try #require(storeError { _ = try ConnectionOptions(text) })
        #expect(error.code == .cannotOpen)
        for part in ["s3cr", "et@", "et/", "pasword"] { #expect(!"\(error)".contains(part)) }
    }

    @Test(arguments: [
        ("host=db", "require"), ("host=10.0.0.1", "require"), ("postgresql://db/x", "require"),
        ("host=localhost,db", "require"), ("host=db sslmode=disable", "disable"),
        ("host=db sslmode=prefer", "prefer"), ("host=db sslmode=verify-full", "verify-full"),
        ("host=localhost", nil), ("host=127.0.0.1", nil), ("host=::1", nil), ("host=/tmp", nil),
        ("dbname=x", nil), ("host=localhost,127.0.0.2", nil),
        ("host=localhost hostaddr=10.1.1.1", "require"),
    ])
    func `a host that is not local is encrypted, unless said otherwise`(
        text: String, mode: String?
    ) throws {
        let options = try ConnectionOptions(text)
        #expect(options.encryptionMode(PostgresSettings()) == mode)
    }

    @Test func `several hosts are named`() throws {
        let options = try ConnectionOptions("postgresql://app@a:1,b:2/shop")
        #expect(
            options.endpoint
                == "database 'shop' on host 'a', port 1 or host 'b', port 2, as role 'app'")
    }
}

@Suite("Connecting to PostgreSQL", .needsPostgres, .endsInTime)
struct ConnectingTests {
    @Test func `a session has the settings of the store`() throws {
        try withConnection { connection in
            let names = [
                "application_name", "client_encoding", "TimeZone", "lock_timeout", "jit",
                "standard_conforming_strings",
            ]
            let values = try names.map { try connection.texts("SHOW \($0)")[0] }
            #expect(values == ["Mercator", "UTF8", "UTC", "5s", "off", "on"])
            #expect(connection.server.version >= 140_000)
            #expect(connection.server.encoding == "UTF8")
        }
    }

    @Test(arguments: ["a b", "a\"b", "Ä😀", "a\\b", "a'b", "$1", "select"])
    func `a schema may have any name`(name: String) throws {
        try PostgresSchema.with { schema in
            let quoted = "\"" + (schema.name + name).replacing("\"", with: "\"\"") + "\""
            for prepares in [true, false] {
                let connection = try schema.connect {
                    $0.schema = schema.name + name
                    $0.preparesStatements = prepares
                }
                try connection.execute("CREATE SCHEMA IF NOT EXISTS \(quoted)")
                try connection.execute("BEGIN")
                #expect(try connection.texts("SELECT current_schema()") == [schema.name + name])
                try connection.execute("ROLLBACK; DROP SCHEMA \(quoted)")
            }
        }
    }

    @Test func `options of the text are kept, those of the store win`() throws {
        try PostgresSchema.with { schema in
            let text =
                schema.connectionString
                + " application_name=theirs options='-c jit=on -c work_mem=5MB'"
            let connection = try PostgresConnection(ConnectionOptions(text), schema.settings)
            #expect(try connection.texts("SHOW work_mem") == ["5MB"])
            #expect(try connection.texts("SHOW jit") == ["off"])
            #expect(try connection.texts("SHOW application_name") == ["theirs"])
        }
    }
}
