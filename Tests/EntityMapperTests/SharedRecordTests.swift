import EntityMapper
import MercatorPayload
import ObjectGraph
import Testing

@Suite("Representations that stand in a payload again")
struct SharedRecordTests {
    private struct Post: Entity {
        let postID = Attribute<Int64>("postID")
        let author = ToOne<Person>("author", inverse: \.posts)
    }

    private struct Person: Entity {
        let personID = Attribute<Int64>("personID")
        let name = Attribute<String?>("name")
        let age = Attribute<Int16?>("age")
        let posts = ToMany<Post>("posts")
    }

    private let container: PersistentContainer
    private let plan: MappingPlan

    init() throws {
        let model = try ManagedObjectModel(Post.self, Person.self)
        container = try PersistentContainer(model: model, store: InMemoryStore())
        var post = EntityMapping(for: Post.self)
        post.addAttributeMappings(["id": "postID"])
        post.addRelationshipMapping(from: "author", to: "author", using: "Person")
        var person = EntityMapping(for: Person.self)
        person.addAttributeMappings(["id": "personID", "name": "name", "age": "age"])
        plan = try MappingPlan(MappingSet([post, person], roots: ["": "Post"]), for: model)
    }

    private func load(_ authors: [String]) throws -> MappingResult {
        let posts = authors.enumerated().map { #"{"id": \#($0), "author": \#($1)}"# }
        let payload = "[" + posts.joined(separator: ",") + "]"
        return try MappingOperation(plan).run(payload.utf8, in: container)
    }

    private func people() throws -> [String] {
        try container.perform { context in
            try context.fetch(Person.self, sortedBy: [.ascending("personID")]).map { person in
                "\(person.personID) \(person.name ?? "-") \(person.posts.map(\.postID))"
            }
        }
    }

    @Test func `are one object, each of them counted`() throws {
        let anna = #"{"id": 1, "name": "Anna"}"#
        let result = try load([anna, anna, #"{"id": 2, "name": "Ben"}"#, anna])
        #expect(try people() == ["1 Anna [0, 1, 3]", "2 Ben [2]"])
        #expect(result.counts["Person"]?.inserted == 2)
        #expect(result.counts["Person"]?.repeated == 2)
    }

    @Test(arguments: [
        // The last record takes precedence, even if the first one is the same.
        ([#"{"id":1,"name":"A"}"#, #"{"id":1,"name":"B"}"#, #"{"id":1,"name":"A"}"#], "1 A"),
        ([#"{"id":1,"name":"A"}"#, #"{"id":1,"name":"B"}"#], "1 B"),
        ([#"{"id":1,"name":"A"}"#, #"{"id":1}"#, #"{"id":1,"name":null}"#], "1 -"),
        // White space and escapes give different bytes for the same object.
        ([#"{"id":1,"name":"A"}"#, #"{ "id":1,"name":"\u0041" }"#], "1 A"),
        // Both ends and the length are the same; the middle is not.
        (
            [
                #"{"id":1,"name":"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaXaaaaaaaaa","age":1}"#,
                #"{"id":1,"name":"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaYaaaaaaaaa","age":1}"#,
            ], "1 aaaaaaaaaaaaaaaaaaaaaaaaaaaaaYaaaaaaaaa"
        ),
    ])
    func `leave the order of records as it is`(authors: [String], expected: String) throws {
        _ = try load(authors)
        #expect(try people() == ["\(expected) \(Array(0..<Int64(authors.count)))"])
    }

    @Test func `fail together, and are counted one by one`() throws {
        let bad = #"{"id": 1, "age": 99999}"#
        let result = try load([bad, bad, #"{"id": 2, "age": 9}"#])
        #expect(result.counts["Person"]?.failed == 2)
        #expect(result.counts["Person"]?.inserted == 1)
        #expect(try people() == ["2 - [2]"])
    }
}
