import EntityMapper
import HTTPValues
import MercatorPayload
import ObjectGraph
import PlainValueMapping
import RemoteGraph
import RemotePlanning
import RemoteServers
import ResourceMapping
import Synchronization
import TestSupport
import Testing

@Suite("With Django REST framework", .runsAlone, .needsServers, .endsInTime)
struct DjangoTests {
    private let space: DjangoSpace

    init() throws { space = try DjangoSpace() }

    private func newsroom(
        credentials: (any CredentialProvider)? = nil,
        _ change: (inout RemoteOptions) -> Void = { _ in }
    ) throws -> Newsroom {
        var server = RemoteDescription(base: space.url)
        server.addRoute(for: "Article", "articles/:articleID/")
        server.addRoute(for: "Article", "articles/", methods: [.post])
        server.addRoute(named: "articles", "articles/")
        server.addRoute(for: "Author", "authors/", methods: [.post])
        server.addRoute(forRelationship: "articles", of: "Author", "authors/:authorID/articles/")
        server.addRequest(RequestDescriptor(for: "Article"))
        server.addRequest(RequestDescriptor(for: "Author"))
        for path: PathPattern in [
            "articles", "articles/", "by-offset/", "by-cursor/", "throttled/", "private/",
        ] {
            server.addResponse(
                ResponseDescriptor(path, root: "results", methods: [.get], using: "Article"))
        }
        server.addResponse(ResponseDescriptor("articles/", methods: [.post], using: "Article"))
        server.addResponse(ResponseDescriptor("articles/:id/", using: "Article"))
        server.addResponse(ResponseDescriptor("authors/", methods: [.post], using: "Author"))
        server.addResponse(
            ResponseDescriptor(
                "authors/:id/articles/", using: "Article",
                scope: .objects(of: "Article", where: ["authorID": "id"])))
        server.addError(ErrorDescriptor(statuses: [400], .values(of: FieldErrors.mapping)))
        return try Newsroom(server, credentials: credentials, options: change)
    }

    @Test func `a list is loaded, and an object of it again`() async throws {
        let newsroom = try newsroom()
        try await space.seed(3)
        let result = try await newsroom.manager.load("articles").mapped()
        #expect(result.total.inserted == 3)
        let (object, number) = (try #require(result.array.first), try newsroom.identifiers()[0])
        try await ServerClient.send(
            .patch, space.url + "articles/\(number)/", json: #"{"title": "theirs"}"#)
        #expect(try await newsroom.manager.get(object).mapped().total.updated == 1)
        #expect(try newsroom.values()[.integer(number)] == "theirs")
    }

    @Test func `an object is created, changed, replaced and deleted`() async throws {
        let newsroom = try newsroom()
        let draft = try newsroom.insert("Article", ["title": "Maps", "rating": 5])
        let binding = try await newsroom.manager.post(draft).saved().binding
        let number = try #require(try newsroom.identifiers().first)
        #expect(binding == .bound(.integer(number)))
        let url = space.url + "articles/\(number)/"

        let patched = try await newsroom.manager.patch(draft) { $0["title"] = "Graphs" }
        #expect(try patched.saved().binding == .known)
        #expect(await newsroom.transport.exchanges.last?.request.text.contains("rating") == false)
        #expect(try await ServerClient.send(.get, url).contains(#""title":"Graphs","rating":5"#))

        try newsroom.container.perform { context in
            try context.object(with: draft)?["rating"] = .null
            try context.save()
        }
        _ = try await newsroom.manager.put(draft).saved()
        #expect(try await ServerClient.send(.get, url).contains(#""rating":null"#))

        guard case .deleted = try await newsroom.manager.delete(draft) else {
            Issue.record("not deleted")
            return
        }
        #expect(try newsroom.identifiers().isEmpty)
        #expect(newsroom.transport.statuses == [201, 200, 200, 204])
        await #expect(throws: ServerProcess.Failure.self) {
            try await ServerClient.send(.get, url)
        }
    }

    @Test func `an object that the server deleted is deleted here`() async throws {
        let newsroom = try newsroom()
        try await space.seed(2)
        let objects = try await newsroom.manager.load("articles").mapped().array
        let number = try newsroom.identifiers()[0]
        try await ServerClient.send(.delete, space.url + "articles/\(number)/")
        guard case .deleted = try await newsroom.manager.get(try #require(objects.first)) else {
            Issue.record("not deleted")
            return
        }
        #expect(try newsroom.identifiers().count == 1)
    }

    @Test func `the errors of fields become values, and the draft stays as it was`()
        async throws
    {
        let newsroom = try newsroom()
        let draft = try newsroom.insert("Article", ["title": "", "rating": 5, "state": 1])
        let before = try newsroom.snapshot()
        let error = await expectError(.failedStatus) { try await newsroom.manager.post(draft) }
        #expect(error?.status == 400)
        guard case .values(let values)? = error?.content else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(
            values.map { ($0 as? FieldErrors)?.title } == [["This field may not be blank."]])
        #expect(error?.description.contains("This field may not be blank.") == true)
        #expect(try newsroom.snapshot() == before)
    }

    @Test func `a problem keeps its members`() async throws {
        let newsroom = try newsroom()
        let outcome = try await newsroom.manager.load(.post, path: "articles/credit/")
        let problem = try #require(try outcome.conflict().error.problem)
        #expect(problem.type == "https://example.com/no-credit")
        #expect(problem.title == "No credit" && problem.status == 409)
        #expect(problem.instance == "/accounts/7")
        #expect(problem["balance"]?.int64 == 30)
    }

    @Test func `ten requests with an old token need one refresh`() async throws {
        try await space.seed(10)
        let session = try Session(space)
        let newsroom = try newsroom(credentials: session)
        try await withThrowingTaskGroup { group in
            for number in 0..<10 {
                group.addTask {
                    try await newsroom.manager.load(
                        path: "private/", query: ["offset": .integer(Int64(number))])
                }
            }
            for try await outcome in group { _ = try outcome.mapped() }
        }
        #expect(session.refreshCount == 1)
        #expect(newsroom.transport.statuses.filter { $0 == 200 }.count == 10)
        #expect(try newsroom.identifiers().count == 10)
        let challenge = newsroom.transport.exchanges.first?.headers["WWW-Authenticate"]
        #expect(challenge == #"Bearer realm="library""#)
    }

    @Test func `requests beyond the rate wait for as long as the server asks`() async throws {
        let newsroom = try newsroom()
        let start = ContinuousClock.now
        // On a busy machine, one round may take so long that it keeps to the rate.
        for round in 0..<10 where !newsroom.transport.statuses.contains(429) {
            try await withThrowingTaskGroup { group in
                for number in 0..<8 {
                    group.addTask {
                        try await newsroom.manager.load(
                            path: "throttled/",
                            query: ["offset": .integer(Int64(8 * round + number))])
                    }
                }
                for try await outcome in group { _ = try outcome.mapped() }
            }
        }
        let refusal = try #require(newsroom.transport.exchanges.first { $0.status == 429 })
        #expect(refusal.headers["Retry-After"] == "1")
        #expect(start.duration(to: .now) >= .seconds(1))
    }

    @Test func `the articles of an author lose only those that the server lacks`()
        async throws
    {
        let newsroom = try newsroom()
        let (anna, ben) = (try await space.author("Anna"), try await space.author("Ben"))
        var articles: [Int64: [Int64]] = [:]
        for author in [anna, anna, anna, ben, ben] {
            articles[author, default: []].append(try await space.article("Maps", by: author))
        }
        try await newsroom.manager.load("articles")
        let author = try newsroom.insert("Author", ["authorID": .integer(anna)])
        let gone = articles[anna, default: []].removeFirst()
        for number in [gone, try #require(articles[ben]?.first)] {
            try await ServerClient.send(.delete, space.url + "articles/\(number)/")
        }
        let outcome = try await newsroom.manager.load(relationship: "articles", of: author)
        #expect(try outcome.mapped().array.count == 2)
        #expect(try newsroom.identifiers() == articles.values.flatMap(\.self).sorted())
    }

    @Test func `a path without its slash is redirected, and mapped as requested`()
        async throws
    {
        let newsroom = try newsroom()
        try await space.seed(1)
        let outcome = try await newsroom.manager.load(path: "articles", query: ["page": 1])
        #expect(try outcome.mapped().total.inserted == 1)
        #expect(newsroom.transport.statuses == [301, 200])
    }

    @Test func `a change of another version is a conflict and changes nothing`() async throws {
        let newsroom = try newsroom()
        try await space.seed(1)
        let object = try #require(try await newsroom.manager.load("articles").mapped().array.first)
        let saved = try await newsroom.manager.patch(object, headers: ["If-Match": "\"1\""]) {
            $0["title"] = "Maps"
        }
        #expect(try saved.saved().binding == .known)
        #expect(newsroom.transport.exchanges.last?.headers["ETag"] == "\"2\"")
        let before = try newsroom.snapshot()
        let outcome = try await newsroom.manager.patch(object, headers: ["If-Match": "\"1\""]) {
            $0["title"] = "Graphs"
        }
        #expect(try outcome.conflict().kind == .changed)
        #expect(try newsroom.snapshot() == before)
    }

    @Test func `a list that has not changed is confirmed, and has its objects`() async throws {
        let newsroom = try newsroom()
        try await space.seed(3)
        let objects = try await newsroom.manager.load("articles").mapped().array
        let before = try newsroom.snapshot()
        #expect(try await newsroom.manager.load("articles").confirmed() == objects)
        #expect(try newsroom.snapshot() == before)
        _ = try await space.article("Maps")
        #expect(try await newsroom.manager.load("articles").mapped().total.inserted == 1)
        #expect(newsroom.transport.statuses == [200, 304, 200])
    }

    @Test func `a change here after one there is a conflict until the object is read`() async throws
    {
        let newsroom = try newsroom()
        let number = try await space.article("Maps")
        let object = try newsroom.insert("Article", ["articleID": .integer(number)])
        _ = try await newsroom.manager.get(object).mapped()
        try await ServerClient.send(
            .patch, space.url + "articles/\(number)/", json: #"{"title": "theirs"}"#)
        let before = try newsroom.snapshot()
        let outcome = try await newsroom.manager.patch(object) { $0["title"] = "mine" }
        #expect(try outcome.conflict().error.status == 412)
        #expect(newsroom.transport.exchanges.last?.request.headers["If-Match"] == "\"1\"")
        #expect(try newsroom.snapshot() == before)
        _ = try await newsroom.manager.get(object).mapped()
        _ = try await newsroom.manager.patch(object) { $0["title"] = "mine" }.saved()
        #expect(newsroom.transport.exchanges.last?.request.headers["If-Match"] == "\"2\"")
        // The answer to the change has the tag for the next one.
        _ = try await newsroom.manager.patch(object) { $0["rating"] = 5 }.saved()
        #expect(newsroom.transport.exchanges.last?.request.headers["If-Match"] == "\"3\"")
    }

    @Test func `a key makes one article although its answer was lost`() async throws {
        let newsroom = try newsroom()
        let draft = try newsroom.insert("Article", ["title": "Maps"])
        let outcome = try await newsroom.manager.post(
            draft, query: ["cut": 1], headers: ["Idempotency-Key": "k-\(space.url)"])
        let number = try #require(try newsroom.identifiers().first)
        #expect(try outcome.saved().binding == .bound(.integer(number)))
        #expect(newsroom.transport.statuses == [201, 201])
        let list = try await ServerClient.send(.get, space.url + "articles/")
        #expect(list.contains(#""count":1"#))
    }

    @Test func `without a key, a lost answer is an error`() async throws {
        let newsroom = try newsroom()
        let draft = try newsroom.insert("Article", ["title": "Maps"])
        let before = try newsroom.snapshot()
        let error = await expectError(.failedTransfer) {
            try await newsroom.manager.post(draft, query: ["cut": 1])
        }
        #expect((error?.cause as? TransportError)?.kind == .incompleteBody)
        #expect(newsroom.transport.statuses == [201])
        #expect(try newsroom.snapshot() == before)
    }
}

/// The messages of Django REST framework for the fields of an article.
private struct FieldErrors: Sendable, CustomStringConvertible {
    var title: [String] = []

    var description: String { title.joined(separator: " ") }

    static let mapping: ObjectMapping<FieldErrors> = {
        var errors = ObjectMapping(FieldErrors())
        errors.addAttributeMapping(from: "title", to: \.title)
        return errors
    }()
}

/// A user whose token is old at first.
private final class Session: CredentialProvider {
    let origins: Set<Origin>
    private let url: String
    private let state = Mutex((token: "old", refreshCount: 0))

    init(_ space: DjangoSpace) throws {
        origins = [try #require(Origin(space.url))]
        url = space.url
    }

    var refreshCount: Int { state.withLock(\.refreshCount) }

    func credential() -> Credential? { Credential(bearer: state.withLock(\.token)) }

    func refresh(after rejected: Credential) async throws -> Credential {
        let body = try await ServerClient.send(.post, url + "tokens/", json: "{}")
        let token = try #require(PayloadDocument(parsing: body.utf8).root["token"]?.string)
        state.withLock { $0 = (token, $0.refreshCount + 1) }
        return Credential(bearer: token)
    }
}
