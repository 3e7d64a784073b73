import EntityMapper
import HTTPValues
import ObjectGraph
import PayloadFormats
import RemoteGraph
import RemotePlanning
import Testing

/// A server with articles and authors.
struct Library {
    let container: PersistentContainer
    let plan: MappingPlan

    init(
        store: any PersistentStore = InMemoryStore(),
        mappings change: (inout MappingSet) -> Void = { _ in }
    ) throws {
        let model = try Self.model()
        container = try PersistentContainer(model: model, store: store)
        var mappings = try Self.mappings(model)
        change(&mappings)
        plan = try MappingPlan(mappings, for: model)
    }

    static func model() throws -> ManagedObjectModel {
        try ManagedObjectModel([
            EntityDescription(
                "Article",
                attributes: [
                    .init("articleID", .integer64), .init("title", .string),
                    .init("rating", .integer64), .init("views", .integer64),
                    .init("summary", .string), .init("labels", .array), .init("extra", .dictionary),
                    .init("state", .integer16),
                ],
                relationships: [
                    .toOne("author", "Author", inverse: "articles"),
                    .toMany("tags", "Tag", inverse: "articles"),
                ]),
            EntityDescription(
                "Review", parent: "Article", attributes: [.init("stars", .integer16)]),
            EntityDescription(
                "Author",
                attributes: [.init("authorID", .integer64), .init("name", .string)],
                relationships: [.toMany("articles", "Article", inverse: "author")]),
            EntityDescription(
                "Tag", attributes: [.init("name", .string), .init("color", .string)],
                relationships: [.toMany("articles", "Article", inverse: "tags")]),
            EntityDescription("Orphanage", attributes: [.init("name", .string)]),
        ])
    }

    static func mappings(_ model: ManagedObjectModel) throws -> MappingSet {
        func mapping(_ name: String, _ identifier: String) throws -> EntityMapping {
            guard let entity = model[name] else { throw Missing(entity: name) }
            var mapping = EntityMapping(for: entity)
            mapping.identificationAttributes = [identifier]
            return mapping
        }
        var articles = try mapping("Article", "articleID")
        articles.synchronizationAttribute = "state"
        articles.addAttributeMapping(from: "id", to: "articleID")
        for name in ["title", "rating", "labels", "extra"] {
            articles.addAttributeMapping(from: name, to: name)
        }
        articles.addAttributeMapping(from: "text.summary", to: "summary")
        articles.addAttributeMapping(AttributeMapping(from: "views", to: "views", isReadOnly: true))
        articles.addRelationshipMapping(from: "tags", to: "tags", using: "Tag")
        var authors = try mapping("Author", "authorID")
        authors.addAttributeMapping(from: "id", to: "authorID")
        authors.addAttributeMapping(from: "name", to: "name")
        var tags = try mapping("Tag", "name")
        tags.addAttributeMapping(from: "name", to: "name")
        tags.addAttributeMapping(from: "color", to: "color")
        return MappingSet([articles, authors, tags], roots: ["articles": "Article"])
    }

    struct Missing: Error { let entity: String }

    /// A description with routes and a request for articles.
    static var server: RemoteDescription {
        var server = RemoteDescription(base: "https://example.com/api/")
        server.addRoute(
            for: "Article", "articles/:articleID", methods: [.get, .put, .patch, .delete])
        server.addRoute(for: "Article", "articles", methods: [.post])
        server.addRoute(named: "article", "articles/:id")
        server.addRoute(named: "articles", "articles", query: ["limit": 10, "sort": "title"])
        server.addRoute(
            forRelationship: "articles", of: "Author", "authors/:authorID/articles",
            methods: [.get, .post])
        server.addRequest(RequestDescriptor(for: "Article", root: "article"))
        return server
    }

    func remote(_ change: (inout RemoteDescription) -> Void = { _ in }) throws -> RemotePlan {
        var server = Self.server
        change(&server)
        return try RemotePlan(server, for: plan)
    }

    /// Returns the problems of a description, as text.
    func problems(_ change: (inout RemoteDescription) -> Void) -> [RemoteProblem] {
        do {
            _ = try remote(change)
            return []
        } catch {
            return (error as? RemotePlanError)?.problems ?? []
        }
    }

    /// Inserts and saves an object, and passes it to a closure.
    func with<Result>(
        _ entity: String, _ values: [String: Value], _ work: (ManagedObject) throws -> Result
    ) throws -> Result {
        let context = ManagedObjectContext(model: container.model, backend: container.backend)
        let object = context.insert(entity)
        for (name, value) in values { object[name] = value }
        try context.save()
        return try work(object)
    }
}

extension RemoteRequest {
    var bodyText: String? { request.body.map { String(decoding: $0, as: UTF8.self) } }
}

/// Expects an error with a code.
func expectError<Result>(
    _ code: RemoteError.Code, sourceLocation: SourceLocation = #_sourceLocation,
    _ work: () throws -> Result
) {
    let error = #expect(throws: RemoteError.self, sourceLocation: sourceLocation) {
        _ = try work()
    }
    #expect(error?.code == code, sourceLocation: sourceLocation)
}
