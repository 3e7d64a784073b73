import Mercator

/// Records of one shape in an in-memory store, and the writer for them.
struct ShapeStore {
    let container: PersistentContainer
    private let writer: RepresentationWriter

    init(_ shape: Shape, _ records: [ShapeRecord]) throws {
        let numbers = (0..<shape.properties.numbers).map { "n\($0)" }
        let texts = (0..<shape.properties.texts).map { "t\($0)" }
        let entity = EntityDescription(
            "Record",
            attributes: [.init("id", .integer64), .init("isInside", .boolean)]
                + numbers.map { .init($0, .integer64) } + texts.map { .init($0, .string) },
            relationships: [
                .toMany("children", "Record", inverse: "parent", isOrdered: true),
                .toOne("parent", "Record", inverse: "children"),
            ])
        let model = try ManagedObjectModel([entity])
        container = try PersistentContainer(model: model, store: InMemoryStore())
        var mapping = EntityMapping(for: entity)
        for name in ["id"] + numbers + texts {
            mapping.addAttributeMapping(from: PayloadPath([.key(name)]), to: name)
        }
        mapping.addRelationshipMapping(from: "children", to: "children", using: "Record")
        let plan = try MappingPlan(MappingSet([mapping], roots: [.root: "Record"]), for: model)
        writer = try RepresentationWriter(plan, mapping: "Record")
        try container.perform { context in
            for record in records { _ = Self.insert(record, isInside: false, context) }
            try context.save()
        }
    }

    private static func insert(
        _ record: ShapeRecord, isInside: Bool, _ context: ManagedObjectContext
    ) -> ManagedObject {
        let object = context.insert("Record")
        object["id"] = .integer(record.id)
        object["isInside"] = .boolean(isInside)
        for (place, number) in record.numbers.enumerated() {
            object["n\(place)"] = .integer(number)
        }
        for (place, text) in record.texts.enumerated() { object["t\(place)"] = .string(text) }
        if !record.children.isEmpty {
            object[toMany: "children"] = record.children.map {
                insert($0, isInside: true, context)
            }
        }
        return object
    }

    /// Returns the top-level records as JSON.
    func written() throws -> [UInt8] {
        let writer = writer
        return try container.perform { context in
            let request = FetchRequest("Record", where: .attribute("isInside") == false)
            return try writer.jsonBytes(for: context.fetch(request))
        }
    }
}
