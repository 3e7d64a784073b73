import EntityMapper
import HTTPValues
import MercatorPayload
import MercatorTesting
import ObjectGraph
import RemoteGraph
import RemotePlanning
import TestSupport
import Testing

@Suite("Events of requests", .endsInTime)
struct EventTests {
    @Test func `a request with a repetition and a redirect is observed in order`()
        async throws
    {
        let log = EventLog()
        let script = Script([
            .success(TransportResponse(503, headers: ["Retry-After": "2"])),
            .success(TransportResponse(302, headers: ["Location": "x?token=secret"])),
        ])
        let desk = try Desk(options: { $0.observer = log }) { _ in
            script.next(or: TransportResponse(200, json: articles(1)))
        }
        try await desk.manager.load(
            "articles", query: ["token": "secret"], headers: ["X-Field": "value-of-field"])
        let kinds = log.events.map { event in
            switch event {
            case .sent(_, let attempt): "sent \(attempt)"
            case .redirected(_, let status, let url): "redirected \(status) \(url)"
            case .received(_, let response): "received \(response.status) \(response.count)"
            case .retrying(_, let wait): "retrying \(wait)"
            case .saved: "saved"
            case .malformedTag: "malformed tag"
            case .progressed: "progressed"
            case .ended(_, let metrics, let error):
                "ended \(metrics.attempts) \(error.map { "\($0.code)" } ?? "well")"
            case .signedOut: "signed out"
            }
        }
        #expect(
            kinds == [
                "sent 1", "received 503 0", "retrying \(Duration.seconds(2))", "sent 2",
                "redirected 302 https://example.com/api/x?token=<hidden>",
                "received 200 \(articles(1).utf8.count)", "saved",
                "ended 2 well",
            ])
        let texts = log.events.map { "\($0)" }.joined(separator: "\n")
        #expect(!texts.contains("secret") && !texts.contains("value-of-field"))
    }

    /// The metrics at the end of each request.
    private func ends(_ log: EventLog) -> [(RemoteMetrics, RemoteError.Code?)] {
        log.events.compactMap { event in
            guard case .ended(_, let metrics, let error) = event else { return nil }
            return (metrics, error?.code)
        }
    }

    @Test func `waiting, transfer and mapping make up the time of a request`() async throws {
        let (log, clock) = (EventLog(), TestClock())
        let script = Script([
            .success(TransportResponse(503, headers: ["Retry-After": "2"])),
            .success(TransportResponse(302, headers: ["Location": "x"])),
        ])
        let library = try Library {
            $0.defaultTransforms[.string] = ValueTransform("slow") { value in
                clock.advance(by: .seconds(5))
                return value.string.map(Value.string)
            } reverse: {
                $0
            }
        }
        let remote = try library.remote { server in
            server.addResponse(
                ResponseDescriptor(
                    "articles", root: "articles", using: "Article",
                    scope: .custom("slow") { _ in
                        clock.advance(by: .seconds(7))
                        return []
                    }))
        }
        let stub = StubTransport { _ in
            clock.advance(by: .seconds(3))
            return script.next(or: TransportResponse(200, json: articles(1)))
        }
        var options = RemoteOptions()
        (options.clock, options.observer) = (clock, log)
        let manager = ObjectManager(remote, in: library.container, over: stub, options: options)
        let start = clock.now
        try await manager.load("articles")
        let wall = start.duration(to: clock.now)
        let metrics = try #require(ends(log).first).0
        #expect(wall == .seconds(2 + 3 * 3 + 7 + 5))
        #expect(metrics.waiting == .seconds(2))
        #expect(metrics.transfer == .seconds(9))
        #expect(metrics.parsing == .seconds(7))
        #expect(metrics.mapping == .seconds(5))
        #expect(metrics.saving == .zero)
        #expect(metrics.total == wall)
        #expect(metrics.attempts == 2)
    }

    @Test func `waiting for other requests is not part of the transfer`() async throws {
        let (log, gate) = (EventLog(), Gate())
        let desk = try Desk(
            clock: TestClock(paused: true),
            options: {
                $0.observer = log
                $0.width = 1
            }
        ) { _ in
            await gate.wait()
            return TransportResponse(200, json: articles(1))
        }
        async let first = desk.manager.load("articles")
        await wait { gate.count == 1 }
        async let second = desk.manager.load(path: "articles/2")
        await wait { desk.manager.waitingTaskCount == 2 }
        // The second request begins to wait a moment after it was registered.
        for _ in 0..<1000 { await Task.yield() }
        desk.clock.advance(by: .seconds(7))
        gate.open()
        _ = try await (first, second)
        // Either may be saved first.
        let metrics = ends(log).map(\.0).sorted { $0.transfer > $1.transfer }
        #expect(metrics.map(\.transfer) == [.seconds(7), .zero])
        #expect(metrics.map(\.waiting) == [.zero, .seconds(7)])
    }

    @Test func `a request that fails has an end, too`() async throws {
        let log = EventLog()
        let desk = try Desk(options: { $0.observer = log }) { _ in TransportResponse(503) }
        await expectError(.failedStatus) { try await desk.manager.load("articles") }
        await expectError(.cleartext) {
            try await Desk(options: { $0.observer = log }, server: { $0.base = "http://h/" }) { _ in
                TransportResponse(204)
            }.manager.load("articles")
        }
        #expect(ends(log).map(\.1) == [.failedStatus, .cleartext])
        #expect(ends(log).map(\.0.attempts) == [3, 0])
        #expect(ends(log).first?.0.waiting == desk.clock.waits.reduce(.zero, +))
    }

    @Test func `large bodies have a progress in both directions, small ones none`()
        async throws
    {
        let log = EventLog()
        let size = 1 << 16
        let desk = try Desk(options: { $0.observer = log }) { request throws(TransportError) in
            let count = try await request.body?.bytes().count ?? 0
            let chunks = [Int](repeating: size / 2, count: count * 2 / size)
                .map { [UInt8](repeating: 0x20, count: $0) }
            return TransportResponse(
                200, headers: ["Content-Type": "application/json"],
                body: ResponseBody(StoredBody([Array(articles(1).utf8)] + chunks)))
        }
        try await desk.manager.send(
            .put, path: "articles", body: .bytes([UInt8](repeating: 1, count: 2 * size + 5)))
        let progress = log.events.compactMap { event -> [Int?]? in
            guard case .progressed(_, let progress) = event else { return nil }
            return [progress.sent, progress.length, progress.received]
        }
        let (length, json) = (2 * size + 5, articles(1).utf8.count)
        #expect(
            progress == [
                [size, length, 0], [2 * size, length, 0],
                [length, length, json + size], [length, length, json + 2 * size],
            ])
        let texts = log.events.map { "\($0)" }
        #expect(texts.contains { $0.contains("65536 of 131077 bytes sent, 0 received") })
    }
}
