import EntityMapper
import HTTPValues
import MercatorTesting
import ObjectGraph
import RemoteGraph
import RemotePlanning
import TestSupport
import Testing

@Suite("Sending requests again", .endsInTime)
struct RepetitionTests {
    private static var ok: TransportResponse { TransportResponse(200, json: articles(1)) }

    private static func busy(
        _ status: Int = 503, retryAfter: String? = nil
    ) -> TransportResponse {
        var response = TransportResponse(status)
        if let retryAfter {
            response = TransportResponse(status, headers: ["Retry-After": retryAfter])
        }
        return response
    }

    private func desk(
        _ responses: TransportResponse..., last: TransportResponse = busy(),
        options change: (inout RemoteOptions) -> Void = { _ in }
    ) throws -> Desk {
        let script = Script(responses.map { .success($0) })
        return try Desk(options: change) { _ in script.next(or: last) }
    }

    @Test func `N-118: a POST without a key is sent once`() async throws {
        let desk = try desk()
        let draft = try desk.insert(["title": "draft"])
        let error = await expectError(.failedStatus) { try await desk.manager.post(draft) }
        #expect(desk.stub.requests.count == 1)
        #expect(error?.message.contains("add an idempotency key") == true)
    }

    @Test func `N-119: a POST with a key is sent again with the same key and bytes`() async throws {
        let desk = try desk(Self.busy(), TransportResponse(201, json: articles(1)))
        let draft = try desk.insert(["title": "draft"])
        try await desk.manager.post(draft, headers: ["Idempotency-Key": "k"])
        let requests = desk.stub.requests
        #expect(requests.map { $0.headers["Idempotency-Key"] } == ["k", "k"])
        #expect(try await requests[0].body?.bytes() == requests[1].body?.bytes())
        #expect(try desk.titles == [1: "new"])
    }

    @Test func `N-121: a DELETE whose answer was lost succeeds with 404`() async throws {
        let script = Script([
            .failure(TransportError(.reset, .receiving(bytes: 3), "lost")),
            .success(TransportResponse(404)),
        ])
        let desk = try Desk { _ throws(TransportError) in try script.next() }
        let article = try desk.insertThree()[0]
        guard case .deleted(nil) = try await desk.manager.delete(article) else {
            Issue.record("not deleted")
            return
        }
        #expect(try desk.count == 2)
        #expect(desk.stub.requests.count == 2)
    }

    @Test func `N-122: the server's wait is the least`() async throws {
        let desk = try desk(Self.busy(retryAfter: "2"), Self.ok)
        try await desk.manager.load("articles")
        #expect(desk.clock.waits == [.seconds(2)])
        #expect(desk.stub.requests.count == 2)
    }

    @Test func `N-124: a wait beyond the limit fails at once, and says when to come again`()
        async throws
    {
        let desk = try desk(Self.busy(retryAfter: "3600"))
        let error = await expectError(.failedStatus) { try await desk.manager.load("articles") }
        #expect(error?.retryAfter == .seconds(3600))
        #expect(desk.stub.requests.count == 1)
        let next = await expectError(.paused) { try await desk.manager.load(path: "articles") }
        #expect(next?.retryAfter == .seconds(3600))
        #expect(desk.stub.requests.count == 1)
        #expect(desk.clock.waits.isEmpty)
    }

    @Test(arguments: [429, 503])
    func `all requests to an origin wait as one of them was told`(status: Int) async throws {
        let desk = try desk(Self.busy(status, retryAfter: "5"), last: Self.ok)
        let draft = try desk.insert(["title": "draft"])
        await expectError(.failedStatus) { try await desk.manager.post(draft) }
        #expect(desk.clock.waits.isEmpty)
        try await desk.manager.load("articles")
        #expect(desk.clock.waits == [.seconds(5)])
    }

    @Test(arguments: ["-1", "soon", ""])
    func `N-125: without a valid field, the wait is random`(field: String) async throws {
        let desk = try desk(Self.busy(retryAfter: field), Self.busy(), Self.ok)
        try await desk.manager.load("articles")
        #expect(desk.clock.waits.count == 2)
        #expect(desk.clock.waits[0] <= .milliseconds(500))
        #expect(desk.clock.waits[1] <= .seconds(1))
        #expect(desk.clock.waits[0] != desk.clock.waits[1])
    }

    @Test func `N-127: 500 is sent again by choice only`() async throws {
        for (change, count) in [({ _ in }, 1), ({ $0.retry.statuses.insert(500) }, 3)]
            as [((inout RemoteOptions) -> Void, Int)]
        {
            let desk = try desk(last: TransportResponse(500), options: change)
            let error = await expectError(.failedStatus) { try await desk.manager.load("articles") }
            #expect(desk.stub.requests.count == count)
            #expect(error?.attempts.map(\.status) == Array(repeating: 500, count: count))
        }
    }

    @Test(arguments: [400, 403, 404, 409, 412, 422])
    func `N-128: a final status is never sent again`(status: Int) async throws {
        let desk = try desk(last: TransportResponse(status))
        await expectError(.failedStatus) { try await desk.manager.load("articles") }
        #expect(desk.stub.requests.count == 1)
    }

    @Test func `N-130: one limit of time holds for all attempts`() async throws {
        let limit = { (options: inout RemoteOptions) in
            options.retry.sendings = 5
            options.retry.firstWait = .seconds(1)
            options.timeLimit = .seconds(5)
        }
        let slow = try Desk(options: limit) { _ in Self.busy(retryAfter: "2") }
        let error = await expectError(.failedStatus) { try await slow.manager.load("articles") }
        #expect(error?.attempts.map(\.status) == [503, 503, 503])
        #expect(error?.message.contains("time limit") == true)
        #expect(slow.clock.waits == [.seconds(2), .seconds(2)])
        let random = try desk(options: limit)
        await expectError(.failedStatus) { try await random.manager.load("articles") }
        #expect(random.clock.waits.reduce(.zero, +) < .seconds(5))
        #expect(random.stub.requests.count == random.clock.waits.count + 1)
    }

    @Test(arguments: [
        (TransportError.Kind.tls, TransportError.Stage.notSent, 1), (.unknownHost, .notSent, 3),
        (.connect, .notSent, 3), (.reset, .sent, 3), (.incompleteBody, .receiving(bytes: 1), 3),
        (.timedOut(.idle), .sent, 3), (.undecodableBody, .receiving(bytes: 1), 1),
        (.unsupportedCoding, .receiving(bytes: 0), 1), (.invalidResponse, .sent, 1),
    ])
    func `N-074, N-133: passing failures are tried three times, others once`(
        kind: TransportError.Kind, stage: TransportError.Stage, count: Int
    ) async throws {
        let desk = try Desk { _ throws(TransportError) in
            throw TransportError(kind, stage, "by the test")
        }
        let code = kind == .timedOut(.idle) ? RemoteError.Code.timedOut : .failedTransfer
        let error = await expectError(code) { try await desk.manager.load("articles") }
        #expect(desk.stub.requests.count == count)
        #expect(error?.attempts.count == count)
        #expect((error?.cause as? TransportError)?.kind == kind)
    }

    @Test(arguments: [408, 421])
    func `N-059: a rejected connection is not used again`(status: Int) async throws {
        let desk = try desk(Self.busy(status), Self.ok)
        try await desk.manager.load("articles")
        #expect(desk.stub.requests.map(\.usesNewConnection) == [false, true])
    }

    @Test func `many failing requests do not multiply`() async throws {
        let desk = try desk()
        for _ in 0..<30 {
            await expectError(.failedStatus) { try await desk.manager.load("articles") }
        }
        #expect(desk.stub.requests.count == 40)
        desk.clock.advance(by: .seconds(61))
        await expectError(.failedStatus) { try await desk.manager.load("articles") }
        #expect(desk.stub.requests.count == 43)
    }

    @Test func `the same generator leads to the same waits`() async throws {
        var waits: [[Duration]] = []
        for _ in 0..<2 {
            let desk = try desk()
            await expectError(.failedStatus) { try await desk.manager.load("articles") }
            waits.append(desk.clock.waits)
        }
        #expect(waits[0] == waits[1])
        #expect(waits[0].count == 2)
    }
}
