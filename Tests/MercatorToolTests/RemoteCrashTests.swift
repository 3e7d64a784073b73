import Foundation
import TestSupport
import Testing

@Suite("A process that is killed while it loads from a server", .endsInTime)
struct RemoteCrashTests {
    @Test func `objects and the version of their response are there together`() throws {
        let workshop = try Workshop()
        let count = Crashes.count(40)
        var random = SeededGenerator(seed: Crashes.seed)
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
        // How far a process comes depends on the speed of the machine.
        #expect(newest > count / 2, "many processes have loaded something: \(newest)")
    }
}
