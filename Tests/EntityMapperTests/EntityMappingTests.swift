import EntityMapper
import MercatorPayload
import ObjectGraph
import RepresentationWriting
import Testing

/// Rows of the catalogue's section 2.C, and the properties of an entity mapping.
///
/// Row C04, a conversion to a "request mapping", has no counterpart, because a
/// `RepresentationWriter` applies the mapping itself in reverse.
@Suite("Configuring an entity mapping")
struct EntityMappingTests {
    private struct Human: Entity {
        let railsID = Attribute<Int32?>("railsID")
        let name = Attribute<String?>("name")
        let updatedAt = Attribute<Timestamp?>("updatedAt")
    }

    private let model: ManagedObjectModel

    init() throws {
        model = try ManagedObjectModel([
            EntityDescription(
                "Human",
                attributes: [
                    .init("railsID", .integer32), .init("name", .string), .init("age", .integer32),
                    .init("favoriteCatID", .integer32), .init("updatedAt", .date),
                ],
                relationships: [.toOne("favoriteCat", "Cat"), .toMany("cats", "Cat")]),
            EntityDescription("Child", parent: "Human", attributes: [.init("childID", .integer32)]),
            EntityDescription(
                "Cat",
                attributes: [
                    .init("railsID", .integer32),
                    .init("name", .string, defaultValue: "Kitty Cat!"),
                    .init("favoriteCatID", .integer32), .init("age", .integer32),
                    .init("color", .string),
                ]),
        ])
    }

    private func mapping(
        _ entity: String = "Human", _ change: (inout EntityMapping) -> Void = { _ in }
    ) -> EntityMapping {
        var mapping = EntityMapping(forEntityNamed: entity, in: model, infersIdentification: false)
        change(&mapping)
        return mapping
    }

    /// Returns the problems of a plan with a mapping without property mappings.
    private func problems(_ change: (inout EntityMapping) -> Void) -> [String] {
        let mapping = mapping {
            $0.addAttributeMappings(["railsID", "name", "updatedAt"])
            change(&$0)
        }
        do throws(MappingPlanError) {
            _ = try MappingPlan(MappingSet([mapping], roots: [.root: mapping.name]), for: model)
            return []
        } catch {
            return error.problems.map(\.description)
        }
    }

    @Test func `a table made elsewhere serves as well, and its mistakes are problems of the plan`()
    {
        var mapping = EntityMapping(for: EntityDescription("Article"))
        mapping.addAttributeMappings(fromDictionary: ["headline.text": "title", "id": "articleID"])
        #expect(mapping.attributeMappings.map(\.destination) == ["title", "articleID"])
        #expect(mapping.attributeMappings.map(\.source) == ["headline.text", "id"])
        mapping.addAttributeMappings(fromDictionary: ["a..b": "title"])
        #expect(mapping.attributeMappings.last?.source.problem != nil)
    }

    @Test func `is made for the name of an entity`() throws {
        // Rule 1
        let human = EntityMapping(forEntityNamed: "Human", in: model)
        #expect(human == EntityMapping(for: try #require(model["Human"])))
        let unknown = EntityMapping(forEntityNamed: "Humen", in: model)
        let error = #expect(throws: MappingPlanError.self) {
            try MappingPlan(MappingSet([unknown], roots: [.root: "Humen"]), for: model)
        }
        #expect(
            error?.problems.map(\.description)
                == ["Humen: the model has no entity 'Humen'; did you mean 'Human'?"])
    }

    @Test func `takes identification as names, descriptions, or both`() throws {
        // Rules 3, 4, 7; C02
        let name = try #require(model["Human"]?.attribute(named: "name"))
        let byName = mapping { $0.identificationAttributes = ["railsID", "name"] }
        let mixed = mapping { $0.identificationAttributes = ["railsID", name.name] }
        #expect(byName == mixed)
        #expect(byName.identificationAttributeDescriptions?.map(\.name) == ["railsID", "name"])
        #expect(byName.identificationAttributeDescriptions?.last == name)
        let described = mapping("Child") { $0.setIdentificationAttributes([name]) }
        #expect(described.identificationAttributes == ["name"])
        let typed = mapping { $0.setIdentificationAttributes(\Human.railsID, \Human.name) }
        #expect(typed == byName)
        let none = mapping { $0.setIdentificationAttributes(nil) }
        #expect(none.identificationAttributes == nil)
        #expect(none.identificationAttributeDescriptions == nil)
    }

    @Test func `reports identification that is not the entity's`() throws {
        // Rules 5, 6; C01, C03
        let stranger = try #require(model["Cat"]?.attribute(named: "name"))
        let expected =
            "Human: the description given for 'name' is not an attribute of Human; take it from the "
            + "entity's own description"
        #expect(problems { $0.setIdentificationAttributes([stranger]) } == [expected])
        #expect(
            problems {
                $0.setIdentificationAttributes([stranger])
                $0.identificationAttributes = ["name"]
            } == [])
        #expect(
            problems { $0.identificationAttributes = ["invalid"] }.first
                == "Human: identificationAttributes: no attribute 'invalid' in Human")
        #expect(problems { $0.identificationAttributes = [] }.count == 1)
    }

    @Test func `takes the modification attribute as a name or a description`() throws {
        // Rule 8; C05, C06, C07, C08
        let updatedAt = try #require(model["Human"]?.attribute(named: "updatedAt"))
        let byName = mapping { $0.modificationAttribute = "updatedAt" }
        #expect(byName.modificationAttributeDescription == updatedAt)
        #expect(mapping { $0.setModificationAttribute(updatedAt) } == byName)
        #expect(mapping { $0.setModificationAttribute(\Human.updatedAt) } == byName)
        let stranger = try #require(model["Cat"]?.attribute(named: "name"))
        #expect(problems { $0.setModificationAttribute(stranger) }.count == 1)
        #expect(problems { $0.modificationAttribute = "INVALID" }.count == 1)
        for clear in [
            { (mapping: inout EntityMapping) in mapping.setModificationAttribute(nil) },
            { (mapping: inout EntityMapping) in mapping.modificationAttribute = nil },
        ] {
            let cleared = mapping {
                $0.modificationAttribute = "updatedAt"
                clear(&$0)
            }
            #expect(cleared.modificationAttribute == nil)
            #expect(cleared.modificationAttributeDescription == nil)
        }
    }

    @Test func `knows the defaults of the model`() {
        // Rule 11; F11, F14
        #expect(mapping("Cat").defaultValue(forAttribute: "name") == "Kitty Cat!")
        #expect(mapping("Cat").defaultValue(forAttribute: "color") == .null)
        #expect(mapping("Cat").defaultValue(forAttribute: "human") == nil)
    }

    private static let years = KeyNaming("years") {
        ["favoriteCatID": "age", "name": "color"][$0] ?? $0
    }

    @Test func `names the foreign keys at the other end by its strategy`() {
        // Rule 96; C09, C10, C11, C12, C13, C14
        func keys(_ change: (inout EntityMapping) -> Void) -> [String: String] {
            let connection = mapping("Human", change).connections[0]
            return Dictionary(
                uniqueKeysWithValues: connection.keys.map { ($0.source, $0.destination) })
        }
        #expect(
            keys { $0.addConnection(for: "favoriteCat", connectedBy: "favoriteCatID") }
                == ["favoriteCatID": "favoriteCatID"])
        #expect(
            keys {
                $0.keyNaming = Self.years
                $0.addConnection(for: "favoriteCat", connectedBy: "favoriteCatID")
            } == ["favoriteCatID": "age"])
        #expect(
            keys { $0.addConnection(for: "cats", connectedBy: ["railsID", "name"]) }
                == ["railsID": "railsID", "name": "name"])
        #expect(
            keys {
                $0.keyNaming = Self.years
                $0.addConnection(for: "cats", connectedBy: ["favoriteCatID", "name"])
            } == ["favoriteCatID": "age", "name": "color"])
        #expect(
            keys {
                $0.keyNaming = Self.years
                $0.addConnection(for: "cats", connectedBy: ["railsID": "railsID", "name": "name"])
            } == ["railsID": "railsID", "name": "name"])
    }

    @Test func `finds and gives up its connections`() throws {
        // Rules 95, 97
        var human = mapping {
            $0.addConnection(for: "favoriteCat", connectedBy: ["favoriteCatID": "railsID"])
            $0.addConnection(for: "cats", keyPath: "favoriteCat")
        }
        let cats = try #require(human.connection(for: "cats"))
        #expect(cats.keyPath == PropertyPath("favoriteCat"))
        #expect(cats.keys == [])
        #expect(human.connection(for: "nothing") == nil)
        human.removeConnection(for: "favoriteCat")
        #expect(human.connections == [cats])
        human.removeConnection(cats)
        human.removeConnection(cats)
        #expect(human.connections == [])
    }

    @Test func `refuses a connection with both kinds of keys, with none, and a second one`() {
        // Rules 94, 97; C16
        let cats = "Human: the connection of 'cats'"
        #expect(
            problems {
                var both = ConnectionDescription(
                    entity: "Human", relationship: "cats", connectedBy: ["railsID": "railsID"])
                both.keyPath = PropertyPath("favoriteCat")
                $0.addConnection(both)
            } == ["\(cats) needs either attributes or a key path"])
        #expect(
            problems { $0.addConnection(for: "cats", connectedBy: [:]) }
                == ["\(cats) needs at least one pair of attributes"])
        #expect(
            problems {
                $0.addConnection(for: "cats", connectedBy: "railsID")
                $0.addConnection(for: "cats", connectedBy: "name")
            } == [
                "\(cats): another connection fills this relationship already; keep one of them"
            ])
    }

    @Test func `reports what would be passed over in silence`() {
        // F4
        #expect(
            problems { $0.identificationAttributes = ["name", "name"] }
                == ["Human: identificationAttributes names 'name' twice; once is enough"])
        #expect(
            problems { $0.identificationPredicate = .attribute("age") > 1 } == [
                "Human: an identification predicate chooses among objects that "
                    + "identificationAttributes find, and there are none; name at least one attribute"
            ])
        #expect(
            problems { $0.addConnection(for: "cats", connectedBy: ["color": "updatedAt"]) } == [
                "Human: the connection of 'cats': 'color' is an attribute of Cat, 'updatedAt' one of "
                    + "Human; the own attribute comes first"
            ])
    }

    @Test func `a copy is the same in every respect`() {
        // Rules 10, 99; F16
        let original = mapping {
            $0.identificationAttributes = ["railsID"]
            $0.identificationPredicate = .attribute("age") > 1
            $0.deletionPredicate = .attribute("age") > 100
            $0.modificationAttribute = "updatedAt"
            $0.discardsInvalidObjectsOnInsert = true
            $0.shouldMapRelationshipsIfObjectIsUnmodified = true
            $0.conflictingSubentity = .keep
            $0.addConnection(
                ConnectionDescription(
                    entity: "Human", relationship: "cats", connectedBy: ["railsID": "railsID"],
                    includesSubentities: false, sourcePredicate: .attribute("age") > 1))
        }
        var copy = original
        #expect(copy == original)
        copy.discardsInvalidObjectsOnInsert = false
        #expect(copy != original)
        #expect(original.connections[0].includesSubentities == false)
    }

    @Test func `defaults are those of RestKit`() throws {
        // Rule 9
        let mapping = EntityMapping(for: try #require(model["Cat"]))
        #expect(!mapping.discardsInvalidObjectsOnInsert)
        #expect(!mapping.shouldMapRelationshipsIfObjectIsUnmodified)
        #expect(mapping.deletionPredicate == nil && mapping.identificationPredicate == nil)
        #expect(mapping.modificationAttribute == nil && mapping.connections.isEmpty)
    }
}
