import EntityMapper
import HTTPValues
import MercatorPayload
import ObjectGraph
import OutboxEntries
import RemoteGraph
import RemoteOutbox
import RemotePlanning
import RemoteServers
import TestSupport
import Testing

@Suite("An outbox with Django REST framework", .runsAlone, .needsServers, .endsInTime)
struct OutboxTests {
    private let space: DjangoSpace

    init() throws { space = try DjangoSpace() }

    /// Calls a closure with a manager of articles in a store of a kind.
    private func withNewsroom(
        _ kind: StoreKind, creating query: [String: Value] = [:],
        _ change: (inout RemoteOptions) -> Void = { _ in },
        _ body: (Newsroom) async throws -> Void
    ) async throws {
        var server = RemoteDescription(base: space.url)
        server.addRoute(for: "Article", "articles/:articleID/")
        server.addRoute(for: "Article", "articles/", methods: [.post], query: query)
        server.addRequest(RequestDescriptor(for: "Article"))
        server.addResponse(ResponseDescriptor("articles/", methods: [.post], using: "Article"))
        server.addResponse(ResponseDescriptor("articles/:id/", using: "Article"))
        try await kind.withStoreAwaiting { store in
            try await body(try Newsroom(server, store: store, options: change))
        }
    }

    /// Loads an article, edits its title here and something there, and sends the edit.
    private func edit(_ newsroom: Newsroom, there json: String) async throws -> (Int64, OutboxRound)
    {
        let number = try await space.article("Maps")
        let object = try newsroom.insert("Article", ["articleID": .integer(number)])
        _ = try await newsroom.manager.get(object).mapped()
        let outbox = newsroom.manager.outbox
        try newsroom.container.perform { context in
            try context.object(with: object)?["title"] = "mine"
            try outbox.update(object, in: context)
            try context.save()
        }
        try await ServerClient.send(.patch, space.url + "articles/\(number)/", json: json)
        return (number, try await outbox.send())
    }

    private func title(_ number: Int64) async throws -> String? {
        let body = try await ServerClient.send(.get, space.url + "articles/\(number)/")
        return try PayloadDocument(parsing: body.utf8).root["title"]?.string
    }

    @Test(arguments: StoreKind.everyKind)
    func `where the server wins, its version replaces an edit`(
        kind: StoreKind
    ) async throws {
        try await withNewsroom(kind, { $0.outbox.onConflict = .serverWins }) { newsroom in
            let (number, round) = try await edit(newsroom, there: #"{"title": "theirs"}"#)
            #expect(round.resolved.count == 1)
            #expect(newsroom.transport.statuses.contains(412))
            #expect(try newsroom.values() == [.integer(number): "theirs"])
            #expect(try await title(number) == "theirs")
            #expect(try newsroom.manager.outbox.entries().isEmpty)
        }
    }

    @Test(arguments: StoreKind.everyKind)
    func `edits of different attributes are merged`(
        kind: StoreKind
    ) async throws {
        try await withNewsroom(kind, { $0.outbox.onConflict = .merge }) { newsroom in
            let (number, _) = try await edit(newsroom, there: #"{"rating": 5}"#)
            _ = try await newsroom.manager.outbox.send()
            #expect(newsroom.transport.statuses.contains(412))
            #expect(try newsroom.values() == [.integer(number): "mine"])
            #expect(try newsroom.values("rating") == [.integer(number): 5])
            #expect(try await title(number) == "mine")
            #expect(try newsroom.manager.outbox.entries().isEmpty)
        }
    }

    @Test(arguments: StoreKind.everyKind)
    func `a creation whose answer was lost makes one article`(
        kind: StoreKind
    ) async throws {
        try await withNewsroom(kind, creating: ["cut": 1]) { newsroom in
            let outbox = newsroom.manager.outbox
            try newsroom.container.perform { context in
                let article = context.insert("Article")
                article["title"] = "Maps"
                try outbox.create(article.objectID, in: context)
                try context.save()
            }
            for _ in 0..<3 where try !outbox.entries().isEmpty { _ = try await outbox.send() }
            #expect(try outbox.entries().isEmpty)
            let exchanges = newsroom.transport.exchanges
            #expect(exchanges.map(\.status) == [201, 201])
            #expect(Set(exchanges.map { $0.request.headers["Idempotency-Key"] }).count == 1)
            let list = try await ServerClient.send(.get, space.url + "articles/")
            #expect(list.contains(#""count":1"#))
            #expect(try newsroom.identifiers().count == 1)
        }
    }
}
