import EntityMapper
import HTTPValues
import ObjectGraph
import RemoteGraph
import RemotePlanning
import RemoteServers
import ResourceMapping
import TestSupport
import Testing

@Suite("With Kinto", .runsAlone, .needsServers, .endsInTime)
struct KintoTests {
    private let collection: KintoCollection

    init() async throws { collection = try await KintoCollection() }

    private func newsroom(_ fields: HeaderFields? = nil) throws -> Newsroom {
        var server = RemoteDescription(base: collection.url)
        server.addRoute(for: "Record", "records/:recordID")
        server.addRoute(for: "Record", "records", methods: [.post])
        server.addRoute(named: "records", "records")
        server.addRequest(RequestDescriptor(for: "Record", root: "data", patch: .mergePatch))
        server.addResponse(ResponseDescriptor("records", root: "data", using: "Record"))
        server.addResponse(ResponseDescriptor("records/:id", root: "data", using: "Record"))
        return try Newsroom(
            server, credentials: User(collection.url, Credential(fields ?? collection.fields)))
    }

    /// The entity tag of the last response.
    private func tag(_ newsroom: Newsroom) throws -> String {
        try #require(newsroom.transport.exchanges.last?.headers["ETag"])
    }

    @Test func `a record is created, and its identifier is a text`() async throws {
        let newsroom = try newsroom()
        let draft = try newsroom.insert("Record", ["title": "Maps"])
        let binding = try await newsroom.manager.post(draft).saved().binding
        guard case .bound(.string(let name)) = binding else {
            Issue.record("not bound")
            return
        }
        #expect(try newsroom.values(of: "Record") == [.string(name): "Maps"])
        #expect(try await collection.send(.get, name).contains(#""title":"Maps""#))
        guard case .deleted = try await newsroom.manager.delete(draft) else {
            Issue.record("not deleted")
            return
        }
        #expect(try newsroom.values(of: "Record").isEmpty)
    }

    @Test func `a merge patch removes what became nil`() async throws {
        let newsroom = try newsroom()
        try await collection.send(.put, "a", json: #"{"data": {"title": "Maps", "rating": 5}}"#)
        let result = try await newsroom.manager.load("records").mapped()
        let record = try #require(result.array.first)
        _ = try await newsroom.manager.patch(record) { $0["title"] = .null }.saved()
        let request = try #require(newsroom.transport.exchanges.last?.request)
        #expect(request.headers["Content-Type"] == "application/merge-patch+json")
        #expect(await request.text == #"{"data":{"title":null}}"#)
        let body = try await collection.send(.get, "a")
        #expect(!body.contains("title") && body.contains(#""rating":5"#))
        #expect(try newsroom.values(of: "Record") == ["a": .null])
    }

    @Test func `a create under an own identifier that exists is a conflict`() async throws {
        let newsroom = try newsroom()
        let object = try newsroom.insert("Record", ["recordID": "a", "title": "mine"])
        let fields: HeaderFields = ["If-None-Match": "*"]
        _ = try await newsroom.manager.put(object, headers: fields).saved()
        try await collection.send(.put, "a", json: #"{"data": {"title": "theirs"}}"#)
        let before = try newsroom.snapshot()
        let outcome = try await newsroom.manager.put(object, headers: fields)
        let conflict = try outcome.conflict()
        #expect(conflict.kind == .changed && conflict.error.status == 412)
        #expect(title(of: conflict.theirs) == "theirs")
        #expect(try newsroom.snapshot() == before)
    }

    /// The title of the record in the answer to a change that was refused.
    private func title(of answer: Value?) -> Value? {
        guard case .dictionary(let body)? = answer,
            case .dictionary(let details)? = body["details"],
            case .dictionary(let existing)? = details["existing"]
        else { return nil }
        return existing["title"]
    }

    @Test func `a response that may not be stored leaves no condition`() async throws {
        let newsroom = try newsroom()
        try await collection.send(.put, "a", json: #"{"data": {"title": "Maps"}}"#)
        let record = try newsroom.insert("Record", ["recordID": "a"])
        for _ in 0..<2 { _ = try await newsroom.manager.get(record).mapped() }
        for exchange in newsroom.transport.exchanges {
            #expect(exchange.headers["Cache-Control"]?.contains("no-store") == true)
            #expect(exchange.headers["ETag"] != nil)
            #expect(exchange.request.headers["If-None-Match"] == nil)
        }
    }

    @Test func `a change under the entity tag of another version is a conflict`() async throws {
        let newsroom = try newsroom()
        try await collection.send(.put, "a", json: #"{"data": {"title": "Maps"}}"#)
        let record = try newsroom.insert("Record", ["recordID": "a"])
        _ = try await newsroom.manager.get(record).mapped()
        let fields: HeaderFields = ["If-Match": try tag(newsroom)]
        let saved = try await newsroom.manager.patch(record, headers: fields) {
            $0["title"] = "mine"
        }
        #expect(try saved.saved().binding == .known)
        let outcome = try await newsroom.manager.patch(record, headers: fields) {
            $0["title"] = "mine again"
        }
        let conflict = try outcome.conflict()
        #expect(conflict.error.status == 412 && title(of: conflict.theirs) == "mine")
        #expect(try newsroom.values(of: "Record") == ["a": "mine"])
        #expect(try await collection.send(.get, "a").contains(#""title":"mine""#))
    }

    @Test func `tombstones of later changes delete objects here`() async throws {
        let newsroom = try newsroom()
        for name in ["a", "b", "c"] {
            try await collection.send(.put, name, json: #"{"data": {"title": "old"}}"#)
        }
        _ = try await newsroom.manager.load("records").mapped()
        let since = try tag(newsroom)
        try await collection.send(.delete, "a")
        try await collection.send(.put, "b", json: #"{"data": {"title": "new"}}"#)
        let outcome = try await newsroom.manager.load("records", query: ["_since": .string(since)])
        #expect(try outcome.mapped().total.deleted == 1)
        #expect(try newsroom.values(of: "Record") == ["b": "new", "c": "old"])
    }

    @Test func `a wrong password is in no error`() async throws {
        let newsroom = try newsroom(["Authorization": "Basic d3Jvbmc6d3Jvbmc="])
        let error = await expectError(.failedStatus) { try await newsroom.manager.load("records") }
        #expect(error?.status == 403)
        let text = "\(String(describing: error)) \(String(reflecting: error))"
        #expect(!text.contains("d3Jvbmc6"))
    }
}

/// A user with a password, which cannot be refreshed.
struct User: CredentialProvider {
    struct Failure: Error {}

    let origins: Set<Origin>
    private let own: Credential

    init(_ url: String, _ credential: Credential) throws {
        origins = [try #require(Origin(url))]
        own = credential
    }

    func credential() -> Credential? { own }

    func refresh(after rejected: Credential) throws -> Credential { throw Failure() }
}
