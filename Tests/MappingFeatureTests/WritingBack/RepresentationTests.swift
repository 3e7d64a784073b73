import EntityMapper
import MercatorPayload
import ObjectGraph
import RepresentationWriting
import Testing

/// People with attributes of every type, and related objects.
enum Club {
    static func model() throws -> ManagedObjectModel {
        try ManagedObjectModel([
            EntityDescription(
                "Person",
                attributes: [
                    .init("personID", .integer64), .init("name", .string), .init("job", .string),
                    .init("website", .url), .init("isActive", .boolean),
                    .init("balance", .decimal), .init("born", .date), .init("picture", .data),
                    .init("token", .uuid), .init("score", .double), .init("rate", .float),
                    .init("small", .integer16), .init("medium", .integer32),
                    .init("likes", .array), .init("extra", .dictionary),
                    .init("homeID", .integer64),
                ],
                relationships: [
                    .toOne("home", "Address", inverse: "residents"),
                    .toMany("houses", "Address", inverse: "owners", isOrdered: true),
                    .toOne("boss", "Person", inverse: "staff"),
                    .toMany("staff", "Person", inverse: "boss", isOrdered: true),
                    .toMany("groups", "Group", inverse: "members"),
                    .toMany("animals", "Animal", inverse: "keeper"),
                ]),
            EntityDescription(
                "Address",
                attributes: [
                    .init("addressID", .integer64), .init("city", .string),
                    .init("state", .string), .init("since", .date),
                ],
                relationships: [
                    .toMany("residents", "Person", inverse: "home"),
                    .toMany("owners", "Person", inverse: "houses"),
                ]),
            EntityDescription(
                "Group",
                attributes: [
                    .init("code", .string), .init("year", .integer32), .init("title", .string),
                ],
                relationships: [.toMany("members", "Person", inverse: "groups")]),
            EntityDescription(
                "Animal", isAbstract: true, attributes: [.init("name", .string)],
                relationships: [.toOne("keeper", "Person", inverse: "animals")]),
            EntityDescription("Cat", parent: "Animal", attributes: [.init("lives", .integer16)]),
            EntityDescription("Dog", parent: "Animal", attributes: [.init("tricks", .array)]),
        ])
    }
}

/// The mappings of the club, and the writer to test.
struct ClubWriting {
    let bench: Workbench
    var mappings: [EntityMapping] = []
    var dynamicMappings: [DynamicMapping] = []

    init(_ kind: StoreKind = .inMemory) throws {
        bench = try Workbench(kind, Club.model())
    }

    var model: ManagedObjectModel { bench.container.model }

    /// Adds a mapping; the first one is that of the writer.
    mutating func map(
        _ entity: String, identifiedBy names: [String]? = nil,
        _ attributes: KeyValuePairs<PayloadPath, String> = [:],
        _ change: (inout EntityMapping) -> Void = { _ in }
    ) throws {
        mappings.append(
            try model.mapping(entity, identifiedBy: names, attributes, change))
    }

    func plan() throws -> MappingPlan {
        let set = MappingSet(
            mappings, dynamicMappings: dynamicMappings, roots: [.root: mappings[0].name])
        return try MappingPlan(set, for: model)
    }

    func writer(
        _ profile: RepresentationProfile = .update, _ mapping: String? = nil,
        root: PayloadPath = .root, depthLimit: Int = 64,
        choosing choice: RepresentationWriter.Choice? = nil
    ) throws -> RepresentationWriter {
        try RepresentationWriter(
            plan(), mapping: mapping ?? mappings[0].name, profile: profile, root: root,
            depthLimit: depthLimit, choosing: choice)
    }

    /// Returns the written form of an unsaved object that a closure creates.
    func json(
        _ writer: RepresentationWriter, adding extra: [String: Value] = [:],
        _ make: (ManagedObjectContext) throws -> ManagedObject
    ) throws -> String {
        try bench.container.written { context in
            try writer.jsonBytes(for: make(context), adding: extra)
        }
    }

    /// Maps a payload, saves it, and writes the first object of the first mapping's entity.
    func again(_ json: String, _ writer: RepresentationWriter? = nil) throws -> String {
        let writer = try writer ?? self.writer()
        try MappingOperation(plan()).run(Array(json.utf8), in: bench.container).requireNoIssues()
        let entity = mappings[0].entity.name
        return try bench.container.perform { context in
            guard let object = try context.fetch(FetchRequest(entity)).first else { return "" }
            return String(decoding: try writer.jsonBytes(for: object), as: UTF8.self)
        }
    }
}

extension PersistentContainer {
    /// Performs work and returns its bytes as a string; the closure need not be sendable.
    func written(_ work: (ManagedObjectContext) throws -> [UInt8]) throws -> String {
        let context = ManagedObjectContext(model: model, backend: backend)
        return String(decoding: try work(context), as: UTF8.self)
    }
}

extension ManagedObjectContext {
    /// Inserts an object with values.
    func make(_ entity: String, _ values: [String: Value] = [:]) -> ManagedObject {
        let object = insert(entity)
        for (name, value) in values { object[name] = value }
        return object
    }
}
