import EntityMapper
import HTTPValues
import MercatorPayload
import MercatorTesting
import ObjectGraph
import RemoteGraph
import RemotePlanning
import TestSupport
import Testing

/// A server with the entities of the catalogue, and a manager over a transport without a network.
struct Society {
    let container: PersistentContainer
    let stub: StubTransport
    let manager: ObjectManager
    static let base = "http://localhost:4567"

    init(
        _ store: any PersistentStore = InMemoryStore(),
        options change: (inout RemoteOptions) -> Void = { _ in },
        mappings extend: (inout MappingSet, ManagedObjectModel) throws -> Void = { _, _ in },
        server describe: (inout RemoteDescription) -> Void,
        _ respond:
            @escaping @Sendable (TransportRequest) async throws(TransportError) ->
            TransportResponse = { _ in TransportResponse(204) }
    ) throws {
        let model = try Self.model()
        container = try PersistentContainer(model: model, store: store)
        stub = StubTransport(respond)
        var options = RemoteOptions()
        options.clock = TestClock()
        change(&options)
        manager = ObjectManager(
            try Self.remote(model, mappings: extend, server: describe), in: container, over: stub,
            options: options)
    }

    var plan: RemotePlan { manager.plan }

    static func model() throws -> ManagedObjectModel {
        let parents = ["B": "A", "C": "B", "Child": "Human"]
        let attributes: [(String, [AttributeDescription])] = [
            ("A", [.init("name", .string)]), ("B", []), ("C", []),
            (
                "Human",
                [
                    .init("railsID", .integer64), .init("name", .string),
                    .init("state", .integer16),
                ]
            ), ("Child", []),
            (
                "User",
                [
                    .init("userID", .integer64), .init("name", .string), .init("age", .integer64),
                    .init("emailAddress", .string), .init("position", .integer64),
                    .init("weight", .double), .init("website", .string),
                ]
            ),
            ("Address", [.init("city", .string), .init("state", .string)]),
            ("Meta", [.init("name", .string)]),
        ]
        return try ManagedObjectModel(
            attributes.map { name, attributes in
                EntityDescription(
                    name, parent: parents[name], attributes: attributes,
                    relationships: name == "User"
                        ? [
                            .toMany("friends", "User", inverse: "friendsOf"),
                            .toMany("friendsOf", "User", inverse: "friends"),
                        ] : [])
            })
    }

    static func remote(
        _ model: ManagedObjectModel? = nil,
        mappings extend: (inout MappingSet, ManagedObjectModel) throws -> Void = { _, _ in },
        server describe: (inout RemoteDescription) -> Void
    ) throws -> RemotePlan {
        let model = try model ?? Self.model()
        var set = MappingSet(
            [
                try mapping("Human", in: model, ["id": "railsID", "name": "name"], by: "railsID"),
                try mapping(
                    "User", in: model, ["name": "name", "emailAddress": "emailAddress"], by: "name"),
                try mapping("Address", in: model, ["city": "city", "state": "state"], by: "city"),
                try mapping("Meta", in: model, ["name": "name"], by: "name"),
            ], roots: ["humans": "Human"])
        try extend(&set, model)
        var server = RemoteDescription(base: base)
        describe(&server)
        return try RemotePlan(server, for: try MappingPlan(set, for: model))
    }

    /// Returns a mapping with a name of its own.
    static func mapping(
        _ entity: String, named name: String? = nil, in model: ManagedObjectModel,
        _ attributes: KeyValuePairs<PayloadPath, String>, by identification: String? = nil
    ) throws -> EntityMapping {
        let found = try #require(model[entity])
        var mapping = EntityMapping(for: found)
        if let name { mapping.name = name }
        mapping.identificationAttributes = identification.map { [$0] }
        for (path, name) in attributes { mapping.addAttributeMapping(from: path, to: name) }
        return mapping
    }

    /// Inserts and saves an object.
    func insert(_ entity: String, _ values: [String: Value] = [:]) throws -> ManagedObjectID {
        try container.perform { context in
            let object = context.insert(entity)
            for (name, value) in values { object[name] = value }
            try context.save()
            return object.objectID
        }
    }

    /// Creates a request about saved objects.
    func request(
        _ method: ResourceRequest.Method, _ objects: [ManagedObjectID],
        at address: RequestAddress = .route, parameters: [String: Value] = [:]
    ) throws -> RemoteRequest {
        try container.perform { context in
            let objects = try objects.map { try #require(try context.object(with: $0)) }
            return try plan.request(method, for: objects, at: address, parameters: parameters)
        }
    }

    /// The values of an attribute of the saved objects of an entity, sorted as text.
    func values(_ entity: String, _ attribute: String = "name") throws -> [Value] {
        try container.perform { context in
            try context.fetch(FetchRequest(entity)).map { $0[attribute] }
                .sorted { "\($0)" < "\($1)" }
        }
    }
}

/// Returns the problems of a description with the entities of the catalogue.
func problems(_ describe: (inout RemoteDescription) -> Void) throws -> [RemoteProblem.Code] {
    do {
        _ = try Society.remote(server: describe)
        return []
    } catch let error as RemotePlanError {
        return error.problems.map(\.code)
    }
}

/// A response with JSON.
func json(_ status: Int, _ text: String) -> TransportResponse {
    TransportResponse(status, json: text)
}
