import Foundation
import ObjectGraph
import ObjectGraphPostgres
import PostgresTestSupport
import Synchronization
import TestSupport
import Testing

@Suite("Commits to PostgreSQL, seen in the database", .needsPostgres, .endsInTime)
struct ParityTests {
    /// Calls a closure with a store, a connection beside it, and the statements of the store.
    private func withFixture(
        _ body: (StoreFixture, PostgresConnection, @escaping () -> [String]) throws -> Void
    ) throws {
        let trace = Trace()
        try PostgresSchema.with { schema in
            let fixture = try StoreFixture(
                PostgresStore(
                    schema.connectionString,
                    options: .init(schema: schema.name, trace: { trace.add($0) })))
            try body(fixture, try schema.connect(), trace.take)
        }
    }

    /// The statements since they were taken last.
    private final class Trace: Sendable {
        private let statements = Mutex<[String]>([])

        func add(_ sql: String) { statements.withLock { $0.append(sql) } }

        func take() -> [String] {
            statements.withLock { statements in
                defer { statements = [] }
                return statements
            }
        }
    }

    @Test func `one stale row among 10 000 is named, and nothing is written`() throws {
        try withFixture { fixture, connection, _ in
            let rows = try (0..<10_000).map { _ in
                try fixture.row("Article", ["small": 1])
            }
            try fixture.commit { $0.inserted = rows }
            let stale = rows[7_654]
            try fixture.commit { $0.updated = [try fixture.update(stale, ["small": 2])] }
            let error = try #require(
                storeError {
                    try fixture.commit { changes in
                        changes.updated = try rows.map { try fixture.update($0, ["small": 3]) }
                    }
                })
            #expect(error.code == .conflict)
            #expect(error.message.contains("Article/\(stale.number) "), "\(error)")
            #expect(try connection.number(#"SELECT sum("small")::bigint FROM "Article""#) == 10_001)
            #expect(
                try connection.number(#"SELECT sum("_version")::bigint FROM "Article""#) == 10_001)
        }
    }

    @Test func `the deletion of a stale row, or of one that is gone, is a conflict`() throws {
        try withFixture { fixture, _, _ in
            let row = try fixture.insert("Tag", ["name": "a"])
            try fixture.commit { $0.updated = [try fixture.update(row, ["name": "b"])] }
            for round in 0..<2 {
                let error = storeError {
                    try fixture.commit { $0.deleted = [fixture.deletion(row)] }
                }
                #expect(error?.code == .conflict)
                #expect(error?.message.contains("Tag/\(row.number)") == true)
                if round == 0 {
                    let stored = try #require(try fixture.stored(row))
                    try fixture.commit { $0.deleted = [fixture.deletion(stored)] }
                }
            }
        }
    }

    @Test func `a key can be taken over, but not shared`() throws {
        try withFixture { fixture, _, _ in
            func author(_ name: String, _ contract: Int64) throws -> StoredRow {
                try fixture.row(
                    "Author",
                    ["email": .string(name), "agency": "s3cret", "contract": .integer(contract)])
            }
            let old = [try author("a", 1), try author("b", 2)]
            try fixture.commit { $0.inserted = old }
            let new = [try author("c", 1), try author("d", 2)]
            try fixture.commit { changes in
                changes.deleted = [fixture.deletion(old[0])]
                changes.updated = [try fixture.update(old[1], ["contract": 3])]
                changes.inserted = new
            }
            let twins = [try author("e", 9), try author("f", 9)]
            let error = try #require(
                storeError { try fixture.commit { $0.inserted = twins } })
            #expect(error.code == .uniqueness)
            for part in ["agency", "contract"] {
                #expect(error.message.contains(part), "\(error)")
            }
            for part in ["s3cret", "mercator_", "9", "Person_"] {
                #expect(!error.message.contains(part), "\(error)")
            }
            #expect(try fixture.numbers("Author").count == 3)
        }
    }

    @Test func `rows that refer to each other are kept without deferred constraints`() throws {
        try withFixture { fixture, connection, statements in
            let author = try fixture.row("Author")
            let article = try fixture.row("Article", ["author": .integer(author.number)])
            var referring = author
            referring.row[try fixture.slots("Author", ["favourite"])[0]] = .integer(article.number)
            try fixture.commit { $0.inserted = [article, referring] }
            #expect(try fixture.stored(author) == referring)
            #expect(try fixture.stored(article) == article)
            let sent = statements()
            #expect(sent.contains { $0.hasPrefix("INSERT INTO \"Article\"") })
            #expect(!sent.contains { $0.uppercased().contains("DEFERR") })
            #expect(
                try connection.number(
                    "SELECT count(*) FROM pg_constraint WHERE condeferrable "
                        + "AND connamespace = current_schema()::regnamespace") == 0)
        }
    }

    @Test func `a link that is stored again is not written, and goes with its end`()
        throws
    {
        try withFixture { fixture, connection, _ in
            let article = try fixture.insert("Article")
            let tags = try ["a", "b"].map { try fixture.insert("Tag", ["name": .string($0)]) }
            func link(_ positions: [Int64]) throws {
                let stored = zip(tags, positions).map { tag, position in
                    StoredLink(
                        source: article.number, destination: tag.number, position: position,
                        inversePosition: 0)
                }
                try fixture.commit {
                    $0.links = [try fixture.links("Article", "tags", stored: stored)]
                }
            }
            func versions() throws -> [String] {
                try connection.texts(
                    #"SELECT ctid || ' ' || xmin FROM "Article_tags" ORDER BY destination"#)
            }
            try link([0, 1])
            let first = try versions()
            try link([0, 1])
            #expect(try versions() == first)
            try link([0, 2])
            let moved = try versions()
            #expect(moved[0] == first[0] && moved[1] != first[1])
            try fixture.commit { $0.deleted = [fixture.deletion(tags[0])] }
            #expect(try versions() == [moved[1]])
            try fixture.commit { $0.deleted = [fixture.deletion(article)] }
            #expect(try versions() == [])
        }
    }

    @Test func `a reset does not show empty tables to those who read`() throws {
        try withFixture { fixture, _, _ in
            try fixture.insert("Tag", ["name": "a"])
            try fixture.insert("Cover", ["caption": "b"])
            let reader = try fixture.backend.makeReader()
            let requests = try ["Tag", "Cover"].map { RowRequest(entity: try fixture.entity($0)) }
            #expect(try reader.count(matching: requests[0]) == 1)
            try fixture.commit { $0.emptiesStore = true }
            #expect(try reader.count(matching: requests[1]) == 1)
            #expect(try reader.count(matching: requests[0]) == 1)
            #expect(try fixture.numbers("Tag").isEmpty && fixture.numbers("Cover").isEmpty)
        }
    }

    @Test func `a save without changes asks the server nothing`() throws {
        try withFixture { fixture, _, statements in
            try fixture.insert("Tag", ["name": "a"])
            let backend = try #require(fixture.backend as? PostgresBackend)
            let trips = backend.roundTrips
            _ = statements()
            try fixture.commit { _ in }
            #expect(statements() == [])
            #expect(backend.roundTrips == trips)
        }
    }

    @Test func `a value that is set to itself is not written`() throws {
        let trace = Trace()
        try withStore(.init(trace: { trace.add($0) })) { store in
            let container = try PersistentContainer(model: ContractModel.make(), store: store)
            try container.perform { context in
                context.insert("Tag")["name"] = "a"
                try context.save()
            }
            try container.perform { context in
                let tags = try context.fetch(FetchRequest("Tag"))
                tags.first?["name"] = "b"
                tags.first?["name"] = "a"
                _ = trace.take()
                try context.save()
                // The view ends, after the question whether the value has stood for another.
                #expect(trace.take().allSatisfy { $0 == "ROLLBACK" || $0.hasPrefix("SELECT") })
            }
        }
    }

    @Test func `a connection that many register at once has one record`() throws {
        try PostgresSchema.with { schema in
            func fixture() throws -> StoreFixture {
                try StoreFixture(
                    PostgresStore(schema.connectionString, options: .init(schema: schema.name)))
            }
            let long = (0..<700).map { "the text \($0)" }
            var descriptions = ["cover", "author"].map {
                ConnectionDescription(
                    entity: "Article", relationship: $0, connectedBy: ["section": "name"])
            }
            descriptions[1].sourcePredicate = try EntityPredicate(
                format: "title IN {\(long.map { "'\($0)'" }.joined(separator: ", "))}")
            let first = try fixture()
            try first.commit { $0.connections = [descriptions[0]] }
            let fixtures = try (0..<8).map { _ in try fixture() }
            let errors = Mutex<[String]>([])
            DispatchQueue.concurrentPerform(iterations: fixtures.count) { [descriptions] index in
                do {
                    try fixtures[index].commit { $0.connections = descriptions }
                } catch {
                    errors.withLock { $0.append("\(error)") }
                }
            }
            #expect(errors.withLock { $0 } == [])
            #expect(try first.backend.makeReader().connections() == descriptions)
            let sizes = try schema.connect().query(
                "SELECT length(description)::bigint FROM mercator_connections"
            ).map { $0.integer(0) }
            #expect(sizes.count == 2)
            #expect(sizes.max() ?? 0 > 10_000)
        }
    }
}
