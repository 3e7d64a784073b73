import EntityMapper
import Foundation
import MercatorPayload
import MercatorTesting
import ObjectGraph

/// The user of RestKit's mapping tests, with an address, friends, a location and a house.
enum Humans {
    static let fixtures = PayloadFixtures(bundle: .module, subdirectory: "Fixtures")

    static func model() throws -> ManagedObjectModel {
        try ManagedObjectModel([
            EntityDescription(
                "Human",
                attributes: [
                    .init("humanID", .integer64), .init("name", .string), .init("title", .string),
                    .init("rating", .double), .init("houseID", .integer64),
                ],
                relationships: [
                    .toOne("address", "Address"), .toMany("friends", "Human"),
                    .toOne("coordinate", "Coordinate"), .toOne("house", "House"),
                ]),
            EntityDescription(
                "Address",
                attributes: [
                    .init("addressID", .integer64), .init("name", .string),
                    .init("city", .string), .init("state", .string), .init("country", .string),
                ]),
            EntityDescription(
                "Coordinate",
                attributes: [.init("latitude", .double), .init("longitude", .double)]),
            EntityDescription(
                "House", attributes: [.init("houseID", .integer64), .init("city", .string)]),
        ])
    }

    static func mappings(_ model: ManagedObjectModel) throws -> MappingSet {
        var human = EntityMapping(for: try entity("Human", model))
        human.addAttributeMappings([
            "id": "humanID", "name": "name", "title": "title", "rating": "rating",
            "house_id": "houseID",
        ])
        human.addRelationshipMapping(from: "address", to: "address", using: "Address")
        human.addRelationshipMapping(from: "friends", to: "friends", using: "Human")
        human.addRelationshipMapping(from: "", to: "coordinate", using: "Coordinate")
        human.addConnection(for: "house", connectedBy: "houseID")
        var address = EntityMapping(for: try entity("Address", model))
        address.addAttributeMappings([
            "id": "addressID", "name": "name", "city": "city", "state": "state",
            "country": "country",
        ])
        var coordinate = EntityMapping(for: try entity("Coordinate", model))
        coordinate.addAttributeMappings(["latitude", "longitude"])
        var house = EntityMapping(for: try entity("House", model))
        house.addAttributeMappings(["id": "houseID", "city": "city"])
        return MappingSet(
            [human, address, coordinate, house], roots: ["human": "Human", "houses": "House"])
    }

    static func entity(_ name: String, _ model: ManagedObjectModel) throws -> EntityDescription {
        guard let entity = model[name] else { throw MissingEntity(name: name) }
        return entity
    }

    /// Returns a test of the fixture.
    static func test() throws -> MappingTest {
        let model = try model()
        return MappingTest(
            try MappingPlan(mappings(model), for: model),
            payload: try fixtures.document("human.json"))
    }

    /// Returns a test of another payload.
    static func test(_ json: String) throws -> MappingTest {
        let model = try model()
        return MappingTest(
            try MappingPlan(mappings(model), for: model),
            payload: try PayloadDocument(parsing: json))
    }
}

struct MissingEntity: Error {
    let name: String
}
