import ObjectGraph
import ObjectGraphPostgres
import ObjectGraphSQL
import PostgresTestSupport
import Synchronization
import Testing

@Suite("Profiles of statements in a database", .needsPostgres)
struct StatementProfileTests {
    private let profiles = Profiles()
    private let trace = StatementTrace()

    private var hooks: PostgresHooks {
        PostgresHooks(trace: trace.note, profile: { [profiles] in profiles.add($0) })
    }

    /// Calls a closure with a connection whose statements are profiled from then on.
    private func withConnection(_ body: (PostgresConnection) throws -> Void) throws {
        try PostgresSchema.with { schema in
            let connection = try PostgresConnection(
                ConnectionOptions(schema.connectionString), schema.settings, hooks: hooks)
            (_, _) = (trace.take(), profiles.take())
            try body(connection)
        }
    }

    @Test func `each executed statement has one`() throws {
        try PostgresSchema.with { schema in
            let store = PostgresStore(
                schema.connectionString,
                options: .init(
                    schema: schema.name, trace: trace.note,
                    profile: { [profiles] in profiles.add($0) }))
            let model = try ManagedObjectModel([
                EntityDescription("Tag", attributes: [AttributeDescription("name", .string)])
            ])
            let container = try PersistentContainer(model: model, store: store)
            try container.perform { context in
                for name in ["swift", "sql"] { context.insert("Tag")["name"] = .string(name) }
                try context.save()
            }
            let names = try container.read { try $0.fetch(FetchRequest("Tag")).map { $0["name"] } }
            #expect(names.count == 2)
            let all = profiles.take()
            #expect(all.map(\.sql).sorted() == trace.take().sorted())
            #expect(all.allSatisfy { $0.duration > .zero && $0.duration < .seconds(60) })
            let reads = all.filter { $0.sql.hasPrefix("SELECT") && $0.sql.contains("\"Tag\"") }
            #expect(reads.last?.rowCount == 2)
            let writes = all.filter { $0.sql.contains("INTO") && $0.sql.contains("\"Tag\"") }
            #expect(writes.reduce(0) { $0 + $1.rowCount } == 2)
        }
    }

    @Test func `statements that are sent together share the time`() throws {
        try withConnection { connection in
            let start = ContinuousClock.now
            try connection.pipeline { (pipeline) throws(StoreError) in
                try pipeline.send("SELECT pg_sleep(0.05)")
                try pipeline.send("SELECT i FROM generate_series(1, 3) i")
            }
            let elapsed = start.duration(to: .now)
            let all = profiles.take()
            #expect(all.map(\.rowCount) == [1, 3])
            #expect(all.first.map { $0.duration >= .milliseconds(50) } == true)
            #expect(all.reduce(.zero) { $0 + $1.duration } <= elapsed)
        }
    }

    @Test func `a failure has one, and statements that it prevents have none`() throws {
        try withConnection { connection in
            let error = storeError {
                _ = try connection.pipeline { (pipeline) throws(StoreError) in
                    try pipeline.send("SELECT 1")
                    try pipeline.send("SELECT 1/0")
                    try pipeline.send("SELECT 2")
                }
            }
            #expect(error?.sql == "SELECT 1/0")
            try connection.query("SELECT 3")
            #expect(profiles.take().map(\.sql) == ["SELECT 1", "SELECT 1/0", "SELECT 3"])
            #expect(trace.take().contains("SELECT 2"))
        }
    }

    @Test func `rows that arrive in parts are counted`() throws {
        try withConnection { connection in
            var count = 0
            let sql = "SELECT i FROM generate_series(1, 1000) i"
            try connection.forEachRow(sql, PostgresParameters()) { (_) throws(StoreError) in
                count += 1
            }
            #expect(try connection.rows(of: sql).count == 1000)
            #expect(storeError { _ = try connection.rows(of: "SET work_mem = '8MB'") } != nil)
            try connection.execute("CREATE TEMPORARY TABLE t (a bigint)")
            try connection.query("INSERT INTO t SELECT generate_series(1, 7)")
            #expect(count == 1000)
            #expect(profiles.take().map(\.rowCount) == [1000, 1000, 0, 7])
        }
    }
}

/// The profiles of the statements of a connection.
private final class Profiles: Sendable {
    private let content = Mutex<[StatementProfile]>([])

    func add(_ profile: StatementProfile) { content.withLock { $0.append(profile) } }

    /// Returns the profiles since the last call.
    func take() -> [StatementProfile] {
        content.withLock { profiles in
            defer { profiles = [] }
            return profiles
        }
    }
}
