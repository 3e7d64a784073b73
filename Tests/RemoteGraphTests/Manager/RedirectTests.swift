import EntityMapper
import HTTPValues
import MercatorTesting
import ObjectGraph
import RemoteGraph
import RemotePlanning
import TestSupport
import Testing

@Suite("Redirects", .endsInTime)
struct RedirectTests {
    private static func redirect(_ status: Int, _ location: String) -> TransportResponse {
        TransportResponse(status, headers: ["Location": location])
    }

    /// A desk whose first response leads to a location.
    private func desk(
        _ status: Int, _ location: String, base: String = "https://example.com/api/",
        options change: (inout RemoteOptions) -> Void = { _ in },
        then response: TransportResponse = TransportResponse(200, json: articles(1))
    ) throws -> Desk {
        let script = Script([.success(Self.redirect(status, location))])
        return try Desk(
            options: change,
            server: { server in
                server.base = base
                server.secretFields = ["X-Token"]
            }
        ) { _ in script.next(or: response) }
    }

    @Test func `N-077: the descriptor is that of the requested path`() async throws {
        let desk = try desk(302, "/elsewhere/1")
        try await desk.manager.load("article", arguments: ["id": 1])
        #expect(try desk.titles == [1: "new"])
        #expect(desk.stub.requests.last?.url == "https://example.com/elsewhere/1")
    }

    @Test(arguments: [
        (301, ResourceRequest.Method.put, ResourceRequest.Method.put), (302, .post, .get),
        (301, .post, .get), (303, .put, .get), (303, .head, .head), (307, .post, .post),
        (308, .put, .put), (302, .get, .get),
    ])
    func `N-106: the status decides on the next method and the body`(
        status: Int, method: ResourceRequest.Method, next: ResourceRequest.Method
    ) async throws {
        let desk = try desk(
            status, "b",
            then: TransportResponse(200, json: method == .head ? "" : articles(1)))
        try await desk.manager.load(
            method, path: "articles/1", parameters: method == .head ? [:] : ["x": 1])
        let requests = desk.stub.requests
        #expect(requests.map(\.method) == [method, next])
        let isKept = method == next && method != .get && method != .head
        #expect((requests.last?.body != nil) == isKept)
        #expect((requests.last?.headers["Content-Type"] != nil) == isKept)
    }

    @Test func `N-107: another origin gets no credentials and no secrets`() async throws {
        for location in ["https://example.com:8443/x", "https://other.example/x"] {
            let desk = try desk(307, location)
            try await desk.manager.load(
                "articles",
                headers: [
                    "Authorization": "a", "Cookie": "c", "X-Token": "t", "X-Other": "o",
                ])
            let headers = try #require(desk.stub.requests.last).headers
            for name in ["Authorization", "Cookie", "X-Token"] { #expect(headers[name] == nil) }
            #expect(headers["X-Other"] == "o")
        }
        let same = try desk(307, "https://EXAMPLE.com:443/x")
        try await same.manager.load("articles", headers: ["Authorization": "a"])
        #expect(same.stub.requests.last?.headers["Authorization"] == "a")
    }

    @Test func `N-109: a body goes to another origin only if that is allowed`() async throws {
        let desk = try desk(307, "https://other.example/x")
        let error = await expectError(.redirectedBody) {
            try await desk.manager.load(.post, path: "articles", parameters: ["x": 1])
        }
        #expect(error?.status == 307)
        #expect(desk.stub.requests.count == 1)
        let allowed = try self.desk(
            307, "https://other.example/x", options: { $0.sendsBodiesToOtherOrigins = true })
        try await allowed.manager.load(.post, path: "articles", parameters: ["x": 1])
        #expect(allowed.stub.requests.last?.body != nil)
    }

    @Test(arguments: [
        ("http://example.com/x", RemoteError.Code.insecureRedirect),
        ("ftp://example.com/x", .invalidRedirect), ("https://u:p@example.com/x", .invalidRedirect),
        ("javascript:alert(1)", .invalidRedirect), ("https:///x", .invalidRedirect),
    ])
    func `N-110: a redirect leads to https and nothing else`(
        location: String, code: RemoteError.Code
    ) async throws {
        let desk = try desk(302, location)
        let error = await expectError(code) { try await desk.manager.load("articles") }
        #expect(error?.status == 302)
        #expect(error?.attempts.isEmpty == true)
        #expect(desk.stub.requests.count == 1)
    }

    @Test func `N-112: a loop ends at the repetition`() async throws {
        let desk = try Desk { request in
            Self.redirect(302, request.url.hasSuffix("/b") ? "a" : "b")
        }
        await expectError(.redirectLoop) { try await desk.manager.load(path: "a") }
        #expect(desk.stub.requests.map { $0.url.last } == ["a", "b"])
    }

    @Test func `a chain has at most 20 redirects`() async throws {
        let desk = try Desk { request in
            let number = Int(request.url.split(separator: "/").last ?? "") ?? 0
            return number == 20
                ? TransportResponse(200, json: articles(1)) : Self.redirect(302, "\(number + 1)")
        }
        try await desk.manager.load(path: "articles/0", headers: [:])
        #expect(desk.stub.requests.count == 21)
        let longer = try Desk { request in
            let number = Int(request.url.split(separator: "/").last ?? "") ?? 0
            return Self.redirect(302, "\(number + 1)")
        }
        await expectError(.redirectLoop) { try await longer.manager.load(path: "articles/0") }
        #expect(longer.stub.requests.count == 21)
    }

    @Test func `N-113: a location is resolved and its escapes are kept`() async throws {
        let desk = try desk(302, "../x?y=%2F#z")
        try await desk.manager.load(path: "articles/7")
        #expect(desk.stub.requests.last?.url == "https://example.com/api/x?y=%2F")
    }

    @Test func `N-116: a login page behind a redirect is a wrong type and deletes nothing`()
        async throws
    {
        let desk = try desk(
            302, "/login",
            then: TransportResponse(200, headers: ["Content-Type": "text/x-html"], json: "<html>"))
        _ = try desk.insertThree()
        await expectError(.unsupportedType) { try await desk.manager.load("all") }
        #expect(try desk.count == 3)
    }

    @Test func `a host without TLS must be named`() async throws {
        for (host, isAllowed) in [
            ("example.com", false), ("127.0.0.1", true), ("127.1.2.3:80", true),
            ("localhost", true), ("[::1]", true), ("8.8.8.8", false),
            ("127.0.0.1.example.com", false),
            ("plain.example", true), ("localhost.example", false),
        ] {
            let desk = try Desk(
                options: { $0.cleartextHosts = ["plain.example"] },
                server: { $0.base = "http://\(host)/api/" }
            ) { _ in TransportResponse(200, json: articles(1)) }
            if isAllowed {
                try await desk.manager.load("articles")
            } else {
                await expectError(.cleartext) { try await desk.manager.load("articles") }
            }
            #expect(desk.stub.requests.count == (isAllowed ? 1 : 0), "\(host)")
        }
    }
}
