import EntityMapper
import HTTPValues
import MercatorTesting
import ObjectGraph
import OutboxEntries
import RemoteGraph
import RemoteOutbox
import RemotePlanning
import ResourceMapping
import Synchronization
import TestSupport
import Testing

/// Credentials of a user, or of none.
final class Users: CredentialProvider {
    let origins: Set<Origin>
    private let user: Mutex<String?>

    init(_ user: String?) throws {
        origins = [try #require(Origin("https://example.com"))]
        self.user = Mutex(user)
    }

    func signIn(_ name: String?) { user.withLock { $0 = name } }

    func credential() -> Credential? {
        user.withLock { $0.map { Credential(bearer: "token of \($0)", identity: $0) } }
    }

    func refresh(after rejected: Credential) throws -> Credential {
        throw RemoteTestError.signedOut
    }
}

private enum RemoteTestError: Error { case signedOut }

@Suite("Sending edits", .endsInTime)
struct OutboxRunningTests {
    @Test(arguments: StoreKind.allCases)
    func `N-223: edits of another user wait`(kind: StoreKind) async throws {
        try await kind.withStoreAwaiting { store in
            let users = try Users("anna")
            let press = try Press(store, credentials: users)
            try press.create("a", user: "anna")
            users.signIn("berta")
            #expect(try await press.outbox.send().description == "nothing to send")
            // The manager knows the user now.
            try press.create("b")
            #expect(try press.outbox.entries().map(\.user) == ["anna", "berta"])
            #expect(try await press.outbox.send().sent.count == 1)
            #expect(press.server.creations == ["b": 1])
            users.signIn(nil)
            #expect(try await press.outbox.send().description == "nothing to send")
            users.signIn("anna")
            #expect(try await press.outbox.send().sent.count == 1)
            #expect(
                press.stub.requests.map { $0.headers["Authorization"] }
                    == ["Bearer token of berta", "Bearer token of anna"])
        }
    }

    @Test func `an edit is not sent if another user signs in after its claim`() async throws {
        try await StoreKind.inMemory.withStoreAwaiting { store in
            let users = try Users("anna")
            let press = try Press(store, credentials: users, options: { $0.retry.sendings = 2 })
            try press.create("a", user: "anna")
            press.server.interruptNext { users.signIn("berta") }
            press.server.fail(.lost)
            let round = try await press.outbox.send()
            #expect(round.waiting.count == 1 && press.requests.count == 1)
            #expect(try press.states == [.pending])
        }
    }

    @Test(arguments: StoreKind.allCases)
    func `N-226: a failed round is repeated by itself`(kind: StoreKind) async throws {
        try await withPress(kind) { press in
            let author = try press.create("a")
            press.server.fail(.unsent, .status(503), .status(429, ["Retry-After": "90"]), .lost)
            let running = Task { try await press.outbox.run() }
            try await press.waitUntilSent()
            running.cancel()
            try await running.value
            #expect(press.requests.count == 5)
            #expect(press.clock.waits.contains { $0 > .seconds(80) })
            #expect(try press.values(author, "authorID") == [1])
            #expect(press.server.creations == ["a": 1])
        }
    }

    @Test func `new edits are sent at once while it runs`() async throws {
        try await withPress(.sqlite) { press in
            let running = Task { try await press.outbox.run() }
            for name in ["a", "b", "c"] {
                try press.create(name)
                try await press.waitUntilSent()
            }
            running.cancel()
            try await running.value
            // It looks for the entries of other processes beside.
            #expect(press.clock.waits.allSatisfy { $0 == OutboxOptions().interval })
            #expect(press.server.creations == ["a": 1, "b": 1, "c": 1])
        }
    }

    @Test func `a round sends an entry once, also if it need not wait`() async throws {
        let press = try Press(
            InMemoryStore(),
            options: {
                $0.retry.firstWait = .zero
                $0.retry.longestWait = .zero
            })
        try press.create("a")
        for _ in 0..<5 { press.server.fail(.status(503)) }
        for count in 1...3 {
            #expect(try await press.outbox.send().waiting.count == 1)
            #expect(press.requests.count == count)
        }
    }

    @Test func `a run without entries waits`() async throws {
        let clock = TestClock(paused: true)
        let press = try Press(InMemoryStore(), clock: clock)
        let running = Task { try await press.outbox.run() }
        while clock.waits.isEmpty { await Task.yield() }
        for _ in 0..<1000 { await Task.yield() }
        #expect(clock.waits.count == 1)
        running.cancel()
        try await running.value
    }

    @Test func `a round that cannot read the store is repeated by itself`() async throws {
        let store = FailingStore()
        let clock = TestClock(paused: true)
        let press = try Press(store, clock: clock)
        try press.create("a")
        store.fail([.reading], .busy)
        let running = Task { try await press.outbox.run() }
        while clock.waits.isEmpty { await Task.yield() }
        store.fail([])
        clock.advance(by: .seconds(30))
        try await press.waitUntilSent()
        running.cancel()
        try await running.value
        #expect(press.requests.count == 1)
    }

    @Test func `a rejected credential stops all, and deletes nothing`() async throws {
        try await withPress(.inMemory, options: { $0.outbox.width = 1 }) { press in
            for name in ["a", "b", "c"] { try press.create(name) }
            press.server.fail(.status(401))
            let round = try await press.outbox.send()
            #expect(round.pause?.code == .unauthorized)
            #expect(press.requests.count == 1)
            #expect(try press.states == [.pending, .pending, .pending])
            #expect(try await press.outbox.send().sent.count == 3)
            let keys = press.stub.requests.map { $0.headers["Idempotency-Key"] }
            #expect(keys.count == 4 && keys[0] == keys[1])
        }
    }

    @Test(arguments: StoreKind.allCases)
    func `N-239: the numbers follow the entries in order`(kind: StoreKind) async throws {
        try await withPress(kind) { press in
            var states = press.outbox.states.makeAsyncIterator()
            #expect(try await states.next()?.description == "empty")
            let author = try press.create("a")
            try await press.outbox.send()
            try press.update(author, ["name": "b"])
            press.server.fail(.unsent, .status(422))
            try await press.outbox.send()
            press.clock.advance(by: .seconds(60))
            try await press.outbox.send()
            try press.update(try press.known(8, "l"), ["name": "m"])
            press.server.fail(.status(412))
            try await press.outbox.send()
            var seen: [String] = []
            for _ in 0..<10 {
                seen.append(try #require(try await states.next()).description)
            }
            #expect(
                seen == [
                    "1 pending", "1 sending", "1 sent", "1 pending, 1 sent", "1 sending, 1 sent",
                    "1 waiting, 1 sent", "1 sending, 1 sent", "1 failed, 1 sent",
                    "1 pending, 1 failed, 1 sent", "1 sending, 1 failed, 1 sent",
                ])
            #expect(
                try await states.next()?.description == "1 failed, 1 conflicts, 1 sent")
            try press.create("last")
            #expect(
                try await states.next()?.description
                    == "1 pending, 1 failed, 1 conflicts, 1 sent")
            let watcher = Task {
                var states = press.outbox.states.makeAsyncIterator()
                _ = try await states.next()
                return try await states.next()
            }
            watcher.cancel()
            #expect(try await watcher.value == nil)
        }
    }

    @Test func `independent entries are sent side by side, four at a time`() async throws {
        try await withPress(.inMemory) { press in
            for number in 0..<8 { try press.create("\(number)") }
            let arrivals = Meeting(of: 4)
            let most = Mutex(0)
            press.server.interruptAll {
                await arrivals.arrive()
                let count = (try? press.states.count { $0 == .sending }) ?? 0
                most.withLock { $0 = max($0, count) }
            }
            #expect(try await press.outbox.send().sent.count == 8)
            #expect(most.withLock { $0 } == 4)
        }
    }
}

/// A point at which tasks wait until there is a number of them.
private actor Meeting {
    private let size: Int
    private var waiting: [CheckedContinuation<Void, Never>] = []

    init(of size: Int) { self.size = size }

    func arrive() async {
        await withCheckedContinuation { continuation in
            waiting.append(continuation)
            guard waiting.count == size else { return }
            for task in waiting { task.resume() }
            waiting = []
        }
    }
}
