import EntityMapper
import HTTPValues
import ObjectGraph
import RemoteGraph
import RemotePlanning
import RemoteServers
import TestSupport
import Testing

/// A manager of articles over libcurl.
struct Newsroom {
    let manager: ObjectManager
    let transport: WatchedTransport
    var container: PersistentContainer { manager.container }

    /// Creates a manager with the routes of a description, and waits by the clock of the system.
    init(
        _ server: RemoteDescription, store: any PersistentStore = InMemoryStore(),
        over transport: WatchedTransport = WatchedTransport(),
        credentials: (any CredentialProvider)? = nil,
        options change: (inout RemoteOptions) -> Void = { _ in }
    ) throws {
        let model = try Self.model()
        self.transport = transport
        var options = RemoteOptions()
        change(&options)
        let plan = try MappingPlan(try Self.mappings(model), for: model)
        manager = ObjectManager(
            try RemotePlan(server, for: plan),
            in: try PersistentContainer(model: model, store: store), over: transport,
            options: options, credentials: credentials)
    }

    static func model() throws -> ManagedObjectModel {
        try ManagedObjectModel([
            EntityDescription(
                "Article",
                attributes: [
                    .init("articleID", .integer64), .init("title", .string),
                    .init("rating", .integer64), .init("authorID", .integer64),
                    .init("state", .integer16),
                ],
                relationships: [.toOne("author", "Author", inverse: "articles")]),
            EntityDescription(
                "Author",
                attributes: [.init("authorID", .integer64), .init("name", .string)],
                relationships: [.toMany("articles", "Article", inverse: "author")]),
            // An article whose identifier is a text.
            EntityDescription(
                "Record",
                attributes: [
                    .init("recordID", .string), .init("title", .string),
                    .init("rating", .integer64), .init("isDeleted", .boolean),
                ]),
        ])
    }

    private static func mappings(_ model: ManagedObjectModel) throws -> MappingSet {
        func mapping(_ name: String, _ identifier: String) throws -> EntityMapping {
            var mapping = EntityMapping(for: try #require(model[name]))
            mapping.identificationAttributes = [identifier]
            mapping.addAttributeMapping(from: "id", to: identifier)
            return mapping
        }
        var articles = try mapping("Article", "articleID")
        articles.synchronizationAttribute = "state"
        articles.addAttributeMappings(["title": "title", "rating": "rating", "author": "authorID"])
        articles.addConnection(for: "author", connectedBy: "authorID")
        var authors = try mapping("Author", "authorID")
        authors.addAttributeMappings(["name": "name"])
        var records = try mapping("Record", "recordID")
        records.addAttributeMappings(["title": "title", "rating": "rating"])
        records.addAttributeMapping(
            AttributeMapping(from: "deleted", to: "isDeleted", isReadOnly: true))
        records.deletionPredicate = .attribute("isDeleted") == true
        // An article as a row of a table.
        var rows = EntityMapping(for: try #require(model["Article"]), named: "Row")
        rows.identificationAttributes = ["articleID"]
        rows.addAttributeMappings(["articleID": "articleID", "title": "title"])
        return MappingSet([articles, authors, records, rows], roots: ["articles": "Article"])
    }
}

extension Newsroom {
    /// Inserts and saves an object.
    func insert(_ entity: String, _ values: [String: Value]) throws -> ManagedObjectID {
        try container.perform { context in
            let object = context.insert(entity)
            for (name, value) in values { object[name] = value }
            try context.save()
            return object.objectID
        }
    }

    /// The values of the attribute of an entity's objects, by their identifiers.
    func values(_ attribute: String = "title", of entity: String = "Article") throws
        -> [Value: Value]
    {
        try container.perform { context in
            let identifier = entity == "Record" ? "recordID" : "articleID"
            return Dictionary(
                try context.fetch(FetchRequest(entity)).map { ($0[identifier], $0[attribute]) },
                uniquingKeysWith: { first, _ in first })
        }
    }

    /// The identifiers of the articles, in order.
    func identifiers() throws -> [Int64] {
        try values().keys.compactMap { if case .integer(let number) = $0 { number } else { nil } }
            .sorted()
    }

    func snapshot() throws -> GraphSnapshot { try container.perform { try GraphSnapshot($0) } }
}

extension RemoteOutcome {
    /// The result of mapping a response that was loaded.
    func mapped(_ location: SourceLocation = #_sourceLocation) throws -> MappingResult {
        guard case .mapped(let result) = self else {
            Issue.record("expected a mapped response, found \(self)", sourceLocation: location)
            throw Unexpected()
        }
        return result
    }

    /// The objects of a response that was confirmed.
    func confirmed(_ location: SourceLocation = #_sourceLocation) throws -> [ManagedObjectID] {
        guard case .notModified(let objects) = self else {
            Issue.record("expected a 304, found \(self)", sourceLocation: location)
            throw Unexpected()
        }
        return objects
    }

    /// The object that was sent.
    func saved(_ location: SourceLocation = #_sourceLocation) throws -> SavedObject {
        guard case .saved(let saved) = self else {
            Issue.record("expected a saved object, found \(self)", sourceLocation: location)
            throw Unexpected()
        }
        return saved
    }

    /// The conflict.
    func conflict(_ location: SourceLocation = #_sourceLocation) throws -> RemoteConflict {
        guard case .conflict(let conflict) = self else {
            Issue.record("expected a conflict, found \(self)", sourceLocation: location)
            throw Unexpected()
        }
        return conflict
    }

    struct Unexpected: Error {}
}

/// Expects a request to fail with a code, and returns the error.
@discardableResult
func expectError<Result>(
    _ code: RemoteError.Code, sourceLocation: SourceLocation = #_sourceLocation,
    _ work: () async throws -> Result
) async -> RemoteError? {
    let error = await #expect(throws: RemoteError.self, sourceLocation: sourceLocation) {
        _ = try await work()
    }
    if let error {
        #expect(error.code == code, "\(error)", sourceLocation: sourceLocation)
    }
    return error
}
