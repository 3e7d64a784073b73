import Foundation
import Mercator
import MercatorTesting
import Testing

@Suite("Sending changes")
struct SendingChangesTests {
    typealias Article = Newsroom.Article

    @Test func `an edit is saved with the response`() async throws {
        let newsroom = try Newsroom()
        let article = try newsroom.insert(7, "Maps")
        let transport = StubTransport { _ in
            TransportResponse(200, json: #"{"article": {"id": 7, "title": "Atlases"}}"#)
        }
        let manager = try newsroom.manager(over: transport)
        let outcome = try await manager.patch(article) { $0["title"] = "Atlases" }
        guard case .saved = outcome else {
            Issue.record("\(outcome)")
            return
        }
        #expect(try newsroom.titles == ["Atlases"])
    }

    @Test func `a new object gets its identifier`() async throws {
        let newsroom = try Newsroom()
        let container = newsroom.container
        let transport = StubTransport { request in
            #expect(request.headers["Idempotency-Key"]?.isEmpty != true)
            return TransportResponse(201, json: #"{"article": {"id": 7, "title": "Maps"}}"#)
        }
        let manager = try newsroom.manager(over: transport)
        var binding: ObjectBinding?
        let draft = try container.perform { context in
            let article = context.insert(Article.self)
            article.title = "Maps"
            try context.save()
            return article.objectID
        }
        if case .saved(let saved) = try await manager.post(draft) {
            binding = saved.binding
        }
        #expect(binding != nil)
        let number = try container.perform { context in
            try #require(try context.object(with: draft))["articleID"]
        }
        #expect(number == 7)
        try await manager.post(draft, headers: ["Idempotency-Key": "\(UUID())"])
        #expect(transport.requests.last?.headers["Idempotency-Key"]?.count == 36)
    }

    @Test func `descriptors tell what a body contains`() throws {
        var server = Newsroom.server
        server = RemoteDescription(base: "https://example.com/")
        server.addRequest(RequestDescriptor(for: "Article", root: "article"))
        server.addRequest(RequestDescriptor(for: "Note", patch: .mergePatch))
        #expect(server.requests.count == 2)
        #expect(throws: RemotePlanError.self) { try RemotePlan(server, for: try Newsroom().plan) }
    }

    @Test func `an attribute can have the version of an object`() throws {
        var server = Newsroom.server
        server.addRequest(RequestDescriptor(for: "Article", root: "data", version: "version"))
        let error = #expect(throws: RemotePlanError.self) {
            try RemotePlan(server, for: try Newsroom().plan)
        }
        #expect("\(error as Any)".contains("no attribute 'version' in Article"))
    }

    @Test func `another version on the server is a conflict`() async throws {
        let newsroom = try Newsroom()
        let article = try newsroom.insert(7, "old")
        let transport = StubTransport { request in
            request.method == .get
                ? TransportResponse(
                    200, headers: ["ETag": "\"1\""],
                    json: #"{"article": {"id": 7, "title": "old"}}"#)
                : TransportResponse(request.headers["If-Match"] == "\"1\"" ? 412 : 500)
        }
        let manager = try newsroom.manager(over: transport)
        try await manager.get(article)
        var kind: RemoteConflict.Kind?
        if case .conflict(let conflict) = try await manager.patch(article, { $0["title"] = "Maps" })
        {
            kind = conflict.kind
        }
        #expect(kind == .changed)
        #expect(try newsroom.titles == ["old"])
    }

    @Test func `a form has parts`() async throws {
        let newsroom = try Newsroom()
        let file = try TemporaryFile()
        try Data("pixels".utf8).write(to: URL(filePath: file.path))
        let image = try RequestBody.file(file.path)
        let transport = StubTransport { _ in TransportResponse(204) }
        let manager = try newsroom.manager(over: transport)
        let form = try RequestBody.multipart([
            .init("caption", "A map"),
            .init("image", file: image, named: "map.png", as: "image/png"),
        ])
        try await manager.send(.post, path: "images", body: form)
        let request = try #require(transport.requests.last)
        #expect(
            request.headers["Content-Type"]?.hasPrefix("multipart/form-data; boundary=") == true)
        let body = String(decoding: try #require(try await request.body?.bytes()), as: UTF8.self)
        #expect(body.contains("A map") && body.contains("pixels") && body.contains("map.png"))
        withExtendedLifetime(file) {}
    }
}
