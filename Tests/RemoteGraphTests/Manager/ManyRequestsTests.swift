import EntityMapper
import HTTPValues
import MercatorTesting
import ObjectGraph
import RemoteGraph
import RemotePlanning
import Synchronization
import TestSupport
import Testing

@Suite("Many requests", .endsInTime)
struct ManyRequestsTests {
    @Test func `N-143: at most six requests are at an origin, in order`() async throws {
        let gate = Gate()
        let state = Mutex((running: 0, greatest: 0))
        let desk = try Desk { _ in
            state.withLock { state in
                state.running += 1
                state.greatest = max(state.greatest, state.running)
            }
            await gate.wait()
            state.withLock { $0.running -= 1 }
            return TransportResponse(200, json: articles(1))
        }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<20 {
                group.addTask { try await desk.manager.load(path: "articles/\(number)") }
                await wait { desk.manager.waitingTaskCount == number + 1 }
            }
            await wait { gate.count >= 6 }
            #expect(desk.stub.requests.count == 6)
            gate.open()
            try await group.waitForAll()
        }
        #expect(state.withLock { $0.greatest } == 6)
        #expect(Set(desk.stub.requests.map(\.url)).count == 20)
    }

    @Test func `N-145: equal requests are sent and mapped once`() async throws {
        let (gate, log) = (Gate(), EventLog())
        let desk = try Desk(options: { $0.observer = log }) { _ in
            await gate.wait()
            return TransportResponse(200, json: articles(1, 2))
        }
        let results = try await withThrowingTaskGroup(of: [ManagedObjectID].self) { group in
            for _ in 0..<50 {
                group.addTask {
                    guard case .mapped(let result) = try await desk.manager.load("articles")
                    else { return [] }
                    return result.array
                }
            }
            await wait { desk.manager.waitingTaskCount == 50 }
            gate.open()
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(desk.stub.requests.count == 1)
        #expect(results.count == 50 && Set(results).count == 1 && results[0].count == 2)
        let mapped = log.events.count { if case .saved = $0 { true } else { false } }
        #expect(mapped == 1)
        #expect(desk.manager.waitingTaskCount == 0)
        try await desk.manager.load("articles")
        #expect(desk.stub.requests.count == 2)
    }

    @Test func `N-146: requests with other fields or another method are not equal`() async throws {
        let gate = Gate()
        let desk = try Desk { _ in
            await gate.wait()
            return TransportResponse(200, json: articles(1))
        }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for language in ["de", "en"] {
                group.addTask {
                    try await desk.manager.load("articles", headers: ["Accept-Language": language])
                }
            }
            for _ in 0..<2 {
                group.addTask {
                    try await desk.manager.load(.post, path: "articles", parameters: ["a": 1])
                }
            }
            await wait { gate.count == 4 }
            gate.open()
            try await group.waitForAll()
        }
        #expect(desk.stub.requests.count == 4)
    }

    @Test func `N-146: requests with other credentials are not equal`() async throws {
        let (gate, session) = (Gate(), Session("one"))
        let desk = try Desk(credentials: session) { _ in
            await gate.wait()
            return TransportResponse(200, json: articles(1))
        }
        async let first = desk.manager.load("articles")
        await wait { gate.count == 1 }
        await session.set(Credential(bearer: "two"))
        async let second = desk.manager.load("articles")
        await wait { gate.count == 2 }
        gate.open()
        _ = try await (first, second)
        #expect(
            desk.stub.requests.map { $0.headers["Authorization"] } == ["Bearer one", "Bearer two"])
    }

    @Test func `N-148: a response that a later request overtook is not mapped`() async throws {
        let gate = Gate()
        let desk = try Desk { request in
            guard request.headers["X"] == nil else {
                return TransportResponse(200, json: articles(1, title: "later"))
            }
            await gate.wait()
            return TransportResponse(200, json: articles(1, title: "earlier"))
        }
        async let slow = desk.manager.load("articles")
        await wait { gate.count == 1 }
        guard case .mapped = try await desk.manager.load("articles", headers: ["X": "1"]) else {
            Issue.record("not mapped")
            return
        }
        gate.open()
        guard case .superseded = try await slow else {
            Issue.record("not superseded")
            return
        }
        #expect(try desk.titles == [1: "later"])
        try await desk.manager.load("articles", headers: ["X": "2"])
        #expect(try desk.titles == [1: "later"])
    }

    @Test func `responses to several requests that send something are all mapped`() async throws {
        let gate = Gate()
        let desk = try Desk { request in
            guard request.headers["X"] == nil else {
                return TransportResponse(201, json: articles(2))
            }
            await gate.wait()
            return TransportResponse(201, json: articles(1))
        }
        async let slow = desk.manager.load(.post, path: "articles", parameters: ["a": 1])
        await wait { gate.count == 1 }
        try await desk.manager.load(
            .post, path: "articles", parameters: ["a": 1], headers: ["X": "1"])
        gate.open()
        guard case .mapped = try await slow else {
            Issue.record("not mapped")
            return
        }
        #expect(try desk.titles.keys.sorted() == [1, 2])
    }

    @Test func `N-137: a cancelled request fails with one code and changes nothing`() async throws {
        let gate = Gate()
        let desk = try Desk { _ in
            await gate.wait()
            return TransportResponse(200, json: articles(9))
        }
        let article = try desk.insertThree()[0]
        let before = try desk.snapshot()
        let requests: [@Sendable (ObjectManager) async throws -> RemoteOutcome] = [
            { try await $0.load("articles") }, { try await $0.get(article) },
            { try await $0.put(article) }, { try await $0.delete(article) },
            { try await $0.patch(article) { $0["title"] = "mine" } },
        ]
        for (index, request) in requests.enumerated() {
            let task = Task { try await request(desk.manager) }
            await wait { gate.count == index + 1 }
            task.cancel()
            await expectError(.cancelled) { try await task.value }
        }
        #expect(try desk.snapshot() == before)
        #expect(desk.manager.waitingTaskCount == 0)
    }

    @Test func `a fifth of the requests is repeated, but at least ten`() async throws {
        let desk = try Desk(options: { $0.retry.firstWait = .milliseconds(1) }) { _ in
            TransportResponse(503)
        }
        for number in 1...100 {
            await expectError(.failedStatus) { try await desk.manager.load("articles") }
            if number == 40 { #expect(desk.stub.requests.count == 50) }
        }
        #expect(desk.stub.requests.count == 120)
    }

    @Test func `N-137: a wait for the next attempt is cancelled, too`() async throws {
        let clock = TestClock(paused: true)
        let desk = try Desk(clock: clock) { _ in TransportResponse(503) }
        let task = Task { try await desk.manager.load("articles") }
        await wait { clock.waits.count == 1 }
        task.cancel()
        await expectError(.cancelled) { try await task.value }
        #expect(desk.stub.requests.count == 1)
    }

    @Test func `N-139: a cancelled task sends nothing`() async throws {
        let desk = try Desk { _ in TransportResponse(200, json: articles(1)) }
        let task = Task {
            await wait { Task.isCancelled }
            return try await desk.manager.load("articles")
        }
        task.cancel()
        await expectError(.cancelled) { try await task.value }
        #expect(desk.stub.requests.isEmpty)
    }

    @Test func `one of several equal requests is cancelled alone`() async throws {
        let gate = Gate()
        let desk = try Desk { _ in
            await gate.wait()
            return TransportResponse(200, json: articles(1))
        }
        let tasks = (0..<2).map { _ in Task { try await desk.manager.load("articles") } }
        await wait { desk.manager.waitingTaskCount == 2 }
        tasks[0].cancel()
        await expectError(.cancelled) { try await tasks[0].value }
        gate.open()
        guard case .mapped = try await tasks[1].value else {
            Issue.record("not mapped")
            return
        }
        #expect(desk.stub.requests.count == 1)
    }

    @Test func `N-142: requests are cancelled by path and method`() async throws {
        let gate = Gate()
        let desk = try Desk { _ in
            await gate.wait()
            return TransportResponse(200, json: articles(1))
        }
        let get = Task { try await desk.manager.load(path: "a/1") }
        let post = Task { try await desk.manager.load(.post, path: "a/1") }
        let other = Task { try await desk.manager.load(path: "articles") }
        await wait { gate.count == 3 }
        desk.manager.cancel("a/:id", method: .get)
        await expectError(.cancelled) { try await get.value }
        gate.open()
        await expectError(.noDescriptor) { try await post.value }
        guard case .mapped = try await other.value else {
            Issue.record("not mapped")
            return
        }
    }
}
