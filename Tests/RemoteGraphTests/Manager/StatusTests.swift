import EntityMapper
import HTTPValues
import MercatorPayload
import MercatorTesting
import ObjectGraph
import OrphanDetection
import RemoteGraph
import RemotePlanning
import TestSupport
import Testing

@Suite("Outcomes of requests", .endsInTime)
struct StatusTests {
    @Test func `a body of any success is mapped in one commit`() async throws {
        for status in [200, 201, 203, 299] {
            let desk = try Desk { _ in TransportResponse(status, json: articles(1, 2)) }
            guard case .mapped(let result) = try await desk.manager.load("articles") else {
                Issue.record("\(status)")
                continue
            }
            #expect(result.total.inserted == 2)
            #expect(try desk.titles == [1: "new", 2: "new"])
            #expect(
                desk.stub.requests.map(\.url) == [
                    "https://example.com/api/articles?limit=10&sort=title"
                ])
        }
    }

    @Test(arguments: [(204, ""), (200, ""), (205, ""), (200, " ")])
    func `a success without a body keeps the draft`(status: Int, body: String) async throws {
        let desk = try Desk { _ in
            TransportResponse(status, body: ResponseBody(Array(body.utf8)))
        }
        let draft = try desk.insert(["title": "draft", "state": 1])
        guard case .saved(let saved) = try await desk.manager.post(draft) else {
            Issue.record("not saved")
            return
        }
        #expect(saved.result == nil && saved.binding == nil)
        let values = try desk.library.container.perform { context in
            let object = try context.object(with: draft)
            return [object?["title"], object?["state"], object?["articleID"]]
        }
        #expect(values == ["draft", 0, .null])
    }

    @Test func `only a list with a root deletes what it lacks`() async throws {
        for (json, rest) in [("", 3), (#"{"articles": []}"#, 0), (articles(2), 1)] {
            let desk = try Desk { _ in TransportResponse(200, json: json) }
            _ = try desk.insertThree()
            try await desk.manager.load("all")
            #expect(try desk.count == rest, "\(json)")
        }
    }

    @Test(arguments: [
        (206, RemoteError.Code.unexpectedPartialContent), (300, .failedStatus),
        (302, .failedStatus), (304, .failedStatus), (401, .unauthorized), (403, .failedStatus),
        (404, .failedStatus), (407, .failedStatus), (499, .failedStatus), (500, .failedStatus),
        (503, .failedStatus), (99, .invalidResponse), (600, .invalidResponse),
    ])
    func `a failed list changes nothing`(
        status: Int, code: RemoteError.Code
    ) async throws {
        let desk = try Desk { _ in TransportResponse(status, json: articles(1)) }
        _ = try desk.insertThree()
        let before = try desk.snapshot()
        let error = await expectError(code) { try await desk.manager.load("all") }
        #expect(error?.status == status)
        #expect(error?.description.hasPrefix("\(status) ") == true)
        #expect(try desk.snapshot() == before)
        let empty = try Desk { _ in TransportResponse(status) }
        await expectError(code) { try await empty.manager.load("all") }
    }

    @Test func `broken, cut and foreign bodies change nothing`() async throws {
        let cut = Array(articles(1).utf8.dropLast(4))
        let responses: [(RemoteError.Code, TransportResponse)] = [
            (.failedMapping, TransportResponse(200, json: "{}")),
            (.unreadableBody, TransportResponse(200, json: #"{"articles": [{"id": 1},"#)),
            (
                .failedTransfer,
                TransportResponse(
                    200, headers: ["Content-Type": "application/json"], cutAfter: cut)
            ),
            (
                .unsupportedType,
                TransportResponse(200, headers: ["Content-Type": "text/x-login"], json: "<html>")
            ),
            (
                .unsupportedCharset,
                TransportResponse(
                    200, headers: ["Content-Type": "application/json; charset=iso-8859-1"],
                    json: articles(1))
            ),
        ]
        for (code, response) in responses {
            let desk = try Desk(options: { $0.retry.sendings = 1 }) { _ in response }
            _ = try desk.insertThree()
            let before = try desk.snapshot()
            await expectError(code) { try await desk.manager.load("all") }
            #expect(try desk.snapshot() == before, "\(code)")
        }
    }

    @Test func `a cut body is reported as incomplete`() async throws {
        let desk = try Desk(options: { $0.retry.sendings = 1 }) { _ in
            TransportResponse(200, cutAfter: [0x7B])
        }
        let error = await expectError(.failedTransfer) { try await desk.manager.load("articles") }
        #expect((error?.cause as? TransportError)?.kind == .incompleteBody)
    }

    @Test func `a missing object is deleted here unless it has unsent edits`() async throws {
        for status in [404, 410] {
            let desk = try Desk { _ in TransportResponse(status, json: "{}") }
            let clean = try desk.insert(["articleID": 1, "state": 0])
            let edited = try desk.insert(["articleID": 2, "state": 1])
            guard case .deleted(nil) = try await desk.manager.get(clean) else {
                Issue.record("not deleted")
                return
            }
            guard case .conflict(let conflict) = try await desk.manager.get(edited) else {
                Issue.record("no conflict")
                return
            }
            #expect(conflict.kind == .gone && conflict.object == edited)
            #expect(conflict.error.status == status)
            #expect(try desk.titles.keys.sorted() == [2])
        }
    }

    @Test(arguments: [
        (409, RemoteConflict.Kind.changed), (412, .changed), (404, .gone), (410, .gone),
    ])
    func `a refused change is a conflict and changes nothing`(
        status: Int, kind: RemoteConflict.Kind
    ) async throws {
        let desk = try Desk { _ in TransportResponse(status, json: #"{"title": "x"}"#) }
        let article = try desk.insertThree()[0]
        let before = try desk.snapshot()
        for outcome in [
            try await desk.manager.put(article),
            try await desk.manager.patch(article) { $0["title"] = "mine" },
        ] {
            guard case .conflict(let conflict) = outcome else {
                Issue.record("no conflict")
                return
            }
            #expect(conflict.kind == kind)
        }
        #expect(try desk.snapshot() == before)
    }

    @Test(arguments: [(204, 2), (200, 2), (404, 2), (410, 2), (202, 3)])
    func `a DELETE deletes here unless it is only accepted`(status: Int, rest: Int) async throws {
        let desk = try Desk { _ in TransportResponse(status) }
        let article = try desk.insertThree()[0]
        try await desk.manager.delete(article)
        #expect(try desk.count == rest)
        #expect(desk.stub.requests.map(\.method) == [.delete])
    }

    @Test func `a DELETE with a body maps it and deletes the object`() async throws {
        let desk = try Desk { _ in TransportResponse(200, json: articles(2)) }
        let article = try desk.insertThree()[0]
        try await desk.manager.delete(article)
        #expect(try desk.titles == [2: "new", 3: "old"])
    }

    @Test func `202 changes nothing`() async throws {
        let desk = try Desk { _ in TransportResponse(202, json: articles(9)) }
        let article = try desk.insertThree()[0]
        let before = try desk.snapshot()
        for outcome in [
            try await desk.manager.load("all"), try await desk.manager.get(article),
            try await desk.manager.put(article),
        ] {
            guard case .accepted = outcome else {
                Issue.record("\(outcome)")
                return
            }
        }
        #expect(try desk.snapshot() == before)
    }

    @Test func `details of a problem are part of the error`() async throws {
        let desk = try Desk { _ in
            TransportResponse(
                403, headers: ["Content-Type": "application/problem+json"],
                json: #"{"title": "No credit", "balance": 30}"#)
        }
        let error = await expectError(.failedStatus) { try await desk.manager.load("articles") }
        #expect(error?.problem?["balance"]?.int64 == 30)
        #expect(error?.attempts.map(\.status) == [403])
    }

    @Test func `of a long error body, 64 KiB are kept`() async throws {
        let desk = try Desk { _ in
            TransportResponse(
                500, headers: ["Content-Type": "text/html"],
                body: ResponseBody(Array(repeating: 0x61, count: 2_000_000)))
        }
        let error = await expectError(.failedStatus) { try await desk.manager.load("articles") }
        #expect(error?.body.count == 1 << 16)
    }

    @Test func `a body beyond the limit is refused`() async throws {
        let desk = try Desk(options: { $0.bodyLimit = 10 }) { _ in
            TransportResponse(200, json: articles(1))
        }
        let error = await expectError(.failedTransfer) { try await desk.manager.load("articles") }
        #expect((error?.cause as? TransportError)?.kind == .bodyTooLarge)
        #expect(desk.stub.requests.count == 1)
    }

    @Test func `a response that cannot be saved changes nothing and keeps its status`() async throws
    {
        let desk = try Desk(options: { $0.mapping.failurePolicy = .fail }) { _ in
            TransportResponse(200, json: #"{"articles": [{"id": 9}, {"id": "x"}]}"#)
        }
        _ = try desk.insertThree()
        let before = try desk.snapshot()
        let error = await expectError(.failedMapping) { try await desk.manager.load("all") }
        #expect(error?.status == 200)
        #expect(error?.cause is MappingError)
        #expect(try desk.snapshot() == before)
    }

    @Test func `orphans are those of the arguments, but never drafts or edits`()
        async throws
    {
        let desk = try Desk(
            server: { server in
                server.addRoute(named: "one", "only/:id")
                server.addResponse(
                    ResponseDescriptor(
                        "only/:id", root: "articles", using: "Article",
                        scope: .objects(
                            of: "Article", where: ["rating": "id"], limit: .unlimited)))
            }
        ) { _ in TransportResponse(200, json: #"{"articles": []}"#) }
        for rating in 1...2 {
            let number = Int64(rating)
            _ = try desk.insert(["articleID": .integer(number), "rating": .integer(number)])
            _ = try desk.insert(
                ["articleID": .integer(number + 10), "rating": .integer(number), "state": 1])
            _ = try desk.insert(["rating": .integer(number)])
        }
        try await desk.manager.load("one", arguments: ["id": 1])
        #expect(try desk.titles.keys.sorted() == [2, 11, 12])
        #expect(try desk.count == 5)
    }

    @Test func `a deletion beyond the limit is refused, and the rest is saved`() async throws {
        let desk = try Desk(
            server: { server in
                server.addResponse(
                    ResponseDescriptor(
                        "few", root: "articles", using: "Article",
                        scope: .all("Article", limit: .count(1))))
            }
        ) { _ in TransportResponse(200, json: articles(9)) }
        _ = try desk.insertThree()
        guard case .mapped(let result) = try await desk.manager.load(path: "few") else {
            Issue.record("not mapped")
            return
        }
        #expect(try desk.titles.keys.sorted() == [1, 2, 3, 9])
        #expect(result.orphans != nil)
    }
}
