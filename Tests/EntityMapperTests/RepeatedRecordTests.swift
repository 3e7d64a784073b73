import EntityMapper
import MercatorPayload
import ObjectGraph
import Testing

@Suite("Several records of one object")
struct RepeatedRecordTests {
    private struct Person: Entity {
        let personID = Attribute<Int64>("personID")
        let name = Attribute<String?>("name")
        let version = Attribute<Int64?>("version")
        let badges = ToMany<Badge>("badges", isOrdered: true)
    }

    private struct Badge: Entity {
        let badgeID = Attribute<Int64>("badgeID")
        let people = ToMany<Person>("people", inverse: \.badges)
    }

    private let container: PersistentContainer

    init() throws {
        let model = try ManagedObjectModel(Person.self, Badge.self)
        container = try PersistentContainer(model: model, store: InMemoryStore())
    }

    private func load(
        _ people: String, change: (inout EntityMapping) -> Void = { _ in }
    ) throws -> MappingCounts {
        var person = EntityMapping(for: Person.self)
        person.addAttributeMappings(["id": "personID", "name": "name", "version": "version"])
        person.addRelationshipMapping(from: "badges", to: "badges", using: "Badge")
        change(&person)
        var badge = EntityMapping(for: Badge.self)
        badge.addAttributeMapping(from: "id", to: "badgeID")
        let mappings = MappingSet([person, badge], roots: ["people": "Person"])
        let operation = MappingOperation(try MappingPlan(mappings, for: container.model))
        let result = try operation.run("{\"people\": [\(people)]}".utf8, in: container)
        return try #require(result.counts["Person"])
    }

    private func person() throws -> String {
        try container.perform { context in
            try context.fetch(Person.self).map { person in
                "\(person.name ?? "-") \(person.badges.map(\.badgeID))"
            }.joined(separator: ", ")
        }
    }

    @Test(arguments: [
        #"{"id": 1, "name": "A"}, {"id": 1, "name": "B"}"#,
        #"{"id": 1, "badges": [{"id": 1}, {"id": 2}]}, {"id": 1, "badges": [{"id": 2}]}"#,
        #"{"id": 1, "name": "A", "badges": [{"id": 1}]}, {"id": 1, "name": "B", "badges": []}"#,
    ])
    func `that disagree change nothing the second time`(people: String) throws {
        #expect(try load(people).inserted == 1)
        let before = try person()
        let again = try load(people)
        #expect(again.updated == 0)
        #expect(again.unchanged == 1)
        #expect(again.repeated == 1)
        #expect(try person() == before)
    }

    @Test
    func `that disagree count as an update if the last says something new`() throws {
        _ = try load(#"{"id": 1, "name": "A", "badges": [{"id": 1}]}"#)
        let names = try load(#"{"id": 1, "name": "B"}, {"id": 1, "name": "C"}"#)
        #expect(names.updated == 1)
        let badges = try load(#"{"id": 1, "badges": []}, {"id": 1, "badges": [{"id": 2}]}"#)
        #expect(badges.updated == 1)
        #expect(try person() == "C [2]")
    }

    @Test(arguments: [
        (#"{"id": 1, "name": "old", "version": 1}, {"id": 1, "name": "new", "version": 3}"#, 1),
        (#"{"id": 1, "name": "new", "version": 3}, {"id": 1, "name": "old", "version": 1}"#, 1),
        (#"{"id": 1, "name": "old", "version": 1}, {"id": 1, "name": "same", "version": 2}"#, 0),
    ])
    func `are each compared with the modification attribute`(people: String, updated: Int) throws {
        let usesVersion: (inout EntityMapping) -> Void = { $0.modificationAttribute = "version" }
        _ = try load(#"{"id": 1, "name": "two", "version": 2}"#, change: usesVersion)
        #expect(try load(people, change: usesVersion).updated == updated)
        #expect(try person() == (updated == 1 ? "new []" : "two []"))
    }

    @Test
    func `that are outdated leave relationships alone, the newer one sets them`() throws {
        let usesVersion: (inout EntityMapping) -> Void = { $0.modificationAttribute = "version" }
        _ = try load(#"{"id": 1, "version": 2}"#, change: usesVersion)
        let people = """
            {"id": 1, "version": 3, "badges": [{"id": 1}]}, {"id": 1, "version": 1, "badges": []}
            """
        #expect(try load(people, change: usesVersion).updated == 1)
        #expect(try person() == "- [1]")
    }
}
