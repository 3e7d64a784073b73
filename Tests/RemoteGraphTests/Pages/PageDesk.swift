import EntityMapper
import HTTPValues
import MercatorTesting
import ObjectGraph
import OrphanDetection
import RemoteGraph
import RemotePlanning
import TestSupport
import Testing

/// A manager for lists in pages, over a transport without a network.
struct PageDesk {
    let container: PersistentContainer
    let stub: StubTransport
    let manager: ObjectManager

    typealias Respond =
        @Sendable (TransportRequest) async throws(TransportError) -> TransportResponse

    init(
        _ store: any PersistentStore = InMemoryStore(), limit: OrphanDeletion.Limit = .unlimited,
        credentials: (any CredentialProvider)? = nil, titleKey: String = "title",
        options change: (inout RemoteOptions) -> Void = { _ in }, _ respond: @escaping Respond
    ) throws {
        let model = try Self.model()
        container = try PersistentContainer(model: model, store: store)
        let plan = try MappingPlan(try Self.mappings(model, titleKey), for: model)
        var server = RemoteDescription(base: "https://example.com/api/")
        server.addRoute(named: "articles", "articles")
        server.addRoute(named: "all", "all")
        server.addRoute(named: "byAuthor", "authors/:author/articles")
        server.addRoute(named: "create", "articles", method: .post)
        server.addRoute(forRelationship: "articles", of: "Author", "authors/:authorID/articles")
        server.addResponse(ResponseDescriptor("articles", root: "articles", using: "Article"))
        server.addResponse(
            ResponseDescriptor(
                "all", root: "articles", using: "Article", scope: .all("Article", limit: limit)))
        server.addResponse(
            ResponseDescriptor(
                "authors/:author/articles", root: "articles", using: "Article",
                scope: .objects(of: "Article", where: ["author": "author"], limit: limit)))
        server.secretParameters = ["key"]
        var options = RemoteOptions()
        options.clock = TestClock()
        options.retry.sendings = 1
        change(&options)
        stub = StubTransport(respond)
        manager = ObjectManager(
            try RemotePlan(server, for: plan), in: container, over: stub, options: options,
            credentials: credentials)
    }

    static func model() throws -> ManagedObjectModel {
        try ManagedObjectModel([
            EntityDescription(
                "Article",
                attributes: [
                    .init("articleID", .integer64), .init("title", .string),
                    .init("author", .integer64), .init("page", .integer64),
                    .init("routed", .string), .init("isDeleted", .boolean),
                    .init("state", .integer16),
                ],
                relationships: [.toOne("writer", "Author", inverse: "articles")]),
            EntityDescription(
                "Author", attributes: [.init("authorID", .integer64)],
                relationships: [.toMany("articles", "Article", inverse: "writer")]),
        ])
    }

    private static func mappings(
        _ model: ManagedObjectModel, _ titleKey: String
    ) throws -> MappingSet {
        var articles = EntityMapping(for: try #require(model["Article"]))
        articles.identificationAttributes = ["articleID"]
        articles.synchronizationAttribute = "state"
        articles.addAttributeMappings([
            "id": "articleID", "author": "author", "deleted": "isDeleted",
            "@metadata.page.index": "page",
            "@metadata.network.arguments.articles.author": "routed",
        ])
        articles.addAttributeMapping(from: titleKey, to: "title")
        articles.deletionPredicate = .attribute("isDeleted") == true
        var authors = EntityMapping(for: try #require(model["Author"]))
        authors.identificationAttributes = ["authorID"]
        authors.addAttributeMappings(["id": "authorID"])
        return MappingSet([articles, authors], roots: ["articles": "Article"])
    }

    /// Inserts and saves articles with identifiers.
    func insert(_ numbers: some Sequence<Int>, author: Int64 = 1, state: Int64? = nil) throws {
        let numbers = Array(numbers)
        try container.perform { context in
            for number in numbers {
                let object = context.insert("Article")
                object["articleID"] = .integer(Int64(number))
                object["author"] = .integer(author)
                if let state { object["state"] = .integer(state) }
            }
            try context.save()
        }
    }

    /// The values of an attribute by the identifier of the article.
    func values(_ attribute: String) throws -> [Int64: Value] {
        try container.perform { context in
            var values: [Int64: Value] = [:]
            for object in try context.fetch(FetchRequest("Article")) {
                guard case .integer(let number) = object["articleID"] else { continue }
                values[number] = object[attribute]
            }
            return values
        }
    }

    /// The identifiers of the articles.
    var numbers: [Int64] { get throws { try values("title").keys.sorted() } }

    /// The parts of the requested URLs after the base.
    var requests: [String] {
        stub.requests.map { String($0.url.dropFirst("https://example.com/api/".count)) }
    }
}

/// The text of a page with articles.
func page(
    _ numbers: some Sequence<Int>, _ members: String = #""count": 0"#, title: String = "new",
    author: Int = 1
) -> String {
    let all = numbers.map { #"{"id": \#($0), "title": "\#(title)", "author": \#(author)}"# }
    return #"{"articles": [\#(all.joined(separator: ", "))], \#(members)}"#
}

extension TransportRequest {
    /// The value of a parameter of the query.
    func parameter(_ name: String) -> String? {
        url.split(separator: "?").dropFirst().first?.split(separator: "&")
            .first { $0.hasPrefix(name + "=") }
            .map { String($0.dropFirst(name.count + 1)) }
    }

    func number(_ name: String) -> Int? { parameter(name).flatMap(Int.init) }
}

extension PageSequence {
    /// All pages.
    func all() async throws(RemoteError) -> [RemotePage] {
        var pages: [RemotePage] = []
        for try await page in self { pages.append(page) }
        return pages
    }
}

extension PageOptions {
    static var once: PageOptions {
        var options = PageOptions()
        options.commit = .once
        return options
    }
}
