import Foundation
import ObjectGraph
import ObjectGraphPostgres
import PostgresTestSupport
import Synchronization
import TestSupport
import Testing

@Suite("Programs that write the same objects", .needsPostgres, .endsInTime)
struct RaceTests {
    private static func fixture(_ schema: PostgresSchema, _ attributes: String = "") throws
        -> StoreFixture
    {
        try StoreFixture(
            PostgresStore(
                schema.connectionString + attributes, options: .init(schema: schema.name)))
    }

    @Test func `an object that another program has deleted is missed by the save`() throws {
        try PostgresSchema.with { schema in
            let (one, other) = (try Self.fixture(schema), try Self.fixture(schema))
            let author = try one.insert("Author", ["name": "a"])
            let tag = try one.insert("Tag", ["name": "a"])
            let article = try one.insert("Article")
            let update = try one.update(author, ["name": "b"])
            try other.commit { $0.deleted = [author, tag].map(other.deletion) }
            let content = try one.content()
            let reference = Value.integer(author.number)
            let changes: [(inout ChangeSet) throws -> Void] = [
                { $0.updated = [update] }, { $0.deleted = [one.deletion(tag)] },
                { $0.updated = [try one.update(article, ["author": reference])] },
                { $0.inserted = [try one.row("Article", ["author": reference])] },
                {
                    $0.links = [
                        try one.links(
                            "Article", "tags",
                            stored: [
                                StoredLink(
                                    source: article.number, destination: tag.number, position: 0,
                                    inversePosition: 0)
                            ])
                    ]
                },
            ]
            let codes = changes.map { fill in storeError { try one.commit(fill) }?.code }
            #expect(
                codes == [
                    .conflict, .conflict, .brokenReference, .brokenReference, .brokenReference,
                ])
            #expect(try one.content() == content)
        }
    }

    @Test func `nothing refers to an author who is deleted at the same time`() throws {
        let rounds = Crashes.count(15) * 10
        var random = SeededGenerator(seed: Crashes.seed)
        try PostgresSchema.with { schema in
            let fixtures = try (0..<3).map { _ in try Self.fixture(schema) }
            let article = try fixtures[0].insert("Article")
            let tally = Mutex<[String: Int]>([:])
            // Goes on until each of them has come first, which takes longer on a busy machine.
            func haveAllBeenFirst() -> Bool {
                tally.withLock { $0["0 done"] != nil && $0["2 done"] != nil }
            }
            for round in 0..<rounds * 20 where round < rounds || !haveAllBeenFirst() {
                let author = try fixtures[0].insert("Author")
                let stored = try #require(try fixtures[0].stored(article))
                let reference = Value.integer(author.number)
                // A deletion takes less time than an insertion.
                let pauses = [4000, 400, 400].map { useconds_t.random(in: 0..<$0, using: &random) }
                DispatchQueue.concurrentPerform(iterations: 3) { index in
                    let fixture = fixtures[index]
                    usleep(pauses[index])
                    let error = storeError {
                        try fixture.commit { changes in
                            switch index {
                            case 0: changes.deleted = [fixture.deletion(author)]
                            case 1:
                                changes.updated = [
                                    try fixture.update(stored, ["author": reference])
                                ]
                            default:
                                changes.inserted = [
                                    try fixture.row("Article", ["author": reference])
                                ]
                            }
                        }
                    }
                    let outcome = "\(index) \(error?.code.description ?? "done")"
                    tally.withLock { $0[outcome, default: 0] += 1 }
                }
                let broken = try schema.connect().number(
                    #"""
                    SELECT count(*) FROM "Article" AS a WHERE "author" IS NOT NULL
                    AND NOT EXISTS (SELECT 1 FROM "Person" AS p WHERE p._id = a."author")
                    """#)
                try #require(broken == 0, "\(random), round \(round)")
            }
            let outcomes = tally.withLock { $0 }
            #expect(
                Set(outcomes.keys).isSubset(of: [
                    "0 done", "0 brokenReference", "0 conflict", "1 done", "1 brokenReference",
                    "1 conflict", "2 done", "2 brokenReference", "2 conflict",
                ]), "\(outcomes)")
            // Each of them comes first at times.
            #expect(outcomes["0 done"] ?? 0 > 0 && outcomes["2 done"] ?? 0 > 0, "\(outcomes)")
        }
    }

    @Test(arguments: [true, false])
    func `a role whose transactions are serializable works as any other`(
        prepares: Bool
    ) throws {
        try PostgresSchema.with { schema in
            let owner = try schema.connect()
            try owner.execute(
                "CREATE ROLE \(schema.name) LOGIN; CREATE SCHEMA \(schema.name) "
                    + "AUTHORIZATION \(schema.name); ALTER ROLE \(schema.name) "
                    + "SET default_transaction_isolation = serializable")
            defer {
                try? owner.execute("DROP OWNED BY \(schema.name); DROP ROLE \(schema.name)")
            }
            let store = PostgresStore(
                schema.connectionString.replacing("user=mercator", with: "user=\(schema.name)"),
                options: .init(schema: schema.name, preparesStatements: prepares))
            let fixtures = try (0..<6).map { _ in try StoreFixture(store) }
            let root = try fixtures[0].root("Tag")
            let seen = Mutex<[Int64]>([])
            let group = DispatchGroup()
            for (index, fixture) in fixtures.enumerated() {
                group.enter()
                Thread.detachNewThread {
                    #expect(throws: Never.self) {
                        for round in 0..<15 {
                            let numbers = try fixture.backend.reserveNumbers(70_000, root: root)
                            seen.withLock { $0.append(numbers.lowerBound) }
                            try fixture.insert("Tag", ["name": .string("\(index) \(round)")])
                            _ = try fixture.numbers("Tag")
                            _ = try fixture.backend.foreignVersion()
                        }
                    }
                    group.leave()
                }
            }
            group.wait()
            #expect(Set(seen.withLock { $0 }).count == 90)
            #expect(try fixtures[0].numbers("Tag").count == 90)
        }
    }

    /// A trigger at the end of a transaction holds one of the writers where it has done everything
    /// but end.
    @Test func `no writer waits for the bookkeeping of another`() throws {
        try PostgresTestServer.with(settings: ["max_connections = 250"]) { server in
            let watcher = try PostgresConnection(
                ConnectionOptions(server.connectionString), PostgresSettings())
            func store(_ timeout: Duration) -> PostgresStore {
                PostgresStore(server.connectionString, options: .init(busyTimeout: timeout))
            }
            let held = try StoreFixture(store(.seconds(60)))
            try watcher.execute(
                """
                CREATE FUNCTION hold() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
                    IF NEW.name = 'held' THEN PERFORM pg_advisory_xact_lock(7); END IF;
                    RETURN NULL;
                END $$;
                CREATE CONSTRAINT TRIGGER hold AFTER INSERT ON "Tag" DEFERRABLE INITIALLY DEFERRED
                    FOR EACH ROW EXECUTE FUNCTION hold()
                """)
            try watcher.execute("BEGIN; SELECT pg_advisory_xact_lock(7)")
            let ended = DispatchSemaphore(value: 0)
            Thread.detachNewThread {
                #expect(throws: Never.self) { try held.insert("Tag", ["name": "held"]) }
                ended.signal()
            }
            let waiting =
                "SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND NOT granted"
            while try watcher.number(waiting) == 0 {}
            let fixtures = try (0..<100).map { _ in try StoreFixture(store(.seconds(2))) }
            let errors = Mutex<[String]>([])
            let group = DispatchGroup()
            for (index, fixture) in fixtures.enumerated() {
                group.enter()
                Thread.detachNewThread {
                    do {
                        for round in 0..<2 {
                            try fixture.insert("Tag", ["name": .string("\(index) \(round)")])
                        }
                        _ = try fixture.backend.foreignVersion()
                    } catch {
                        errors.withLock { $0.append("\(error)") }
                    }
                    group.leave()
                }
            }
            group.wait()
            #expect(errors.withLock { $0 } == [])
            #expect(try watcher.number(waiting) == 1)
            #expect(try watcher.number(#"SELECT count(*) FROM "Tag""#) == 200)
            try watcher.execute("COMMIT")
            ended.wait()
            #expect(try held.numbers("Tag").count == 201)
        }
    }
}
