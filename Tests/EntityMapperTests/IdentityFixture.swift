import EntityMapper
import ObjectGraph
import TestSupport

/// A store with people, their children, cats and events, and a cache of their identities.
struct IdentityFixture {
    let container: PersistentContainer
    let cache: IdentityCache

    static func model() throws -> ManagedObjectModel {
        try ManagedObjectModel([
            EntityDescription(
                "Human",
                attributes: [
                    .init("railsID", .integer64), .init("name", .string),
                    .init("tags", .array), .init("born", .date),
                ]),
            EntityDescription("Child", parent: "Human"),
            EntityDescription("Cat", attributes: [.init("railsID", .integer64)]),
            EntityDescription("Cloud", attributes: [.init("name", .string)]),
            EntityDescription("Event", attributes: [.init("eventID", .string)]),
        ])
    }

    static func run<Result>(
        _ kind: StoreKind, limit: Int = 1000, _ body: (IdentityFixture) throws -> Result
    ) throws -> Result {
        try kind.withContainer(model()) { container in
            try body(
                IdentityFixture(
                    container: container, cache: IdentityCache(for: container, limit: limit)))
        }
    }

    func humans(by attributes: String...) throws -> IdentityIndex {
        try cache.index(of: "Human", by: attributes.isEmpty ? ["railsID"] : attributes)
    }

    @discardableResult
    func insert(_ entity: String, _ values: [String: Value]) throws -> ManagedObjectID {
        try container.perform { context in
            let object = context.insert(entity)
            for (name, value) in values { object[name] = value }
            try context.save()
            return object.objectID
        }
    }

    @discardableResult
    func insertHuman(_ railsID: Value, _ name: Value = .null) throws -> ManagedObjectID {
        try insert("Human", ["railsID": railsID, "name": name])
    }

    func delete(_ ids: ManagedObjectID...) throws {
        try container.perform { context in
            for id in ids {
                if let object = try context.object(with: id) { context.delete(object) }
            }
            try context.save()
        }
    }

    func set(_ name: String, _ value: Value, of id: ManagedObjectID) throws {
        try container.perform { context in
            try context.object(with: id)?[name] = value
            try context.save()
        }
    }
}
