import MappingInference
import TestSupport
import Testing

@Suite("Descriptions that cannot be read", .endsInTime)
struct DescriptionErrorsTests {
    private func error(_ text: String) -> InferenceError? {
        #expect(throws: InferenceError.self) {
            let source = PayloadSource(name: "api.json", bytes: Array(text.utf8))
            _ = try MappingInference().infer(OpenAPIDescription(source))
        }
    }

    @Test(arguments: [
        ("openapi: 3.0.0\npaths: {}", "unsupportedFormat", "convert YAML first"),
        (" ", "empty", "has no bytes"),
        (
            #"{"swagger": "2.0"}"#, "unsupportedFormat",
            "swagger: expected a description in OpenAPI 3"
        ),
        (#"{"id": 1}"#, "unsupportedFormat", "openapi: expected a version"),
        (#"{"openapi": "4.0.0"}"#, "unsupportedFormat", "found \"4.0.0\""),
        (#"{"openapi": "3.0.0"}"#, "nothingToMap", "paths: expected an object"),
        (#"{"openapi": "3.0.0", "paths": {}}"#, "nothingToMap", "paths: no GET has a response"),
        (#"{"openapi": "3.0.0", "paths": {]}"#, "malformed", "api.json"),
    ])
    func `the message says what was expected`(text: String, code: String, part: String) {
        let error = error(text)
        #expect(error?.code.description == code)
        #expect(error?.description.contains(part) == true, "\(String(describing: error))")
    }

    @Test(arguments: [
        (##"{"$ref": "#/components/schemas/Nothing"}"##, "there is nothing at 'Nothing'"),
        (#"{"$ref": "other.json#/Pet"}"#, "other.json#/Pet: expected a reference inside"),
        (##"{"$ref": "#/components/schemas/A"}"##, "lead back to themselves"),
        (##"{"$ref": "#/components/schemas/C"}"##, "#/components/schemas/C: the schema consists"),
        (##"{"$ref": "#/components/schemas/D"}"##, "the schema consists of itself"),
    ])
    func `a reference that leads nowhere is named`(schema: String, part: String) throws {
        let text = ##"""
            {"openapi": "3.0.0", "paths": {"/x": {"get": {"responses": {"200": {"content":
              {"application/json": {"schema": \##(schema)}}}}}}}, "components": {"schemas": {
               "A": {"$ref": "#/components/schemas/B"}, "B": {"$ref": "#/components/schemas/A"},
               "C": {"allOf": [{"$ref": "#/components/schemas/C"}]},
               "D": {"oneOf": [{"type": "string"}, {"anyOf": [
                   {"$ref": "#/components/schemas/D"}]}]}}}}
            """##
        let error = error(text)
        #expect(error?.code.description == "malformed")
        #expect(error?.description.contains(part) == true, "\(String(describing: error))")
    }

    @Test func `a chain of allOf has a limit, and recursion by members none`() throws {
        func schemas(_ count: Int, _ link: (Int) -> String) -> String {
            (0..<count).map { #""S\#($0)": {"type": "object", \#(link($0))}"# }
                .joined(separator: ",")
        }
        let chain = schemas(5000) { index in
            index == 4999
                ? #""properties": {"id": {"type": "integer"}}"#
                : #""allOf": [\#(Described.ref("S\(index + 1)"))]"#
        }
        let paths = Described.get("/x", Described.ref("S0"))
        #expect(throws: InferenceError.self) {
            try MappingInference().infer(Described.description(schemas: chain, paths: paths))
        }
        let nested = schemas(5000) { index in
            let next = Described.ref("S\((index + 1) % 5000)")
            return #""properties": {"v": {"type": "string"}, "next": \#(next)}"#
        }
        let described = try Described.of(
            schemas: nested
                + #", "R": {"properties": {"id": {"type": "integer"}, "s": \#(Described.ref("S0"))}}"#,
            paths: Described.get("/r", Described.list("R")))
        // Beyond 400 entities and parts, objects are kept as JSON.
        #expect(described.mapping.entities.count == 400)
    }

    @Test func `an object that contains itself twice does not multiply`() throws {
        let schemas = (0..<40).map { index in
            let next = Described.ref("S\((index + 1) % 40)")
            return
                #""S\#(index)": {"type": "object", "properties": {"a": \#(next), "b": \#(next)}}"#
        }.joined(separator: ",")
        let described = try Described.of(
            schemas: schemas
                + #", "R": {"properties": {"id": {"type": "integer"}, "s": \#(Described.ref("S0"))}}"#,
            paths: Described.get("/r", Described.list("R")))
        #expect(described.mapping.entities.count <= 41)
    }
}
