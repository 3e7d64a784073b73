import Mercator
import MercatorTesting
import Testing

/// A manager of articles and authors for the examples in comments.
struct CommentExamples {
    let container: PersistentContainer
    let plan: MappingPlan
    let remote: RemotePlan
    let transport: StubTransport
    let manager: ObjectManager
    /// Objects that the server has: article 7, author 3 and tag 1.
    let (article, author, tag): (ManagedObjectID, ManagedObjectID, ManagedObjectID)
    /// New articles.
    let (draft, one, two): (ManagedObjectID, ManagedObjectID, ManagedObjectID)

    init(
        options: RemoteOptions = RemoteOptions(),
        _ respond: @escaping @Sendable (TransportRequest) -> TransportResponse? = { _ in nil }
    ) throws {
        let model = try Self.model()
        container = try PersistentContainer(model: model, store: InMemoryStore())
        plan = try MappingPlan(Self.mappings(model), for: model)
        remote = try RemotePlan(Self.server, for: plan)
        transport = StubTransport { respond($0) ?? Self.response(to: $0) }
        manager = ObjectManager(remote, in: container, over: transport, options: options)
        (article, author, tag, draft, one, two) = try container.perform { context in
            func insert(_ name: String, _ values: [String: Value]) -> ManagedObjectID {
                let object = context.insert(name)
                for (name, value) in values { object[name] = value }
                return object.objectID
            }
            let objects = (
                insert("Article", ["articleID": 7, "title": "Rivers"]),
                insert("Author", ["authorID": 3]), insert("Tag", ["tagID": 1]),
                insert("Article", ["title": "Draft"]), insert("Article", ["title": "One"]),
                insert("Article", ["title": "Two"])
            )
            try context.save()
            return objects
        }
    }

    private static func model() throws -> ManagedObjectModel {
        try ManagedObjectModel([
            EntityDescription(
                "Article",
                attributes: [
                    .init("articleID", .integer64), .init("title", .string),
                    .init("rating", .integer64), .init("reference", .string),
                    .init("isDeleted", .boolean),
                ],
                relationships: [
                    .toOne("author", "Author", inverse: "articles"),
                    .toMany("tags", "Tag", inverse: "articles"),
                ]),
            EntityDescription(
                "Author", attributes: [.init("authorID", .integer64)],
                relationships: [.toMany("articles", "Article", inverse: "author")]),
            EntityDescription(
                "Tag", attributes: [.init("tagID", .integer64)],
                relationships: [.toMany("articles", "Article", inverse: "tags")]),
        ])
    }

    static func mappings(_ model: ManagedObjectModel) throws -> MappingSet {
        func mapping(_ name: String, _ identifier: String) throws -> EntityMapping {
            var mapping = EntityMapping(for: try #require(model[name]))
            mapping.identificationAttributes = [identifier]
            mapping.addAttributeMapping(
                AttributeMapping(from: "id", to: identifier, isReadOnly: true))
            return mapping
        }
        var articles = try mapping("Article", "articleID")
        articles.addAttributeMappings(["title": "title"])
        return MappingSet(
            [articles, try mapping("Author", "authorID"), try mapping("Tag", "tagID")],
            roots: ["articles": "Article"])
    }

    static var server: RemoteDescription {
        var server = RemoteDescription(base: "https://example.com/api/v1/")
        server.addRoute(
            for: "Article", "articles/:articleID", methods: [.get, .put, .patch, .delete])
        server.addRoute(for: "Article", "articles", methods: [.post])
        server.addRoute(named: "articles", "articles")
        server.addRoute(named: "article", "articles/:id")
        server.addRoute(named: "messages", "articles")
        server.addRoute(named: "export", "export")
        server.addRoute(
            forRelationship: "articles", of: "Author", "authors/:authorID/articles",
            methods: [.get, .post])
        server.addRoute(
            forRelationship: "tags", of: "Article", "articles/:articleID/tags",
            methods: [.get, .delete])
        server.addRequest(RequestDescriptor(for: "Article", root: "article"))
        for pattern: PathPattern in ["articles", "authors/:id/articles"] {
            server.addResponse(
                ResponseDescriptor(
                    pattern, root: "articles", methods: [.get], using: "Article"))
            server.addResponse(
                ResponseDescriptor(pattern, root: "article", methods: [.post], using: "Article"))
        }
        server.addResponse(
            ResponseDescriptor(
                "articles/batch", root: "article", methods: [.post], using: "Article"))
        server.addResponse(ResponseDescriptor("articles/:id", root: "article", using: "Article"))
        server.addResponse(ResponseDescriptor("export", using: "Article"))
        server.addError(ErrorDescriptor(statuses: .clientError, .problem))
        return server
    }

    private static func response(to request: TransportRequest) -> TransportResponse {
        let url = String(request.url.prefix { $0 != "?" })
        let article = #"{"id": 7, "title": "\#(request.method == .get ? "Rivers" : "Maps")"}"#
        guard !url.contains("/images") else { return TransportResponse(204) }
        return switch (request.method, url.split(separator: "/").last) {
        case (.get, "articles"):
            TransportResponse(200, json: #"{"articles": [\#(article)], "next": null}"#)
        case (.get, "export"), (.get, "articles.json"):
            TransportResponse(
                200, headers: ["Content-Type": "application/json"], json: "[\(article)]")
        case (.post, "batch"):
            TransportResponse(
                201, json: #"{"article": [{"id": 8, "title": "One"}, {"id": 9, "title": "Two"}]}"#)
        case (.post, "articles"):
            TransportResponse(201, json: #"{"article": {"id": 8, "title": "Draft"}}"#)
        case (.put, _), (.patch, _), (.get, "7"):
            TransportResponse(200, json: #"{"article": \#(article)}"#)
        default: TransportResponse(204)
        }
    }

    /// The methods and paths of the requests so far.
    var requests: [String] {
        transport.requests.map {
            "\($0.method.rawValue) \($0.url.dropFirst("https://example.com/api/v1/".count))"
        }
    }

    func title(_ object: ManagedObjectID) throws -> Value? {
        try container.perform { try $0.object(with: object)?["title"] }
    }
}

/// The values of an example that consists of expressions.
@resultBuilder
enum Values {
    static func buildExpression<Value>(_ value: Value) -> Any { value }

    static func buildBlock(_ values: Any...) -> [Any] { values }
}

/// Returns the values of expressions.
func values(@Values _ make: () throws -> [Any]) rethrows -> [Any] { try make() }

/// Returns the values of expressions as texts.
func texts(@Values _ make: () throws -> [Any]) rethrows -> [String] {
    try make().map { "\($0)" }
}

// The functions of a program that examples call.
func show(_ values: Any?...) {}
func report(_ values: Any?...) {}
