import Foundation
import ObjectGraph
import ObjectGraphPostgres
import PostgresTestSupport
import TestSupport
import Testing

/// Processes that reserve numbers: each is a child of this one.
@Suite("Numbers of several processes", .needsPostgres, .endsInTime)
struct NumberTests {
    /// Calls a closure with a schema that has a store, and a table for what processes report.
    private func withSchema(
        _ body: (PostgresSchema, PostgresConnection) async throws -> Void
    ) async throws {
        try await PostgresSchema.withAwaiting { schema in
            _ = try StoreFixture(
                PostgresStore(schema.connectionString, options: .init(schema: schema.name)))
            let connection = try schema.connect()
            try connection.execute(
                "CREATE TABLE reports (process bigint, place bigint, first bigint, last bigint)")
            try await body(schema, connection)
        }
    }

    /// Opens the store in another process.
    private static func fixture(_ text: String, _ name: String) throws -> StoreFixture {
        try StoreFixture(PostgresStore(text, options: .init(schema: name)))
    }

    private static func reporter(_ text: String, _ name: String) throws -> PostgresConnection {
        var settings = PostgresSettings()
        settings.schema = name
        return try PostgresConnection(ConnectionOptions(text), settings)
    }

    private static func reserve(
        _ process: Int64, times: Int, _ text: String, _ name: String
    ) throws {
        let (fixture, reporter) = (try fixture(text, name), try reporter(text, name))
        let root = try fixture.root("Tag")
        var random = SeededGenerator(seed: UInt64(process))
        var rows: [String] = []
        for place in 0..<times {
            // Both begin each hundred at once: neither can be done before the other has begun.
            if place.isMultiple(of: 100) {
                let barrier = -1 - place
                try reporter.execute("INSERT INTO reports VALUES (\(process), \(barrier), 0, 0)")
                let arrived = "SELECT count(*) FROM reports WHERE place = \(barrier)"
                while try reporter.number(arrived) < 2 {}
            }
            let count = random.pick([1, 2, 60, 64, 65, 500])
            let numbers = try fixture.backend.reserveNumbers(count, root: root)
            try #require(numbers.count == count)
            rows.append("(\(process), \(place), \(numbers.lowerBound), \(numbers.upperBound - 1))")
        }
        try reporter.execute("INSERT INTO reports VALUES \(rows.joined(separator: ", "))")
    }

    @Test func `two processes that reserve numbers at once get none twice`() async throws {
        try await withSchema { schema, connection in
            let (text, name) = (schema.connectionString, schema.name)
            async let one: Void = Self.expectSuccess(1, text, name)
            async let other: Void = Self.expectSuccess(2, text, name)
            _ = await (one, other)
            let ranges = try connection.query(
                "SELECT process, place, first, last FROM reports WHERE place >= 0 ORDER BY first"
            ).map { row in (0..<4).map { row.integer(Int32($0)) } }
            #expect(ranges.count == 2000)
            for (range, next) in zip(ranges, ranges.dropFirst()) {
                try #require(range[3] < next[2], "\(range) and \(next)")
            }
            for process in 1...2 as ClosedRange<Int64> {
                let places = ranges.filter { $0[0] == process }.map { $0[1] }
                #expect(places == Array(0..<1000), "process \(process)")
            }
            let turns = zip(ranges, ranges.dropFirst()).count { $0[0] != $1[0] }
            #expect(turns > 1, "the blocks of the processes do not alternate")
        }
    }

    private static func expectSuccess(_ process: Int64, _ text: String, _ name: String) async {
        await #expect(processExitsWith: .success) {
            [process = process as Int64, text = text as String, name = name as String] in
            try NumberTests.reserve(process, times: 1000, text, name)
        }
    }

    @Test func `numbers of a process that was killed are not given again`() async throws {
        try await withSchema { schema, connection in
            let (text, name) = (schema.connectionString, schema.name)
            for process in 1...2 as ClosedRange<Int64> {
                await #expect(processExitsWith: .signal(SIGKILL)) {
                    [text = text as String, name = name as String, process = process as Int64] in
                    let fixture = try NumberTests.fixture(text, name)
                    let root = try fixture.root("Tag")
                    let numbers = try fixture.backend.reserveNumbers(3, root: root)
                    try NumberTests.reporter(text, name).execute(
                        "INSERT INTO reports VALUES (\(process), 0, \(numbers.lowerBound), "
                            + "\(numbers.upperBound - 1))")
                    kill(getpid(), SIGKILL)
                }
            }
            let last = try connection.query("SELECT last FROM reports ORDER BY process").map {
                $0.integer(0)
            }
            try #require(last.count == 2)
            let fixture = try Self.fixture(text, name)
            let own = try fixture.backend.reserveNumbers(1, root: fixture.root("Tag")).lowerBound
            // There is a gap, the rest of the block, behind each of them.
            #expect(last[0] + 3 < last[1])
            #expect(last[1] + 1 < own)
            let row = try fixture.insert("Tag", ["name": "a"])
            #expect(row.number > last[1])
        }
    }
}
