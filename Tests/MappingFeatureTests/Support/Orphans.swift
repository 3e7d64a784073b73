import EntityMapper
import MercatorPayload
import ObjectGraph
import OrphanDetection

extension Workbench {
    /// Maps a payload, deletes or plans orphans, and saves.
    @discardableResult
    func load(
        _ json: String, _ mappings: MappingSet, deleting orphans: OrphanDeletion,
        options: MappingOptions = MappingOptions(), into target: ManagedObjectID? = nil
    ) throws -> MappingResult {
        try operation(mappings, deleting: orphans, options: options)
            .run(Array(json.utf8), in: container, into: target)
    }

    /// Returns an operation with an orphan deletion.
    func operation(
        _ mappings: MappingSet, deleting orphans: OrphanDeletion,
        options: MappingOptions = MappingOptions()
    ) throws -> MappingOperation {
        let plan = try MappingPlan(mappings, for: container.model)
        var operation = MappingOperation(plan, options: options)
        operation.orphanDeletion = orphans
        return operation
    }

    /// Returns the plan of a load that deletes nothing and maps nothing.
    func orphanPlan(
        _ json: String, _ mappings: MappingSet, _ orphans: OrphanDeletion
    ) throws -> OrphanPlan {
        let document = try PayloadDocument(parsing: json)
        return try operation(mappings, deleting: orphans).orphanPlan(for: document, in: container)
    }

    /// Returns the identifier of the object with a value of an attribute.
    func id(_ entity: String, _ attribute: String, _ value: Int64) throws -> ManagedObjectID {
        let request = FetchRequest(entity, where: .attribute(attribute) == value)
        guard let id = try container.perform({ try $0.fetch(request).first?.objectID }) else {
            throw UnknownEntity(name: "\(entity).\(attribute)")
        }
        return id
    }
}

extension OrphanPlan {
    /// The reasons for preserving objects, over all scopes.
    var reasons: [ManagedObjectID: PreservationReason] {
        Dictionary(
            scopes.flatMap(\.preserved).map { ($0.objectID, $0.reason) },
            uniquingKeysWith: { first, _ in first })
    }

    /// The reasons for refusing scopes, in order.
    var refusals: [OrphanRefusal] { scopes.flatMap(\.refusals) }
}

/// Entities of RestKit's tests of orphan deletion that the other models lack.
enum Households {
    static func model() throws -> ManagedObjectModel {
        try ManagedObjectModel([
            EntityDescription(
                "List", attributes: [.init("name", .string)],
                relationships: [
                    .toOne("author", "Author", inverse: "lists"),
                    .toMany("entries", "Entry", inverse: "list"),
                ]),
            EntityDescription(
                "Entry", attributes: [.init("name", .string)],
                relationships: [
                    .toOne("list", "List", inverse: "entries"), .toOne("relatedList", "List"),
                ]),
            EntityDescription(
                "Author", attributes: [.init("name", .string)],
                relationships: [.toMany("lists", "List", inverse: "author")]),
            EntityDescription(
                "House", attributes: [.init("railsID", .integer64), .init("city", .string)],
                relationships: [
                    .toOne("owner", "Human", inverse: "houses"),
                    .toMany("occupants", "Human", inverse: "residence"),
                ]),
            EntityDescription(
                "Human", attributes: [.init("railsID", .integer64), .init("name", .string)],
                relationships: [
                    .toMany("houses", "House", inverse: "owner"),
                    .toOne("residence", "House", inverse: "occupants"),
                    .toMany("friends", "Human", inverse: "friends"),
                    .toOne("landlord", "Human", inverse: "tenants"),
                    .toMany("tenants", "Human", inverse: "landlord"),
                ]),
        ])
    }

    static func mappings(_ model: ManagedObjectModel) throws -> MappingSet {
        let list = try model.mapping("List", identifiedBy: ["name"], ["name": "name"]) {
            $0.addRelationshipMapping(from: "author", to: "author", using: "Author")
            $0.addRelationshipMapping(
                from: "entries", to: "entries", using: "Entry", assignmentPolicy: .union)
        }
        let entry = try model.mapping("Entry", identifiedBy: ["name"], ["name": "name"]) {
            $0.addRelationshipMapping(from: "list", to: "list", using: "List")
            $0.addRelationshipMapping(from: "relatedList", to: "relatedList", using: "List")
        }
        let author = try model.mapping("Author", identifiedBy: ["name"], ["name": "name"])
        let house = try model.mapping(
            "House", identifiedBy: ["railsID"], ["houseID": "railsID", "city": "city"]
        ) {
            $0.addRelationshipMapping(from: "owner", to: "owner", using: "Human")
            $0.addRelationshipMapping(from: "occupants", to: "occupants", using: "Human")
        }
        let human = try model.mapping(
            "Human", identifiedBy: ["railsID"], ["humanID": "railsID", "name": "name"]
        ) {
            $0.addRelationshipMapping(from: "roommates", to: "friends", using: "Human")
            $0.addRelationshipMapping(from: "landlord", to: "landlord", using: "Human")
        }
        return MappingSet([list, entry, author, house, human])
    }
}
