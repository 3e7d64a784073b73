import Foundation
import ObjectGraph
import ObjectGraphPostgres
import PostgresTestSupport
import TestSupport
import Testing

@Suite("Models at the limits of PostgreSQL", .needsPostgres, .endsInTime)
struct ModelLimitTests {
    private func attributes(_ count: Int, _ prefix: String) -> [AttributeDescription] {
        (0..<count).map { AttributeDescription("\(prefix)\($0)", .boolean) }
    }

    @Test("a tree with more properties than a table has columns is refused")
    func columns() throws {
        let models = [
            ([EntityDescription("A", attributes: attributes(1599, "a"))], 1598),
            (
                [
                    EntityDescription("A", attributes: attributes(850, "a")),
                    EntityDescription("B", parent: "A", attributes: attributes(850, "b")),
                ], 1597
            ),
        ]
        for (entities, limit) in models {
            try PostgresSchema.with { schema in
                let error = try #require(
                    storeError {
                        _ = try StoreFixture(
                            PostgresStore(
                                schema.connectionString, options: .init(schema: schema.name)),
                            ManagedObjectModel(entities))
                    })
                #expect(error.code == .unsupported)
                #expect(error.message.contains("at most 1600 columns, keeps \(limit)"), "\(error)")
                #expect(
                    try schema.connect().number(
                        "SELECT count(*) FROM pg_namespace WHERE nspname = '\(schema.name)'") == 0)
            }
        }
    }

    @Test("a tree with as many properties as a table has columns works")
    func mostColumns() throws {
        let entity = EntityDescription("A", attributes: attributes(1598, "a"))
        try StatementTrace.with(ManagedObjectModel([entity])) { fixture, _, _ in
            let row = try fixture.insert("A", ["a1597": true])
            #expect(try fixture.numbers("A", .attribute("a1597") == true) == [row.number])
        }
    }

    @Test("a constraint with more attributes than an index has columns is refused")
    func indexColumns() throws {
        let names = (0..<33).map { "a\($0)" }
        for (count, code) in [(32, nil), (33, StoreError.Code.unsupported)] {
            let entity = EntityDescription(
                "A", attributes: attributes(33, "a"),
                uniquenessConstraints: [Array(names.prefix(count))])
            try withStore { store in
                let error = storeError { _ = try StoreFixture(store, ManagedObjectModel([entity])) }
                #expect(error?.code == code)
            }
        }
    }

    @Test("rows of 1 500 columns are written with few parameters")
    func wideRows() throws {
        let entity = EntityDescription("A", attributes: attributes(1500, "a"))
        try StatementTrace.with(ManagedObjectModel([entity])) { fixture, trace, _ in
            var rows = try (0..<60).map { _ in try fixture.row("A") }
            for place in rows.indices {
                for slot in rows[place].row.slots {
                    rows[place].row[slot] = .boolean((slot + place) % 3 == 0)
                }
            }
            let all = rows
            try fixture.commit { $0.inserted = all }
            try fixture.commit { changes in
                changes.updated = all.map { row in
                    RowUpdate(row: row, changedSlots: Array(row.row.slots))
                }
            }
            let most = trace.take().map { $0.count { $0 == "$" } }.max()
            #expect(try #require(most) < 1600)
            for place in rows.indices { rows[place].version = 2 }
            #expect(try fixture.content().rows == rows)
        }
    }

    @Test("a store sends nothing that only one engine has")
    func portability() throws {
        try PostgresSchema.with { schema in
            let trace = StatementTrace()
            func open() throws -> StoreFixture {
                try StoreFixture(
                    PostgresStore(
                        schema.connectionString,
                        options: .init(schema: schema.name, trace: trace.note)))
            }
            let fixture = try open()
            try RandomGraph.fill(fixture, size: 60, generator: SeededGenerator(seed: 161))
            var requests = RandomRequests(
                model: fixture.model, generator: SeededGenerator(seed: ~161))
            let reader = try fixture.backend.makeReader()
            for _ in 0..<100 { _ = try reader.rows(matching: requests.request()) }
            _ = try fixture.numbers("Article", by: ["section", "small"], keys: [["a", .null]])
            let request = ConnectionRequest(
                relationship: try fixture.relationship("Article", "author"),
                sources: RowRequest(entity: try fixture.entity("Article")),
                destinations: RowRequest(entity: try fixture.entity("Author")),
                sourceSlots: try fixture.slots("Article", ["section"]),
                destinationSlots: try fixture.slots("Author", ["penName"]))
            _ = try fixture.backend.connect([request], registering: ChangeSet())
            try fixture.commit {
                $0.indexes = [
                    IndexDescription(
                        entity: try fixture.entity("Article"),
                        slots: try fixture.slots("Article", ["articleID"]), isUnique: true)
                ]
            }
            let row = try fixture.insert("Tag", ["name": "new"])
            try fixture.commit { $0.updated = [try fixture.update(row, ["name": "changed"])] }
            try fixture.backend.reset()
            _ = try open().backend.foreignVersion()
            let statements = trace.take()
            #expect(statements.count > 100)
            for word in ["xmin", "ctid", "LISTEN", "NOTIFY", "DEFERRABLE", "MERGE", "pg_try"] {
                let found = statements.filter { sql in
                    sql.split { !$0.isLetter && $0 != "_" }.contains { $0 == word }
                }
                #expect(found.isEmpty, "\(word): \(found.prefix(2))")
            }
            // Advisory locks end with their transactions.
            #expect(statements.contains { $0.contains("BEGIN") })
            #expect(!statements.contains { $0.contains("pg_advisory_lock") })
        }
    }
}
