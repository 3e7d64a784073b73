import EntityMapper
import HTTPValues
import MercatorTesting
import ObjectGraph
import OutboxEntries
import RemoteGraph
import RemoteOutbox
import RemotePlanning
import ResourceMapping
import TestSupport
import Testing

/// A manager of authors and articles with an outbox, over a ``PressServer``.
struct Press {
    let container: PersistentContainer
    let server: PressServer
    let stub: StubTransport
    let clock: TestClock
    let manager: ObjectManager
    var outbox: Outbox { manager.outbox }

    init(
        _ store: any PersistentStore, _ server: PressServer = PressServer(),
        clock: TestClock = TestClock(), hasState: Bool = true,
        credentials: (any CredentialProvider)? = nil,
        options change: (inout RemoteOptions) -> Void = { _ in },
        server describe: (inout RemoteDescription) -> Void = { _ in }
    ) throws {
        let model = try Self.model(hasState: hasState)
        container = try PersistentContainer(model: model, store: store)
        let plan = try MappingPlan(try Self.mappings(model, hasState), for: model)
        self.server = server
        self.clock = clock
        stub = StubTransport { (request) throws(TransportError) in try await server.respond(request)
        }
        var options = RemoteOptions()
        options.clock = clock
        options.generator = SeededGenerator(seed: 1)
        options.retry.sendings = 1
        change(&options)
        var description = Self.description
        describe(&description)
        manager = ObjectManager(
            try RemotePlan(description, for: plan), in: container, over: stub, options: options,
            credentials: credentials)
    }

    static func model(hasState: Bool) throws -> ManagedObjectModel {
        let state: [AttributeDescription] = hasState ? [.init("state", .integer16)] : []
        return try ManagedObjectModel([
            EntityDescription(
                "Article",
                attributes: [
                    .init("articleID", .integer64), .init("title", .string),
                    .init("text", .string), .init("authorID", .integer64),
                ] + state,
                relationships: [.toOne("author", "Author", inverse: "articles")]),
            EntityDescription(
                "Author",
                attributes: [.init("authorID", .integer64), .init("name", .string)] + state,
                relationships: [.toMany("articles", "Article", inverse: "author")]),
        ])
    }

    private static func mappings(
        _ model: ManagedObjectModel, _ hasState: Bool
    ) throws -> MappingSet {
        var articles = EntityMapping(for: try #require(model["Article"]))
        articles.identificationAttributes = ["articleID"]
        articles.addAttributeMappings([
            "id": "articleID", "title": "title", "text": "text", "author": "authorID",
        ])
        articles.addConnection(for: "author", connectedBy: ["authorID": "authorID"])
        var authors = EntityMapping(for: try #require(model["Author"]))
        authors.identificationAttributes = ["authorID"]
        authors.addAttributeMappings(["id": "authorID", "name": "name"])
        if hasState {
            articles.synchronizationAttribute = "state"
            authors.synchronizationAttribute = "state"
        }
        return MappingSet(
            [articles, authors], roots: ["articles": "Article", "authors": "Author"])
    }

    private static var description: RemoteDescription {
        var server = RemoteDescription(base: "https://example.com/")
        server.addRoute(
            for: "Article", "articles/:articleID", methods: [.get, .patch, .delete])
        server.addRoute(
            for: "Article", "authors/:author.authorID/articles", methods: [.post])
        server.addRoute(
            for: "Author", "authors/:authorID", methods: [.get, .put, .patch, .delete])
        server.addRoute(for: "Author", "authors", methods: [.post])
        server.addRequest(RequestDescriptor(for: "Article"))
        server.addRequest(RequestDescriptor(for: "Author"))
        server.addResponse(ResponseDescriptor("articles/:id", root: "articles", using: "Article"))
        server.addResponse(ResponseDescriptor("authors/:id", root: "authors", using: "Author"))
        server.addResponse(ResponseDescriptor("authors", root: "authors", using: "Author"))
        server.addResponse(
            ResponseDescriptor("authors/:id/articles", root: "articles", using: "Article"))
        return server
    }
}

/// Edits, each saved together with its entry.
extension Press {
    /// Creates an author.
    @discardableResult
    func create(_ name: String, id: Int64? = nil, user: String? = nil) throws -> ManagedObjectID {
        try container.perform(retryLimit: 5) { context in
            let author = context.insert("Author")
            author["name"] = .string(name)
            if let id { author["authorID"] = .integer(id) }
            try outbox.create(author.objectID, in: context, user: user)
            try context.save()
            return author.objectID
        }
    }

    /// Creates an article of an author.
    @discardableResult
    func createArticle(_ title: String, by author: ManagedObjectID) throws -> ManagedObjectID {
        try container.perform(retryLimit: 5) { context in
            let article = context.insert("Article")
            article["title"] = .string(title)
            article[toOne: "author"] = try context.object(with: author)
            try outbox.create(article.objectID, in: context)
            try context.save()
            return article.objectID
        }
    }

    func update(_ object: ManagedObjectID, _ values: [String: Value]) throws {
        try container.perform(retryLimit: 5) { context in
            let found = try #require(try context.object(with: object))
            for (name, value) in values { found[name] = value }
            try outbox.update(object, in: context)
            try context.save()
        }
    }

    func delete(_ object: ManagedObjectID) throws {
        try container.perform(retryLimit: 5) { context in
            try outbox.delete(object, in: context)
            try context.save()
        }
    }

    /// Adds an author to the server and here, as known to both.
    func known(_ number: Int64, _ name: String) throws -> ManagedObjectID {
        server.put("authors/\(number)", ["id": "\(number)", "name": name])
        return try container.perform { context in
            let author = context.insert("Author")
            author["authorID"] = .integer(number)
            author["name"] = .string(name)
            try context.save()
            return author.objectID
        }
    }

    /// Adds an article to the server and here, as known to both.
    func knownArticle(_ number: Int64, _ values: [String: String]) throws -> ManagedObjectID {
        server.put("articles/\(number)", values.merging(["id": "\(number)"]) { $1 })
        return try container.perform { context in
            let article = context.insert("Article")
            article["articleID"] = .integer(number)
            for (name, value) in values { article[name] = .string(value) }
            try context.save()
            return article.objectID
        }
    }

    /// Returns values of an object; `nil` if it does not exist.
    func values(_ object: ManagedObjectID, _ names: String...) throws -> [Value]? {
        try container.perform { context in
            try context.object(with: object).map { found in names.map { found[$0] } }
        }
    }

    func count(_ entity: String) throws -> Int {
        try container.perform { try $0.count(FetchRequest(entity)) }
    }

    /// The texts of the entries in the store.
    var entryTexts: [String] {
        get throws {
            try container.perform { try $0.metadata(behind: "remote-outbox:").map(\.text) }
        }
    }

    /// The states of the entries in order.
    var states: [OutboxEntry.State] { get throws { try outbox.entries().map(\.state) } }

    /// The methods and paths of the requests so far.
    var requests: [String] {
        stub.requests.map { "\($0.method.rawValue) \($0.url.dropFirst(20))" }
    }

    /// Returns the bodies of the requests so far.
    func bodies() async throws -> [String] {
        var bodies: [String] = []
        for request in stub.requests {
            bodies.append(String(decoding: try await request.body?.bytes() ?? [], as: UTF8.self))
        }
        return bodies
    }

    /// Waits until no entry can be sent any more.
    func waitUntilSent() async throws {
        for try await counts in outbox.states
        where counts.pending + counts.sending + counts.waiting == 0 { return }
    }

    /// Another manager of the same container, as after a restart of the program.
    func restarted(options change: (inout RemoteOptions) -> Void = { _ in }) -> Press {
        var options = manager.options
        change(&options)
        return Press(
            container: container, server: server, stub: stub, clock: clock,
            manager: ObjectManager(
                manager.plan, in: container, over: stub, options: options))
    }

    private init(
        container: PersistentContainer, server: PressServer, stub: StubTransport,
        clock: TestClock, manager: ObjectManager
    ) {
        (self.container, self.server, self.stub) = (container, server, stub)
        (self.clock, self.manager) = (clock, manager)
    }
}

/// Calls a closure with an empty outbox in a store.
func withPress(
    _ kind: StoreKind, _ server: PressServer = PressServer(), hasState: Bool = true,
    options change: (inout RemoteOptions) -> Void = { _ in },
    server describe: (inout RemoteDescription) -> Void = { _ in },
    _ body: (Press) async throws -> Void
) async throws {
    try await kind.withStoreAwaiting { store in
        try await body(
            try Press(store, server, hasState: hasState, options: change, server: describe))
    }
}

/// Something that happens once, for which tasks wait.
final class Notice: Sendable {
    private let stream = AsyncStream<Void>.makeStream()

    func post() { stream.continuation.finish() }

    func wait() async {
        for await _ in stream.stream {}
    }
}
