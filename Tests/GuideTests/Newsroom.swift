import Mercator
import MercatorTesting
import Synchronization

/// The model, the mappings and the server of the guides about the network.
struct Newsroom {
    struct Article: Entity {
        let articleID = Attribute<Int64?>("articleID")
        let title = Attribute<String?>("title")
        let authorID = Attribute<Int64?>("authorID")
        let isDeleted = Attribute<Bool?>("isDeleted")
    }

    let container: PersistentContainer
    let plan: MappingPlan

    init(_ change: (inout EntityMapping) -> Void = { _ in }) throws {
        let model = try ManagedObjectModel(Article.self)
        container = try PersistentContainer(model: model, store: InMemoryStore())
        var articles = EntityMapping(for: Article.self)
        articles.addAttributeMappings([
            "id": "articleID", "title": "title", "author_id": "authorID", "deleted": "isDeleted",
        ])
        change(&articles)
        plan = try MappingPlan(MappingSet([articles], roots: ["articles": "Article"]), for: model)
    }

    /// A server whose lists are at `articles`, and whose objects are at `article`.
    static var server: RemoteDescription {
        var server = RemoteDescription(base: "https://example.com/api/v1/")
        server.addRoute(
            for: "Article", "articles/:articleID", methods: [.get, .put, .patch, .delete])
        server.addRoute(for: "Article", "articles", methods: [.post])
        server.addRoute(named: "articles", "articles")
        server.addRoute(named: "export", "export")
        server.addResponse(
            ResponseDescriptor("articles", root: "articles", methods: [.get], using: "Article"))
        server.addResponse(
            ResponseDescriptor("articles", root: "article", methods: [.post], using: "Article"))
        server.addResponse(ResponseDescriptor("articles/:id", root: "article", using: "Article"))
        server.addRequest(RequestDescriptor(for: "Article", root: "article"))
        return server
    }

    func manager(
        _ server: RemoteDescription = Newsroom.server, options: RemoteOptions = RemoteOptions(),
        credentials: (any CredentialProvider)? = nil,
        over transport: any ResourceTransport
    ) throws -> ObjectManager {
        ObjectManager(
            try RemotePlan(server, for: plan), in: container, over: transport, options: options,
            credentials: credentials)
    }

    /// Saves an article that the server has, too.
    func insert(_ number: Int64, _ title: String) throws -> ManagedObjectID {
        try container.perform { context in
            let article = context.insert(Article.self)
            article.articleID = number
            article.title = title
            try context.save()
            return article.objectID
        }
    }

    var titles: [String] {
        get throws {
            try container.perform { context in
                try context.fetch(Article.self, sortedBy: [.ascending("articleID")])
                    .compactMap(\.title)
            }
        }
    }

    /// The payload of a list.
    static func list(_ numbers: Int..., next: String? = nil) -> String {
        let articles = numbers.map { #"{"id": \#($0), "title": "\#($0)"}"# }
        let link = next.map { #""\#($0)""# } ?? "null"
        return #"{"articles": [\#(articles.joined(separator: ", "))], "next": \#(link)}"#
    }
}

/// A variable that closures of several tasks share.
final class Shared<Value: Sendable>: Sendable {
    private let state: Mutex<Value>

    init(_ value: Value) { state = Mutex(value) }

    var value: Value {
        get { state.withLock { $0 } }
        set { state.withLock { $0 = newValue } }
    }
}
