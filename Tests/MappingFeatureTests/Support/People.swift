import EntityMapper
import MercatorPayload
import ObjectGraph

/// People, their cats and houses: the entities of RestKit's own tests, as far as needed here.
enum People {
    static func model() throws -> ManagedObjectModel {
        try ManagedObjectModel([human, parent, child, cat, house, post, tag])
    }

    private static let human = EntityDescription(
        "Human",
        attributes: [
            .init("railsID", .integer32), .init("name", .string), .init("sex", .string),
            .init("age", .integer16, defaultValue: 0), .init("createdAt", .date),
            .init("favoriteCatID", .integer32), .init("friendIDs", .array),
            .init("catIDs", .array), .init("landlordID", .integer32),
            .init("isHappy", .boolean),
        ],
        relationships: [
            .toMany("cats", "Cat", inverse: "human"),
            .toOne("favoriteCat", "Cat", inverse: "favoriteOfHumans"),
            .toMany("catsInOrderByAge", "Cat", inverse: "inverseOfOrderByAge", isOrdered: true),
            .toMany("friends", "Human", inverse: "friends"),
            .toOne("house", "House", inverse: "owner"),
            .toOne("landlord", "Human", inverse: "tenants"),
            .toMany("tenants", "Human", inverse: "landlord"),
        ])

    private static let parent = EntityDescription(
        "Parent", parent: "Human", attributes: [.init("parentID", .integer32)],
        relationships: [.toMany("children", "Child", inverse: "parents")])

    private static let child = EntityDescription(
        "Child", parent: "Human", attributes: [.init("childID", .integer32)],
        relationships: [.toMany("parents", "Parent", inverse: "children")])

    private static let cat = EntityDescription(
        "Cat",
        attributes: [
            .init("railsID", .integer32), .init("name", .string, defaultValue: "Kitty Cat!"),
            .init("sex", .string), .init("humanId", .integer32), .init("age", .integer16),
        ],
        relationships: [
            .toOne("human", "Human", inverse: "cats"),
            .toMany("favoriteOfHumans", "Human", inverse: "favoriteCat"),
            .toMany("inverseOfOrderByAge", "Human", inverse: "catsInOrderByAge"),
        ])

    private static let house = EntityDescription(
        "House",
        attributes: [.init("railsID", .integer32), .init("city", .string)],
        relationships: [.toOne("owner", "Human", inverse: "house")])

    private static let post = EntityDescription(
        "Post",
        attributes: [.init("title", .string, isOptional: false), .init("body", .string)],
        relationships: [.toMany("tags", "Tag", inverse: "posts")])

    private static let tag = EntityDescription(
        "Tag", attributes: [.init("name", .string)],
        relationships: [.toMany("posts", "Post", inverse: "tags")])
}

extension ManagedObjectModel {
    /// Returns a mapping of an entity, with its paths and attributes.
    func mapping(
        _ entity: String, identifiedBy names: [String]? = nil,
        _ attributes: KeyValuePairs<PayloadPath, String> = [:],
        _ change: (inout EntityMapping) -> Void = { _ in }
    ) throws -> EntityMapping {
        guard let description = self[entity] else { throw UnknownEntity(name: entity) }
        var mapping = EntityMapping(for: description, infersIdentification: false)
        mapping.identificationAttributes = names
        mapping.addAttributeMappings(attributes)
        change(&mapping)
        return mapping
    }
}

struct UnknownEntity: Error {
    let name: String
}
