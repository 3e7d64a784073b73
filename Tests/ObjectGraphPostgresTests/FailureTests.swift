import Foundation
import ObjectGraph
import ObjectGraphPostgres
import PostgresTestSupport
import TestSupport
import Testing

@Suite("Failures of connections", .needsPostgres, .endsInTime)
struct FailureTests {
    @Test func `a connection that the server ends is lost, and says so each time`() throws {
        try PostgresSchema.with { schema in
            let (connection, other) = (try schema.connect(), try schema.connect())
            #expect(try connection.number("SELECT 1") == 1)
            try other.query(
                "SELECT pg_terminate_backend($1::int8::int4)",
                PostgresParameters([.integer(Int64(connection.processNumber))]))
            let error = storeError { _ = try connection.query("SELECT 1") }
            #expect(error?.code == .unreachable)
            #expect(connection.isLost)
            for work in [
                { try connection.execute("SELECT 1") },
                {
                    _ = try connection.pipeline { (p) throws(StoreError) in try p.send("SELECT 1") }
                },
                { try connection.copy(into: "t", columns: 1) { _ in } },
                { try connection.forEachRow("SELECT 1", PostgresParameters()) { _ in } },
            ] {
                #expect(storeError(work)?.code == .unreachable)
            }
            #expect(try other.number("SELECT 3") == 3)
        }
    }

    @Test(arguments: ["query", "pipeline", "stream", "copy"])
    func `a connection that is lost during a statement is found`(way: String) throws {
        try PostgresSchema.with { schema in
            let connection = try schema.connect()
            // The server ends its own process.
            let suicide = "SELECT pg_terminate_backend(pg_backend_pid()), pg_sleep(900)"
            let error = storeError {
                switch way {
                case "query": try connection.query(suicide)
                case "pipeline":
                    _ = try connection.pipeline { (pipeline) throws(StoreError) in
                        try pipeline.send("SELECT 1")
                        try pipeline.send(suicide)
                        try pipeline.send("SELECT 2")
                    }
                case "stream": try connection.forEachRow(suicide, PostgresParameters()) { _ in }
                default:
                    try connection.execute("CREATE TEMPORARY TABLE t (a bigint)")
                    try connection.copy(into: "pg_temp.t", columns: 1) {
                        (rows) throws(StoreError) in
                        let other = try? schema.connect()
                        try other?.query(
                            "SELECT pg_terminate_backend($1::int8::int4)",
                            PostgresParameters([.integer(Int64(connection.processNumber))]))
                        for number in 0..<1_000_000 as Range<Int64> {
                            rows.beginRow()
                            rows.cells.append(number)
                            try rows.endRow()
                        }
                    }
                }
            }
            #expect(error?.code == .unreachable)
            #expect(error?.message.contains(connection.endpoint) == true)
            #expect(connection.isLost)
        }
    }

    /// The other task is a thread: on a busy machine, tasks can wait longer than the statement.
    @Test func `a statement can be canceled from another task`() throws {
        try PostgresSchema.with { schema in
            let connection = try schema.connect()
            let canceller = connection.makeCanceller()
            let process = connection.processNumber
            Thread.detachNewThread {
                guard let other = try? schema.connect() else { return }
                let question =
                    "SELECT count(*) FROM pg_stat_activity WHERE pid = \(process) "
                    + "AND wait_event = 'PgSleep'"
                while (try? other.number(question)) == 0 {}
                canceller.cancel()
            }
            let error = storeError { try connection.query("SELECT pg_sleep(60)") }
            #expect(error?.code == .failure)
            #expect(connection.failure?.sqlState == "57014")
            #expect(try connection.number("SELECT 4") == 4)
            #expect(canceller.cancel())
            #expect(try connection.number("SELECT 5") == 5)
        }
    }

    @Test func `a lock of another connection is waited for, then reported as busy`() throws {
        try withConnection { connection in
            try connection.execute("CREATE TABLE t (a bigint)")
            try connection.execute("BEGIN; LOCK TABLE t")
            let name = try connection.texts("SELECT current_schema()")[0]
            let other = try PostgresConnection(
                ConnectionOptions(PostgresTestServer.connectionString()),
                {
                    var settings = PostgresSettings()
                    settings.schema = name
                    settings.busyTimeout = .milliseconds(20)
                    return settings
                }())
            let error = storeError { try other.query("SELECT * FROM t") }
            #expect(error?.code == .busy)
            #expect(other.failure?.sqlState == "55P03")
            try connection.execute("ROLLBACK")
            #expect(try other.query("SELECT * FROM t").count == 0)
        }
    }

    @Test(arguments: [
        ("SELECT 'secret'::bigint", "22P02"), ("SELECT ('secret' || '')::int::bool", "22P02"),
        ("INSERT INTO u VALUES ('secret')", "23505"), ("INSERT INTO c VALUES ('secret')", "23514"),
        ("DO $$ BEGIN RAISE EXCEPTION 'secret'; END $$", "P0001"),
        ("INSERT INTO f VALUES ('secret')", "23503"), ("SELECT jsonb 'secret'", "22P02"),
    ])
    func `no error has a value in it`(statement: String, state: String) throws {
        try withConnection { connection in
            try connection.execute(
                """
                CREATE TABLE u (a text PRIMARY KEY); INSERT INTO u VALUES ('secret');
                CREATE TABLE c (a text CHECK (a <> 'secret'));
                CREATE TABLE k (a text PRIMARY KEY); CREATE TABLE f (a text REFERENCES k)
                """)
            let error = try #require(storeError { try connection.execute(statement) })
            #expect(connection.failure?.sqlState == state)
            #expect(!error.message.contains("secret"))
        }
    }

    @Test(
        arguments: [
            ("SELECT * FROM missing", .corrupt), ("SELECT missing FROM pg_class", .corrupt),
            ("SELEC", .failure), ("SET TRANSACTION READ ONLY; CREATE TABLE t (a int)", .readOnly),
            ("SET ROLE pg_monitor; SELECT pg_read_file('x')", .denied),
            ("DO $$ BEGIN RAISE SQLSTATE '40001'; END $$", .conflict),
            ("DO $$ BEGIN RAISE SQLSTATE '40P01'; END $$", .conflict),
            ("DO $$ BEGIN RAISE SQLSTATE '53100'; END $$", .full),
            ("DO $$ BEGIN RAISE SQLSTATE '53200'; END $$", .failure),
            ("DO $$ BEGIN RAISE SQLSTATE '54001'; END $$", .invalidRequest),
            ("DO $$ BEGIN RAISE SQLSTATE '57014'; END $$", .failure),
            ("DO $$ BEGIN RAISE SQLSTATE 'XX001'; END $$", .corrupt),
        ] as [(String, StoreError.Code)])
    func `each kind of failure has its code`(statement: String, code: StoreError.Code) throws {
        try withConnection { connection in
            let error = try #require(storeError { try connection.execute(statement) })
            #expect(error.code == code, "\(error)")
            #expect(error.sql == statement)
        }
    }

    @Test func `rows sent without COPY are refused, and the connection stays usable`() throws {
        try withConnection { connection in
            try connection.execute("CREATE TABLE t (a bigint)")
            #expect(storeError { try connection.execute("COPY t FROM STDIN") } != nil)
            #expect(try connection.number("SELECT 1") == 1)
        }
    }
}
