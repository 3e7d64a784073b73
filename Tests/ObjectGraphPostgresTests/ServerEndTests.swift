import Foundation
import ObjectGraph
import ObjectGraphPostgres
import PostgresTestSupport
import Synchronization
import TestSupport
import Testing

@Suite("Servers that end while they are used", .needsPostgres, .endsInTime)
struct ServerEndTests {
    /// Settings with which a server keeps what it has confirmed.
    private static let durable =
        ["fsync = on", "synchronous_commit = on", "full_page_writes = on"] + recovery

    #if os(Linux)
        /// Synchronizing each file by itself takes most of the time of a recovery.
        private static let recovery = ["recovery_init_sync_method = syncfs"]
    #else
        private static let recovery: [String] = []
    #endif

    @Test func `a server that is killed while rows are written keeps none of them`() throws {
        try PostgresTestServer.with(settings: Self.durable) { server in
            let relay = try PostgresRelay(to: server)
            defer { relay.stop() }
            let fixture = try StoreFixture(
                PostgresStore(
                    relay.connectionString, options: .init(busyTimeout: .milliseconds(50))))
            func save(_ name: String) throws {
                try fixture.commit { changes in
                    changes.inserted = try (0..<3000).map {
                        try fixture.row("Tag", ["name": .string("\(name) \($0)")])
                    }
                }
            }
            relay.act(after: .max) {}
            try save("first")
            let messages = relay.count(from: .client)
            var (stored, refused) = (3000, 0)
            let crashing = Mutex(server)
            for round in 1...3 {
                relay.act(after: messages * round / 5) { crashing.withLock { $0.crash() } }
                let error = storeError { try save("\(round)") }
                // The save may have taken fewer messages than the first.
                relay.act(after: .max) {}
                crashing.withLock { $0.crash() }
                try server.start()
                let count = try fixture.numbers("Tag").count
                switch error?.code {
                case nil: stored += 3000
                case .unknownOutcome: stored = count > stored ? stored + 3000 : stored
                default: refused += 1
                }
                #expect(count == stored, "\(round) of \(messages): \(String(describing: error))")
            }
            #expect(refused > 0)
        }
    }

    @Test func `a server that crashes keeps every commit that it has confirmed`() throws {
        let rounds = Crashes.count(20)
        var random = SeededGenerator(seed: Crashes.seed)
        try PostgresTestServer.with(settings: Self.durable) { server in
            let importer = try CheckpointedImport(
                PostgresStore(
                    server.connectionString, options: .init(busyTimeout: .milliseconds(20))))
            for round in 0..<rounds {
                let place = "\(random), round \(round)"
                let ended = importer.start()
                let error = importer.wait(forSaves: random.pick(Array(1...9)))
                #expect(error == nil, "\(place)")
                server.halt(.immediate)
                ended.wait()
                try server.start()
                let (known, stored) = (importer.confirmed, try importer.stored())
                #expect(stored.names == (0..<Int64(stored.names.count)).map { $0 }, "\(place)")
                #expect(stored.checkpoint == stored.names.count, "\(place)")
                // The answer to the last commit may have been lost.
                #expect((known...known + 20).contains(stored.checkpoint), "\(place): \(known)")
            }
            #expect(importer.confirmed >= rounds * 20)
        }
    }
}

/// Work that continues at a checkpoint, which it moves with each save.
private final class CheckpointedImport: Sendable {
    private let container: PersistentContainer
    private let key = MetadataKey("import", beside: 0)
    private let done = Mutex(0)
    private let saved = DispatchSemaphore(value: 0)
    private let failure = Mutex<String?>(nil)

    init(_ store: PostgresStore) throws {
        let model = try ManagedObjectModel([
            EntityDescription("Item", attributes: [AttributeDescription("place", .integer64)])
        ])
        container = try PersistentContainer(model: model, store: store)
    }

    /// The number of items whose save was confirmed.
    var confirmed: Int { done.withLock(\.self) }

    /// Saves twenty items at a time until the store fails; the semaphore tells when it has.
    func start() -> DispatchSemaphore {
        while saved.wait(timeout: .now()) == .success {}
        failure.withLock { $0 = nil }
        let ended = DispatchSemaphore(value: 0)
        Thread.detachNewThread { [self] in
            do {
                while true {
                    let count = try container.perform(step)
                    done.withLock { $0 = count }
                    saved.signal()
                }
            } catch {
                failure.withLock { $0 = "\(error)" }
            }
            // The wait for further saves ends as well.
            for _ in 0..<10 { saved.signal() }
            ended.signal()
        }
        return ended
    }

    private func step(_ context: ManagedObjectContext) throws -> Int {
        let before = try context.metadata(key)
        let start = before.flatMap { Int($0) } ?? 0
        for place in start..<start + 20 {
            context.insert("Item")["place"] = .integer(Int64(place))
        }
        context.compareAndSet(MetadataChange(key, from: before, to: "\(start + 20)"))
        try context.save()
        return start + 20
    }

    /// Waits for a number of saves; returns the error if they have ended before.
    func wait(forSaves count: Int) -> String? {
        for _ in 0..<count { saved.wait() }
        return failure.withLock(\.self)
    }

    /// Returns what a new unit of work finds.
    func stored() throws -> (names: [Int64], checkpoint: Int) {
        let key = key
        return try container.perform { context in
            let items = try context.fetch(FetchRequest("Item")).map { item -> Int64 in
                if case .integer(let place) = item["place"] { place } else { -1 }
            }
            return (items.sorted(), try context.metadata(key).flatMap { Int($0) } ?? 0)
        }
    }
}
