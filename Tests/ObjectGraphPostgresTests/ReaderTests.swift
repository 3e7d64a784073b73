import Foundation
import ObjectGraph
import ObjectGraphPostgres
import PostgresTestSupport
import TestSupport
import Testing

@Suite("Units of work that read PostgreSQL", .needsPostgres, .endsInTime)
struct ReaderTests {
    @Test("the state is that of the first question")
    func firstQuestion() throws {
        try withStore { store in
            let (fixture, other) = (try StoreFixture(store), try StoreFixture(store))
            let reader = try fixture.backend.makeReader()
            let first = try other.insert("Tag", ["name": "a"])
            let request = RowRequest(entity: first.entity)
            #expect(try reader.rows(matching: request) == [first])
            try other.insert("Tag", ["name": "b"])
            try other.insert("Article")
            #expect(try reader.rows(matching: request) == [first])
            #expect(try reader.count(matching: RowRequest(entity: fixture.entity("Article"))) == 0)
            #expect(try fixture.numbers("Tag").count == 2)
        }
    }

    /// Cost: 1 000 commits in the server, and as many statements that describe their links.
    @Test("a unit of work sees one state over 1 000 commits, and leaves nothing open")
    func longUnit() throws {
        try PostgresSchema.with { schema in
            func open(_ name: String) throws -> StoreFixture {
                let text = schema.connectionString + " application_name=\(name)"
                return try StoreFixture(PostgresStore(text, options: .init(schema: schema.name)))
            }
            let (fixture, other) = (try open(schema.name), try open("others"))
            var row = try other.insert("Tag", ["name": "0"])
            var article = try other.insert("Article", ["title": "0"])
            let tags = try other.relationship("Article", "tags")
            let numbers = [row.number]
            do {
                let reader = try fixture.backend.makeReader()
                let requests = [row, article].map { RowRequest(entity: $0.entity) }
                let before = try reader.rows(matching: requests[0])
                for number in 1...1000 {
                    let update = try other.update(row, ["name": .string("\(number)")])
                    let (old, new) = (article, try other.row("Article"))
                    try other.commit { changes in
                        changes.updated = [update]
                        changes.deleted = [other.deletion(old)]
                        changes.inserted = [new]
                        changes.links = [
                            try other.links(
                                "Article", "tags",
                                stored: [StoredLink(source: new.number, destination: row.number)])
                        ]
                    }
                    (article, row.version) = (new, row.version + 1)
                    guard number % 250 == 0 else { continue }
                    #expect(try reader.rows(matching: requests[0]) == before)
                    // A table that the unit has not read before.
                    #expect(try reader.links(of: tags, to: numbers) == [])
                }
                #expect(
                    try reader.rows(matching: requests[1]).map(\.number) == [1],
                    "the first article was deleted in between")
            }
            #expect(try fixture.backend.makeReader().links(of: tags, to: numbers).count == 1)
            let states = try schema.connect().texts(
                "SELECT concat_ws(' ', state, xact_start, backend_xmin) FROM pg_stat_activity "
                    + "WHERE application_name = '\(schema.name)'")
            #expect(!states.isEmpty)
            #expect(states.allSatisfy { $0 == "idle" }, "\(states)")
        }
    }

    @Test("rows are read while the server sends further ones")
    func streaming() throws {
        try PostgresSchema.with { schema in
            let (connection, observer) = (try schema.connect(), try schema.connect())
            var count = 0
            var states: [String] = []
            let sql = "SELECT i, repeat('x', 1000) FROM generate_series(1, 100000) AS i"
            try connection.forEachRow(sql, PostgresParameters()) { (row) throws(StoreError) in
                count += 1
                guard count == 1000 else { return }
                states =
                    (try? observer.texts(
                        "SELECT state FROM pg_stat_activity WHERE pid = \(connection.processNumber)"
                    ))
                    ?? []
            }
            #expect(count == 100_000)
            // If all rows were there already, the server would wait for the next statement.
            #expect(states == ["active"])
        }
    }

    @Test("a fetch reads rows before the server has sent all of them")
    func streamedFetch() throws {
        try PostgresSchema.with { schema in
            let relay = try PostgresRelay(to: PostgresTestServer.shared())
            defer { relay.stop() }
            let fixture = try StoreFixture(
                PostgresStore(relay.connectionString, options: .init(schema: schema.name)))
            try schema.connect().execute(
                """
                INSERT INTO "Article" ("_id", "_version", "rating")
                SELECT i, 1, CASE i WHEN 1 THEN float8 'NaN' ELSE i END
                FROM generate_series(1, 30000) AS i
                """)
            let reader = try fixture.backend.makeReader()
            let tags = RowRequest(entity: try fixture.entity("Tag"))
            #expect(try reader.count(matching: tags) == 0)
            relay.cut(after: 20_000, from: .server)
            let articles = RowRequest(entity: try fixture.entity("Article"))
            let error = storeError { _ = try reader.rows(matching: articles) }
            #expect(relay.hasCut)
            // A reader that waits for all rows would find the connection lost, and no row.
            #expect(error?.code == .corrupt, "\(String(describing: error))")
        }
    }

    @Test("a row that another program has damaged is named with its column")
    func damage() throws {
        let damages = [
            (#""rating" = 'NaN'"#, "rating"), (#""price" = 'Infinity'"#, "price"),
            (#""createdAt" = 'soon'"#, "createdAt"), (#""keywords" = '[1'"#, "keywords"),
        ]
        for (change, name) in damages {
            try PostgresSchema.with { schema in
                let fixture = try StoreFixture(
                    PostgresStore(schema.connectionString, options: .init(schema: schema.name)))
                let rows = try (1...3).map { _ in try fixture.insert("Article") }
                try schema.connect().execute(
                    #"UPDATE "Article" SET \#(change) WHERE "_id" = \#(rows[1].number)"#)
                let error = try #require(storeError { _ = try fixture.numbers("Article") })
                #expect(error.code == .corrupt, "\(error)")
                #expect(error.message.contains("'\(name)' of 'Article' \(rows[1].number)"))
                #expect(error.message.utf8.allSatisfy { $0 >= 32 && $0 < 127 }, "\(error)")
                #expect(try fixture.stored(rows[0]) == rows[0])
            }
        }
    }

    @Test("arrays and objects have the bytes that a file has")
    func bytes() throws {
        try StatementTrace.with { fixture, _, schema in
            let values: [Value] = [
                [], ["a\0b", "\u{1}"], [9_007_199_254_740_993, 1.1, 1e300, true, .null],
                (0..<100).reduce([]) { inner, _ in [inner] },
            ]
            let objects: [Value] = [[:], ["b": 1, "a": ["c": "\0"]]]
            for value in values { try fixture.insert("Article", ["keywords": value]) }
            for value in objects { try fixture.insert("Article", ["extra": value]) }
            let texts = try schema.connect().texts(
                #"SELECT COALESCE("keywords", "extra") FROM "Article" ORDER BY "_id""#)
            #expect(texts == (values + objects).map(ValueJSON.text))
        }
    }

    @Test("a text of many megabytes is kept, 64 of them in the long tier")
    func largeText() throws {
        try withStore { store in
            let fixture = try StoreFixture(store)
            let count = TestTier.pick(gate: 500_000, long: 4_000_000)
            let text = String(repeating: "0123456789abcdéf", count: count)
            let row = try fixture.insert("Article", ["title": .string(text)])
            let slot = try fixture.slots("Article", ["title"])[0]
            #expect(try fixture.stored(row)?.row[slot] == .string(text))
        }
    }
}
