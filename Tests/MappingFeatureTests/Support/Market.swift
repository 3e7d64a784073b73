import EntityMapper
import MercatorPayload
import ObjectGraph

/// Persons that order, manage and pair up, with an entity for each kind of relationship storage.
enum Market {
    static func model() throws -> ManagedObjectModel {
        try ManagedObjectModel([person, employee, guest, order, line, tag])
    }

    private static let person = EntityDescription(
        "Person",
        attributes: [
            .init("personID", .integer64), .init("code", .string), .init("region", .integer64),
            .init("name", .string), .init("partnerID", .integer64), .init("tagIDs", .array),
            .init("isGone", .boolean), .init("version", .integer64),
        ],
        relationships: [
            .toOne("manager", "Person", inverse: "reports"),
            .toMany("reports", "Person", inverse: "manager"),
            .toOne("partner", "Person", inverse: "partner"),
            .toMany("orders", "Order", inverse: "customer"),
            .toMany("tags", "Tag", inverse: "people", isOrdered: true),
            .toMany("bosses", "Person"),
        ])

    private static let employee = EntityDescription(
        "Employee", parent: "Person",
        attributes: [.init("badge", .integer64, isOptional: false)])

    private static let guest = EntityDescription("Guest", parent: "Person")

    private static let order = EntityDescription(
        "Order",
        attributes: [
            .init("orderID", .integer64), .init("customerID", .integer64),
            .init("customerCode", .string), .init("region", .integer64),
        ],
        relationships: [
            .toOne("customer", "Person", inverse: "orders"),
            .toOne("contact", "Person"), .toOne("boss", "Person"),
            .toMany("lines", "Line", inverse: "order", isOrdered: true),
        ])

    private static let line = EntityDescription(
        "Line", attributes: [.init("lineID", .integer64), .init("text", .string)],
        relationships: [
            .toOne("order", "Order", inverse: "lines"),
            .toOne("next", "Line", inverse: "previous"),
            .toOne("previous", "Line", inverse: "next"),
        ])

    private static let tag = EntityDescription(
        "Tag", attributes: [.init("tagID", .integer64)],
        relationships: [.toMany("people", "Person", inverse: "tags")])

    /// Mappings of people and orders, to be changed before use.
    struct Mappings {
        var person: EntityMapping
        var order: EntityMapping
        var others: [EntityMapping]

        init(_ model: ManagedObjectModel) throws {
            person = try model.mapping(
                "Person", identifiedBy: ["personID"],
                [
                    "id": "personID", "code": "code", "region": "region", "name": "name",
                    "partnerID": "partnerID", "tagIDs": "tagIDs", "gone": "isGone",
                    "version": "version",
                ]
            ) {
                $0.addRelationshipMapping(from: "manager", to: "manager", using: "Person")
            }
            order = try model.mapping(
                "Order", identifiedBy: ["orderID"],
                [
                    "id": "orderID", "customerID": "customerID", "code": "customerCode",
                    "region": "region",
                ]
            ) {
                $0.addRelationshipMapping(from: "customer", to: "customer", using: "Person")
            }
            others = [
                try model.mapping("Tag", identifiedBy: ["tagID"], ["id": "tagID"]),
                try model.mapping(
                    "Line", identifiedBy: ["lineID"], ["id": "lineID", "text": "text"]),
            ]
        }

        var set: MappingSet {
            MappingSet(
                [person, order] + others,
                roots: ["people": "Person", "orders": "Order", "tags": "Tag", "lines": "Line"])
        }
    }
}
