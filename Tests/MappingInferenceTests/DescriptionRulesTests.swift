import EntityMapper
import MappingFiles
import MappingInference
import ObjectGraph
import Testing

@Suite("Rules for descriptions")
struct DescriptionRulesTests {
    private static let pet = """
        "Pet": {"type": "object", "required": ["id", "name"], "properties": {
            "id": {"type": "integer"}, "name": {"type": "string"}}}
        """

    // MARK: Identities

    @Test(arguments: [
        // By the name, by the route, by a route and the noun, by a parameter of its collection.
        (#""id": {"type": "string"}, "sku": {"type": "string"}"#, "/things/{thingId}", "id"),
        (#""sku": {"type": "string"}, "size": {"type": "integer"}"#, "/things/{sku}", "sku"),
        (#""sid": {"type": "string", "nullable": true}"#, "/a/{aSid}/things/{Sid}.json", "sid"),
        (
            #""sha": {"type": "string"}, "n": {"type": "string"}"#, "/a/{a}/things/{thing_sha}",
            "sha"
        ),
        (#""uuid": {"type": "string", "format": "uuid"}"#, "/a/{a}/things/{x}", "uuid"),
        (
            #""thingId": {"type": "string"}, "n": {"type": "string"}"#, "/a/{a}/things/{x}",
            "thingId"
        ),
    ])
    func `names and routes tell the identity`(
        properties: String, path: String, key: String
    ) throws {
        let described = try Described.of(
            schemas: #""Thing": {"type": "object", "properties": {\#(properties)}}"#,
            paths: Described.get(path, Described.ref("Thing")))
        let entity = try #require(described.mapping.entities.first)
        let names = entity.attributes.filter { $0.source == key }.map(\.name)
        #expect(entity.identification == names)
        #expect(described.mapping.decisions.first { $0.rule == "D1" }?.origin == .description)
    }

    @Test(arguments: [
        // A number within a parent, the key of another object, a hash of contents, an optional one.
        (#""number": {"type": "integer"}"#, "/boards/{board}/things/{thing_number}"),
        (#""pet_id": {"type": "integer"}"#, "/boards/{board}/things/{pet_id}"),
        (#""sha": {"type": "string"}"#, "/boards/{board}/things/{path}"),
        (#""id": {"type": "string", "nullable": true}, "n": {"type": "string"}"#, "/t/{a}/x/{y}"),
        (#""id": {"type": "boolean"}"#, "/things/{x}"), (#""name": {"type": "string"}"#, "/thing"),
    ])
    func `what is doubtful identifies nothing, and is told`(
        properties: String, path: String
    ) throws {
        let described = try Described.of(
            schemas: Self.pet
                + #", "Thing": {"type": "object", "properties": {\#(properties)}}"#,
            paths: [
                Described.get("/pets/{petId}", Described.ref("Pet")),
                Described.get(path, Described.ref("Thing")),
            ].joined(separator: ","))
        #expect(described.entities == ["Pet petID"])
        #expect(described.offers.contains { $0.hasPrefix("--id Thing=") })
    }

    @Test func `an option gives the identity, and takes one`() throws {
        let schemas =
            Self.pet + #", "Tag": {"type": "object", "properties": {"name": {"type": "string"}}}"#
        let paths = [
            Described.get("/pets", Described.list("Pet")),
            Described.get("/tags", Described.list("Tag")),
        ].joined(separator: ",")
        let named = try Described.of(schemas: schemas, paths: paths) {
            $0.corrections.identities = [("Tag", ["name"]), ("Pet", [])]
        }
        #expect(named.entities == ["Tag name"])
    }

    // MARK: Versions and relationships

    @Test func `versions of a schema are one entity`() throws {
        let described = try Described.of(
            schemas: """
                "simple-user": {"type": "object", "required": ["id", "login"], "properties": {
                    "id": {"type": "integer"}, "login": {"type": "string"}}},
                "private-user": {"type": "object", "required": ["id", "login", "plan"],
                    "properties": {"id": {"type": "integer"}, "login": {"type": "string"},
                                   "plan": {"type": "string"}}},
                "simple-plan": {"type": "object", "properties": {"id": {"type": "integer"}}},
                "plan": {"type": "object", "properties": {
                    "id": {"type": "string"}, "size": {"type": "integer"}}}
                """,
            paths: [
                Described.get("/users", Described.list("simple-user")),
                Described.get("/user", Described.ref("private-user")),
                Described.get("/plans", Described.list("simple-plan")),
                Described.get("/plans/{id}", Described.ref("plan")),
            ].joined(separator: ","))
        #expect(described.entities == ["Plan planID", "SimplePlan simplePlanID", "User userID"])
        // What one version lacks is optional.
        #expect(
            described.attributes("User") == [
                "login: string!", "plan: string", "userID: integer64!",
            ]
        )
        let versions = described.mapping.decisions.first { $0.rule == "D2" }
        #expect(versions?.outcome == "is what private-user, simple-user describe")
    }

    @Test func `references, lists, copies written in place and identifiers are relationships`()
        throws
    {
        let user = #"{"type": "object", "properties": {"id": {"type": "integer"}}}"#
        let described = try Described.of(
            schemas: Self.pet + """
                , "User": {"type": "object", "properties": {
                    "id": {"type": "integer"}, "best": {"$ref": "#/components/schemas/User"}}},
                "Visit": {"type": "object", "properties": {
                    "id": {"type": "integer"}, "pets": \(Described.list("Pet")),
                    "main": {"allOf": [\(Described.ref("Pet")), {"nullable": true}]},
                    "payer": {"anyOf": [{"type": "integer"}, \(Described.ref("User"))]},
                    "user": \(user),
                    "address": {"type": "object", "properties": {"city": {"type": "string"}}},
                    "steps": {"type": "array", "items": {"type": "object", "properties": {
                        "text": {"type": "string"}}}},
                    "either": {"oneOf": [\(Described.ref("Pet")), \(Described.ref("User"))]}}}
                """,
            paths: Described.get("/visits", Described.list("Visit")))
        #expect(
            described.relationships("Visit") == [
                "main: Pet", "payer: User", "pets: [Pet]", "steps: [Step]", "user: User",
            ])
        #expect(described.attributes("Visit") == ["addressCity: string", "visitID: integer64!"])
        #expect(described.relationships("User") == ["best: User"])
        #expect(described.entities.contains("Step"))
        let offer = described.mapping.decisions.first { $0.rule == "D6" }
        #expect(offer?.subject == "Visit.either")
        let users = described.mapping.file.mappings.mappings.first { $0.name == "User" }
        #expect(users?.acceptsIdentifiers == true)
    }

    // MARK: Keys

    @Test(arguments: [
        ("petId", "integer", "", "petID → Pet"), ("pet_ids", "list", "", "petIDs → Pet"),
        ("animal", "integer", "The ID of the pet.", "animalID → Pet"),
        ("animal", "integer", "The ID of the [Pet](https://x.y/z) that ate it", "animalID → Pet"),
        ("pet", "integer", "ID of what it is for", "petID → Pet"),
        // The kind differs, another noun follows, the last words or the name alone.
        ("petId", "string", "", nil), ("animal", "integer", "The ID of the pet's owner", nil),
        ("animal", "integer", "The ID of the pet or of its owner", nil),
        ("animal", "integer", "The ID of the pet, its owner, or a shop", nil),
        // It is about the visit itself, or several keys in one text.
        ("label", "integer", "The pet ID of the visit", nil), ("pets", "integer", "IDs", nil),
        ("old_pet_id", "integer", "", nil), ("pet", "integer", "", nil),
    ])
    func `names and descriptions tell foreign keys`(
        key: String, type: String, text: String, expected: String?
    ) throws {
        let schema =
            type == "list"
            ? #"{"type": "array", "items": {"type": "integer"}}"#
            : #"{"type": "\#(type)", "description": "\#(text)"}"#
        let described = try Described.of(
            schemas: Self.pet + """
                , "Visit": {"type": "object", "properties": {
                    "id": {"type": "integer"}, "\(key)": \(schema)}}
                """,
            paths: [
                Described.get("/pets", Described.list("Pet")),
                Described.get("/visits", Described.list("Visit")),
            ].joined(separator: ","))
        #expect(described.keys("Visit") == (expected.map { [$0] } ?? []))
    }

    @Test func `a parameter of a collection names its objects, and options decide`() throws {
        func described(_ change: (inout InferenceOptions) -> Void) throws -> Described {
            try Described.of(
                schemas: """
                    "Run": {"type": "object", "properties": {"id": {"type": "integer"}}},
                    "Job": {"type": "object", "properties": {
                        "id": {"type": "integer"}, "attempt_id": {"type": "integer"},
                        "last_run_id": {"type": "integer"}}}
                    """,
                paths: [
                    Described.get("/runs", Described.list("Run")),
                    Described.get("/runs/{attempt_id}/jobs", Described.list("Job")),
                ].joined(separator: ","), change)
        }
        #expect(try described { _ in }.keys("Job") == ["attemptID → Run"])
        let changed = try described {
            $0.corrections.disconnected = [.init(entity: "Job", name: "attemptID")]
            $0.corrections.connected = [(.init(entity: "Job", name: "lastRunID"), "Run", nil)]
        }
        #expect(changed.keys("Job") == ["lastRunID → Run"])
        // Later pages do not change what an option says.
        #expect(changed.mapping.file.fixed == ["Job.attemptID", "Job.lastRun"])
        #expect(throws: InferenceError.self) {
            try described {
                $0.corrections.connected = [(.init(entity: "Job", name: "x"), "Run", nil)]
            }
        }
        #expect(throws: InferenceError.self) {
            try described { $0.corrections.parts = ["runs[]"] }
        }
        #expect(throws: InferenceError.self) {
            try described { $0.corrections.identities = [("Jop", ["id"])] }
        }
    }
}
