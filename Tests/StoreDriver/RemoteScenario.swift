import Mercator

/// Loads articles from a server that has a newer version of all of them for each request.
///
/// The version follows the one in the request's condition; without a condition, it is the first.
/// All articles have the number of the version.
struct RemoteScenario {
    private let manager: ObjectManager

    init(_ file: String, _ options: SQLiteStore.Options) throws {
        let article = EntityDescription(
            "Article",
            attributes: [.init("articleID", .integer64), .init("version", .integer64)])
        let model = try ManagedObjectModel([article])
        var mapping = EntityMapping(for: article)
        mapping.addAttributeMapping(from: "id", to: "articleID")
        mapping.addAttributeMapping(from: "version", to: "version")
        let mappings = MappingSet([mapping], roots: ["articles": "Article"])
        var server = RemoteDescription(base: "https://example.com/")
        server.addResponse(ResponseDescriptor("articles", using: "Article"))
        manager = ObjectManager(
            try RemotePlan(server, for: try MappingPlan(mappings, for: model)),
            in: try PersistentContainer(model: model, store: SQLiteStore(file, options: options)),
            over: NewerVersions())
    }

    /// Loads until the process dies.
    func run() async throws {
        while true {
            guard case .mapped(let result) = try await manager.load(path: "articles") else {
                throw StoreError(.failure, "expected a newer version")
            }
            StoreDriver.report("\(result.array.count)")
        }
    }
}

private struct NewerVersions: ResourceTransport {
    func send(
        _ request: TransportRequest, deadline: ContinuousClock.Instant?
    ) async throws(TransportError) -> TransportResponse {
        let known = request.headers["If-None-Match"].flatMap { Int($0.filter(\.isNumber)) }
        let version = (known ?? 0) + 1
        let articles = (1...50).map { #"{"id": \#($0), "version": \#(version)}"# }
        return TransportResponse(
            200, headers: ["ETag": "\"\(version)\"", "Content-Type": "application/json"],
            body: ResponseBody(Array("[\(articles.joined(separator: ","))]".utf8)))
    }
}
