import EntityMapper
import MercatorPayload
import ObjectGraph
import RepresentationWriting
import Testing
import ValueTransforms

/// Rows of the catalogue's section 2.1.
///
/// The following rows have no counterpart outside of Objective-C: AC-011, AC-015, AC-018 and AC-020
/// compare mappings whose class is `nil`, and a mapping requires an entity; AC-021, AC-022, AC-023
/// and AC-027 share a mutable property mapping between two mappings, which is impossible for
/// values; AC-032 uses a dictionary as the target of a mapping that writes back, for which
/// `RepresentationWriter` needs no mapping of its own; AC-098 lets a delegate prevent the
/// assignment of a value, for which a validation that declines serves here.
@Suite("Making mappings")
struct ConstructionTests {
    private let user = EntityDescription(
        "User",
        attributes: [
            .init("userID", .integer64), .init("name", .string), .init("createdAt", .date),
            .init("websiteURL", .url),
        ],
        relationships: [.toMany("friends", "User", inverse: "friends")])

    private func mapping(_ change: (inout EntityMapping) -> Void = { _ in }) -> EntityMapping {
        var mapping = EntityMapping(for: user)
        change(&mapping)
        return mapping
    }

    @Test func `an attribute mapping goes from a source to a destination`() {
        let mapping = mapping { $0.addAttributeMapping(from: "id", to: "userID") }
        #expect(mapping.attributeMappings == [AttributeMapping(from: "id", to: "userID")])
        #expect(mapping.attributeMappings[0].source == "id")
        #expect(mapping.attributeMappings[0].description == "id => userID")
        #expect(mapping.relationshipMappings.isEmpty)
    }

    @Test func `mappings are found by source and by destination`() {
        var mapping = mapping { $0.addAttributeMapping(from: "id", to: "userID") }
        #expect(mapping.relationshipMapping(to: "friends") == nil)
        #expect(mapping.relationshipMappings(from: "another") == [])
        mapping.addRelationshipMapping(from: "another", to: "friends", using: "User")
        mapping.addAttributeMapping(from: "id", to: "name")
        let friends = RelationshipMapping(from: "another", to: "friends", using: "User")
        #expect(mapping.relationshipMapping(to: "friends") == friends)
        #expect(mapping.relationshipMappings(from: "another") == [friends])
        #expect(friends.description == "another => friends (User)")
        #expect(mapping.attributeMapping(to: "name")?.source == "id")
        #expect(mapping.attributeMapping(to: "nothing") == nil)
        #expect(mapping.attributeMappings(from: "id").map(\.destination) == ["userID", "name"])
        mapping.removeMappings(to: "friends")
        mapping.removeMappings(to: "userID")
        mapping.removeMappings(to: "nothing")
        #expect(mapping.relationshipMappings == [])
        #expect(mapping.attributeMappings.map(\.destination) == ["name"])
    }

    struct Comparison: Sendable, CustomTestStringConvertible {
        let id: String
        let isEqual: Bool
        let left: @Sendable (inout EntityMapping) -> Void
        let right: @Sendable (inout EntityMapping) -> Void

        init(
            _ id: String, _ isEqual: Bool,
            _ left: @escaping @Sendable (inout EntityMapping) -> Void,
            _ right: @escaping @Sendable (inout EntityMapping) -> Void
        ) {
            (self.id, self.isEqual, self.left, self.right) = (id, isEqual, left, right)
        }

        var testDescription: String { id }
    }

    @Test(arguments: [
        Comparison("nothing mapped", true, { _ in }, { _ in }),
        Comparison(
            "AC-014", true, { $0.addAttributeMapping(from: "this", to: "that") },
            { $0.addAttributeMapping(from: "this", to: "that") }),
        Comparison(
            "another attribute", false,
            { $0.addAttributeMapping(from: "this", to: "that") },
            { $0.addAttributeMapping(from: "this", to: "other") }),
        Comparison(
            "AC-016", true,
            { $0.addRelationshipMapping(from: "this", to: "that", using: "User") },
            { $0.addRelationshipMapping(from: "this", to: "that", using: "User") }),
        Comparison(
            "one source, two destinations", true,
            { $0.addAttributeMappings(["this": "that", "this": "that2"]) },
            { $0.addAttributeMappings(["this": "that", "this": "that2"]) }),
        Comparison(
            "AC-019", false,
            { $0.addRelationshipMapping(from: "this", to: "that", using: "User") },
            { $0.addRelationshipMapping(from: "this", to: "that2", using: "User") }),
        Comparison(
            "another nested mapping", false,
            { $0.addRelationshipMapping(from: "this", to: "that", using: "User") },
            { $0.addRelationshipMapping(from: "this", to: "that", using: "Other") }),
        Comparison(
            "no source", true,
            { $0.addRelationshipMapping(from: .root, to: "that", using: "User") },
            { $0.addRelationshipMapping(from: "self", to: "that", using: "User") }),
        Comparison(
            "options count", false, { $0.assignsNilForMissingRelationships = true }, { _ in }),
        Comparison(
            "policies count", false,
            { $0.addRelationshipMapping(from: "a", to: "b", using: "C", assignmentPolicy: .union) },
            { $0.addRelationshipMapping(from: "a", to: "b", using: "C") }),
        Comparison(
            "transforms count", false,
            { $0.addAttributeMapping(from: "a", to: "b", using: .httpDate) },
            { $0.addAttributeMapping(from: "a", to: "b") }),
        Comparison(
            "validations count by name", false,
            { $0.addValidation(for: "a", ValueValidation("x") { _ in .accept }) },
            { $0.addValidation(for: "a", ValueValidation("y") { _ in .accept }) }),
    ])
    func `mappings are equal when all they say is`(row: Comparison) {
        #expect((mapping(row.left) == mapping(row.right)) == row.isEqual)
    }

    @Test func `mappings of two entities differ`() {
        #expect(EntityMapping(for: user) != EntityMapping(for: EntityDescription("User2")))
        #expect(EntityMapping(for: user) == EntityMapping(for: user))
    }

    @Test func `attribute mappings are equal when source, destination and transform are`() {
        let mapping = AttributeMapping(from: "this", to: "that", using: .httpDate)
        let copy = mapping
        #expect(copy == mapping)
        #expect(copy.transform == .httpDate)
        #expect(AttributeMapping(from: "this", to: "that", using: .httpDate) == mapping)
        #expect(AttributeMapping(from: "this", to: "other", using: .httpDate) != mapping)
        #expect(AttributeMapping(from: "other", to: "that", using: .httpDate) != mapping)
    }

    @Test func `names of properties follow from keys`() {
        let shout = KeyNaming("upper case") { $0.uppercased() }
        let loud = mapping {
            $0.keyNaming = shout
            $0.addAttributeMappings(["name", "something"])
            $0.addRelationshipMapping(from: "something", using: "User")
        }
        #expect(
            loud.attributeMappings.map(\.description) == ["name => NAME", "something => SOMETHING"])
        #expect(loud.relationshipMappings.map(\.destination) == ["SOMETHING"])
        let capital = mapping {
            $0.keyNaming = KeyNaming("capitalised") { $0.prefix(1).uppercased() + $0.dropFirst() }
            $0.addAttributeMappings(["user.comments"])
        }
        #expect(capital.attributeMappings.map(\.description) == ["user.comments => User.Comments"])
        #expect(shout == KeyNaming("upper case") { $0 })
        #expect(shout != .identity)
    }

    @Test(arguments: [
        ("created_at", "createdAt"), ("user_id", "userID"), ("website_url", "websiteURL"),
        ("name", "name"), ("some_new_key", "someNewKey"), ("_private_key", "_privateKey"),
        ("__", "__"), ("", ""), ("a__b", "aB"), ("ALREADY", "ALREADY"),
    ])
    func `snake case becomes camel case, as the entity writes it`(key: String, name: String) {
        let mapping = mapping {
            $0.keyNaming = .snakeCase
            $0.addAttributeMappings([PayloadPath([.key(key)])])
        }
        #expect(mapping.attributeMappings.map(\.destination) == [name])
    }
}
