import Foundation
import ObjectGraph
import ObjectGraphPostgres
import PostgresTestSupport
import Synchronization
import TestSupport
import Testing

/// Units of work behind a pooler that has fewer connections to the server than there are units.
@Suite("The size of a pool", .needsPostgres, .needsPooler, .endsInTime)
struct PoolerSizeTests {
    private func container(
        _ pooler: PoolerServer, _ schema: PostgresSchema, waiting: Duration = .seconds(60)
    ) throws -> PersistentContainer {
        try PersistentContainer(
            model: ContractModel.make(), store: store(pooler, schema, waiting))
    }

    private func store(
        _ pooler: PoolerServer, _ schema: PostgresSchema, _ waiting: Duration
    ) -> PostgresStore {
        PostgresStore(
            pooler.connectionString,
            options: .init(
                schema: schema.name, busyTimeout: waiting, preparesStatements: false))
    }

    private func insert(_ count: Int, _ name: String, _ context: ManagedObjectContext) {
        for number in 0..<count { context.insert("Tag")["name"] = .string("\(name) \(number)") }
    }

    /// Reads, takes numbers, reads again, and saves, twice.
    @Test func `one connection to the server is enough for a unit of work`() throws {
        try PostgresSchema.with { schema in
            try PoolerServer.with(.transaction, size: 1) { pooler in
                let container = try container(pooler, schema, waiting: .seconds(5))
                for round in 0..<2 {
                    try container.perform { context in
                        #expect(try context.fetch(FetchRequest("Tag")).count == round * 300)
                        insert(200, "a\(round)", context)
                        #expect(try context.fetch(FetchRequest("Article")).isEmpty)
                        insert(50, "b\(round)", context)
                        try context.save()
                        #expect(try context.fetch(FetchRequest("Tag")).count == round * 300 + 250)
                        insert(50, "c\(round)", context)
                        try context.save()
                    }
                }
            }
        }
    }

    /// The unit has read before the other one saves, and reads after it has taken numbers.
    @Test func `a unit of work sees one state, or is repeated`() throws {
        try PostgresSchema.with { schema in
            try PoolerServer.with(.transaction, size: 1) { pooler in
                let container = try container(pooler, schema, waiting: .seconds(5))
                let other = try StoreFixture(
                    PostgresStore(schema.connectionString, options: .init(schema: schema.name)))
                let attempts = Mutex(0)
                let seen = Mutex<[Int]>([])
                try container.perform(retryLimit: 2) { context in
                    let before = try context.count(FetchRequest("Tag"))
                    let attempt = attempts.withLock {
                        $0 += 1
                        return $0
                    }
                    if attempt == 1 { try other.insert("Tag", ["name": "other"]) }
                    insert(1000, "a", context)
                    let after = try context.fetch(FetchRequest("Tag")).count - 1000
                    seen.withLock { $0 += [before, after] }
                    try context.save()
                }
                #expect(attempts.withLock { $0 } == 2)
                #expect(seen.withLock { $0 } == [1, 1])
                #expect(try other.numbers("Tag").count == 1001)
            }
        }
    }

    @Test(arguments: [2, 3])
    func `units of work that meet end, whatever their number`(size: Int) throws {
        let (unitCount, rounds) = (8, TestTier.pick(gate: 4, long: 20))
        try PostgresSchema.with { schema in
            try PoolerServer.with(.transaction, size: size) { pooler in
                let containers = try (0..<4).map { _ in try container(pooler, schema) }
                try containers[0].perform { context in
                    context.insert("Article")["articleID"] = 0
                    try context.save()
                }
                let group = DispatchGroup()
                for unit in 0..<unitCount {
                    group.enter()
                    Thread.detachNewThread {
                        let container = containers[unit % containers.count]
                        #expect(throws: Never.self) {
                            for round in 0..<rounds {
                                try container.perform(retryLimit: 20) { context in
                                    let articles = try context.fetch(FetchRequest("Article"))
                                    insert(90, "\(unit) \(round)", context)
                                    _ = try context.fetch(FetchRequest("Author"))
                                    guard case .integer(let number) = articles[0]["articleID"]
                                    else { return }
                                    articles[0]["articleID"] = .integer(number + 1)
                                    try context.save()
                                }
                            }
                        }
                        group.leave()
                    }
                }
                group.wait()
                try containers[0].perform { context in
                    let count = try context.count(FetchRequest("Tag"))
                    #expect(count == unitCount * rounds * 90)
                    let article = try context.fetch(FetchRequest("Article"))[0]
                    #expect(article["articleID"] == .integer(Int64(unitCount * rounds)))
                }
            }
        }
    }

    @Test func `a pooler without a free connection is waited for as long as the busy timeout`()
        throws
    {
        try PostgresSchema.with { schema in
            try PoolerServer.with(.transaction, size: 1) { pooler in
                let patient = try StoreFixture(store(pooler, schema, .seconds(20)))
                let fixture = try StoreFixture(store(pooler, schema, .milliseconds(200)))
                let row = try fixture.insert("Tag", ["name": "a"])
                let large = try (0..<900).map { number in
                    try fixture.row(
                        "Tag", ["name": .string("\(number) " + String(repeating: "x", count: 999))])
                }
                let other = try PostgresConnection(
                    ConnectionOptions(pooler.connectionString), PostgresSettings())
                try other.execute("BEGIN")
                for work in [
                    { _ = try fixture.numbers("Tag") },
                    { try fixture.commit { $0.deleted = [fixture.deletion(row)] } },
                    { try fixture.commit { $0.inserted = large } },
                    { _ = try fixture.backend.reserveNumbers(100_000, root: row.entity) },
                    { _ = try fixture.backend.alone() },
                    { _ = try StoreFixture(store(pooler, schema, .milliseconds(200))) },
                ] {
                    let start = ContinuousClock.now
                    let error = try #require(storeError(work))
                    #expect(error.code == .busy, "\(error)")
                    #expect(error.message.contains("default_pool_size"), "\(error)")
                    #expect(ContinuousClock.now - start < .seconds(10))
                }
                // The pooler first notices that waiting clients have left.
                try other.execute("ROLLBACK")
                #expect(try patient.numbers("Tag") == [row.number])
                try patient.commit { $0.inserted = large }
                #expect(try patient.numbers("Tag").count == 901)
            }
        }
    }
}
