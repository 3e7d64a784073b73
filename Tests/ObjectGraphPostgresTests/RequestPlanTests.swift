import Foundation
import ObjectGraph
import ObjectGraphPostgres
import PostgresTestSupport
import TestSupport
import Testing

@Suite("Requests as PostgreSQL executes them", .needsPostgres, .endsInTime)
struct RequestPlanTests {
    @Test("P-047: one indexed key needs no sorting", arguments: [true, false])
    func sorting(isAscending: Bool) throws {
        try StatementTrace.with { fixture, trace, schema in
            let connection = try schema.connect()
            try connection.execute(
                """
                INSERT INTO "Article" ("_id", "_version", "articleID")
                SELECT i, 1, CASE WHEN i % 9 > 0 THEN i % 700 END FROM generate_series(1, 5000) i;
                INSERT INTO "Tag" ("_id", "_version", "name")
                SELECT i, 1, CASE WHEN i % 9 > 0 THEN i::text END FROM generate_series(1, 5000) i
                """)
            let index = IndexDescription(
                entity: try fixture.entity("Article"),
                slots: try fixture.slots("Article", ["articleID"]), isUnique: false)
            try fixture.commit { $0.indexes = [index] }
            try connection.execute(#"ANALYZE "Article"; ANALYZE "Tag""#)
            for (entity, name) in [("Article", "articleID"), ("Tag", "name")] {
                _ = trace.take()
                let key = isAscending ? SortKey.ascending(name) : .descending(name)
                _ = try fixture.numbers(entity, sortedBy: [key], limit: 20)
                let sql = try #require(trace.take().last { $0.contains("ORDER BY") })
                let plan = try connection.plan(sql, [20, 0])
                #expect(plan.contains { $0.contains("_by_\(name)") }, "\(plan)")
                // Equal keys, such as nulls in a unique index, are still sorted by number.
                let sorts = plan.filter { $0.contains("Sort  (") }
                let isComplete = isAscending && entity == "Article"
                #expect(sorts.allSatisfy { $0.contains("Incremental Sort") }, "\(plan)")
                #expect(!isComplete || sorts.isEmpty, "\(plan)")
            }
        }
    }

    @Test("P-049: plain conditions on texts are conditions of the statement")
    func plainTexts() throws {
        try StatementTrace.with { fixture, trace, _ in
            try fixture.insert("Article", ["title": "100%_of\\it"])
            let reader = try fixture.backend.makeReader()
            _ = try reader.checkpoint(CheckpointKey("x", beside: 0))
            for format in [
                "title == 'x'", "title BEGINSWITH '100%'", "title ENDSWITH '\\\\it'",
                "title CONTAINS '%_'", "title LIKE '1??%_*'", "NOT title LIKE '*\\\\*?'",
            ] {
                _ = trace.take()
                let request = RowRequest(
                    entity: try fixture.entity("Article"),
                    predicate: try EntityPredicate(format: format))
                let count = try reader.count(matching: request)
                #expect(count == (format == "title == 'x'" ? 0 : 1), "\(format)")
                let statements = trace.take()
                #expect(statements.count == 1, "\(statements)")
            }
        }
    }

    @Test("P-053: a nested repetition takes time in proportion, and the server never matches")
    func expressions() throws {
        try StatementTrace.with { fixture, trace, schema in
            try schema.connect().execute(
                """
                INSERT INTO "Article" ("_id", "_version", "title")
                SELECT i, 1, repeat('a', 40) || CASE WHEN i = 7 THEN 'b' ELSE '' END
                FROM generate_series(1, 10000) AS i
                """)
            let predicate = try EntityPredicate(format: "title MATCHES '(a+)+b'")
            #expect(try fixture.numbers("Article", predicate) == [7])
            let statements = trace.take()
            #expect(statements.count > 1)
            #expect(statements.allSatisfy { !$0.contains("~") }, "\(statements)")
        }
    }

    @Test("P-056: a list of 50 000 numbers is one statement with one parameter")
    func longLists() throws {
        try StatementTrace.with { fixture, trace, _ in
            let row = try fixture.insert("Article", ["articleID": 49_999, "title": "a\0"])
            let reader = try fixture.backend.makeReader()
            _ = try reader.checkpoint(CheckpointKey("x", beside: 0))
            let lists: [(String, [Value])] = [
                ("articleID", (0..<50_000).map { .integer(Int64($0)) }),
                ("title", (0..<50_000).map { .string("\($0)") } + ["a\0"]),
            ]
            for (name, list) in lists {
                _ = trace.take()
                let request = RowRequest(
                    entity: row.entity,
                    predicate: EntityPredicate(.membership(PropertyPath(name), list)))
                #expect(try reader.rows(matching: request) == [row])
                let statements = trace.take()
                #expect(statements.count == 1)
                #expect(statements.allSatisfy { $0.contains("$1") && !$0.contains("$2") })
            }
        }
    }

    @Test("P-064: compound keys of which some parts are null are joined by what is there")
    func compoundKeys() throws {
        try StatementTrace.with { fixture, trace, schema in
            try schema.connect().execute(
                """
                INSERT INTO "Article" ("_id", "_version", "section", "small")
                SELECT i, 1, 's' || i / 100, CASE WHEN i % 10 > 0 THEN i % 100 END
                FROM generate_series(0, 9999) AS i; ANALYZE "Article"
                """)
            let keys = (0..<10_000).map { number -> [Value] in
                let small: Value = number % 10 > 0 ? .integer(Int64(number % 100)) : .null
                return [.string("s\(number / 100)"), small]
            }
            _ = trace.take()
            let found = try fixture.numbers("Article", by: ["section", "small"], keys: keys)
            #expect(found == (0..<10_000).map(Int64.init))
            let statements = trace.take()
            #expect(statements.contains { $0.contains("unnest") })
            #expect(statements.allSatisfy { !$0.contains("IS NOT DISTINCT FROM") })
        }
    }

    @Test("P-071: a look-up is planned for the number of its keys")
    func plans() throws {
        try withConnection { connection in
            try connection.execute("CREATE TABLE t (id bigint PRIMARY KEY, v text)")
            try connection.execute(
                "INSERT INTO t SELECT i, 'v' FROM generate_series(1, 100000) AS i; ANALYZE t")
            let sql = "SELECT id FROM t WHERE id = ANY($1)"
            func look(_ numbers: [Int64]) throws -> Int {
                var parameters = PostgresParameters()
                parameters.append(numbers)
                return try connection.query(sql, parameters).map { $0.integer(0) }.count
            }
            for number in 1...20 { #expect(try look([Int64(number)]) == 1) }
            #expect(try look((1...10_000).map { $0 * 7 }) == 10_000)
            // A prepared statement would get one plan for all numbers of keys after five times.
            #expect(
                try connection.number(
                    "SELECT count(*) FROM pg_prepared_statements WHERE statement LIKE 'SELECT id%'")
                    == 0)
        }
    }
}
