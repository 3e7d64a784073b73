import Foundation
import ObjectGraph
import ObjectGraphPostgres
import PostgresTestSupport
import Synchronization
import TestSupport
import Testing

/// Sessions and statements that a server or an administrator ends.
@Suite("Sessions that end during their work", .needsPostgres, .endsInTime)
struct SessionFaultTests {
    /// A store whose sessions have a name of their own, and a connection beside it.
    private struct Place {
        let schema: PostgresSchema
        let watcher: PostgresConnection
        let store: PostgresStore

        init(_ schema: PostgresSchema, busyTimeout: Duration = .seconds(20)) throws {
            self.schema = schema
            watcher = try schema.connect()
            store = PostgresStore(
                schema.connectionString + " application_name=\(schema.name)",
                options: .init(schema: schema.name, busyTimeout: busyTimeout))
        }

        /// Calls a function of the server for the sessions that satisfy a condition, once there
        /// are some.
        func call(_ function: String, where condition: String) throws {
            let sql =
                "SELECT \(function)(pid) FROM pg_stat_activity "
                + "WHERE application_name = '\(schema.name)' AND \(condition)"
            while try watcher.query(sql).count == 0 {}
        }
    }

    /// Updates a row that another program has locked, lets a closure interfere, and returns the
    /// error of the update.
    private func interfering(
        with place: Place, _ fixture: StoreFixture, _ body: () throws -> Void
    ) throws -> StoreError? {
        let row = try fixture.insert("Tag", ["name": "a"])
        let update = try fixture.update(row, ["name": "b"])
        let other = try place.schema.connect()
        try other.execute(#"BEGIN; SELECT * FROM "Tag" FOR UPDATE"#)
        let error = Mutex<StoreError?>(nil)
        let ended = DispatchSemaphore(value: 0)
        Thread.detachNewThread {
            let found = storeError { try fixture.commit { $0.updated = [update] } }
            error.withLock { $0 = found }
            ended.signal()
        }
        try body()
        ended.wait()
        try other.execute("ROLLBACK")
        #expect(try fixture.stored(row)?.version == 1)
        try fixture.commit { $0.updated = [update] }
        #expect(try fixture.stored(row)?.version == 2)
        return error.withLock { $0 }
    }

    /// A session that is ended instead is replaced, and the commit done again.
    @Test func `a commit that an administrator cancels has changed nothing`() throws {
        try PostgresSchema.with { schema in
            let place = try Place(schema)
            let fixture = try StoreFixture(place.store)
            let error = try interfering(with: place, fixture) {
                try place.call("pg_cancel_backend", where: "wait_event_type = 'Lock'")
            }
            #expect(error?.code == .failure)
            #expect(
                error?.message.contains("canceled by an administrator") == true,
                "\(String(describing: error))")
        }
    }

    @Test func `a lock of another program is waited for as long as the busy timeout`() throws {
        try PostgresSchema.with { schema in
            let place = try Place(schema, busyTimeout: .milliseconds(120))
            let fixture = try StoreFixture(place.store)
            let start = ContinuousClock.now
            let error = try interfering(with: place, fixture) {}
            #expect(ContinuousClock.now - start >= .milliseconds(120))
            #expect(error?.code == .busy)
            #expect(error?.message.contains("120 ms") == true, "\(String(describing: error))")
        }
    }

    @Test func `a unit of work whose session ends is done again`() throws {
        try PostgresSchema.with { schema in
            let place = try Place(schema)
            let container = try PersistentContainer(model: ContractModel.make(), store: place.store)
            try container.perform { context in
                context.insert("Tag")["name"] = "a"
                try context.save()
            }
            let attempts = Mutex(0)
            let watcher = Mutex(try schema.connect())
            let name = schema.name
            try container.perform(retryLimit: 1) { context in
                let tags = try context.fetch(FetchRequest("Tag"))
                if attempts.withLock({
                    $0 += 1; return $0
                }) == 1 {
                    try watcher.withLock { watcher in
                        try watcher.execute(
                            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
                                + "WHERE application_name = '\(name)' AND state <> 'idle'")
                    }
                }
                _ = try context.fetch(FetchRequest("Article"))
                tags.first?["name"] = "b"
                try context.save()
            }
            #expect(attempts.withLock { $0 } == 2)
        }
    }

    @Test func `a unit of work that is idle for too long says which setting it is`() throws {
        try PostgresSchema.with { schema in
            let owner = try schema.connect()
            try owner.execute(
                "CREATE ROLE \(schema.name) LOGIN; "
                    + "ALTER ROLE \(schema.name) SET idle_in_transaction_session_timeout = 300; "
                    + "CREATE SCHEMA \(schema.name) AUTHORIZATION \(schema.name)")
            defer {
                try? owner.execute("DROP OWNED BY \(schema.name); DROP ROLE \(schema.name)")
            }
            let container = try PersistentContainer(
                model: ContractModel.make(),
                store: PostgresStore(
                    schema.connectionString.replacing(
                        "user=mercator", with: "user=\(schema.name)"),
                    options: .init(schema: schema.name)))
            let attempts = Mutex(0)
            let watcher = Mutex(try schema.connect())
            let question =
                "SELECT count(*) FROM pg_stat_activity WHERE usename = '\(schema.name)' "
                + "AND state = 'idle in transaction'"
            /// Reads, waits until the server has ended the session if it is to, and reads again.
            @Sendable func work(_ context: ManagedObjectContext, idleAttempts: Int) throws {
                _ = try context.fetch(FetchRequest("Tag"))
                if attempts.withLock({
                    $0 += 1; return $0
                }) <= idleAttempts {
                    try watcher.withLock { while try $0.number(question) > 0 {} }
                }
                let count = try context.fetch(FetchRequest("Article")).count
                context.insert("Article")["articleID"] = .integer(Int64(count))
                try context.save()
            }
            try container.perform(retryLimit: 1) { try work($0, idleAttempts: 1) }
            #expect(attempts.withLock { $0 } == 2)
            let error = storeError {
                try container.perform(retryLimit: 0) { try work($0, idleAttempts: .max) }
            }
            #expect(error?.code == .conflict)
            #expect(
                error?.message.contains("idle_in_transaction_session_timeout") == true,
                "\(String(describing: error))")
        }
    }

    @Test func `a timeout of the role for statements is named`() throws {
        try PostgresSchema.with { schema in
            let owner = try schema.connect()
            try owner.execute(
                "CREATE ROLE \(schema.name) LOGIN; "
                    + "CREATE SCHEMA \(schema.name) AUTHORIZATION \(schema.name)")
            defer {
                try? owner.execute("DROP OWNED BY \(schema.name); DROP ROLE \(schema.name)")
            }
            let text = schema.connectionString.replacing(
                "user=mercator", with: "user=\(schema.name)")
            let store = PostgresStore(
                text + " options='-c statement_timeout=100'",
                options: .init(schema: schema.name))
            let fixture = try StoreFixture(
                PostgresStore(text, options: .init(schema: schema.name)))
            try fixture.insert("Tag", ["name": "a"])
            let limited = try StoreFixture(store)
            try owner.execute("BEGIN; LOCK TABLE \"\(schema.name)\".\"Tag\"")
            let error = storeError { _ = try limited.numbers("Tag") }
            try owner.execute("ROLLBACK")
            #expect(error?.code == .failure)
            #expect(error?.message.contains("statement_timeout") == true)
            #expect(try limited.numbers("Tag").count == 1)
        }
    }
}
