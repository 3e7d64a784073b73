import Mercator
import Testing

@Suite("Identity")
struct IdentityTests {
    struct Person: Entity {
        let personID = Attribute<Int64>("personID")
        let name = Attribute<String?>("name")
        let age = Attribute<Int64?>("age")
        let updatedAt = Attribute<Timestamp?>("updatedAt")
        let isArchived = Attribute<Bool>("isArchived", default: false)
        let pets = ToMany<Pet>("pets", isOrdered: true)
    }

    struct Pet: Entity {
        let petID = Attribute<Int64>("petID")
        let name = Attribute<String?>("name")
        let isDeceased = Attribute<Bool>("isDeceased", default: false)
        let owner = ToOne<Person>("owner", inverse: \.pets)
    }

    private let model: ManagedObjectModel
    private let container: PersistentContainer

    init() throws {
        model = try ManagedObjectModel(Person.self, Pet.self)
        container = try PersistentContainer(model: model, store: InMemoryStore())
    }

    private func operation(
        _ mappings: [EntityMapping], _ root: PayloadPath, _ name: String
    ) throws -> MappingOperation {
        MappingOperation(
            try MappingPlan(MappingSet(mappings, roots: [root: name]), for: model))
    }

    @Test func `identification is inferred and filtered`() throws {
        var people = EntityMapping(for: Person.self)
        people.addAttributeMappings(["id": "personID", "name": "name", "age": "age"])

        let inferred = people.identificationAttributes  // ["personID"]
        #expect(inferred == ["personID"])
        people.identificationAttributes = ["personID"]
        people.setIdentificationAttributes(\Person.personID)
        let descriptions = people.identificationAttributeDescriptions?.map(\.type)  // [.integer64]
        #expect(descriptions == [.integer64])
        people.identificationPredicate = .attribute("isArchived") == false
        people.identificationPredicateBuilder = PredicateBuilder("not older") { person in
            person["age"]?.int64.map { .attribute("age") <= $0 }
        }
        people.modificationAttribute = "updatedAt"
        people.addAttributeMapping(from: "updated", to: "updatedAt")
        let load = try operation([people], "", "Person")
        let first = try load.run(
            #"{"id": 1, "age": 30, "updated": "2020-01-02"}"#.utf8, in: container)
        #expect(first.total.inserted == 1)
        let older = try load.run(
            #"{"id": "1", "age": 31, "updated": "2020-01-01"}"#.utf8, in: container)
        #expect(older.total.unchanged == 1)
        let younger = try load.run(#"{"id": 1, "age": 20}"#.utf8, in: container)
        #expect(younger.total.inserted == 1)
    }

    private struct Item: Entity {
        let identifier = Attribute<String>("identifier")
    }

    private struct Film: Entity {
        static var parent: (any Entity.Type)? { Item.self }
        let title = Attribute<String?>("title")
    }

    @Test func `inherited attributes identify, by name and by schema struct`() throws {
        let model = try ManagedObjectModel(Item.self, Film.self)
        let film = try #require(model["Film"])
        #expect(EntityMapping(for: film).identificationAttributes == ["identifier"])
        #expect(EntityMapping(for: Film.self).identificationAttributes == ["identifier"])
    }

    @Test func `an object that is found decides which mapping it gets`() throws {
        let model = try ManagedObjectModel(Item.self, Film.self)
        let container = try PersistentContainer(model: model, store: InMemoryStore())
        var items = EntityMapping(for: Item.self)
        items.addAttributeMappings(["id": "identifier"])
        var films = EntityMapping(for: Film.self)
        films.addAttributeMappings(["id": "identifier", "title": "title"])

        items.followsSubentities = true
        films.followsSubentities = true
        let library = MappingSet([items, films], roots: ["films": "Film", "items": "Item"])
        let update = #"{"items": [{"id": "m1", "title": "Metropolis"}]}"#  // the item m1 is a film

        let load = MappingOperation(try MappingPlan(library, for: model))
        try load.run(#"{"films": [{"id": "m1"}]}"#.utf8, in: container).requireNoIssues()
        try load.run(update.utf8, in: container).requireNoIssues()
        let titles = try container.perform {
            try $0.fetch(FetchRequest("Film")).map { $0["title"] }
        }
        #expect(titles == ["Metropolis"])
    }

    @Test func `operations can be left out`() throws {
        var people = EntityMapping(for: Person.self)
        people.addAttributeMappings(["id": "personID", "name": "name"])
        people.allowedOperations = [.insert]
        var theirPets = RelationshipMapping(
            from: "pets", to: "pets", using: "Pet", assignmentPolicy: .replace)
        theirPets.allowedOperations = [.insert, .update]
        people.addRelationshipMapping(theirPets)
        var pets = EntityMapping(for: Pet.self)
        pets.addAttributeMappings(["id": "petID"])
        let load = try operation([people, pets], "", "Person")
        let first = try load.run(
            #"{"id": 1, "name": "Anna", "pets": [{"id": 5}]}"#.utf8, in: container)
        #expect(first.total.inserted == 2)
        let second = try load.run(
            #"[{"id": 1, "name": "Ann", "pets": [{"id": 6}]}, {"id": 2}]"#.utf8, in: container)
        #expect(second.counts["Person"]?.inserted == 1)
        #expect(second.total.disallowed == 2)
        let names = try container.perform { context in
            try context.fetch(FetchRequest("Person")).map { $0["name"] }
        }
        #expect(names == ["Anna", .null])
    }

    @Test func `sub-entities are identified as their ancestors are, and blanks are issues`() throws
    {
        let model = try ManagedObjectModel(Entry.self, Note.self)
        let container = try PersistentContainer(model: model, store: InMemoryStore())
        var notes = EntityMapping(for: Note.self)
        notes.addAttributeMappings(["id": "entryID", "text": "text"])
        #expect(notes.identificationAttributes == ["entryID"])
        let plan = try MappingPlan(MappingSet([notes], roots: ["": "Note"]), for: model)
        #expect(plan.warnings == [])
        let result = try MappingOperation(plan).run(
            #"[{"id": 1}, {}, {"error": 1}]"#.utf8, in: container)
        #expect(result.total.inserted == 1)
        #expect(result.issues.map(\.path) == ["[1]", "[2]"])
        notes.removeMappings(to: "entryID")
        let fresh = try MappingPlan(MappingSet([notes], roots: ["": "Note"]), for: model)
        #expect(fresh.warnings.map(\.code) == [.identification])
    }

    private struct Entry: Entity {
        let entryID = Attribute<Int64?>("entryID")
    }

    private struct Note: Entity {
        static var parent: (any Entity.Type)? { Entry.self }
        let text = Attribute<String?>("text")
    }

    @Test func `nested records fill a relationship`() throws {
        var people = EntityMapping(for: Person.self)
        people.addAttributeMappings(["id": "personID", "name": "name"])
        people.addRelationshipMapping(
            from: "pets", to: "pets", using: "Pet", assignmentPolicy: .set)

        var pets = EntityMapping(for: Pet.self)
        pets.addAttributeMappings(["id": "petID", "name": "name"])

        let plan = try MappingPlan(MappingSet([people, pets], roots: ["": "Person"]), for: model)
        let first = #"""
            {
              "id": 1, "name": "Anna",
              "pets": [{"id": 5, "name": "Rex"}, {"id": 6, "name": "Mia"}]
            }
            """#
        try MappingOperation(plan).run(first.utf8, in: container).requireNoIssues()
        let second = #"""
            {"id": 1, "pets": [{"id": 6, "name": "Mia"}, {"id": 7, "name": "Ada"}]}
            """#
        try MappingOperation(plan).run(second.utf8, in: container).requireNoIssues()
        let names = try container.perform { context in
            try context.fetch(FetchRequest("Person"))[0][toMany: "pets"].map { $0["name"] }
        }  // ["Mia", "Ada"]
        #expect(names == ["Mia", "Ada"])
        let all = try container.perform { try $0.count(FetchRequest("Pet")) }
        #expect(all == 3)

        pets.acceptsIdentifiers = true
        let third = #"""
            {"id": 1, "pets": [7, {"id": 8, "name": "Bo"}]}
            """#
        let short = try MappingPlan(MappingSet([people, pets], roots: ["": "Person"]), for: model)
        try MappingOperation(short).run(third.utf8, in: container).requireNoIssues()
        let next = try container.perform { context in
            try context.fetch(FetchRequest("Person"))[0][toMany: "pets"].map { $0["name"] }
        }
        #expect(next == ["Ada", "Bo"])
    }

    @Test func `a deletion predicate deletes what meets it`() throws {
        var pets = EntityMapping(for: Pet.self)
        pets.addAttributeMappings(["id": "petID", "gone": "isDeceased"])
        pets.deletionPredicate = .attribute("isDeceased") == true
        let load = try operation([pets], "", "Pet")
        let result = try load.run(#"[{"id": 1}, {"id": 2, "gone": true}]"#.utf8, in: container)
        #expect(result.counts["Pet"]?.deleted == 1 || result.counts["Pet"]?.inserted == 1)
        #expect(try container.perform { try $0.count(FetchRequest("Pet")) } == 1)
    }

    @Test func `identities are preloaded, or not looked up`() throws {
        var people = EntityMapping(for: Person.self)
        people.addAttributeMappings(["id": "personID", "name": "name"])
        let plan = try MappingPlan(MappingSet([people], roots: ["": "Person"]), for: model)
        let pages = [#"[{"id": 1}, {"id": 2}]"#, #"[{"id": 2, "name": "Mia"}]"#].map(\.utf8)

        var firstLoad = MappingOperation(plan)
        firstLoad.options.identityLookup = .insertOnly
        try firstLoad.run(#"{"id": 3}"#.utf8, in: container).requireNoIssues()

        let cache = IdentityCache(for: container)
        var operation = MappingOperation(plan)
        operation.options.identityLookup = .preloaded(cache)
        for page in pages { try operation.run(page, in: container).requireNoIssues() }

        let index = try cache.index(of: "Person", by: ["personID"])
        let known = try index.objectIDs(for: ["personID": [2, 3, 4]]).count  // 2
        #expect(known == 2)
        #expect(index.count == 3)
        #expect(throws: MappingError.self) {
            try firstLoad.run(#"{"id": 3}"#.utf8, in: container).requireNoIssues()
        }
    }
}
