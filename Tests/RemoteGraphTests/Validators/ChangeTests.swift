import EntityMapper
import HTTPValues
import MercatorTesting
import ObjectGraph
import RemoteGraph
import RemotePlanning
import ResourceMapping
import Synchronization
import TestSupport
import Testing

@Suite("Changes and versions", .endsInTime)
struct ChangeTests {
    @Test(arguments: StoreKind.allCases)
    func `N-166: the tag of a change is the condition of the next one, and of no GET`(
        kind: StoreKind
    ) async throws {
        try await kind.withStoreAwaiting { store in
            let server = VersionedServer(
                ["ETag": #""v1""#], json: articles(1),
                change: TransportResponse(200, headers: ["ETag": #""v2""#]))
            let desk = try Desk(server, store: store)
            let article = try desk.insertThree()[0]
            try await desk.manager.get(article)
            try await desk.manager.patch(article) { $0["title"] = "a" }
            try await desk.manager.put(article)
            try await desk.manager.get(article)
            try await desk.manager.delete(article)
            #expect(desk.sent("If-Match") == ["", #""v1""#, #""v2""#, "", #""v1""#])
            #expect(desk.sent("If-None-Match") == ["", "", "", "", ""])
        }
    }

    @Test func `the version of a created object is known from its location`() async throws {
        let created = TransportResponse(
            201, headers: ["ETag": #""v1""#, "Location": "/api/articles/7"], json: articles(7))
        let desk = try Desk(VersionedServer([:], change: created))
        let draft = try desk.insert(["title": "draft"])
        try await desk.manager.post(draft)
        try await desk.manager.put(draft)
        #expect(desk.sent("If-Match") == ["", #""v1""#])
    }

    @Test(arguments: [
        (ResourceRequest.Method.put, 200, false), (.put, 201, false), (.put, 204, false),
        (.patch, 202, false), (.delete, 404, false), (.delete, 204, false), (.delete, 202, false),
        (.post, 200, false), (.post, 500, true), (.put, 409, true), (.patch, 422, true),
        (.delete, 503, true),
    ])
    func `N-167: a change that succeeds makes the next GET unconditional`(
        method: ResourceRequest.Method, status: Int, isConditional: Bool
    ) async throws {
        let server = VersionedServer(
            ["ETag": #""1""#], json: articles(1), change: TransportResponse(status))
        for isAboutObject in [true, false] {
            let desk = try Desk(server, options: { $0.retry.sendings = 1 })
            let article = try desk.insertThree()[0]
            let path = "articles/1"
            try await desk.manager.load(path: path)
            if isAboutObject, method == .put {
                _ = try? await desk.manager.put(article)
            } else if isAboutObject, method == .delete {
                _ = try? await desk.manager.delete(article)
            } else {
                _ = try? await desk.manager.load(
                    method, path: path, parameters: method == .delete ? [:] : ["title": "x"])
            }
            #expect(desk.stub.requests.map(\.method) == [.get, method])
            try await desk.manager.load(path: path)
            #expect(desk.sent("If-None-Match").last == (isConditional ? #""1""# : ""))
        }
    }

    @Test func `N-167: a change that is redirected makes the next GET unconditional`() async throws
    {
        let server = VersionedServer(["ETag": #""1""#], json: articles(1))
        server.set(change: TransportResponse(303, headers: ["Location": "2"]))
        let desk = try Desk(server)
        let article = try desk.insertThree()[0]
        try await desk.manager.get(article)
        try await desk.manager.put(article)
        try await desk.manager.get(article)
        #expect(desk.sent("If-None-Match") == ["", "", "", ""])
    }

    @Test func `a change whose response cannot be mapped makes what is remembered obsolete`()
        async throws
    {
        let server = VersionedServer(
            ["ETag": #""1""#], json: articles(1), change: TransportResponse(200, json: "{"))
        let desk = try Desk(server)
        let article = try desk.insertThree()[0]
        try await desk.manager.get(article)
        await expectError(.unreadableBody) { try await desk.manager.put(article) }
        #expect(try desk.validators() == [])
    }

    @Test func `a dependence concerns equal arguments only, and one's own locations`() async throws
    {
        let server = VersionedServer(
            ["ETag": #""1""#],
            change: TransportResponse(
                200,
                headers: [
                    "Content-Location": "/api/articles", "Location": "https://evil.example/api/a",
                ]))
        let desk = try Desk(
            server,
            server: { server in
                server.addDependency(of: "authors/:id/articles", on: "articles/:id")
                server.addResponse(ResponseDescriptor(root: "articles", using: "Article"))
                server.publicParameters = ["q"]
            })
        let paths = ["articles", "authors/1/articles", "authors/2/articles", "a"]
        for path in paths {
            try await desk.manager.load(path: path, query: path == "articles" ? [:] : ["q": 1])
        }
        try await desk.manager.load(.put, path: "articles/1", parameters: ["title": "x"])
        let left = try desk.validators().map(\.key.name)
        #expect(left.count == 2)
        #expect(left.contains { $0.hasSuffix("authors/2/articles?q=1") })
        #expect(left.contains { $0.hasSuffix("/a?q=1") })
    }

    @Test func `a dependence with a mistake is reported`() throws {
        let problems = try Library().problems { $0.addDependency(of: "a?b", on: "a/../b") }
        #expect(problems.map(\.code) == [.pattern, .pattern])
        #expect(problems.first?.subject == "dependence of 'a?b' on 'a/../b'")
    }

    @Test func `N-169: an object that exists is a conflict with the server's`() async throws {
        let change = TransportResponse(
            412, json: #"{"details": {"existing": {"id": 1, "title": "theirs"}}}"#)
        let desk = try Desk(VersionedServer(["ETag": #""1""#], json: articles(1), change: change))
        let article = try desk.insertThree()[0]
        try await desk.manager.get(article)
        let outcome = try await desk.manager.put(article, headers: ["If-None-Match": "*"])
        #expect(desk.sent("If-None-Match").last == "*" && desk.sent("If-Match").last == "")
        guard case .conflict(let conflict) = outcome else {
            Issue.record("\(outcome)")
            return
        }
        #expect(conflict.kind == .changed)
        #expect(
            conflict.theirs == ["details": ["existing": ["id": 1, "title": "theirs"]]])
    }

    @Test func `a condition of one's own replaces the known one, and none is sent on request`()
        async throws
    {
        let server = VersionedServer(["ETag": #""1""#], json: articles(1))
        let desk = try Desk(server)
        let article = try desk.insertThree()[0]
        try await desk.manager.get(article)
        try await desk.manager.put(article, headers: ["If-Match": #""mine""#])
        #expect(desk.sent("If-Match").last == #""mine""#)
        let manager = try desk.manager(options: { $0.sendsIfMatch = false })
        try await manager.get(article)
        try await manager.put(article)
        #expect(desk.sent("If-Match").last == "")
    }

    @Test func `a version that the edits are not based on is not their condition`() async throws {
        let server = VersionedServer(["ETag": #""1""#], json: articles(1, title: "old"))
        let desk = try Desk(server)
        let article = try desk.insertThree()[0]
        try await desk.manager.get(article)
        try desk.library.container.perform { context in
            let object = try context.object(with: article)
            object?["title"] = "mine"
            object?["state"] = 1
            try context.save()
        }
        server.set(["ETag": #""2""#], json: articles(1, title: "theirs"))
        #expect(try await desk.manager.get(article).isMapped)
        #expect(try desk.titles[1] == "mine")
        try await desk.manager.put(article)
        #expect(desk.sent("If-Match").last == #""1""#)
    }
}

@Suite("Repeated changes that are refused", .endsInTime)
struct RefusedRepetitionTests {
    private static let lost = TransportError(.reset, .receiving(bytes: 0), "lost")

    /// Sends a change whose first response is lost, and whose repetition is refused.
    private func outcome(
        theirs: String, status: Int = 200, body: Bool = true,
        _ change: (Desk, ManagedObjectID) async throws -> RemoteOutcome
    ) async throws -> (RemoteOutcome, Desk) {
        let sendings = Mutex(0)
        let desk = try Desk { request throws(TransportError) in
            let isChanged = sendings.withLock { $0 > 0 }
            guard request.method == .get else {
                let number = sendings.withLock { count in
                    count += 1
                    return count
                }
                if number == 1 { throw Self.lost }
                return TransportResponse(412)
            }
            return isChanged
                ? TransportResponse(status, headers: ["ETag": #""2""#], json: theirs)
                : TransportResponse(
                    200, headers: ["ETag": #""1""#], json: articles(1, title: "old"))
        }
        let article = try desk.insertThree()[0]
        try await desk.manager.get(article)
        return (try await change(desk, article), desk)
    }

    private let theirs = #"{"articles": [{"id": 1, "title": "mine", "rating": 5}]}"#

    @Test func `N-131: a PATCH that had arrived is a success`() async throws {
        let (outcome, desk) = try await outcome(theirs: theirs) { desk, article in
            try await desk.manager.patch(article) { $0["title"] = "mine" }
        }
        guard case .saved(let saved) = outcome else {
            Issue.record("\(outcome)")
            return
        }
        #expect(saved.binding == .known)
        #expect(desk.stub.requests.map(\.method) == [.get, .patch, .patch, .get])
        #expect(desk.sent("If-Match") == ["", #""1""#, #""1""#, ""])
        #expect(desk.sent("If-None-Match").last == "")
        #expect(try desk.titles == [1: "mine", 2: "old", 3: "old"])
        let article = try #require(saved.result?.first)
        _ = try await desk.manager.get(article)
        #expect(desk.sent("If-None-Match").last == #""2""#)
    }

    @Test func `N-131: a PUT that had arrived is a success`() async throws {
        let json = #"{"articles": [{"id": 1, "title": "mine", "text": {}, "tags": []}]}"#
        let (outcome, desk) = try await outcome(theirs: json) { desk, article in
            try desk.library.container.perform { context in
                let object = try context.object(with: article)
                object?["title"] = "mine"
                object?["state"] = 1
                try context.save()
            }
            return try await desk.manager.put(article)
        }
        guard case .saved = outcome else {
            Issue.record("\(outcome)")
            return
        }
        let state = try desk.library.container.perform { context in
            try context.fetch(FetchRequest("Article")).map { $0["state"] }
        }
        #expect(state.contains(0) && !state.contains(1))
    }

    @Test(arguments: [
        (#"{"articles": [{"id": 1, "title": "theirs"}]}"#, 200), (articles(2), 200),
        (#"{"articles": []}"#, 200), ("", 204), ("{}", 404),
    ])
    func `N-131: anything else is a conflict, and changes nothing`(
        json: String, status: Int
    ) async throws {
        let (outcome, desk) = try await outcome(theirs: json, status: status) { desk, article in
            try await desk.manager.patch(article) { $0["title"] = "mine" }
        }
        guard case .conflict(let conflict) = outcome else {
            Issue.record("\(outcome)")
            return
        }
        #expect(conflict.kind == .changed && conflict.error.status == 412)
        #expect(try desk.titles == [1: "old", 2: "old", 3: "old"])
    }

    @Test func `a first refusal is a conflict without a question`() async throws {
        let desk = try Desk(
            VersionedServer(
                ["ETag": #""1""#], json: articles(1), change: TransportResponse(412)))
        let article = try desk.insertThree()[0]
        try await desk.manager.get(article)
        guard case .conflict = try await desk.manager.put(article) else {
            Issue.record("no conflict")
            return
        }
        #expect(desk.stub.requests.map(\.method) == [.get, .put])
    }
}
