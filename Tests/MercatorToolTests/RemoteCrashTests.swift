import Foundation
import TestSupport
import Testing

/// `MERCATOR_CRASHES` sets the number of processes that are killed, `MERCATOR_SEED` the moments.
@Suite("A process that is killed while it loads from a server", .endsInTime)
struct RemoteCrashTests {
    @Test func `N-173: objects and the version of their response are there together`() throws {
        let workshop = try Workshop()
        let environment = ProcessInfo.processInfo.environment
        let count = environment["MERCATOR_CRASHES"].flatMap { Int($0) } ?? 40
        var random = SeededGenerator(
            seed: environment["MERCATOR_SEED"].flatMap { UInt64($0) } ?? 1)
        let file = workshop.directory.appendingPathComponent("remote.sqlite")
        var newest = 0
        for round in 0..<count {
            let moment = Moment(&random, statements: 10...400, microseconds: 5_000...90_000)
            let run = try Driver("loadRemotely", file, moment.words).wait()
            let place = "\(random), round \(round), \(moment): \(run.errors)"
            try #require(run.wasKilled, "\(place)")
            let rows = try SQLiteRows(file.path)
            guard try rows.texts("SELECT 1 FROM sqlite_schema WHERE name = 'Article'") == ["1"]
            else { continue }
            let versions = try rows.texts("SELECT DISTINCT version FROM Article")
            let tags = try rows.texts(
                """
                SELECT value ->> '$.etag' FROM mercator_store
                WHERE key LIKE 'checkpoint:remote-validator:%'
                """)
            #expect(tags == versions.map { "\"\($0)\"" }, "\(place)")
            let version = versions.first.flatMap { Int($0) } ?? 0
            #expect(version >= newest + run.steps.count, "\(place)")
            newest = version
        }
        #expect(newest > count, "most processes have loaded something: \(newest)")
    }
}
