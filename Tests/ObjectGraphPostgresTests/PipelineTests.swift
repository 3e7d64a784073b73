import ObjectGraph
import ObjectGraphPostgres
import PostgresTestSupport
import Testing

@Suite("Statements and pipelines", .needsPostgres)
struct PipelineTests {
    @Test(arguments: [true, false])
    func `a pipeline takes one round trip`(prepares: Bool) throws {
        try withConnection({ $0.preparesStatements = prepares }) { connection in
            if !prepares { try connection.execute("SET search_path = pg_temp") }
            try connection.execute("CREATE TEMPORARY TABLE t (a bigint PRIMARY KEY)")
            let trips = connection.hooks.roundTrips
            let results = try connection.pipeline { (pipeline) throws(StoreError) in
                try pipeline.send("BEGIN")
                for number in 1...50 {
                    try pipeline.send(
                        "INSERT INTO t VALUES ($1)", PostgresParameters([.integer(Int64(number))]))
                }
                try pipeline.send("SELECT count(*) FROM t")
                try pipeline.send("COMMIT")
            }
            #expect(connection.hooks.roundTrips == trips + 1)
            #expect(results.count == 53)
            #expect(results[1].changeCount == 1)
            #expect(results[51].map { $0.integer(0) } == [50])
            #expect(!connection.isInTransaction)
        }
    }

    @Test(arguments: [true, false])
    func `an error in a pipeline names its statement, and leaves a usable connection`(
        prepares: Bool
    ) throws {
        try withConnection({ $0.preparesStatements = prepares }) { connection in
            try connection.execute("CREATE TEMPORARY TABLE t (a bigint PRIMARY KEY)")
            let insertion = "INSERT INTO pg_temp.t VALUES ($1)"
            let error = storeError {
                _ = try connection.pipeline { (pipeline) throws(StoreError) in
                    try pipeline.send("BEGIN")
                    try pipeline.send(insertion, PostgresParameters([1]))
                    try pipeline.send(insertion, PostgresParameters([1]))
                    try pipeline.send("SELECT 1/0")
                    try pipeline.send("COMMIT")
                }
            }
            #expect(error?.code == .uniqueness)
            #expect(error?.sql == insertion)
            let failure = try #require(connection.failure)
            #expect(failure.sqlState == "23505")
            #expect(failure.constraint == "t_pkey")
            #expect(failure.table == "t")
            #expect(failure.position == 2)
            #expect(connection.hasFailedTransaction)
            try connection.execute("ROLLBACK")
            #expect(try connection.number("SELECT count(*) FROM pg_temp.t") == 0)
            try connection.query(insertion, PostgresParameters([1]))
            #expect(connection.changeCount == 1)
        }
    }

    @Test func `without a transaction, a failed pipeline has no effect`() throws {
        try withConnection { connection in
            try connection.execute("CREATE TABLE t (a bigint)")
            let error = storeError {
                _ = try connection.pipeline { (pipeline) throws(StoreError) in
                    try pipeline.send("INSERT INTO t VALUES ($1)", PostgresParameters([1]))
                    try pipeline.send("SELECT * FROM missing")
                }
            }
            #expect(error?.code == .corrupt)
            #expect(connection.failure?.sqlState == "42P01")
            #expect(connection.failure?.position == 1)
            #expect(try connection.number("SELECT count(*) FROM t") == 0)
        }
    }

    @Test func `a closure that throws leaves a usable connection`() throws {
        try withConnection { connection in
            let error = storeError {
                _ = try connection.pipeline { (pipeline) throws(StoreError) in
                    try pipeline.send("SELECT 1")
                    throw StoreError(.conflict, "found before the end")
                }
            }
            #expect(error?.code == .conflict)
            let number = try connection.number("SELECT 2")
            #expect(number == 2)
        }
    }

    @Test func `an empty pipeline has no results`() throws {
        try withConnection { connection in
            let results = try connection.pipeline { _ in }
            let number = try connection.number("SELECT 2")
            #expect(results.isEmpty)
            #expect(number == 2)
        }
    }

    @Test func `more statements than are kept prepared can be used in turn`() throws {
        try withConnection { connection in
            for round in 0..<2 {
                for number in 0..<300 {
                    let found = try connection.query(
                        "SELECT $1::bigint + \(number)",
                        PostgresParameters([.integer(Int64(round))]))
                    #expect(found.map { $0.integer(0) } == [Int64(round + number)])
                }
            }
            let kept = try connection.number("SELECT count(*) FROM pg_prepared_statements")
            #expect((100...130).contains(kept))
        }
    }

    @Test func `one pipeline may need more statements than are kept prepared`() throws {
        try withConnection { connection in
            let results = try connection.pipeline { (pipeline) throws(StoreError) in
                for number in 0..<400 {
                    try pipeline.send(
                        "SELECT $1::bigint + \(number % 200)", PostgresParameters([1]))
                }
            }
            let numbers = results.flatMap { result in result.map { $0.integer(0) } }
            let expected: [Int64] = (0..<400).map { $0 % 200 + 1 }
            #expect(numbers == expected)
        }
    }

    @Test func `statements with arrays, and with the option, are not prepared`() throws {
        try withConnection { connection in
            var parameters = PostgresParameters()
            parameters.append([1, 2] as [Int64])
            let found = try connection.query("SELECT unnest($1)", parameters)
            #expect(found.map { $0.integer(0) } == [1, 2])
            #expect(try connection.texts("SELECT statement FROM pg_prepared_statements").count == 1)
        }
        try withConnection({ $0.preparesStatements = false }) { connection in
            try connection.query("SELECT $1::bigint", PostgresParameters([1]))
            #expect(try connection.number("SELECT count(*) FROM pg_prepared_statements") == 0)
        }
    }

    @Test func `a statement whose tables have changed works again after its failure`()
        throws
    {
        try withConnection { connection in
            try connection.execute("CREATE TABLE t (a bigint); INSERT INTO t VALUES (1)")
            #expect(try connection.number("SELECT * FROM t") == 1)
            try connection.execute("ALTER TABLE t ADD COLUMN b bigint")
            let error = storeError { _ = try connection.query("SELECT * FROM t") }
            #expect(connection.failure?.sqlState == "0A000")
            #expect(error?.code == .failure)
            #expect(try connection.query("SELECT * FROM t").map { $0.columnCount } == [2])
        }
    }

    @Test func `a pooler that drops prepared statements is recognized`() throws {
        try withConnection { connection in
            #expect(try connection.number("SELECT 1") == 1)
            try connection.execute("DISCARD ALL")
            let error = storeError { _ = try connection.query("SELECT 1") }
            #expect(error?.code == .unsupported)
            #expect(error?.message.contains("preparesStatements") == true)
        }
    }

    @Test func `rows are streamed, and an error in their closure ends the reading`() throws {
        try withConnection { connection in
            var sum: Int64 = 0
            try connection.forEachRow(
                "SELECT g FROM generate_series(1, $1) AS g", PostgresParameters([10_000])
            ) { sum += $0.integer(0) }
            #expect(sum == 50_005_000)
            #expect(connection.changeCount == 10_000)
            var count = 0
            let error = storeError {
                try connection.forEachRow(
                    "SELECT g FROM generate_series(1, 10000) AS g", PostgresParameters()
                ) { (_) throws(StoreError) in
                    count += 1
                    if count == 3 { throw StoreError(.corrupt, "the third row") }
                }
            }
            #expect(error?.message == "the third row")
            #expect(count == 3)
            #expect(try connection.number("SELECT 7") == 7)
        }
    }

    @Test func `an error behind the first rows is thrown`() throws {
        try withConnection { connection in
            var count = 0
            let error = storeError {
                try connection.forEachRow(
                    "SELECT 1 / (500 - g) FROM generate_series(1, 1000) AS g", PostgresParameters()
                ) { _ in count += 1 }
            }
            #expect(error?.code == .failure)
            #expect(connection.failure?.sqlState == "22012")
            #expect(count == 499)
            let number = try connection.number("SELECT 7")
            #expect(number == 7)
        }
    }

    @Test func `a connection in use says so`() throws {
        try withConnection { connection in
            var inner: StoreError?
            try connection.forEachRow("SELECT 1", PostgresParameters()) { _ in
                inner = storeError { _ = try connection.query("SELECT 2") }
            }
            #expect(inner?.message.contains("in use") == true)
        }
    }
}
