import ObjectGraph
import ObjectGraphPostgres
import PostgresTestSupport
import Testing

@Suite("Connections without a session", .needsPostgres)
struct PoolerTests {
    private let names = ["TimeZone", "lock_timeout", "standard_conforming_strings"]

    private func settings(_ connection: PostgresConnection) throws -> [String] {
        try connection.texts("SELECT current_schema()")
            + names.map { try connection.texts("SELECT current_setting('\($0)')")[0] }
    }

    /// Calls a closure with a connection whose session has other settings.
    private func withConnection(_ body: (PostgresConnection, [String]) throws -> Void) throws {
        try PostgresSchema.with { schema in
            let connection = try schema.connect { $0.preparesStatements = false }
            try connection.execute("CREATE SCHEMA \"\(schema.name)\"")
            try connection.execute("CREATE TABLE t (a bigint)")
            try body(connection, [schema.name, "UTC", "5s", "on"])
        }
    }

    @Test func `each way of executing a statement has the settings`() throws {
        try withConnection { connection, expected in
            #expect(try settings(connection) == expected)
            try connection.query("INSERT INTO t VALUES ($1)", PostgresParameters([1]))
            try connection.copy(into: "t", columns: 1) { (rows) throws(StoreError) in
                rows.beginRow()
                rows.cells.append(2 as Int64)
                try rows.endRow()
            }
            var numbers: [Int64] = []
            try connection.forEachRow("SELECT a FROM t ORDER BY a", PostgresParameters()) {
                numbers.append($0.integer(0))
            }
            #expect(numbers == [1, 2])
            let results = try connection.pipeline { (pipeline) throws(StoreError) in
                try pipeline.send("SELECT a FROM t ORDER BY a")
                try pipeline.send("SELECT count(*) FROM t")
            }
            #expect(results.map(\.count) == [2, 1])
            #expect(!connection.isInTransaction)
            #expect(try connection.number("SELECT count(*) FROM pg_prepared_statements") == 0)
        }
    }

    @Test(arguments: [true, false])
    func `a transaction has them, and its level`(pipelined: Bool) throws {
        try withConnection { connection, expected in
            let begin = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"
            if pipelined {
                let results = try connection.pipeline { (pipeline) throws(StoreError) in
                    try pipeline.send(begin)
                    try pipeline.send("LOCK TABLE t IN ACCESS SHARE MODE")
                }
                #expect(results.count == 2)
            } else {
                try connection.execute(begin)
            }
            #expect(connection.isInTransaction)
            #expect(try settings(connection) == expected)
            #expect(
                try connection.texts("SELECT current_setting('transaction_isolation')")
                    == ["repeatable read"])
            try connection.execute("COMMIT")
            #expect(!connection.isInTransaction)
        }
    }

    @Test func `an error leaves no transaction behind`() throws {
        try withConnection { connection, _ in
            for work in [
                { try connection.execute("SELECT 1/0") },
                { _ = try connection.query("SELECT 1/0") },
                { try connection.forEachRow("SELECT 1/0", PostgresParameters()) { _ in } },
                { _ = try connection.copy(into: "missing", columns: 1) { _ in } },
            ] {
                #expect(storeError(work) != nil)
                #expect(!connection.isInTransaction)
            }
            let number = try connection.number("SELECT 3")
            #expect(number == 3)
        }
    }
}
