import EntityMapper
import MercatorPayload
import ObjectGraph

/// Figures in groups, which are figures themselves: sub-entities with a relationship to their
/// ancestor, and one with a sub-entity of its own.
enum Figures {
    static func model() throws -> ManagedObjectModel {
        try ManagedObjectModel([
            EntityDescription(
                "Figure", isAbstract: true,
                attributes: [.init("figureID", .integer64), .init("name", .string)],
                relationships: [.toOne("group", "Group", inverse: "members")]),
            EntityDescription(
                "Circle", parent: "Figure",
                attributes: [.init("radius", .integer64), .init("serial", .integer64)]),
            EntityDescription("Disc", parent: "Circle", attributes: [.init("hue", .string)]),
            EntityDescription("Square", parent: "Figure", attributes: [.init("side", .integer64)]),
            EntityDescription(
                "Group", parent: "Figure", attributes: [.init("title", .string)],
                relationships: [
                    .toMany("members", "Figure", inverse: "group", isOrdered: true)
                ]),
        ])
    }

    /// Returns mappings with the name of each entity, which follow sub-entities, and `Any`, which
    /// selects the entity by `type`.
    static func mappings(
        _ model: ManagedObjectModel, root: PayloadPath = .root, using name: String = "Any",
        _ change: (inout EntityMapping) -> Void = { _ in }
    ) throws -> MappingSet {
        let own: [(String, KeyValuePairs<PayloadPath, String>)] = [
            ("Figure", [:]), ("Circle", ["radius": "radius", "serial": "serial"]),
            ("Disc", ["radius": "radius", "serial": "serial", "hue": "hue"]),
            ("Square", ["side": "side"]), ("Group", ["title": "title"]),
        ]
        var mappings: [EntityMapping] = []
        for (entity, attributes) in own {
            mappings.append(
                try model.mapping(
                    entity, identifiedBy: ["figureID"], ["id": "figureID", "name": "name"]
                ) {
                    $0.addAttributeMappings(attributes)
                    if entity == "Group" {
                        $0.addRelationshipMapping(from: "members", to: "members", using: "Any")
                    }
                    $0.followsSubentities = true
                    $0.acceptsIdentifiers = true
                    change(&$0)
                })
        }
        var any = DynamicMapping(named: "Any")
        any.add(
            .table(
                at: "type",
                ["circle": "Circle", "disc": "Disc", "square": "Square", "group": "Group"]))
        any.add(.closure("the rest", among: ["Figure"]) { _ in .use("Figure") })
        return MappingSet(mappings, dynamicMappings: [any], roots: [root: name])
    }
}
