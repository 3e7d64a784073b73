import Mercator
import MercatorTesting
import Testing

#if canImport(RemoteGraphCurl)
    import RemoteGraphCurl
#endif
#if canImport(Darwin)
    import RemoteGraphURLSession
#endif

@Suite("Loading from a server")
struct LoadingFromAServerTests {
    struct Article: Entity {
        let articleID = Attribute<Int64>("articleID")
        let title = Attribute<String?>("title")
        let authorID = Attribute<Int64?>("authorID")
    }

    private let container: PersistentContainer
    private let plan: MappingPlan

    init() throws {
        let model = try ManagedObjectModel(Article.self)
        container = try PersistentContainer(model: model, store: InMemoryStore())
        var articles = EntityMapping(for: Article.self)
        articles.addAttributeMappings([
            "id": "articleID", "title": "title", "author_id": "authorID",
        ])
        plan = try MappingPlan(MappingSet([articles], roots: ["articles": "Article"]), for: model)
    }

    private func describe() -> RemoteDescription {
        var server = RemoteDescription(base: "https://example.com/api/v1/")
        server.addRoute(for: "Article", "articles/:articleID", methods: [.get, .patch, .delete])
        server.addRoute(for: "Article", "articles", methods: [.post])
        server.addRoute(named: "articles", "articles")
        server.addResponse(
            ResponseDescriptor("articles", root: "articles", methods: [.get], using: "Article"))
        server.addResponse(
            ResponseDescriptor("articles", root: "article", methods: [.post], using: "Article"))
        server.addResponse(ResponseDescriptor("articles/:id", root: "article", using: "Article"))
        server.addError(ErrorDescriptor(statuses: .clientError, .problem))
        server.addRequest(RequestDescriptor(for: "Article", root: "article"))
        return server
    }

    private func titles() throws -> [String] {
        try container.perform { context in
            try context.fetch(Article.self, sortedBy: [.ascending("articleID")])
                .compactMap(\.title)
        }
    }

    @Test func `a list is requested, mapped and saved`() async throws {
        let server = describe()
        var inserted = 0
        let transport = StubTransport { _ in
            TransportResponse(200, json: #"{"articles": [{"id": 7, "title": "Maps"}]}"#)
        }
        let remote = try RemotePlan(server, for: plan)
        let manager = ObjectManager(remote, in: container, over: transport)
        if case .mapped(let result) = try await manager.load("articles", query: ["tag": "swift"]) {
            inserted = result.total.inserted
        }
        #expect(inserted == 1)
        let request = try #require(transport.requests.first)
        #expect(
            "\(request.method.rawValue) \(request.url)"
                == "GET https://example.com/api/v1/articles?tag=swift")
    }

    @Test func `an edit is saved with the response, or not at all`() async throws {
        let transport = StubTransport { request in
            guard request.method == .patch else {
                return TransportResponse(200, json: #"{"articles": [{"id": 7, "title": "Maps"}]}"#)
            }
            return TransportResponse(200, json: #"{"article": {"id": 7, "title": "Atlases"}}"#)
        }
        let manager = ObjectManager(
            try RemotePlan(describe(), for: plan), in: container, over: transport)
        try await manager.load("articles")
        let article = try container.perform { context in
            try #require(try context.fetch(FetchRequest("Article")).first).objectID
        }
        let outcome = try await manager.patch(article) { $0["title"] = "Atlases" }
        guard case .saved = outcome else {
            Issue.record("\(outcome)")
            return
        }
        #expect(try titles() == ["Atlases"])
    }

    @Test func `an error begins with the status`() async throws {
        let transport = StubTransport { _ in
            TransportResponse(
                403, headers: ["Content-Type": "application/problem+json"],
                json: #"""
                    {"title": "Out of credit", "status": 403,
                     "detail": "Your balance is 30, but that costs 50."}
                    """#)
        }
        let manager = ObjectManager(
            try RemotePlan(describe(), for: plan), in: container, over: transport)
        var text = ""
        do {
            try await manager.load("articles")
        } catch {
            text = "\(error)"
        }
        let guide = try Guide("Guides/LoadingFromAServer.md")
        #expect(
            guide.blocks.contains { $0.language == "text" && text.hasPrefix($0.text) }, "\(text)")
    }

    /// Cost: the pauses between five attempts, which are those of the guide.
    @Test func `attempts and time are limited`() async throws {
        let transport = StubTransport { _ throws(TransportError) in
            throw TransportError(.connect, .notSent, "refused")
        }
        var options = RemoteOptions()
        options.retry.sendings = 5
        options.timeLimit = .seconds(20)
        let manager = ObjectManager(
            try RemotePlan(describe(), for: plan), in: container, over: transport,
            options: options)
        let error = await #expect(throws: RemoteError.self) {
            try await manager.load("articles")
        }
        // A machine that is busy may reach the limit of time first.
        #expect([.failedTransfer, .timedOut].contains(error?.code))
        #expect(transport.requests.count <= 5)
    }

    @Test func `what a complete list lacks is deleted within its scope`() async throws {
        var server = describe()
        server.addRoute(named: "of author", "authors/:id/articles")
        server.addResponse(
            ResponseDescriptor(
                "authors/:id/articles", root: "articles", using: "Article",
                scope: .objects(of: "Article", where: ["authorID": "id"])))
        let transport = StubTransport { request in
            guard request.url.hasSuffix("authors/3/articles") else {
                return TransportResponse(
                    200,
                    json: #"""
                        {"articles": [{"id": 1, "title": "A", "author_id": 3},
                          {"id": 2, "title": "B", "author_id": 3},
                          {"id": 3, "title": "C", "author_id": 4}]}
                        """#)
            }
            return TransportResponse(
                200, json: #"{"articles": [{"id": 2, "title": "B", "author_id": 3}]}"#)
        }
        let manager = ObjectManager(
            try RemotePlan(server, for: plan), in: container, over: transport)
        try await manager.load("articles")
        try await manager.load("of author", arguments: ["id": 3])
        #expect(try titles() == ["B", "C"])
    }

    @Test func `what has not changed is not sent again`() async throws {
        var server = describe()
        server.addDependency(of: "articles", on: "articles/:id")
        let transport = StubTransport { request in
            request.headers["If-None-Match"] == nil
                ? TransportResponse(
                    200, headers: ["ETag": "\"1\""],
                    json: #"{"articles": [{"id": 7, "title": "Maps"}]}"#)
                : TransportResponse(304)
        }
        let manager = ObjectManager(
            try RemotePlan(server, for: plan), in: container, over: transport)
        for _ in 0..<2 {
            var count = 0
            switch try await manager.load("articles") {
            case .mapped(let result): count = result.array.count
            case .notModified(let articles), .fresh(let articles): count = articles.count
            default: break
            }
            #expect(count == 1)
        }
        #expect(transport.requests.count == 2)
    }

    @Test func `a preview writes nothing`() async throws {
        let transport = StubTransport { _ in
            TransportResponse(200, json: #"{"articles": [{"id": 7, "title": "Maps"}]}"#)
        }
        let manager = ObjectManager(
            try RemotePlan(describe(), for: plan), in: container, over: transport)
        var deletedCount = -1
        let preview = try await manager.preview("articles")
        deletedCount = preview.changes.count(.deleted)
        #expect(deletedCount == 0 && preview.changes.count(.inserted) == 1)
        #expect(try titles().isEmpty)
    }

    @Test func `a poller sends again and again`() async throws {
        let transport = StubTransport { _ in
            TransportResponse(200, json: #"{"articles": [{"id": 7, "title": "Maps"}]}"#)
        }
        var options = RemoteOptions()
        options.clock = TestClock()
        let manager = ObjectManager(
            try RemotePlan(describe(), for: plan), in: container, over: transport,
            options: options)
        var results: [Poller.Outcome] = [] {
            didSet { if results.count == 3 { manager.pollers.removeAll() } }
        }
        let poller = manager.poll("inbox", every: .seconds(60)) { try await $0.load("articles") }
        for await result in poller { results.append(result) }
        #expect(results.count == 3 && transport.requests.count == 3)
    }

    #if canImport(RemoteGraphCurl)
        @Test func `libcurl is a transport`() async throws {
            let transport = CurlTransport()
            let manager = ObjectManager(
                try RemotePlan(describe(), for: plan), in: container, over: transport)
            await #expect(throws: RemoteError.self) {
                try await manager.load(path: "../../elsewhere")
            }
        }
    #endif

    #if canImport(Darwin)
        @Test func `a session is a transport`() async throws {
            let transport = URLSessionTransport()
            let remote = try RemotePlan(describe(), for: plan)
            let manager = ObjectManager(remote, in: container, over: transport)
            await #expect(throws: RemoteError.self) {
                try await manager.load(path: "../../elsewhere")
            }
        }
    #endif
}
