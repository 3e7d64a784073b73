import Mercator
import Testing

/// A property of a schema struct has the name of its label, unless it is given another one.
@Suite("Names from labels")
struct PropertyLabelTests {
    struct Story: Entity {
        let id = Attribute<Int64>()
        let `default` = Attribute<String?>()
        let rating = Attribute<Double?>()
        let title = Attribute<String>("headline", default: "", renamingIdentifier: "name")
        let writerID = Attribute<Int64?>()
        let writer = ToOne<Writer>(inverse: \.stories)
        let topics = ToMany<Topic>(inverse: \.stories, isOrdered: true)
        var computed: Attribute<Int64> { Attribute() }
        let group = Group()
    }

    struct Group: Sendable {
        let inner = Attribute<Int64>()
    }

    struct Writer: Entity {
        let writerID = Attribute<Int64>()
        let stories = ToMany<Story>(deleteRule: .cascade)
    }

    struct Topic: Entity {
        let name = Attribute<String>(default: "none", isUnique: true)
        let stories = ToMany<Story>()
    }

    static func model() throws -> ManagedObjectModel {
        try ManagedObjectModel(Story.self, Writer.self, Topic.self)
    }

    @Test func `a struct without names says the same as a description by name`() {
        let story = EntityDescription(
            "Story",
            attributes: [
                AttributeDescription("id", .integer64, isOptional: false),
                AttributeDescription("default", .string),
                AttributeDescription("rating", .double),
                AttributeDescription(
                    "headline", .string, isOptional: false, defaultValue: "",
                    renamingIdentifier: "name"),
                AttributeDescription("writerID", .integer64),
            ],
            relationships: [
                .toOne("writer", "Writer", inverse: "stories"),
                .toMany("topics", "Topic", inverse: "stories", isOrdered: true),
            ])
        #expect(Story.entityDescription == story)
        let writer = EntityDescription(
            "Writer", attributes: [AttributeDescription("writerID", .integer64, isOptional: false)],
            relationships: [.toMany("stories", "Story", deleteRule: .cascade)])
        #expect(Writer.entityDescription == writer)
    }

    struct Unseen: Entity {
        let number = Attribute<Int64?>()
        let next = ToOne<Unseen>()
    }

    @Test func `key paths of a type that no model has seen know their names`() {
        #expect(SortKey.ascending(\Unseen.number) == .ascending("number"))
        let request = FetchRequest(Unseen.self) { $0.number >= 4 }
        #expect(request == FetchRequest("Unseen", where: .attribute("number") >= 4))
        var mapping = EntityMapping(for: EntityDescription("Unseen"))
        mapping.addRelationshipMapping(from: "n", to: \Unseen.next)
        #expect(mapping.relationshipMappings.map(\.destination) == ["next"])
    }

    @Test func `objects are read, written and found by labels`() throws {
        let container = try PersistentContainer(model: Self.model(), store: InMemoryStore())
        try container.perform { context throws in
            let story = context.insert(Story.self)
            (story.id, story.default, story.rating) = (7, "d", 4.5)
            story.writer = context.insert(Writer.self)
            story.topics = [context.insert(Topic.self)]
            story.writer?.writerID = 1
            try context.save()
            #expect(story.managedObject["default"] == "d" && story.title.isEmpty)
            #expect(story.writer?.stories == [story] && story.topics[0].name == "none")
            let found = try context.fetch(
                Story.self, attributes: [\.rating],
                sortedBy: [.descending(\Story.writer, \.writerID)]
            ) { $0.id == 7 && $0.default != nil }
            #expect(found == [story])
        }
    }

    @Test func `a property that is not stored in the struct itself has no name, and says why`()
        throws
    {
        let advice =
            "; only a stored property of the schema struct itself has its name as label: make it "
            + "one, or give it a name"
        let container = try PersistentContainer(model: Self.model(), store: InMemoryStore())
        let conditions: [@Sendable (Story) -> EntityPredicate] = [
            { $0.computed == 1 }, { $0.group.inner == 1 }, { _ in Story().rating == 1 },
        ]
        for condition in conditions {
            let error = #expect(throws: StoreError.self) {
                try container.perform { try $0.fetch(Story.self, where: condition).count }
            }
            #expect(error?.message == "Story.(no name): no property '(no name)' in Story\(advice)")
        }
        var mapping = EntityMapping(for: Story.self)
        mapping.addAttributeMapping(from: "id", to: \Story.id)
        mapping.addAttributeMapping(from: "c", to: \Story.computed)
        let error = #expect(throws: MappingPlanError.self) {
            try MappingPlan(MappingSet([mapping], roots: ["s": "Story"]), for: Self.model())
        }
        #expect(
            error?.problems.map(\.description) == [
                "Story: no attribute '(no name)' in Story\(advice)"
            ])
    }

    static let shared = Attribute<Int64?>()

    struct First: Entity {
        let one = PropertyLabelTests.shared
    }

    struct Second: Entity {
        let other = PropertyLabelTests.shared
    }

    @Test func `one value under two labels is a problem of the model`() throws {
        _ = First.entityDescription
        let error = #expect(throws: ManagedObjectModelError.self) {
            try ManagedObjectModel(Second.self)
        }
        #expect(
            error?.problems.map(\.message) == [
                "one value is stored in properties with different labels; give it a name"
            ])
    }

    struct Crowded: Entity {
        let a = Attribute<Int64?>()
        let b = Attribute<Int64?>()
        let c = Attribute<Int64?>()
    }

    @Test func `tasks that use a type for the first time at once see all names`() async {
        await withTaskGroup { group in
            for _ in 0..<64 {
                group.addTask {
                    [SortKey.ascending(\Crowded.a), .ascending(\Crowded.b), .ascending(\Crowded.c)]
                }
            }
            for await keys in group {
                #expect(keys == [.ascending("a"), .ascending("b"), .ascending("c")])
            }
        }
    }
}
