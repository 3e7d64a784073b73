import HTTPValues
import MercatorTesting
import ObjectGraph
import RemoteGraph
import RemotePlanning
import Synchronization
import TestSupport
import Testing

@Suite("Cookies", .endsInTime)
struct CookieTests {
    /// A desk whose first response sets cookies, at the path `/api/articles`.
    private func desk(
        _ fields: String..., jar: CookieJar? = CookieJar(),
        credentials: (any CredentialProvider)? = nil, base: String = "https://example.com/api/",
        options change: (inout RemoteOptions) -> Void = { _ in }
    ) throws -> Desk {
        let isFirst = Mutex(true)
        return try Desk(
            clock: TestClock(date: Timestamp("2026-01-01T00:00:00Z") ?? .distantPast),
            credentials: credentials,
            options: {
                $0.cookies = jar
                change(&$0)
            }, server: { $0.base = base }
        ) { _ in
            var headers: HeaderFields = [:]
            let sends = isFirst.withLock { first in
                defer { first = false }
                return first
            }
            for field in fields where sends { headers.append(field, to: "Set-Cookie") }
            return TransportResponse(204, headers: headers)
        }
    }

    /// The cookies of a second request.
    private func sentBack(
        _ desk: Desk, path: String = "articles/7", after wait: Duration = .zero
    ) async throws -> String? {
        try await desk.manager.load("articles")
        desk.clock.advance(by: wait)
        try await desk.manager.load(path: path)
        #expect(desk.stub.requests.first?.headers["Cookie"] == nil)
        return desk.stub.requests.last?.headers["Cookie"]
    }

    @Test func `N-115: cookies are ignored without a jar, and sent back with one`() async throws {
        let field = "sid=31d4; Path=/; Secure; HttpOnly"
        #expect(try await sentBack(desk(field, jar: nil)) == nil)
        #expect(try await sentBack(desk(field)) == "sid=31d4")
        #expect(try await sentBack(desk("a=1; path=/", "b=2; path=/", "a=3; path=/")) == "a=3; b=2")
    }

    @Test func `N-115: a cookie is sent to the origin only that has set it`() async throws {
        let jar = CookieJar()
        try await desk("a=1; Path=/", jar: jar).manager.load("articles")
        for base in [
            "https://other.example/", "https://sub.example.com/", "https://example.com:8443/",
        ] {
            let other = try desk(jar: jar, base: base)
            try await other.manager.load("articles")
            #expect(other.stub.requests.map { $0.headers["Cookie"] } == [nil], "\(base)")
        }
        let redirected = try Desk(options: { $0.cookies = jar }) { request in
            request.url.contains("other") || request.url.contains("next")
                ? TransportResponse(204)
                : TransportResponse(
                    302,
                    headers: [
                        "Location": request.url.contains("first")
                            ? "https://other.example/" : "https://example.com/next",
                        "Set-Cookie": "b=2; Path=/",
                    ])
        }
        try await redirected.manager.load(path: "first")
        try await redirected.manager.load(path: "second")
        #expect(
            redirected.stub.requests.map { $0.headers["Cookie"] } == [
                "a=1", nil, "a=1; b=2", "a=1; b=2",
            ])
    }

    @Test(arguments: [
        ("a=1; Domain=example.com; Path=/", "a=1"), ("a=1; domain=.EXAMPLE.com; path=/", "a=1"),
        ("a=1; Domain=com; Path=/", nil), ("a=1; Domain=sub.example.com; Path=/", nil),
        ("a=1; Path=/api", "a=1"), ("a=1; Path=/api/", "a=1"), ("a=1; Path=/ap", nil),
        ("a=1; Path=/api/articles/7/8", nil), ("a=1", "a=1"), ("a=1; Path=x", "a=1"),
        ("a=1; Max-Age=10; Path=/", nil), ("a=1; Max-Age=11; Path=/", "a=1"),
        ("a=1; Max-Age=0; Path=/", nil), ("a=1; Max-Age=-1; Path=/", nil),
        ("a=1; Max-Age=99999999999999999999; Path=/", "a=1"), ("a=1; Max-Age=x; Path=/", "a=1"),
        ("a=1; Expires=Thu, 01 Jan 2026 00:00:10 GMT; Path=/", nil),
        ("a=1; Expires=Thu, 01-Jan-2026 00:00:10 GMT; Path=/", nil),
        ("a=1; Expires=Thu, 01 Jan 2026 00:00:11 GMT; Path=/", "a=1"),
        ("a=1; Max-Age=11; Expires=Thu, 01 Jan 1970 00:00:00 GMT; Path=/", "a=1"),
        ("a = x y ; Path=/", "a=x y"), ("a=; Path=/", "a="), ("a=b=c; Path=/", "a=b=c"),
        ("=1; Path=/", nil), ("a; Path=/", nil), ("", nil), ("a=\u{E9}; Path=/", nil),
        ("a=\u{1}; Path=/", nil), ("a=\(String(repeating: "x", count: 4096))", nil),
    ])
    func `attributes decide for ten seconds and another path`(
        field: String, sent: String?
    ) async throws {
        #expect(try await sentBack(desk(field), after: .seconds(10)) == sent)
    }

    @Test func `a secure cookie needs TLS`() async throws {
        let desk = try desk("a=1; Secure; Path=/", "b=2; Path=/", base: "http://localhost/api/")
        #expect(try await sentBack(desk) == "b=2")
    }

    @Test func `longer paths precede, and an expired cookie takes the first one out`() async throws
    {
        let paths = try desk("a=1; Path=/", "b=2; Path=/api", "c=3; Path=/")
        #expect(try await sentBack(paths) == "b=2; a=1; c=3")
        let taken = try desk("a=1; Path=/", "b=2; Path=/", "a=; Path=/; Max-Age=0")
        #expect(try await sentBack(taken) == "b=2")
    }

    @Test func `a field of the request replaces those of the jar`() async throws {
        let desk = try desk("a=1; Path=/")
        try await desk.manager.load("articles")
        try await desk.manager.load(path: "articles", headers: ["Cookie": "own=1"])
        #expect(desk.stub.requests.last?.headers["Cookie"] == "own=1")
    }

    @Test func `of an origin, the last fifty cookies are kept`() async throws {
        let jar = CookieJar()
        let desk = try Desk(options: { $0.cookies = jar }) { request in
            var headers: HeaderFields = [:]
            for number in 0..<60 where request.headers["Cookie"] == nil {
                headers.append("c\(number)=1; Path=/", to: "Set-Cookie")
            }
            return TransportResponse(204, headers: headers)
        }
        try await desk.manager.load("articles")
        #expect(jar.count == 50)
        try await desk.manager.load("articles")
        let field = try #require(desk.stub.requests.last?.headers["Cookie"])
        #expect(field.hasPrefix("c10=1; c11=1") && field.hasSuffix("c59=1"))
    }

    @Test func `signing out empties the jar`() async throws {
        let jar = CookieJar()
        let refused = try Desk(
            credentials: Session(refuses: true), options: { $0.cookies = jar }
        ) { request in
            request.url.hasSuffix("open")
                ? TransportResponse(204, headers: ["Set-Cookie": "a=1; Path=/"])
                : TransportResponse(401)
        }
        try await refused.manager.load(path: "open")
        #expect(jar.count == 1)
        await expectError(.failedRefresh) { try await refused.manager.load(path: "closed") }
        #expect(jar.count == 0)
    }

    @Test func `another user gets no cookies of the first`() async throws {
        for next in [Credential(bearer: "b", identity: "2"), nil] {
            let session = Session(nil)
            await session.set(Credential(bearer: "a", identity: "1"))
            let desk = try desk("a=1; Path=/", credentials: session)
            #expect(try await sentBack(desk) == "a=1")
            await session.set(Credential(bearer: "c", identity: "1"))
            try await desk.manager.load("articles")
            #expect(desk.stub.requests.last?.headers["Cookie"] == "a=1")
            await session.set(next)
            try await desk.manager.load("articles")
            #expect(desk.stub.requests.last?.headers["Cookie"] == nil)
        }
    }

    @Test func `N-104: no error, event or description has the value of a cookie`() async throws {
        let (jar, log) = (CookieJar(), EventLog())
        let recorder = RecordingTransport(
            StubTransport { _ in
                TransportResponse(500, headers: ["Set-Cookie": "sid=secret; Path=/"])
            })
        let desk = try Desk(
            over: recorder, StubTransport { _ in TransportResponse(204) }, clock: TestClock(),
            options: {
                $0.cookies = jar
                $0.observer = log
            })
        var texts: [String] = []
        for _ in 0..<2 {
            let error = await expectError(.failedStatus) { try await desk.manager.load("articles") }
            texts += error.map { ["\($0)", String(reflecting: $0), "\($0.fields)"] } ?? []
        }
        var dumped = "\(jar) \(String(reflecting: jar))"
        dump(jar, to: &dumped)
        dump(desk.manager.options, to: &dumped)
        #expect(jar.count == 1)
        texts += log.events.map { "\($0) \(String(reflecting: $0))" } + [dumped]
        #expect(recorder.recording.exchanges.last?.headers["Cookie"] == "<redacted>")
        texts.append("\(recorder.recording)")
        for text in texts { #expect(!text.contains("secret")) }
    }
}
