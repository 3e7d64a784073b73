import EntityMapper
import MercatorPayload
import ObjectGraph

/// Characters, their publishers and powers, and messages of two kinds.
enum Comics {
    static func model() throws -> ManagedObjectModel {
        try ManagedObjectModel([
            EntityDescription(
                "Character",
                attributes: [
                    .init("characterID", .integer64), .init("name", .string),
                    .init("amount", .decimal), .init("code", .string),
                    .init("extra", .dictionary), .init("createdAt", .date),
                ],
                relationships: [
                    .toOne("publisher", "Publisher", inverse: "characters"),
                    .toMany("powers", "Power", inverse: "characters", isOrdered: true),
                ]),
            EntityDescription(
                "Publisher",
                attributes: [
                    .init("publisherID", .integer64), .init("name", .string),
                    .init("motto", .string),
                ],
                relationships: [.toMany("characters", "Character", inverse: "publisher")]),
            EntityDescription(
                "Power",
                attributes: [
                    .init("powerID", .integer64), .init("name", .string), .init("owner", .string),
                    .init("page", .integer64),
                ],
                relationships: [.toMany("characters", "Character", inverse: "powers")]),
            EntityDescription("Message", attributes: [.init("messageID", .integer64)]),
            EntityDescription(
                "TextMessage", parent: "Message", attributes: [.init("text", .string)]),
            EntityDescription(
                "PictureMessage", parent: "Message", attributes: [.init("url", .string)]),
        ])
    }

    /// Mappings of characters, to be changed before use.
    struct Mappings {
        var character: EntityMapping
        var publisher: EntityMapping
        var power: EntityMapping
        var roots: KeyValuePairs<PayloadPath, String> = ["": "Character"]

        init(_ model: ManagedObjectModel) throws {
            character = try model.mapping(
                "Character", identifiedBy: ["characterID"],
                ["id": "characterID", "name": "name", "amount": "amount", "code": "code"]
            ) {
                $0.addRelationshipMapping(from: "publisher", to: "publisher", using: "Publisher")
                $0.addRelationshipMapping(from: "powers", to: "powers", using: "Power")
            }
            publisher = try model.mapping(
                "Publisher", identifiedBy: ["publisherID"], ["id": "publisherID", "name": "name"])
            power = try model.mapping(
                "Power", identifiedBy: ["powerID"], ["id": "powerID", "name": "name"])
        }

        var set: MappingSet { MappingSet([character, publisher, power], roots: roots) }

        /// The mappings as a set, after a change.
        func set(_ change: (inout Self) -> Void) -> MappingSet {
            var changed = self
            change(&changed)
            return changed.set
        }
    }

    /// Copies `legacy_id` to `id` if it is present, as in Groot's documentation.
    static let legacy = RepresentationTransform("legacy") { members in
        guard let old = members["legacy_id"] else { return nil }
        var members = members
        members["id"] = old
        return members
    }
}
