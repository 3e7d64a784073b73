package import ObjectGraph

/// A model with relationships of every kind between two entities, whose attributes have the names
/// of columns and aliases in the statements that connect.
package enum ConnectingModel {
    /// Creates the model.
    package static func make() throws -> ManagedObjectModel {
        try ManagedObjectModel([item, owner, special])
    }

    /// The attributes of both entities, each of which is a key.
    static let keys: [(name: String, type: AttributeType)] = [
        ("source", .integer64), ("destination", .string), ("place", .decimal), ("count", .date),
        ("present", .double), ("position", .uuid), ("id", .integer16), ("key", .boolean),
        ("mismatch", .data), ("value", .url), ("last", .integer64),
    ]

    private static var attributes: [AttributeDescription] {
        keys.map { AttributeDescription($0.name, $0.type) }
            + [
                AttributeDescription("list", .array),
                AttributeDescription("code", .integer32, isOptional: false, defaultValue: 0),
            ]
    }

    private static let item = EntityDescription(
        "Item", attributes: attributes,
        relationships: [
            .toOne("owner", "Owner", inverse: "items"),
            .toOne("shelf", "Owner", inverse: "shelved"),
            .toOne("twin", "Owner", inverse: "twinned"),
            .toOne("single", "Owner"),
            .toMany("linked", "Owner", inverse: "links"),
            .toMany("listed", "Owner", inverse: "lists", isOrdered: true),
        ])

    private static let owner = EntityDescription(
        "Owner", attributes: attributes,
        relationships: [
            .toMany("items", "Item", inverse: "owner"),
            .toMany("shelved", "Item", inverse: "shelf", isOrdered: true),
            .toOne("twinned", "Item", inverse: "twin"),
            .toMany("links", "Item", inverse: "linked"),
            .toMany("lists", "Item", inverse: "listed"),
        ])

    private static let special = EntityDescription("Special", parent: "Owner")
}
