import EntityMapper
import MercatorPayload
import ObjectGraph
import Testing

/// Users, addresses and coordinates: the models of RestKit's tests of its mapping core.
enum Users {
    static func model() throws -> ManagedObjectModel {
        try ManagedObjectModel([user, address, coordinate, person, boy, girl])
    }

    private static let user = EntityDescription(
        "User",
        attributes: [
            .init("userID", .integer64), .init("name", .string), .init("website", .url),
            .init("position", .integer64), .init("luckyNumber", .integer64),
            .init("houseID", .integer64), .init("interests", .array),
            .init("source", .dictionary), .init("total", .decimal), .init("country", .string),
        ],
        relationships: [
            .toOne("address", "Address", inverse: "user"),
            .toOne("coordinate", "Coordinate", inverse: "user"),
            .toMany("friends", "User", inverse: "friendOf", isOrdered: true),
            .toMany("friendOf", "User", inverse: "friends"),
            .toOne("friend", "User", inverse: "befriended"),
            .toMany("befriended", "User", inverse: "friend"),
        ])

    private static let address = EntityDescription(
        "Address",
        attributes: [
            .init("addressID", .integer64), .init("city", .string), .init("state", .string),
            .init("owner", .string),
        ],
        relationships: [.toOne("user", "User", inverse: "address")])

    private static let coordinate = EntityDescription(
        "Coordinate", attributes: [.init("latitude", .double), .init("longitude", .double)],
        relationships: [.toOne("user", "User", inverse: "coordinate")])

    private static let person = EntityDescription(
        "Person", isAbstract: true, attributes: [.init("name", .string)],
        relationships: [
            .toMany("friends", "Person", inverse: "friendOf", isOrdered: true),
            .toMany("friendOf", "Person", inverse: "friends"),
        ])
    private static let boy = EntityDescription("Boy", parent: "Person")
    private static let girl = EntityDescription("Girl", parent: "Person")
}

/// A row of an acceptance catalogue: mappings, a payload, and the resulting contents of the store.
struct CatalogueRow: Sendable, CustomTestStringConvertible {
    /// The number in the catalogue.
    let id: String
    let payload: String
    /// The query of the store.
    let question: [String]
    let answer: [String]
    let metadata: [String: Value]
    let mappings: @Sendable (ManagedObjectModel) throws -> MappingSet

    /// Creates a row, whose query consists of an entity and the paths to read, as in
    /// ``Workbench/lines(_:_:)``.
    init(
        _ id: String, _ payload: String, metadata: [String: Value] = [:], _ question: [String],
        _ answer: [String],
        mappings: @escaping @Sendable (ManagedObjectModel) throws -> MappingSet
    ) {
        self.id = id
        self.payload = payload
        self.metadata = metadata
        self.question = question
        self.answer = answer
        self.mappings = mappings
    }

    var testDescription: String { id }

    /// Maps the payload in a new store.
    func run(
        _ bench: Workbench, options: MappingOptions = MappingOptions()
    ) throws -> MappingResult {
        let plan = try MappingPlan(mappings(bench.container.model), for: bench.container.model)
        var operation = MappingOperation(plan, options: options)
        operation.metadata = metadata
        return try operation.run(Array(payload.utf8), in: bench.container)
    }

    /// Returns the result of the query.
    func answer(_ bench: Workbench) throws -> [String] {
        try bench.container.perform { context in
            try context.fetch(FetchRequest(question[0])).map { object in
                question.dropFirst().map { object.text(at: $0) }.joined(separator: " | ")
            }
        }
    }
}
