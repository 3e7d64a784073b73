import Foundation
import Mercator
import TestSupport

/// An entity with one attribute of any Swift type.
struct Holder<Content: AttributeValue>: Entity {
    static var entityName: String { "Holder" }
    let number = Attribute<Int64>("number")
    let content = Attribute<Content>("content")

    static func model() throws -> ManagedObjectModel { try ManagedObjectModel(Self.self) }

    /// Returns the same entity without the Swift type, as in an older version or another program.
    static func modelByName() throws -> ManagedObjectModel {
        try ManagedObjectModel([
            EntityDescription(
                "Holder",
                attributes: [
                    .init("number", .integer64, isOptional: false),
                    .init("content", Content.attributeType),
                ])
        ])
    }

    static func mapping(
        _ change: (inout EntityMapping) -> Void = { _ in }
    ) -> EntityMapping {
        var holders = EntityMapping(for: Self.self)
        holders.identificationAttributes = ["number"]
        holders.addAttributeMapping(from: "n", to: \Self.number)
        holders.addAttributeMapping(from: "v", to: \Self.content)
        change(&holders)
        return holders
    }

    static func load(
        _ model: ManagedObjectModel, _ set: (inout MappingSet) -> Void = { _ in },
        _ change: (inout EntityMapping) -> Void = { _ in }
    ) throws -> MappingOperation {
        var mappings = MappingSet([mapping(change)], roots: ["": "Holder"])
        set(&mappings)
        return MappingOperation(try MappingPlan(mappings, for: model))
    }

    /// Returns the contents read through the schema struct, by number.
    static func contents(in container: PersistentContainer) throws -> [Int64: Content] {
        try container.perform { context in
            let holders = try context.fetch(Self.self)
            return Dictionary(uniqueKeysWithValues: holders.map { ($0.number, $0.content) })
        }
    }
}

extension StoreKind {
    /// Passes a closure that opens the same store repeatedly.
    func withReopening<Result>(
        _ body: ((ManagedObjectModel) throws -> PersistentContainer) throws -> Result
    ) throws -> Result {
        try withStore { store in
            // A store in memory belongs to a single container.
            var known: PersistentContainer?
            return try body { model in
                if let known, store is InMemoryStore { return known }
                let container = try PersistentContainer(model: model, store: store)
                known = container
                return container
            }
        }
    }
}
