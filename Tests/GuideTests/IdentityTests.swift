import Mercator
import Testing

@Suite("Identity")
struct IdentityTests {
    struct Person: Entity {
        let personID = Attribute<Int64>(from: "id")
        let name = Attribute<String?>(from: "name")
        let age = Attribute<Int64?>(from: "age")
        let updatedAt = Attribute<Timestamp?>(from: "updated")
        let isArchived = Attribute<Bool>(default: false)
        let pets = ToMany<Pet>(from: "pets", isOrdered: true)
    }

    struct Pet: Entity {
        let petID = Attribute<Int64>(from: "id")
        let name = Attribute<String?>(from: "name")
        let isDeceased = Attribute<Bool>(from: "gone", default: false)
        let owner = ToOne<Person>(inverse: \.pets)
    }

    private let model: ManagedObjectModel
    private let container: PersistentContainer

    init() throws {
        model = try ManagedObjectModel(Person.self, Pet.self)
        container = try PersistentContainer(model: model, store: InMemoryStore())
    }

    /// Returns an operation for people, with the declared mapping of their pets.
    private func operation(_ people: EntityMapping) throws -> MappingOperation {
        let mappings = [people, EntityMapping(for: Pet.self)]
        return MappingOperation(
            try MappingPlan(MappingSet(mappings, roots: ["": "Person"]), for: model))
    }

    @Test func `identification is inferred and filtered`() throws {
        var people = EntityMapping(for: Person.self)
        let inferred = people.identificationAttributes  // ["personID"]
        #expect(inferred == ["personID"])
        people.add(Person.self, .identify(by: \.personID))
        let descriptions = people.identificationAttributeDescriptions?.map(\.type)  // [.integer64]
        #expect(descriptions == [.integer64])
        people.identificationPredicate = .attribute("isArchived") == false
        people.identificationPredicateBuilder = PredicateBuilder("not older") { person in
            person["age"]?.int64.map { .attribute("age") <= $0 }
        }
        people.add(Person.self, .set(\.modificationAttribute, to: \.updatedAt))
        let load = try operation(people)
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
        let identifier = Attribute<String>(from: "id")
    }

    private struct Film: Entity {
        static var parent: (any Entity.Type)? { Item.self }
        let title = Attribute<String?>(from: "title")
    }

    @Test func `inherited attributes identify, by name and by schema struct`() throws {
        let model = try ManagedObjectModel(Item.self, Film.self)
        let film = try #require(model["Film"])
        #expect(EntityMapping(for: film).identificationAttributes == ["identifier"])
        #expect(EntityMapping(for: Film.self).identificationAttributes == ["identifier"])
    }

    @Test func `an object that is found decides which mapping it gets`() throws {
        let library = try PersistentContainer(
            for: Item.self, Film.self, in: InMemoryStore(),
            mappings: [
                EntityMapping(Item.self, .set(\.followsSubentities, to: true)),
                EntityMapping(Film.self, .set(\.followsSubentities, to: true)),
            ])
        try library.load(#"{"films": [{"id": "m1"}]}"#)
        try library.load(#"{"items": [{"id": "m1", "title": "Maps"}]}"#)  // the item m1 is a film
        let titles = try library.read { try $0.fetch(Film.self).map(\.title) }
        #expect(titles == ["Maps"])
    }

    @Test func `operations can be left out`() throws {
        let people = EntityMapping(
            Person.self, .set(\.allowedOperations, to: [.insert]),
            .map(
                "pets", to: \.pets, assignmentPolicy: .replace,
                allowedOperations: [.insert, .update]))
        let load = try operation(people)
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
        let entryID = Attribute<Int64?>()
    }

    private struct Note: Entity {
        static var parent: (any Entity.Type)? { Entry.self }
        let text = Attribute<String?>()
    }

    @Test func `nested records fill a relationship`() throws {
        let store = InMemoryStore()
        let payload = #"""
            {
              "id": 1, "name": "Anna",
              "pets": [{"id": 5, "name": "Rex"}, {"id": 6, "name": "Mia"}]
            }
            """#
        let next = #"""
            {"id": 1, "pets": [{"id": 6, "name": "Mia"}, {"id": 7, "name": "Ada"}]}
            """#
        let container = try PersistentContainer(for: Person.self, Pet.self, in: store)
        try container.load(payload, as: Person.self)
        try container.load(next, as: Person.self)
        let names = try container.read { context in
            try context.fetch(Person.self)[0].pets.map(\.name)
        }  // ["Mia", "Ada"]
        #expect(names == ["Mia", "Ada"])
        let all = try container.read { try $0.count(FetchRequest("Pet")) }
        #expect(all == 3)

        let pets = EntityMapping(Pet.self, .set(\.acceptsIdentifiers, to: true))
        let third = #"""
            {"id": 1, "pets": [7, {"id": 8, "name": "Bo"}]}
            """#
        let short = try PersistentContainer(
            for: Person.self, Pet.self, in: store, mappings: [pets])
        try short.load(third, as: Person.self).requireNoIssues()
        let last = try short.read { try $0.fetch(Person.self)[0].pets.map(\.name) }
        #expect(last == ["Ada", "Bo"])
    }

    @Test func `a deletion predicate deletes what meets it`() throws {
        var pets = EntityMapping(for: Pet.self)
        pets.deletionPredicate = .attribute("isDeceased") == true
        let load = MappingOperation(
            try MappingPlan(MappingSet([pets], roots: ["": "Pet"]), for: model))
        let result = try load.run(#"[{"id": 1}, {"id": 2, "gone": true}]"#.utf8, in: container)
        #expect(result.counts["Pet"]?.deleted == 1 || result.counts["Pet"]?.inserted == 1)
        #expect(try container.perform { try $0.count(FetchRequest("Pet")) } == 1)
    }

    @Test func `identities are preloaded, or not looked up`() throws {
        let plan = try operation(EntityMapping(for: Person.self)).plan
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

    @Test func `a payload that has changed nothing is recognized`() throws {
        let plan = try operation(EntityMapping(for: Person.self)).plan
        let page = #"[{"id": 1}, {"id": 2}]"#
        var poll = MappingOperation(plan)
        let memory = LoadMemory()
        poll.memory = memory
        for _ in 0..<3 { try poll.run(page, in: container).requireNoIssues() }
        print(memory.hitCount)  // 1: the first load inserts, the second changes nothing
        #expect(memory.hitCount == 1)
    }
}
