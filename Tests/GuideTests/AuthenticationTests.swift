import Foundation
import Mercator
import MercatorTesting
import Testing

@Suite("Authentication")
struct AuthenticationTests {
    actor Session: CredentialProvider {
        nonisolated let origins: Set<Origin>
        private let user: String
        private var token: String?

        init(_ origin: Origin, user: String, token: String) {
            origins = [origin]
            self.user = user
            self.token = token
        }

        func credential() -> Credential? { token.map { Credential(bearer: $0, identity: user) } }

        func refresh(after rejected: Credential) async throws -> Credential {
            let new = "token of \(user)"
            token = new
            return Credential(bearer: new, identity: user)
        }
    }

    @Test func `a rejected credential is refreshed`() async throws {
        let newsroom = try Newsroom()
        let container = newsroom.container
        let transport = StubTransport { request in
            request.headers["Authorization"] == "Bearer token of ann"
                ? TransportResponse(200, json: Newsroom.list(1)) : TransportResponse(401)
        }
        let origin = try #require(Origin("https://example.com/"))
        let session = Session(origin, user: "ann", token: "old")
        let remote = try RemotePlan(Newsroom.server, for: newsroom.plan)
        let manager = ObjectManager(remote, in: container, over: transport, credentials: session)
        try await manager.load("articles")
        #expect(try newsroom.titles == ["1"])
        #expect(transport.requests.count == 2)
    }

    @Test func `other schemes are header fields`() throws {
        let basic = Credential([
            "Authorization": "Basic \(Data("ann:pw".utf8).base64EncodedString())"
        ])
        let key = Credential(["X-API-Key": "k-7"])
        #expect(basic.fields["Authorization"] == "Basic YW5uOnB3")
        #expect("\(key)" == "Credential with X-API-Key")
    }

    @Test func `a jar keeps cookies`() async throws {
        let newsroom = try Newsroom()
        let transport = StubTransport { _ in
            TransportResponse(
                200, headers: ["Set-Cookie": "sid=1; Path=/"], json: Newsroom.list(1))
        }
        var options = RemoteOptions()
        options.cookies = CookieJar()
        let manager = try newsroom.manager(options: options, over: transport)
        try await manager.load("articles")
        try await manager.load("articles")
        #expect(transport.requests.map { $0.headers["Cookie"] } == [nil, "sid=1"])
    }

    @Test func `a description names its secrets`() async throws {
        var server = RemoteDescription(
            base: "https://example.com/", secretParameters: ["sid"], secretFields: ["X-Session"])
        server.publicParameters = ["tag"]
        server.addRoute(named: "articles", "articles")
        let newsroom = try Newsroom()
        let manager = try newsroom.manager(
            server, over: StubTransport { _ in TransportResponse(500) })
        let error = await #expect(throws: RemoteError.self) {
            try await manager.load(
                "articles", query: ["sid": "s3cr3t", "tag": "swift", "q": "s3cr3t"],
                headers: ["X-Session": "s3cr3t"])
        }
        #expect(error.map { "\($0)".contains("tag=swift") } == true)
        #expect(error.map { !"\($0)".contains("s3cr3t") } == true)
    }
}
