import EntityMapper
import Foundation
import HTTPValues
import MercatorTesting
import ObjectGraph
import ObjectGraphSQLite
import OutboxEntries
import RemoteGraph
import RemoteOutbox
import RemotePlanning
import TestSupport
import Testing

@Suite("Outboxes that share a store", .endsInTime)
struct OutboxSharingTests {
    @Test(arguments: StoreKind.allCases)
    func `N-238: of several managers, one sends each entry`(kind: StoreKind) async throws {
        try await kind.withStoreAwaiting { store in
            let server = PressServer()
            // Each opens the store for itself, as processes do.
            let presses = try (0..<3).map { _ in try Press(store, server) }
            for number in 0..<12 {
                let author = try presses[number % 3].create("\(number)")
                try presses[0].createArticle("of \(number)", by: author)
            }
            try await withThrowingTaskGroup(of: OutboxRound.self) { group in
                for press in presses { group.addTask { try await press.outbox.send() } }
                try await group.waitForAll()
            }
            // What one process was sending could not be waited for by another.
            try await presses[0].outbox.send()
            #expect(presses.map(\.requests.count).reduce(0, +) == 24)
            #expect(server.creations.count == 24 && server.creations.values.allSatisfy { $0 == 1 })
            #expect(try presses[1].outbox.entries().isEmpty)
            #expect(try presses[2].count("Article") == 12)
        }
    }

    @Test func `edits of many tasks and the sending of them do not disturb each other`()
        async throws
    {
        try await withPress(.sqlite) { press in
            let running = Task { try await press.outbox.run() }
            try await withThrowingTaskGroup(of: Void.self) { group in
                for name in ["a", "b", "c", "d"] {
                    group.addTask {
                        let author = try press.create(name)
                        for number in 0..<10 {
                            try press.update(author, ["name": .string("\(name)\(number)")])
                            await Task.yield()
                        }
                    }
                }
                try await group.waitForAll()
            }
            try await press.waitUntilSent()
            running.cancel()
            try await running.value
            #expect(
                Set(press.server.resources.values.map { $0["name"] }) == ["a9", "b9", "c9", "d9"])
            #expect(press.server.creations.count == 4 && press.server.misusedKeys.isEmpty)
        }
    }

    @Test func `entries of other processes are sent within the interval`() async throws {
        let folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("mercator-outbox-" + UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let path = folder.appendingPathComponent("shared").path
        let clock = TestClock(paused: true)
        let press = try Press(SQLiteStore(path), clock: clock)
        let other = try Press(SQLiteStore(path), press.server)
        let running = Task { try await press.outbox.run() }
        await wait { clock.waits.contains(.seconds(30)) }
        try other.create("a")
        #expect(press.server.creations.isEmpty)
        clock.advance(by: .seconds(30))
        await wait { press.server.creations == ["a": 1] }
        running.cancel()
        try await running.value
    }

    @Test func `a seed has no edits for others to send, and a backup has them`() async throws {
        let folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("mercator-outbox-" + UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        func path(_ name: String) -> String { folder.appendingPathComponent(name).path }
        let press = try Press(SQLiteStore(path("own")))
        try press.create("a")
        try press.container.backUp(to: path("backup"))
        let backup = try Press(SQLiteStore(path("backup")))
        #expect(try backup.outbox.entries().count == 1)
        let seeded = try Press(SQLiteStore(path("new"), options: .init(seed: path("backup"))))
        #expect(try seeded.count("Author") == 1 && seeded.outbox.entries().isEmpty)
        try seeded.create("b")
        try seeded.container.reset()
        #expect(try seeded.count("Author") == 1 && seeded.outbox.entries().isEmpty)
    }
}
