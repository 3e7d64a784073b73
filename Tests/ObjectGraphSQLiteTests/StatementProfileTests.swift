import ObjectGraph
import ObjectGraphSQL
import ObjectGraphSQLite
import Synchronization
import Testing

@Suite("Profiles of statements in a file")
struct StatementProfileTests {
    private let file: TemporaryStore
    private let trace = Trace()
    private let profiles = Profiles()
    private let store: SQLiteStore
    private let model: ManagedObjectModel

    init() throws {
        file = try TemporaryStore()
        store = SQLiteStore(
            file.path,
            options: .init(trace: trace.note, profile: { [profiles] in profiles.add($0) }))
        model = try ManagedObjectModel([
            EntityDescription("Tag", attributes: [AttributeDescription("name", .string)])
        ])
    }

    @Test func `each executed statement has one`() throws {
        let container = try PersistentContainer(model: model, store: store)
        try container.perform { context in
            for name in ["swift", "sql", "linux"] { context.insert("Tag")["name"] = .string(name) }
            try context.save()
        }
        let names = try container.read { try $0.fetch(FetchRequest("Tag")).map { $0["name"] } }
        #expect(names.count == 3)
        #expect(profiles.all.map(\.sql).sorted() == trace.statements.sorted())
        #expect(profiles.all.allSatisfy { $0.duration > .zero && $0.duration < .seconds(60) })
        #expect(profiles.rows { $0.hasPrefix("SELECT") && $0.contains("\"Tag\"") }.last == 3)
        #expect(profiles.rows { $0.hasPrefix("INSERT INTO \"Tag\"") }.reduce(0, +) == 3)
        #expect(
            profiles.rows { ["BEGIN IMMEDIATE", "COMMIT"].contains($0) }.allSatisfy { $0 == 0 })
        #expect(profiles.rows { $0.hasPrefix("CREATE TABLE") }.allSatisfy { $0 == 0 })
    }

    @Test func `a selection that is read in blocks has one, at its end`() throws {
        let container = try PersistentContainer(model: model, store: store)
        try container.perform { context in
            for _ in 0..<2000 { context.insert("Tag")["name"] = "swift" }
            try context.save()
        }
        let count = try container.read { try $0.select(SelectRequest("Tag", ["name"])).count }
        #expect(count == 2000)
        #expect(profiles.rows { $0.hasPrefix("SELECT") && $0.contains("\"name\"") } == [2000])
    }

    @Test func `the time is that within SQLite, and a failure has one`() throws {
        _ = try PersistentContainer(model: model, store: store)
        let start = ContinuousClock.now
        let counting =
            "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT 200000)"
        _ = try store.read("\(counting) SELECT max(i) FROM n")
        let error = storeError {
            _ = try store.read("SELECT abs(column1) FROM (VALUES (1), (-9223372036854775808))")
        }
        let elapsed = start.duration(to: .now)
        #expect(error?.sql?.contains("abs") == true)
        let all = profiles.all.filter { $0.sql.contains("SELECT max") || $0.sql.contains("abs") }
        #expect(all.map(\.rowCount) == [1, 1])
        #expect(all.reduce(.zero) { $0 + $1.duration } <= elapsed)
        #expect(all.first.map { $0.duration > .microseconds(200) } == true)
    }
}

/// The profiles of the statements of a store.
private final class Profiles: Sendable {
    private let content = Mutex<[StatementProfile]>([])

    var all: [StatementProfile] { content.withLock { $0 } }

    func add(_ profile: StatementProfile) { content.withLock { $0.append(profile) } }

    /// Returns the numbers of rows of the statements that a closure accepts.
    func rows(_ isWanted: (String) -> Bool) -> [Int] {
        all.filter { isWanted($0.sql) }.map(\.rowCount)
    }
}
