import EntityMapper
import MercatorPayload
import ObjectGraph

/// Residents, houses and cats: the entities of RestKit's tests with ownership, requirements and
/// cohabitation.
enum Village {
    static func model() throws -> ManagedObjectModel {
        try ManagedObjectModel([
            human, strictHuman, catHoarder, cat, hoardedCat, house, storm, cloud,
        ])
    }

    private static let human = EntityDescription(
        "Human",
        attributes: [
            .init("railsID", .integer32), .init("name", .string), .init("sex", .string),
            .init("favoriteCatID", .integer32), .init("isGone", .boolean),
            .init("houseID", .integer32), .init("version", .integer32),
            .init("favoriteColors", .array),
        ],
        relationships: [
            .toMany("cats", "Cat", inverse: "human"),
            .toOne("favoriteCat", "Cat", inverse: "favoriteOfHumans"),
            .toMany("friends", "Human", inverse: "friends"),
            .toOne("residence", "House", inverse: "residents"),
            .toMany("housesResidedAt", "House", isOrdered: true),
            .toOne("landlord", "Human", inverse: "tenants"),
            .toMany("tenants", "Human", inverse: "landlord"),
            .toMany("roommates", "Human"),
            .toMany("friendsInTheOrderWeMet", "Human", isOrdered: true),
        ])

    private static let strictHuman = EntityDescription(
        "StrictHuman", parent: "Human",
        relationships: [
            .toOne("requiredCat", "Cat", inverse: "strictHuman", isOptional: false)
        ])

    private static let catHoarder = EntityDescription(
        "CatHoarder", parent: "Human",
        relationships: [
            .toMany("hoardedCats", "HoardedCat", inverse: "catHoarder", deleteRule: .cascade)
        ])

    private static let cat = EntityDescription(
        "Cat",
        attributes: [
            .init("railsID", .integer32), .init("name", .string, defaultValue: "Kitty Cat!"),
            .init("sex", .string),
        ],
        relationships: [
            .toOne("human", "Human", inverse: "cats"),
            .toMany("favoriteOfHumans", "Human", inverse: "favoriteCat"),
            .toMany("strictHuman", "StrictHuman", inverse: "requiredCat"),
        ])

    private static let hoardedCat = EntityDescription(
        "HoardedCat", parent: "Cat",
        relationships: [
            .toOne("catHoarder", "CatHoarder", inverse: "hoardedCats", isOptional: false)
        ])

    private static let house = EntityDescription(
        "House",
        attributes: [.init("railsID", .integer32), .init("city", .string)],
        relationships: [
            .toOne("owner", "Human"),
            .toMany("residents", "Human", inverse: "residence"),
            .toMany("ownersInChronologicalOrder", "Human", isOrdered: true),
        ])

    private static let storm = EntityDescription(
        "Storm", attributes: [.init("name", .string)],
        relationships: [.toMany("clouds", "Cloud", inverse: "storm")])

    private static let cloud = EntityDescription(
        "Cloud", attributes: [.init("name", .string)],
        relationships: [.toOne("storm", "Storm", inverse: "clouds")])
}
