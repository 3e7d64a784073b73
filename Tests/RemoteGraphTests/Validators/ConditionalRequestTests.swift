import EntityMapper
import HTTPValues
import MercatorTesting
import ObjectGraph
import RemoteGraph
import RemotePlanning
import Synchronization
import TestSupport
import Testing

@Suite("Conditional requests", .endsInTime)
struct ConditionalRequestTests {
    private let date = "Mon, 23 Nov 2026 10:00:00 GMT"

    @Test(arguments: StoreKind.allCases)
    func `N-154: a date is sent back as it came, and 304 has the objects`(
        kind: StoreKind
    ) async throws {
        try await kind.withStoreAwaiting { store in
            let desk = try Desk(VersionedServer(["Last-Modified": date]), store: store)
            try await desk.manager.load("articles")
            let objects = try await desk.manager.load("articles").confirmed
            #expect(try desk.numbers(try #require(objects)) == [2, 1])
            #expect(desk.sent("If-Modified-Since") == ["", date])
            let restarted = try await desk.manager().load("articles").confirmed
            #expect(restarted == objects)
        }
    }

    @Test(arguments: StoreKind.allCases)
    func `N-163: after 304, nothing is deleted, saved or observed`(kind: StoreKind) async throws {
        try await kind.withStoreAwaiting { store in
            let desk = try Desk(VersionedServer(["ETag": #""1""#]), store: store)
            try await desk.manager.load("all")
            _ = try desk.insert(["articleID": 9, "state": 0])
            let before = try desk.snapshot()
            let counter = Counter()
            let hook = desk.library.container.backend.commits.add(for: desk.library.plan.model) {
                _ in counter.add()
            }
            #expect(try await desk.manager.load("all").confirmed?.count == 2)
            #expect(try desk.snapshot() == before)
            #expect(counter.count == 0)
            withExtendedLifetime(hook) {}
        }
    }

    @Test func `N-155: after a response that was not mapped, nothing is remembered`() async throws {
        let script = Script([
            .success(TransportResponse(200, headers: ["ETag": #""1""#], json: #"{"articles": "#))
        ])
        let desk = try Desk { _ in
            script.next(
                or: TransportResponse(200, headers: ["ETag": #""1""#], json: articles(1)))
        }
        await expectError(.unreadableBody) { try await desk.manager.load("articles") }
        #expect(try await desk.manager.load("articles").isMapped)
        #expect(desk.sent("If-None-Match") == ["", ""])
    }

    @Test func `N-155: after a cancelled request, what was remembered before remains`() async throws
    {
        let gate = Gate()
        let desk = try Desk { request in
            if request.headers["If-None-Match"] == nil {
                return TransportResponse(200, headers: ["ETag": #""1""#], json: articles(1))
            }
            await gate.wait()
            return TransportResponse(200, headers: ["ETag": #""2""#], json: articles(1, 2))
        }
        try await desk.manager.load("articles")
        let manager = desk.manager
        let task = Task { try await manager.load("articles") }
        await wait { gate.count == 1 }
        task.cancel()
        await expectError(.cancelled) { try await task.value }
        gate.open()
        try await desk.manager.load("articles")
        try await desk.manager.load("articles")
        #expect(desk.sent("If-None-Match") == ["", #""1""#, #""1""#, #""2""#])
    }

    @Test func `N-157: another store and an emptied one know nothing`() async throws {
        let server = VersionedServer(["ETag": #""1""#])
        let file = try TemporaryStore(.sqlite)
        defer { file.remove() }
        let desk = try Desk(server, store: file.store)
        try await desk.manager.load("articles")
        try desk.library.container.reset()
        #expect(try await desk.manager.load("articles").isMapped)
        #expect(desk.sent("If-None-Match") == ["", ""])
        let other = try Desk(server)
        #expect(try await other.manager.load("articles").isMapped)
    }

    @Test(arguments: [
        ["ETag": #""1""#, "Cache-Control": "private, No-Store"],
        ["ETag": #""1""#, "Vary": "Accept, *"], ["ETag": "*"], ["ETag": ""], [:],
        ["ETag": "\"\u{E9}\""],
    ])
    func `N-160: what must not be remembered is mapped and forgotten`(
        headers: [String: String]
    ) async throws {
        let server = VersionedServer(["ETag": #""0""#])
        let desk = try Desk(server)
        try await desk.manager.load("articles")
        var fields: HeaderFields = [:]
        for (name, value) in headers { fields[name] = value }
        server.set(fields, json: articles(3))
        #expect(try await desk.manager.load("articles").isMapped)
        #expect(try await desk.manager.load("articles").isMapped)
        #expect(desk.sent("If-None-Match") == ["", #""0""#, ""])
        #expect(try desk.titles.keys.sorted() == [1, 2, 3])
    }

    @Test func `a response with more than 10,000 objects is not remembered`() async throws {
        for count in [10_000, 10_001] {
            let all = (1...count).map { #"{"id": \#($0)}"# }.joined(separator: ",")
            let desk = try Desk(
                VersionedServer(["ETag": #""1""#], json: #"{"articles": [\#(all)]}"#))
            try await desk.manager.load("articles")
            let objects = try await desk.manager.load("articles").confirmed
            #expect(objects?.count == (count == 10_000 ? count : nil))
        }
    }

    @Test(arguments: [#"W/"x""#, #""x""#, "abc", #""""#, #"W/x"#, #""a"b""#])
    func `N-161, N-172: every tag goes back as it came, and only strong ones allow changes`(
        tag: String
    ) async throws {
        let log = EventLog()
        let server = VersionedServer(["ETag": tag], json: articles(1))
        let desk = try Desk(server, options: { $0.observer = log })
        let article = try desk.insertThree()[0]
        try await desk.manager.get(article)
        #expect(try await desk.manager.get(article).confirmed == [article])
        #expect(desk.sent("If-None-Match") == ["", tag])
        try await desk.manager.patch(article) { $0["title"] = "mine" }
        let isStrong = [#""x""#, #""""#].contains(tag)
        #expect(desk.sent("If-Match").last == (isStrong ? tag : ""))
        let notices = log.events.count { if case .malformedTag = $0 { true } else { false } }
        #expect(notices == (["abc", "W/x", #""a"b""#].contains(tag) ? 2 : 0))
        #expect(desk.stub.requests.allSatisfy { $0.headers["If-Range"] == nil })
    }

    @Test(arguments: StoreKind.allCases)
    func `N-164: an object that was deleted here comes back`(kind: StoreKind) async throws {
        try await kind.withStoreAwaiting { store in
            let desk = try Desk(VersionedServer(["ETag": #""1""#]), store: store)
            try await desk.manager.load("articles")
            try desk.library.container.perform { context in
                context.delete(try context.fetch(FetchRequest("Article"))[0])
                try context.save()
            }
            #expect(try await desk.manager.load("articles").isMapped)
            #expect(desk.sent("If-None-Match") == ["", ""])
            #expect(try desk.count == 2)
        }
    }

    @Test func `an object that is deleted while the server says 304 comes back`() async throws {
        let server = VersionedServer(["ETag": #""1""#])
        let library = Mutex<PersistentContainer?>(nil)
        let desk = try Desk { request in
            if request.headers["If-None-Match"] != nil, let container = library.withLock({ $0 }) {
                try? container.perform { context in
                    context.delete(try context.fetch(FetchRequest("Article"))[0])
                    try context.save()
                }
            }
            return server.respond(request)
        }
        try await desk.manager.load("articles")
        library.withLock { $0 = desk.library.container }
        #expect(try await desk.manager.load("articles").isMapped)
        #expect(desk.sent("If-None-Match") == ["", #""1""#, ""])
        #expect(try desk.count == 2)
    }

    @Test func `a condition of the caller is the only one`() async throws {
        let desk = try Desk(VersionedServer(["ETag": #""1""#]))
        try await desk.manager.load("articles")
        let outcome = try await desk.manager.load(
            "articles", headers: ["if-none-match": #""1""#])
        #expect(outcome.confirmed == [])
        try await desk.manager.load("articles", headers: ["Cache-Control": "no-cache"])
        #expect(desk.sent("If-None-Match") == ["", #""1""#, ""])
    }

    @Test func `a redirected response is not remembered, nor confirmed`() async throws {
        let moves = Mutex(true)
        let server = VersionedServer(["ETag": #""1""#])
        let desk = try Desk { request in
            let isMoved = moves.withLock { $0 } && !request.url.hasSuffix("moved")
            return isMoved
                ? TransportResponse(307, headers: ["Location": "moved"]) : server.respond(request)
        }
        try await desk.manager.load("articles")
        moves.withLock { $0 = false }
        #expect(try await desk.manager.load("articles").isMapped)
        moves.withLock { $0 = true }
        #expect(try await desk.manager.load("articles").isMapped)
        #expect(desk.sent("If-None-Match") == ["", "", "", #""1""#, #""1""#, "", ""])
    }
}

/// A number that closures count up.
final class Counter: Sendable {
    private let state = Mutex(0)

    var count: Int { state.withLock { $0 } }

    func add() { state.withLock { $0 += 1 } }
}
