import Mercator
import MercatorTesting
import Testing

#if canImport(RemoteServers)
    import RemoteGraphCurl
    import RemoteServers
    import TestSupport
#endif

@Suite("Synchronizing with a server")
struct SynchronizingTests {
    struct Article: Entity {
        let articleID = Attribute<String?>()
        let title = Attribute<String?>(from: "title")
        let rating = Attribute<Int64?>(from: "rating")
        let isDeleted = Attribute<Bool?>()
        let version = Attribute<Int64?>()
    }

    /// The parts of a server that differ from that of another one.
    struct Service {
        let base: String
        let list: PathPattern
        let object: PathPattern
        let roots: (list: PayloadPath, object: PayloadPath)
        let pages: PageStyle
        let mark: ChangeMark?
    }

    struct Synchronizer: Sendable {
        let manager: ObjectManager
        private let service: Service

        init(
            _ service: Service, in store: any PersistentStore,
            over transport: any ResourceTransport,
            credentials: (any CredentialProvider)? = nil
        ) throws {
            var articles = EntityMapping(for: Article.self)
            articles.addAttributeMapping(
                AttributeMapping(from: "id", to: \Article.articleID, isReadOnly: true))
            articles.addAttributeMapping(
                AttributeMapping(from: "deleted", to: \Article.isDeleted, isReadOnly: true))
            articles.addAttributeMapping(
                AttributeMapping(from: "last_modified", to: \Article.version, isReadOnly: true))
            articles.deletionPredicate = .attribute("isDeleted") == true

            var server = RemoteDescription(base: service.base)
            server.addRoute(named: "articles", service.list)
            server.addRoute(for: "Article", service.list, methods: [.post])
            server.addRoute(for: "Article", service.object, methods: [.get, .patch, .delete])
            server.addRequest(
                RequestDescriptor(
                    for: "Article", root: service.roots.object, version: "version"))
            server.addResponse(
                ResponseDescriptor(
                    service.list, root: service.roots.list, methods: [.get], using: "Article"))
            server.addResponse(
                ResponseDescriptor(
                    service.list, root: service.roots.object, methods: [.post], using: "Article"))
            server.addResponse(
                ResponseDescriptor(service.object, root: service.roots.object, using: "Article"))

            var options = RemoteOptions()
            options.outbox.onConflict = .merge
            self.service = service
            let container = try PersistentContainer(
                for: Article.self, in: store, mappings: [articles])
            manager = try container.remote(
                server, over: transport, options: options, credentials: credentials)
        }

        /// Sends what was edited here, then loads what was changed there.
        func synchronize() async throws -> OutboxRound {
            let round = try await manager.outbox.send()
            var pages = manager.pages("articles", by: service.pages)
            if let mark = service.mark { pages = pages.changes(since: mark) }
            for try await page in pages { print(page.index, page.result?.total.updated ?? 0) }
            return round
        }

        /// Changes an article here; it is sent by the next synchronization.
        func edit(
            _ article: ManagedObjectID, _ change: @Sendable (Object<Article>) -> Void
        ) throws {
            try manager.container.perform { context in
                guard let object = try context.object(Article.self, with: article) else { return }
                change(object)
                try manager.outbox.update(article, in: context)
                try context.save()
            }
        }

        /// Synchronizes every minute, until the task is cancelled.
        func run() async {
            let poller = manager.poll("articles", every: .seconds(60)) { _ in
                _ = try await synchronize()
                return .empty
            }
            for await result in poller { print(result) }
        }
    }

    @Test func `a program loads, edits and sends`() async throws {
        let title = Shared("Maps")
        let transport = StubTransport { request in
            guard request.method == .get else {
                title.value = "Atlases"
                return TransportResponse(200, json: #"{"data": {"id": "a", "title": "Atlases"}}"#)
            }
            return TransportResponse(
                200, json: #"{"data": [{"id": "a", "title": "\#(title.value)"}]}"#)
        }
        let url = "https://example.com/v1/"
        let synchronizer = try Synchronizer(
            Self.kinto(url), in: InMemoryStore(), over: transport)
        _ = try await synchronizer.synchronize()
        let article = try synchronizer.article("a")
        try synchronizer.edit(article) { $0.title = "Atlases" }
        #expect(try await synchronizer.synchronize().sent.count == 1)
        #expect(transport.requests.map(\.method) == [.get, .patch, .get])
        #expect(try synchronizer.values("a") == ["title": "Atlases", "rating": .null])
        let running = Task { await synchronizer.run() }
        running.cancel()
        await running.value
    }

    static func kinto(_ url: String) -> Service {
        let kinto = Service(
            base: url, list: "records", object: "records/:articleID", roots: ("data", "data"),
            pages: .header("Next-Page"), mark: .etag(parameter: "_since"))
        return kinto
    }

    static func django(_ url: String) -> Service {
        let django = Service(
            base: url, list: "articles/", object: "articles/:articleID/", roots: ("results", .root),
            pages: .nextURL(at: "next"), mark: nil)
        return django
    }
}

extension SynchronizingTests.Synchronizer {
    fileprivate func article(_ identifier: String) throws -> ManagedObjectID {
        try manager.container.perform { context in
            let request = FetchRequest("Article", where: .attribute("articleID") == identifier)
            return try #require(try context.fetch(request).first).objectID
        }
    }

    /// The title and the rating of an article.
    fileprivate func values(_ identifier: String) throws -> [String: Value] {
        try manager.container.perform { context in
            let object = try #require(try context.object(with: try article(identifier)))
            return ["title": object["title"], "rating": object["rating"]]
        }
    }

    fileprivate var identifiers: [String] {
        get throws {
            try manager.container.perform { context in
                try context.fetch(SynchronizingTests.Article.self).compactMap(\.articleID)
            }
        }
    }
}

#if canImport(RemoteServers)
    /// The program with servers of others.
    @Suite("Synchronizing with servers of others", .runsAlone, .needsServers)
    struct SynchronizingWithServersTests {
        struct User: CredentialProvider {
            struct Refused: Error {}

            let origins: Set<Origin>
            let own: Credential

            func credential() -> Credential? { own }

            func refresh(after rejected: Credential) throws -> Credential { throw Refused() }
        }

        /// Edits an article here and there, and expects both to have all changes.
        private func check(
            _ synchronizer: SynchronizingTests.Synchronizer, _ identifier: String, count: Int,
            _ change: (_ json: String) async throws -> Void, _ read: () async throws -> String
        ) async throws {
            _ = try await synchronizer.synchronize()
            #expect(try synchronizer.identifiers.count == count)
            let article = try synchronizer.article(identifier)
            _ = try await synchronizer.manager.get(article)
            try synchronizer.edit(article) { $0.title = "Atlases" }
            try await change(#"{"rating": 5}"#)
            var round = try await synchronizer.synchronize()
            for _ in 0..<3 where try !synchronizer.manager.outbox.entries().isEmpty {
                round = try await synchronizer.synchronize()
            }
            #expect(try synchronizer.manager.outbox.entries().isEmpty, "\(round)")
            #expect(try synchronizer.values(identifier) == ["title": "Atlases", "rating": 5])
            let body = try await read()
            #expect(body.contains("Atlases") && body.contains("5"), "\(body)")
        }

        @Test(arguments: StoreKind.everyKind)
        func `Kinto`(kind: StoreKind) async throws {
            try await kind.withStoreAwaiting { store in
                let collection = try await KintoCollection()
                for number in 0..<30 {
                    try await collection.send(
                        .put, "n\(number)", json: #"{"data": {"title": "Maps", "rating": 1}}"#)
                }
                let origin = try #require(Origin(collection.url))
                let synchronizer = try SynchronizingTests.Synchronizer(
                    SynchronizingTests.kinto(collection.url), in: store,
                    over: CurlTransport(),
                    credentials: User(
                        origins: [origin], own: Credential(collection.fields, identity: "anna")))
                try await check(synchronizer, "n7", count: 30) { json in
                    try await collection.send(.patch, "n7", json: #"{"data": \#(json)}"#)
                } _: {
                    try await collection.send(.get, "n7")
                }
                try await collection.send(.delete, "n8")
                _ = try await synchronizer.synchronize()
                #expect(try synchronizer.identifiers.count == 29)
            }
        }

        @Test(arguments: StoreKind.everyKind)
        func `Django REST framework`(kind: StoreKind) async throws {
            try await kind.withStoreAwaiting { store in
                let space = try DjangoSpace()
                try await space.seed(60)
                let number = try await space.article("Maps")
                let synchronizer = try SynchronizingTests.Synchronizer(
                    SynchronizingTests.django(space.url), in: store, over: CurlTransport())
                let url = space.url + "articles/\(number)/"
                try await check(synchronizer, "\(number)", count: 61) { json in
                    try await ServerClient.send(.patch, url, json: json)
                } _: {
                    try await ServerClient.send(.get, url)
                }
            }
        }
    }
#endif
