import HTTPValues
import MercatorTesting
import RemoteGraph
import RemotePlanning
import Synchronization
import TestSupport
import Testing

@Suite("Pollers", .endsInTime)
struct PollerTests {
    private static var ok: TransportResponse { TransportResponse(200, json: articles(1)) }

    private func poller(
        _ desk: Desk, _ key: String = "articles", jitter: Double = 0
    ) -> Poller {
        desk.manager.poll(key, every: .seconds(60), jitter: jitter) {
            try await $0.load("articles")
        }
    }

    /// Reads a number of outcomes; `nil` stands for a failure.
    private func read(_ count: Int, of poller: Poller) async -> [RemoteError.Code?] {
        var codes: [RemoteError.Code?] = []
        for await result in poller {
            switch result {
            case .success: codes.append(nil)
            case .failure(let error): codes.append((error as? RemoteError)?.code)
            }
            if codes.count == count { break }
        }
        return codes
    }

    @Test func `a request is sent at once, and then after each interval`() async throws {
        let desk = try Desk { _ in Self.ok }
        #expect(await read(3, of: poller(desk)) == [nil, nil, nil])
        #expect(desk.stub.requests.count == 3)
        #expect(desk.clock.waits == [.seconds(60), .seconds(60)])
    }

    @Test func `the jitter is a random part of the interval`() async throws {
        let desk = try Desk { _ in Self.ok }
        _ = await read(50, of: poller(desk, jitter: 0.5))
        let waits = desk.clock.waits
        #expect(waits.allSatisfy { .seconds(60) <= $0 && $0 <= .seconds(90) })
        #expect(Set(waits).count == 49)
        #expect(waits.contains { $0 > .seconds(80) })
    }

    @Test func `a failure is an outcome and does not end the sequence`() async throws {
        let script = Script([.success(TransportResponse(404)), .success(Self.ok)])
        let desk = try Desk { _ in script.next(or: TransportResponse(500)) }
        let codes = await read(3, of: poller(desk))
        #expect(codes == [.failedStatus, nil, .failedStatus])
        #expect(desk.clock.waits == [.seconds(60), .seconds(60)])
    }

    @Test func `N-242: the next request waits as long as the server asks`() async throws {
        let script = Script([
            .success(TransportResponse(503, headers: ["Retry-After": "300"])),
            .success(Self.ok),
            .success(TransportResponse(503, headers: ["Retry-After": "61"])),
        ])
        let desk = try Desk { _ in script.next(or: Self.ok) }
        #expect(await read(4, of: poller(desk)) == [.failedStatus, nil, .failedStatus, nil])
        #expect(desk.clock.waits == [.seconds(300), .seconds(60), .seconds(61)])
        #expect(desk.stub.requests.count == 4)
    }

    @Test(arguments: [true, false])
    func `N-242: a rejected credential is not sent again, until there is another`(
        refuses: Bool
    ) async throws {
        let session = Session(refuses: refuses)
        let desk = try Desk(clock: TestClock(paused: true), credentials: session) { request in
            request.headers["Authorization"] == "Bearer new" ? Self.ok : TransportResponse(401)
        }
        let poller = poller(desk)
        #expect(await read(1, of: poller) == [refuses ? .failedRefresh : .unauthorized])
        let sent = desk.stub.requests.count
        async let codes = read(1, of: poller)
        for round in 1...3 {
            await wait { desk.clock.waits.count { $0 == .seconds(60) } == round }
            #expect(desk.stub.requests.count == sent)
            if round == 3 { await session.set(Credential(bearer: "new")) }
            desk.clock.advance(by: .seconds(60))
        }
        #expect(await codes == [nil])
        #expect(desk.stub.requests.count == sent + 1)
    }

    @Test func `without a credential, nothing is sent until there is one`() async throws {
        let session = Session(nil, isRequired: true)
        let desk = try Desk(clock: TestClock(paused: true), credentials: session) { _ in Self.ok }
        let poller = poller(desk)
        #expect(await read(1, of: poller) == [.missingCredential])
        async let codes = read(1, of: poller)
        await wait { desk.clock.waits.count == 1 }
        desk.clock.advance(by: .seconds(60))
        await wait { desk.clock.waits.count == 2 }
        await session.set(Credential(bearer: "new"))
        desk.clock.advance(by: .seconds(60))
        #expect(await codes == [nil])
        #expect(desk.stub.requests.count == 1)
    }

    @Test func `N-241, T-77: nothing is sent for keys that were removed`() async throws {
        let gate = Gate()
        let desk = try Desk(clock: TestClock(paused: true)) { request in
            if request.headers["X-Slow"] != nil { await gate.wait() }
            return Self.ok
        }
        let waiting = poller(desk, "waiting")
        let running = desk.manager.poll("running", every: .seconds(60)) {
            try await $0.load("articles", headers: ["X-Slow": "1"])
        }
        let unused = poller(desk, "unused")
        async let first = read(9, of: waiting)
        async let second = read(9, of: running)
        await wait { desk.clock.waits.count == 1 && gate.count == 1 }
        #expect(desk.manager.pollers.keys.sorted() == ["running", "unused", "waiting"])
        desk.manager.pollers.removeAll()
        #expect(await first == [nil])
        #expect(await second == [])
        desk.clock.advance(by: .seconds(1000))
        #expect(await read(1, of: unused) == [])
        #expect([waiting, running, unused].map(\.isValid) == [false, false, false])
        #expect(desk.stub.requests.count == 2)
        #expect(desk.manager.pollers.keys.isEmpty)
    }

    @Test func `T-77: removing a key leaves the others`() async throws {
        let desk = try Desk { _ in Self.ok }
        let (one, two) = (poller(desk, "1"), poller(desk, "2"))
        desk.manager.pollers.remove("1")
        desk.manager.pollers.remove("3")
        #expect(!one.isValid && two.isValid)
        #expect(desk.manager.pollers.keys == ["2"])
        #expect(await read(1, of: one) == [])
        #expect(await read(1, of: two) == [nil])
    }

    @Test func `N-241, T-77: another poller for a key replaces the first`() async throws {
        let desk = try Desk(clock: TestClock(paused: true)) { _ in Self.ok }
        let old = poller(desk)
        async let codes = read(9, of: old)
        await wait { desk.clock.waits.count == 1 }
        let new = poller(desk)
        #expect(await codes == [nil])
        #expect(!old.isValid && new.isValid)
        #expect(await read(1, of: new) == [nil])
        #expect(desk.manager.pollers.keys == ["articles"])
    }

    @Test func `two requests for a key are never sent at the same time`() async throws {
        let desk = try Desk { _ in Self.ok }
        let log = Mutex<[String]>([])
        let gate = Gate()
        let old = desk.manager.poll("key", every: .seconds(60)) { _ in
            log.withLock { $0.append("old begins") }
            // A request that takes its time to notice that it is cancelled.
            await Task.detached { await gate.wait() }.value
            log.withLock { $0.append("old ends") }
            return .empty
        }
        async let first = read(1, of: old)
        await wait { gate.count == 1 }
        let new = desk.manager.poll("key", every: .seconds(60)) { _ in
            log.withLock { $0.append("new begins") }
            return .empty
        }
        async let second = read(1, of: new)
        for _ in 0..<1000 { await Task.yield() }
        gate.open()
        #expect(await first == [])
        #expect(await second == [nil])
        #expect(log.withLock { $0 } == ["old begins", "old ends", "new begins"])
    }

    @Test func `cancelling the task ends the sequence and the request`() async throws {
        for isRunning in [true, false] {
            let gate = Gate()
            let desk = try Desk(clock: TestClock(paused: true)) { _ in
                if isRunning { await gate.wait() }
                return Self.ok
            }
            let poller = poller(desk)
            let task = Task { await read(9, of: poller) }
            await wait { isRunning ? gate.count == 1 : desk.clock.waits.count == 1 }
            task.cancel()
            #expect(await task.value == (isRunning ? [] : [nil]))
            #expect(desk.stub.requests.count == 1)
            #expect(desk.manager.waitingTaskCount == 0)
        }
    }

    @Test func `a poller that is released leaves its manager`() async throws {
        let desk = try Desk { _ in Self.ok }
        do {
            let poller = poller(desk)
            #expect(desk.manager.pollers.keys == ["articles"])
            _ = await read(1, of: poller)
        }
        #expect(desk.manager.pollers.keys.isEmpty)
    }

    @Test(.debugBuild) func `an interval of zero is refused`() async {
        let result = await #expect(
            processExitsWith: .failure, observing: [\.standardErrorContent]
        ) {
            let desk = try Desk { _ in TransportResponse(204) }
            _ = desk.manager.poll("key", every: .zero) { try await $0.load("articles") }
        }
        let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
        #expect(text.contains("the interval of a poller is positive"))
    }
}
