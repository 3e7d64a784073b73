import EntityMapper
import HTTPValues
import MercatorTesting
import ObjectGraph
import RemoteGraph
import RemotePlanning
import Synchronization
import TestSupport
import Testing

/// A user whose token counts up with each refresh.
actor Session: CredentialProvider {
    struct Refused: Error {
        let request = "grant=secret-token"
    }

    nonisolated let origins: Set<Origin>
    nonisolated let isRequired: Bool
    private(set) var refreshCount = 0
    private var token: Credential?
    private let refuses: Bool
    private let gate: Gate?

    init(
        _ token: String? = "token-0", origin: String = "https://example.com",
        isRequired: Bool = false, refuses: Bool = false, gate: Gate? = nil
    ) {
        origins = Set([Origin(origin)].compactMap(\.self))
        self.token = token.map { Credential(bearer: $0) }
        self.isRequired = isRequired
        self.refuses = refuses
        self.gate = gate
    }

    func set(_ credential: Credential?) { token = credential }

    func credential() -> Credential? { token }

    func refresh(after rejected: Credential) async throws -> Credential {
        refreshCount += 1
        await gate?.wait()
        if refuses { throw Refused() }
        let next = Credential(bearer: "token-\(refreshCount)")
        token = next
        return next
    }
}

/// A user whose refresh is a request of the same manager.
final class RecursiveSession: CredentialProvider {
    let origins = Set([Origin("https://example.com")].compactMap(\.self))
    let manager = Mutex<ObjectManager?>(nil)
    let refreshCount = Mutex(0)

    func credential() -> Credential? { Credential(bearer: "old") }

    func refresh(after rejected: Credential) async throws -> Credential {
        refreshCount.withLock { $0 += 1 }
        try await manager.withLock { $0 }?.load(path: "refresh")
        return Credential(bearer: "new")
    }
}

/// A point at which tasks wait until a test opens it.
final class Gate: Sendable {
    private let state = Mutex((isOpen: false, count: 0))

    /// The number of tasks that have come to the gate.
    var count: Int { state.withLock { $0.count } }

    func open() { state.withLock { $0.isOpen = true } }

    func wait() async {
        state.withLock { $0.count += 1 }
        while !state.withLock({ $0.isOpen }), !Task.isCancelled {
            try? await Task.sleep(for: .milliseconds(1))
        }
    }
}

/// Waits until a condition holds; the watchdog ends a test in which it never does.
func wait(until condition: () async -> Bool) async {
    while !(await condition()) { try? await Task.sleep(for: .milliseconds(1)) }
}

/// The events of a manager.
final class EventLog: RemoteObserver {
    private let state = Mutex<[RemoteEvent]>([])

    var events: [RemoteEvent] { state.withLock { $0 } }

    func observe(_ event: RemoteEvent) { state.withLock { $0.append(event) } }

    var signedOutCount: Int {
        events.count { if case .signedOut = $0 { true } else { false } }
    }
}

@Suite("Credentials", .endsInTime)
struct CredentialTests {
    /// Accepts requests with one token.
    private func desk(
        _ session: Session, accepting token: String, log: EventLog = EventLog(), gate: Gate? = nil
    ) throws -> Desk {
        try Desk(
            clock: TestClock(paused: true), credentials: session,
            options: {
                $0.observer = log
                $0.width = 100
            }
        ) { request in
            await gate?.wait()
            return request.headers["Authorization"] == "Bearer \(token)"
                ? TransportResponse(200, json: articles(1)) : TransportResponse(401)
        }
    }

    @Test func `N-089: without a credential a request is sent bare, or not at all`() async throws {
        let bare = try Desk(credentials: Session(nil)) { request in
            TransportResponse(request.headers["Authorization"] == nil ? 204 : 500)
        }
        try await bare.manager.load("articles")
        let required = try desk(Session(nil, isRequired: true), accepting: "token-0")
        await expectError(.missingCredential) { try await required.manager.load("articles") }
        #expect(required.stub.requests.isEmpty)
    }

    @Test func `N-091: ten rejected requests lead to one refresh`() async throws {
        let session = Session()
        let gate = Gate()
        let desk = try desk(session, accepting: "token-1", gate: gate)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<10 {
                group.addTask {
                    try await desk.manager.load("articles", headers: ["X-Number": "\(number)"])
                }
            }
            await wait { gate.count == 10 }
            gate.open()
            try await group.waitForAll()
        }
        #expect(await session.refreshCount == 1)
        #expect(desk.stub.requests.count == 20)
    }

    @Test func `N-092: a request with an outdated credential is sent again without a refresh`()
        async throws
    {
        let session = Session()
        let gate = Gate()
        let desk = try desk(session, accepting: "new", gate: gate)
        async let load = desk.manager.load("articles")
        await wait { gate.count == 1 }
        await session.set(Credential(bearer: "new"))
        gate.open()
        guard case .mapped = try await load else {
            Issue.record("not mapped")
            return
        }
        #expect(await session.refreshCount == 0)
    }

    @Test func `N-094, N-095: a failed refresh ends all who wait, until there is a credential`()
        async throws
    {
        let (gate, log) = (Gate(), EventLog())
        let session = Session(refuses: true, gate: gate)
        let desk = try desk(session, accepting: "new", log: log)
        await withTaskGroup(of: Void.self) { group in
            for number in 0..<4 {
                group.addTask {
                    let error = await expectError(.failedRefresh) {
                        try await desk.manager.load("articles", headers: ["X": "\(number)"])
                    }
                    #expect(error?.cause is Session.Refused)
                    #expect(error?.status == 401)
                }
            }
            await wait { desk.stub.requests.count == 4 && gate.count == 1 }
            gate.open()
        }
        #expect(log.signedOutCount == 1)
        #expect(desk.stub.requests.count == 4)
        await expectError(.failedRefresh) { try await desk.manager.load("articles") }
        #expect(desk.stub.requests.count == 4)
        await session.set(Credential(bearer: "new"))
        try await desk.manager.load("articles")
        #expect(try desk.titles == [1: "new"])
    }

    @Test func `each request is sent again once`() async throws {
        let session = Session()
        let desk = try desk(session, accepting: "never")
        await expectError(.unauthorized) { try await desk.manager.load("articles") }
        #expect(desk.stub.requests.count == 2)
        #expect(await session.refreshCount == 1)
    }

    @Test func `N-097: a rejected request of the refresh itself leads to no further refresh`()
        async throws
    {
        let session = RecursiveSession()
        let desk = try Desk(clock: TestClock(paused: true), credentials: session) { _ in
            TransportResponse(401)
        }
        session.manager.withLock { $0 = desk.manager }
        let error = await expectError(.failedRefresh) { try await desk.manager.load("articles") }
        session.manager.withLock { $0 = nil }
        #expect((error?.cause as? RemoteError)?.code == .unauthorized)
        #expect(session.refreshCount.withLock { $0 } == 1)
        let sent = desk.stub.requests.map { ($0.url.suffix(7), $0.headers["Authorization"]) }
        #expect(sent.map(\.0) == ["t=title", "refresh"])
        #expect(sent.map(\.1) == ["Bearer old", nil])
    }

    @Test func `a refresh is cancelled after half a minute`() async throws {
        let gate = Gate()
        let desk = try desk(Session(gate: gate), accepting: "never")
        async let error = expectError(.failedRefresh) { try await desk.manager.load("articles") }
        await wait { gate.count == 1 && desk.clock.waits == [.seconds(30)] }
        desk.clock.advance(by: .milliseconds(29_999))
        #expect(desk.manager.waitingTaskCount == 1)
        desk.clock.advance(by: .milliseconds(1))
        #expect(await error?.message.contains("expected an answer in 30.0 seconds") == true)
        #expect(desk.stub.requests.count == 1)
    }

    @Test func `refreshes are limited to five in half a minute`() async throws {
        let session = Session()
        let desk = try desk(session, accepting: "never")
        for _ in 0..<5 {
            await expectError(.unauthorized) { try await desk.manager.load("articles") }
        }
        await expectError(.failedRefresh) { try await desk.manager.load("articles") }
        #expect(await session.refreshCount == 5)
    }

    @Test func `N-098: a cancelled request leaves the refresh to the others`() async throws {
        let gate = Gate()
        let session = Session(gate: gate)
        let desk = try desk(session, accepting: "token-1")
        let tasks = (0..<3).map { number in
            Task { try await desk.manager.load("articles", headers: ["X": "\(number)"]) }
        }
        await wait { desk.stub.requests.count == 3 && gate.count == 1 }
        tasks[0].cancel()
        await expectError(.cancelled) { try await tasks[0].value }
        gate.open()
        for task in tasks.dropFirst() { _ = try await task.value }
        #expect(await session.refreshCount == 1)
        #expect(desk.stub.requests.count == 5)
    }

    @Test func `N-100: a body that can be read once is not sent again`() async throws {
        let desk = try desk(Session(), accepting: "token-1")
        try await desk.manager.send(
            .post, path: "articles", body: .bytes([0x7B, 0x7D]), as: "application/json")
        #expect(desk.stub.requests.count == 2)
        let once = AsyncStream<[UInt8]> { continuation in
            continuation.yield([0x7B, 0x7D])
            continuation.finish()
        }
        let other = try self.desk(Session(), accepting: "token-1")
        let error = await expectError(.bodyNotReplayable) {
            try await other.manager.send(
                .post, path: "articles", body: .stream(once), as: "application/json")
        }
        #expect(error?.status == 401)
        #expect(other.stub.requests.count == 1)
    }

    @Test func `N-101: another origin gets no credential`() async throws {
        let desk = try desk(Session(origin: "https://other.example"), accepting: "token-0")
        await expectError(.unauthorized) { try await desk.manager.load("articles") }
        #expect(desk.stub.requests.map { $0.headers["Authorization"] } == [nil])
    }

    @Test func `a credential is refreshed half a minute before its expiry`() async throws {
        for (seconds, count) in [(29, 1), (31, 0)] {
            let session = Session()
            let desk = try desk(session, accepting: count == 1 ? "token-1" : "token-x")
            let expiry = Timestamp(seconds: desk.clock.date.seconds + Int64(seconds))
            await session.set(Credential(bearer: "token-x", expiry: expiry))
            try await desk.manager.load("articles")
            #expect(await session.refreshCount == count)
            #expect(desk.stub.requests.count == 1)
        }
    }

    @Test func `403 never leads to a refresh`() async throws {
        let session = Session()
        let desk = try Desk(credentials: session) { _ in TransportResponse(403) }
        await expectError(.failedStatus) { try await desk.manager.load("articles") }
        #expect(await session.refreshCount == 0)
    }

    @Test func `N-104: no error, event or description has the token`() async throws {
        let log = EventLog()
        let session = Session("secret-token", refuses: true)
        let desk = try desk(session, accepting: "other", log: log)
        let error = try #require(
            await expectError(.failedRefresh) {
                try await desk.manager.load("articles", query: ["token": "secret-token"])
            })
        var texts = log.events.map { "\($0) \(String(reflecting: $0))" }
        texts += ["\(error)", String(reflecting: error)]
        let credential = Credential(bearer: "secret-token")
        var dumped = ""
        dump(credential, to: &dumped)
        texts += ["\(credential)", String(reflecting: credential), dumped]
        #expect(log.events.count >= 2)
        for text in texts { #expect(!text.contains("secret-token")) }
    }
}
