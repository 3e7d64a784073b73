import MappingFiles
import MappingInference
import ObjectGraph
import Testing

@Suite("Types and routes of descriptions")
struct DescriptionTypesTests {
    @Test(arguments: [
        (#"{"type": "string"}"#, "string"),
        (#"{"type": "string", "format": "date-time"}"#, "date"),
        (#"{"type": "string", "format": "date"}"#, "date"),
        (#"{"type": "string", "format": "uuid"}"#, "uuid"),
        (#"{"type": "string", "format": "uri"}"#, "url"),
        (#"{"type": "string", "format": "byte"}"#, "data"),
        (#"{"type": "string", "format": "decimal"}"#, "decimal"),
        (#"{"type": "string", "format": "made-up"}"#, "string"),
        (#"{"type": "integer"}"#, "integer64"),
        (#"{"type": "integer", "format": "int32"}"#, "integer32"),
        (#"{"type": "integer", "format": "unix-time"}"#, "date"),
        (#"{"type": "number"}"#, "double"),
        (#"{"type": "number", "format": "float"}"#, "float"),
        (#"{"type": "boolean"}"#, "boolean"),
        (#"{"type": ["integer", "null"]}"#, "integer64"),
        (#"{"type": ["integer", "string"]}"#, "string"),
        (#"{"oneOf": [{"type": "integer"}, {"type": "null"}]}"#, "integer64"),
        (#"{"anyOf": [{"type": "string", "format": "uri"}, {"type": "string"}]}"#, "string"),
        (#"{"enum": ["a", "b", null]}"#, "string"),
        (#"{"type": "array", "items": {"type": "string"}}"#, "array"),
        (#"{"type": "array", "items": {"type": "array", "items": {}}}"#, "array"),
        (#"{"type": "object"}"#, "dictionary"),
        (#"{"type": "object", "additionalProperties": {"type": "string"}}"#, "dictionary"),
    ])
    func `kinds and formats give types`(schema: String, type: String) throws {
        let described = try Described.of(
            schemas: """
                "Thing": {"type": "object", "required": ["value"], "properties": {
                    "id": {"type": "integer"}, "value": \(schema)}}
                """,
            paths: Described.get("/things", Described.list("Thing")), version: "3.1.0")
        let isNullable = schema.contains("null")
        #expect(
            described.attributes("Thing") == [
                "thingID: integer64!", "value: \(type)\(isNullable ? "" : "!")",
            ])
    }

    @Test func `enumerations are listed, and members of allOf united`() throws {
        let described = try Described.of(
            schemas: """
                "Base": {"type": "object", "required": ["id"], "properties": {
                    "id": {"type": "string", "format": "uuid"}}},
                "Color": {"type": "string", "enum": ["red", "blue"]},
                "Car": {"allOf": [{"$ref": "#/components/schemas/Base"}, {
                    "type": "object", "required": ["color"], "properties": {
                        "color": {"$ref": "#/components/schemas/Color"},
                        "kind": {"type": "string", "enum": ["car"]}}}]}
                """,
            paths: Described.get("/cars/{carId}", Described.ref("Car")))
        #expect(described.attributes("Car") == ["carID: uuid!", "color: string!", "kind: string"])
        #expect(described.mapping.file.enumerations == ["Car.color": ["blue", "red"]])
        let cases = described.mapping.decisions.first { $0.rule == "D5" }
        #expect(cases?.subject == "Car.color")
    }

    @Test func `what identifiers stand for has no mandatory attributes`() throws {
        let described = try Described.of(
            schemas: """
                "User": {"type": "object", "required": ["id", "name"], "properties": {
                    "id": {"type": "string"}, "name": {"type": "string"}}},
                "Post": {"type": "object", "required": ["id", "user"], "properties": {
                    "id": {"type": "string"},
                    "user": {"anyOf": [{"type": "string"}, {"$ref": "#/components/schemas/User"}]}}}
                """,
            paths: Described.get("/posts", Described.list("Post")))
        #expect(described.attributes("User") == ["name: string", "userID: string!"])
    }

    // MARK: Routes

    @Test func `routes have records in arrays, envelopes and wrappers, and pages`() throws {
        let data = """
            {"type": "object", "properties": {"next": {"type": "string"},
             "total": {"type": "integer"}, "data": \(Described.list("Pet"))}}
            """
        let wrapper = #"{"type": "object", "properties": {"pet": \#(Described.ref("Pet"))}}"#
        let described = try Described.of(
            schemas: """
                "Pet": {"type": "object", "properties": {"id": {"type": "integer"}}}
                """,
            paths: [
                Described.get(
                    "/pets", Described.list("Pet"),
                    parameters: """
                        {"in": "query", "name": "per_page"}, {"in": "query", "name": "after"},
                        {"in": "query", "name": "kind"}, {"in": "header", "name": "page"}
                        """),
                Described.get("/pets/{petId}", Described.ref("Pet")),
                Described.get("/search", data), Described.get("/wrapped/{petId}", wrapper),
                Described.get("/text", #"{"type": "string"}"#),
                #""/made": {"post": {"responses": {}}}"#,
            ].joined(separator: ","))
        #expect(
            described.routes == [
                "/pets [Pet] self per_page after", "/pets/{petId} Pet self", "/search [Pet] data",
                "/wrapped/{petId} Pet pet",
            ])
        #expect(described.mapping.routes.allSatisfy { $0.method == "GET" })
        #expect(described.mapping.file.paths["Pet"]?.contains("pets:data[]") == false)
        #expect(described.mapping.file.groups.count == 3)
    }

    @Test func `a response among the components and a reference in a path are followed`() throws {
        let text = ##"""
            {"openapi": "3.1.0", "paths": {"/a~b": {"$ref": "#/x/0/y%7E1z"}},
             "x": [{"y/z": {"get": {"responses": {"2XX": {"$ref": "#/components/responses/R"}}}}}],
             "components": {"schemas": {"T": {"properties": {"id": {"type": "integer"}}}},
              "responses": {"R": {"content": {"application/vnd.x+json": {"schema":
               {"items": {"$ref": "#/components/schemas/T"}}}}}}}}
            """##
        let source = PayloadSource(name: "a.json", bytes: Array(text.utf8))
        // `~1` is a slash, also when the tilde is escaped.
        #expect(try Described(OpenAPIDescription(source)).routes == ["/a~b [T] self"])
    }
}
