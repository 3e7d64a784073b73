import EntityMapper
import HTTPValues
import MercatorTesting
import ObjectGraph
import RemoteGraph
import RemotePlanning
import ResourceMapping
import TestSupport
import Testing

@Suite("Sending objects", .endsInTime)
struct SavingTests {
    @Test func `N-086: a posted draft becomes the object of the response`() async throws {
        let desk = try Desk { _ in TransportResponse(201, json: articles(7)) }
        let draft = try desk.insert(["title": "draft"])
        guard case .saved(let saved) = try await desk.manager.post(draft) else {
            Issue.record("not saved")
            return
        }
        #expect(saved.binding == .bound(7))
        #expect(saved.result?.array == [draft])
        #expect(try desk.titles == [7: "new"])
        let request = try #require(desk.stub.requests.first)
        #expect(request.method == .post)
        #expect(request.headers["Content-Type"] == "application/json")
        let body = try await request.body?.bytes()
        #expect(body.map { String(decoding: $0, as: UTF8.self) }?.contains("draft") == true)
    }

    @Test(arguments: [#"{"articles": [{"title": "x"}]}"#, articles(7, 8)])
    func `N-088: a response that is not clearly the draft's leaves everything`(
        json: String
    ) async throws {
        let desk = try Desk { _ in TransportResponse(201, json: json) }
        let draft = try desk.insert(["title": "draft", "state": 1])
        let before = try desk.snapshot()
        guard case .saved(let saved) = try await desk.manager.post(draft) else {
            Issue.record("not saved")
            return
        }
        guard case .unbound = saved.binding else {
            Issue.record("\(saved)")
            return
        }
        #expect(saved.result == nil)
        #expect(try desk.snapshot() == before)
        #expect(desk.stub.requests.count == 1)
    }

    @Test func `a PATCH sends the changes and saves them with the response`() async throws {
        let desk = try Desk { _ in
            TransportResponse(200, json: #"{"articles": [{"id": 1, "rating": 5}]}"#)
        }
        let article = try desk.insertThree()[0]
        guard
            case .saved(let saved) = try await desk.manager.patch(
                article, { $0["title"] = "mine" })
        else {
            Issue.record("not saved")
            return
        }
        #expect(saved.binding == .known)
        let body = try await desk.stub.requests.first?.body?.bytes()
        #expect(
            body.map { String(decoding: $0, as: UTF8.self) }
                == #"{"article":{"id":1,"title":"mine"}}"#)
        #expect(try desk.titles[1] == "mine")
        let rating = try desk.library.container.perform { try $0.object(with: article)?["rating"] }
        #expect(rating == 5)
    }

    @Test func `a PATCH without changes sends nothing`() async throws {
        let desk = try Desk { _ in TransportResponse(200, json: articles(1)) }
        let article = try desk.insertThree()[0]
        guard case .unchanged = try await desk.manager.patch(article, { _ in }) else {
            Issue.record("sent")
            return
        }
        #expect(desk.stub.requests.isEmpty)
    }

    @Test func `a PATCH that fails changes nothing`() async throws {
        let desk = try Desk { _ in TransportResponse(422, json: #"{"title": ["blank"]}"#) }
        let article = try desk.insertThree()[0]
        let before = try desk.snapshot()
        await expectError(.failedStatus) {
            try await desk.manager.patch(article) { $0["title"] = "mine" }
        }
        #expect(try desk.snapshot() == before)
    }

    @Test func `an edited object that was sent is clean, and has the server's values`() async throws
    {
        let desk = try Desk { _ in TransportResponse(200, json: articles(1, title: "theirs")) }
        let article = try desk.insert(["articleID": 1, "title": "mine", "state": 1])
        try await desk.manager.put(article)
        #expect(try desk.titles == [1: "theirs"])
    }

    @Test func `the objects of a relationship are loaded by its route`() async throws {
        let desk = try Desk { _ in TransportResponse(200, json: articles(4)) }
        let author = try desk.library.container.perform { context in
            let author = context.insert("Author")
            author["authorID"] = 3
            try context.save()
            return author.objectID
        }
        try await desk.manager.load(relationship: "articles", of: author)
        #expect(desk.stub.requests.map(\.url) == ["https://example.com/api/authors/3/articles"])
        #expect(try desk.titles == [4: "new"])
    }

    @Test func `N-016, N-017: a request that cannot be created sends nothing`() async throws {
        let desk = try Desk { _ in TransportResponse(200, json: articles(1)) }
        await expectError(.invalidArgument) { try await desk.manager.load("article") }
        await expectError(.missingRoute) { try await desk.manager.load("artikel") }
        let article = try desk.insertThree()[0]
        try desk.library.container.perform { context in
            if let object = try context.object(with: article) { context.delete(object) }
            try context.save()
        }
        await expectError(.missingObject) { try await desk.manager.get(article) }
        #expect(desk.stub.requests.isEmpty)
    }

    @Test func `N-034: the only field that is added names the package`() async throws {
        let desk = try Desk { _ in TransportResponse(200, json: articles(1)) }
        try await desk.manager.load("articles")
        let headers = try #require(desk.stub.requests.first).headers
        #expect(headers.fields.map(\.name) == ["Accept", "User-Agent"])
        #expect(headers["User-Agent"]?.hasPrefix("Mercator/") == true)
        try await desk.manager.load("articles", headers: ["User-Agent": "Own"])
        #expect(desk.stub.requests.last?.headers["User-Agent"] == "Own")
    }
}
