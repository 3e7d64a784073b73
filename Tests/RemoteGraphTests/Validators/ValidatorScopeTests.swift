import EntityMapper
import HTTPValues
import MercatorTesting
import ObjectGraph
import RemoteGraph
import RemotePlanning
import TestSupport
import Testing

@Suite("The use of what is remembered", .endsInTime)
struct ValidatorScopeTests {
    private let server = VersionedServer(["ETag": #""1""#])

    private func session(_ identity: String?, token: String = "a") async -> Session {
        let session = Session()
        await session.set(Credential(bearer: token, identity: identity))
        return session
    }

    @Test(arguments: StoreKind.allCases)
    func `each user has responses of their own`(kind: StoreKind) async throws {
        try await kind.withStoreAwaiting { store in
            let desk = try Desk(
                server, store: store, credentials: await session("an\t na:\u{0}"))
            try await desk.manager.load("articles")
            let bert = try desk.manager(credentials: await session("bert"))
            #expect(try await bert.load("articles").isMapped)
            let nobody = try desk.manager()
            #expect(try await nobody.load("articles").isMapped)
            let anna = try desk.manager(credentials: await session("an\t na:\u{0}", token: "b"))
            #expect(try await anna.load("articles").confirmed?.count == 2)
            #expect(try await bert.load("articles").confirmed?.count == 2)
        }
    }

    @Test func `an unknown user is the same until another credential is set`() async throws {
        let session = await session(nil)
        let desk = try Desk(server, credentials: session)
        try await desk.manager.load("articles")
        #expect(try await desk.manager.load("articles").confirmed?.count == 2)
        await session.set(Credential(bearer: "another"))
        #expect(try await desk.manager.load("articles").isMapped)
    }

    @Test func `304 to another user than the remembered one is asked again`() async throws {
        let session = await session("anna", token: "old")
        let server = server
        let desk = try Desk(credentials: session) { request in
            if request.headers["If-None-Match"] != nil,
                request.headers["Authorization"] == "Bearer old"
            {
                await session.set(Credential(bearer: "new", identity: "bert"))
                return TransportResponse(401)
            }
            return server.respond(request)
        }
        try await desk.manager.load("articles")
        #expect(try await desk.manager.load("articles").isMapped)
        #expect(desk.sent("If-None-Match") == ["", #""1""#, #""1""#, ""])
    }

    @Test func `a response that varies is for requests with equal fields`() async throws {
        let server = VersionedServer(["ETag": #""1""#, "Vary": "Accept-Language,  accept-encoding"])
        let desk = try Desk(server)
        for (language, tag) in [("de", ""), ("de", #""1""#), ("en", ""), ("de", "")] {
            try await desk.manager.load(
                "articles", headers: ["Accept-Language": language, "X-Trace": "\(tag)"])
            #expect(desk.sent("If-None-Match").last == tag, "\(language)")
        }
    }

    @Test func `secrets in URLs and fields tell users apart, and are not kept`() async throws {
        let headers: HeaderFields = ["ETag": #""1""#, "Vary": "Authorization, X-Key"]
        let desk = try Desk(VersionedServer(headers), server: { $0.secretFields = ["x-key"] })
        let requests: [([String: Value], HeaderFields)] = [
            (["token": "secret-a"], [:]), (["token": "secret-b"], [:]),
            ([:], ["Authorization": "secret-c"]), ([:], ["authorization": "secret-d"]),
            ([:], ["X-Key": "secret-e"]), ([:], [:]),
        ]
        for (query, headers) in requests {
            #expect(
                try await desk.manager.load("articles", query: query, headers: headers).isMapped)
        }
        for (query, headers) in requests {
            let outcome = try await desk.manager.load("articles", query: query, headers: headers)
            #expect(outcome.confirmed?.count == 2)
        }
        let texts = try desk.validators()
        #expect(texts.count == requests.count)
        #expect(!"\(texts)".contains("secret"))
    }

    @Test func `another description or mapping loads everything anew`() async throws {
        let desk = try Desk(server)
        try await desk.manager.load("articles")
        let described = try desk.manager(server: { server in
            server.addResponse(ResponseDescriptor("tags", root: "tags", using: "Tag"))
        })
        #expect(try await described.load("articles").isMapped)
        #expect(try await described.load("articles").confirmed?.count == 2)

        let model = desk.library.container.model
        var mappings = try Library.mappings(model)
        mappings.update("Article") { $0.assignsNilForMissingRelationships = true }
        let remote = try RemotePlan(
            described.plan.server, for: try MappingPlan(mappings, for: model))
        let mapped = ObjectManager(remote, in: desk.library.container, over: desk.stub)
        #expect(try await mapped.load("articles").isMapped)
        #expect(try await mapped.load("articles").confirmed?.count == 2)
    }

    @Test func `what another version has written counts as nothing, and is replaced`() async throws
    {
        for text in [nil, "x", #"{"version":1}"#] {
            let desk = try Desk(server)
            try await desk.manager.load("articles")
            let stored = try #require(try desk.validators().first)
            let later = stored.text.replacing(#""version":1"#, with: #""version":2"#)
            #expect(later != stored.text)
            try desk.library.container.perform { context in
                context.compareAndSet(
                    MetadataChange(stored.key, from: stored.text, to: text ?? later))
                try context.save()
            }
            #expect(try await desk.manager.load("articles").isMapped)
            #expect(try await desk.manager.load("articles").confirmed?.count == 2)
        }
    }

    @Test func `a URL that is too long for a store is not remembered`() async throws {
        let desk = try Desk(server, server: { $0.publicParameters = ["q"] })
        let query: [String: Value] = ["q": .string(String(repeating: "x", count: 2000))]
        for _ in 1...2 { #expect(try await desk.manager.load("articles", query: query).isMapped) }
        #expect(try desk.validators() == [])
    }

    @Test func `of more than 10,000 responses, the oldest are forgotten`() async throws {
        let desk = try Desk(server, clock: TestClock(date: Timestamp(seconds: 1_000_000) ?? .now))
        try desk.library.container.perform { context in
            for number in 1...10_000 {
                let key = MetadataKey("remote-validator:\t\(number)", beside: 0)
                context.compareAndSet(
                    MetadataChange(
                        key, from: nil, to: #"{"version": 1, "date": \#(number)}"#))
                if number % 100 == 0 { try context.save() }
            }
            let other = MetadataKey("remote-mark:x", beside: 0)
            context.compareAndSet(MetadataChange(other, from: nil, to: "1"))
            try context.save()
        }
        try await desk.manager.load("articles")
        let left = try desk.validators().map(\.key.name)
        #expect(left.count == 9000)
        #expect(!left.contains("remote-validator:\t1001"))
        #expect(left.contains("remote-validator:\t1002"))
        #expect(try await desk.manager.load("articles").confirmed?.count == 2)
        let mark = try desk.library.container.perform {
            try $0.metadata(MetadataKey("remote-mark:x", beside: 0))
        }
        #expect(mark == "1")
    }
}

extension Desk {
    /// The validators in the store.
    func validators() throws -> [MetadataEntry] {
        try library.container.perform { try $0.metadata(behind: "remote-validator:") }
    }
}
