import Foundation
import ObjectGraph
import ObjectGraphPostgres
import ObjectGraphSQL
import PostgresTestSupport
import TestSupport
import Testing

@Suite("Requests as PostgreSQL executes them", .needsPostgres, .endsInTime)
struct RequestPlanTests {
    @Test("one indexed key needs no sorting", arguments: [true, false])
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

    @Test("plain conditions on texts are conditions of the statement")
    func plainTexts() throws {
        try StatementTrace.with { fixture, trace, _ in
            try fixture.insert("Article", ["title": "100%_of\\it"])
            let reader = try fixture.backend.makeReader()
            _ = try reader.metadata(MetadataKey("x", beside: 0))
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

    @Test("a nested repetition takes time in proportion, and the server never matches")
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

    @Test("a list of 50 000 numbers is one statement with one parameter")
    func longLists() throws {
        try StatementTrace.with { fixture, trace, _ in
            let row = try fixture.insert("Article", ["articleID": 49_999, "title": "a\0"])
            let reader = try fixture.backend.makeReader()
            _ = try reader.metadata(MetadataKey("x", beside: 0))
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

    @Test("compound keys of which some parts are null are joined by what is there")
    func compoundKeys() throws {
        try StatementTrace.with { fixture, trace, schema in
            let connection = try schema.connect()
            try connection.execute(
                """
                INSERT INTO "Article" ("_id", "_version", "section", "small")
                SELECT i, 1, 's' || i / 100, CASE WHEN i % 10 > 0 THEN i % 100 END
                FROM generate_series(0, 9999) AS i; ANALYZE "Article"
                """)
            let sections = (0..<10_000).map { Value.string("s\($0 / 100)") }
            let numbers = (0..<10_000).map { Value.integer($0 % 100) }
            let given = (0..<10_000).filter { $0 % 10 > 0 }
            let nulls = Set(sections.indices.filter { $0 % 10 == 0 }.map { sections[$0] })
            func statement(_ keys: [[Value]], finding count: Int) throws -> String {
                _ = trace.take()
                let found = try fixture.numbers("Article", by: ["section", "small"], keys: keys)
                #expect(found.count == count)
                let statements = trace.take()
                #expect(statements.allSatisfy { !$0.contains("IS NOT DISTINCT FROM") })
                return try #require(statements.last { $0.contains("unnest") })
            }
            let all = sections.indices.map { [sections[$0], numbers[$0]] }
            let plain = try connection.work(
                statement(all, finding: 9000), [(sections, .text), (numbers, .integer)])
            let mixed = sections.indices.map { place in
                [sections[place], place % 10 > 0 ? numbers[place] : .null]
            }
            let withNulls = try connection.work(
                statement(mixed, finding: 10_000),
                [
                    (given.map { sections[$0] }, .text), (given.map { numbers[$0] }, .integer),
                    (Array(nulls), .text),
                ])
            #expect(plain >= 9000)
            #expect(withNulls <= 2 * plain, "\(withNulls) rows in place of \(plain)")
        }
    }

    @Test("look-ups are planned for the numbers of their keys, each time")
    func plans() throws {
        try StatementTrace.with { fixture, _, schema in
            try schema.connect().execute(
                """
                INSERT INTO "Article" ("_id", "_version", "articleID", "section")
                SELECT i, 1, i, 's' || i FROM generate_series(1, 20000) AS i; ANALYZE "Article"
                """)
            let entity = try fixture.entity("Article")
            let slots = try fixture.slots("Article", ["articleID", "section"])
            let reader = try #require(try fixture.backend.makeReader() as? any SQLStoreReader)
            func look(_ numbers: [Int64]) throws {
                let (ids, sections) = (
                    numbers.map(Value.integer), numbers.map { Value.string("s\($0)") }
                )
                let found = [
                    try reader.rows(root: entity, numbers: numbers),
                    try reader.rows(entity: entity, slots: [slots[0]], keys: ids.map { [$0] }),
                    try reader.rows(entity: entity, slots: [slots[1]], keys: sections.map { [$0] }),
                    try reader.rows(
                        entity: entity, slots: slots, keys: zip(ids, sections).map { [$0, $1] }),
                    try reader.rows(
                        matching: RowRequest(
                            entity: entity,
                            predicate: EntityPredicate(
                                .membership(PropertyPath("articleID"), ids)))),
                ]
                #expect(found.allSatisfy { $0.count == numbers.count })
            }
            for number in 1...20 { try look([Int64(number)]) }
            try look((1...10_000).map { $0 * 2 })
            // After five times, a prepared statement may get one plan for all numbers of keys.
            let plans = try reader.read { (session) throws(StoreError) in
                try session.number(
                    "SELECT coalesce(sum(generic_plans), 0)::bigint FROM pg_prepared_statements "
                        + #"WHERE statement LIKE '%FROM "Article" %' "#
                        + "AND statement NOT LIKE '%pg_prepared_statements%'", [])
            }
            #expect(plans == 0)
        }
    }
}

extension PostgresConnection {
    /// Executes a statement, and returns the number of rows that pass between the parts of its
    /// plan, or that a part drops.
    fileprivate func work(
        _ sql: String, _ lists: [(values: [Value], kind: StoreColumn.Kind)]
    ) throws -> Double {
        var parameters = PostgresParameters()
        for list in lists { parameters.append(list.values, of: list.kind) }
        let plan = try query("EXPLAIN (ANALYZE, TIMING OFF, SUMMARY OFF) " + sql, parameters)
            .map { $0.text(0) }
        var loops = 1.0
        return plan.reduce(0) { sum, line in
            if let part = line.firstMatch(of: #/actual rows=([0-9.]+) loops=([0-9]+)/#) {
                loops = Double(part.2) ?? 1
                return sum + (Double(part.1) ?? 0) * loops
            }
            guard let part = line.firstMatch(of: #/Rows Removed by [A-Za-z ]+: ([0-9]+)/#) else {
                return sum
            }
            return sum + (Double(part.1) ?? 0) * loops
        }
    }
}
