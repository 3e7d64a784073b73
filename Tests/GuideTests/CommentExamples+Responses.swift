import Mercator
import MercatorTesting
import Testing

@Suite("The examples in comments about responses")
struct CommentExamplesOfResponses {
    @Test func `outcomes`() async throws {
        let examples = try CommentExamples { request in
            request.method == .put ? TransportResponse(412) : nil
        }
        let (manager, draft, article) = (examples.manager, examples.draft, examples.article)
        switch try await manager.load("articles") {
        case .mapped(let result): print(result.total.inserted)
        case .notModified(let articles), .fresh(let articles): print(articles.count)
        case .empty, .accepted, .superseded: break
        case .saved, .unchanged, .deleted, .conflict: break  // not after a list
        }
        if case .saved(let saved) = try await manager.post(draft), case .unbound = saved.binding {
            report("the server has the article, but it is unknown which one it is")
        }
        var kinds: [RemoteConflict.Kind] = []
        func show(_ kind: RemoteConflict.Kind, _ problem: ProblemDetails?) { kinds.append(kind) }
        if case .conflict(let conflict) = try await manager.put(article) {
            show(conflict.kind, conflict.error.problem)
        }
        #expect(kinds == [.changed])
    }

    @Test func `a list as the server has sent it`() async throws {
        var options = RemoteOptions()
        options.freshness = .asServed
        let examples = try CommentExamples(options: options) { _ in
            TransportResponse(
                200, headers: ["Cache-Control": "max-age=86400"],
                json: #"{"articles": [{"id": 7}]}"#)
        }
        let manager = examples.manager
        try await manager.load("articles")
        var count = 0
        func show(_ articles: [ManagedObjectID]) { count = articles.count }
        options.freshness = .asServed
        if case .fresh(let articles) = try await manager.load("articles") { show(articles) }
        #expect(count == 1)
    }

    @Test func `errors`() async throws {
        let examples = try CommentExamples { _ in
            TransportResponse(
                400, headers: ["Content-Type": "application/problem+json"],
                json: #"{"type": "https://example.com/out-of-credit", "balance": 3.5}"#)
        }
        let manager = examples.manager
        var balance: Double?
        func show(_ detail: String?, _ number: Double?) { balance = number }
        do throws(RemoteError) {
            try await manager.load("articles")
        } catch {
            if let problem = error.problem, problem.type == "https://example.com/out-of-credit" {
                show(problem.detail, problem["balance"]?.double)
            }
        }
        #expect(balance == 3.5)
        var shown = ""
        func show(_ text: String) { shown = text }
        do {
            try await manager.load("articles")
        } catch RemoteError.Code.failedStatus {
            show("the list cannot be loaded")
        }
        #expect(!shown.isEmpty)
    }

    @Test func `events`() async throws {
        let events = Shared<[RemoteEvent]>([])
        struct Log: RemoteObserver {
            let events: Shared<[RemoteEvent]>
            func observe(_ event: RemoteEvent) { events.value.append(event) }
        }
        var options = RemoteOptions()
        options.clock = TestClock()
        options.observer = Log(events: events)
        let statuses = Shared([503])
        let examples = try CommentExamples(options: options) { _ in
            statuses.value.popLast().map { TransportResponse($0) }
        }
        try await examples.manager.load("articles")
        var count = 0
        func show(_ url: String, _ wait: Duration) { count += 1 }
        func show(_ number: Int, _ wait: Duration) { count += 1 }
        for event in events.value {
            if case .ended(let request, let metrics, _) = event {
                show(request.url, metrics.waiting)
            }
            if case .retrying(let request, let wait) = event { show(request.number, wait) }
        }
        #expect(count == 2)
    }

    @Test func `rules`() {
        let now = Timestamp.now
        let values = texts {
            RetryAfter.wait("120", now: now)  // 120 seconds
            StatusRules.standard.decision(.object, status: 404, body: [])  // deleteUnlessEdited
        }
        #expect(values == ["Optional(120.0 seconds)", "deleteUnlessEdited"])
    }

    @Test func `transports`() async throws {
        let json: [UInt8] = Array(#"{"title": "Maps"}"#.utf8)
        var request = TransportRequest(.post, "https://example.com/articles", body: .bytes(json))
        request.headers["Content-Type"] = "application/json"
        request.limits.idle = .seconds(10)
        let transport = StubTransport { _ in TransportResponse(200, json: "{}") }
        try await { () async throws in
            let response = try await transport.send(request)
            guard response.status == 200 else { return }
            let payload = try await response.bytes(upTo: 1 << 26)
            #expect(payload == Array("{}".utf8))
        }()
        var count = 0
        struct File {
            func write(_ chunk: [UInt8]) throws { #expect(chunk == Array("{}".utf8)) }
        }
        let file = File()
        do {
            let response = try await transport.send(request)
            for try await chunk in response.body { try file.write(chunk) }
        }
        func CurlTransport() -> StubTransport { transport }
        do {
            let transport = CurlTransport()
            let response = try await transport.send(
                TransportRequest(.get, "https://example.com/articles"))
            for try await chunk in response.body { count += chunk.count }
        }
        #expect(count == 2)
    }

    @Test func `errors of transports`() async throws {
        let request = TransportRequest(.get, "https://example.com/articles")
        let transport = StubTransport { _ throws(TransportError) in
            throw TransportError(.connect, .notSent, "no network")
        }
        var queue: [TransportRequest] = []
        func showOffline() {}
        do throws(TransportError) {
            do {
                show(try await transport.send(request))
            } catch  where error.kind == .unknownHost {
                showOffline()
            } catch  where error.stage == .notSent {
                queue.append(request)  // the server has seen nothing of it
            }
        } catch {
            throw error
        }
        #expect(queue.count == 1)
    }
}
