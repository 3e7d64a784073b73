import Foundation
import TestSupport
import Testing

@Suite("mercator infer --openapi", .endsInTime)
struct InferDescriptionTests {
    private let workshop: Workshop

    private static let description = ##"""
        {"openapi": "3.0.3",
         "paths": {
           "/pets": {"get": {
             "parameters": [{"in": "query", "name": "limit"}, {"in": "query", "name": "after"}],
             "responses": {"200": {"content": {"application/json": {"schema":
               {"type": "array", "items": {"$ref": "#/components/schemas/Pet"}}}}}}}}},
         "components": {"schemas": {
           "Pet": {"type": "object", "required": ["id"], "properties": {
             "id": {"type": "integer"}, "kind": {"type": "string", "enum": ["cat", "dog"]},
             "parent_pet_id": {"type": "integer"}}}}}}
        """##

    init() throws {
        workshop = try Workshop()
        try workshop.write(Self.description, to: "api.json")
        try workshop.write(#"[{"id": 1, "kind": "cat", "age": 3}]"#, to: "pets.json")
    }

    private func infer(_ arguments: String...) throws -> Tool.Run {
        try Tool.run(["infer"] + arguments, in: workshop.directory)
    }

    @Test func `a description alone gives entities and routes`() throws {
        let run = try infer("--openapi", "api.json")
        #expect(run.status == 0 && run.errors == "")
        let lines = run.output.split(separator: "\n")
        #expect(
            lines[0].hasPrefix("description of 1 schema, ")
                && lines[0].hasSuffix(" → 1 entity, 1 connection, 1 route"))
        #expect(run.output.contains("identified by id (the name, from the description)"))
        #expect(run.output.contains("→ Pet  0.75 (the name of the same entity, from the desc"))
        #expect(run.output.contains("Routes\n  GET /pets  [Pet], pages by limit, after"))
        #expect(!run.output.contains("Left out") && !run.output.contains("Import it"))
    }

    @Test func `the reasons name their origin, and JSON has the routes`() throws {
        let why = try infer("pets.json", "--openapi", "api.json", "--why")
        #expect(why.output.contains("rule D1, 1.00, from the description"))
        let table = try infer("pets.json", "--openapi", "api.json")
        #expect(table.output.contains("import pets.json --mapping FILE --into pets.sqlite"))
        let json = try infer("pets.json", "--openapi", "api.json", "--json")
        #expect(json.output.contains(#""origin": "from the description""#))
        #expect(json.output.contains(#""path": "/pets""#))
        #expect(json.output.contains(#""records": 1"#))
        let alone = try infer("pets.json", "--why")
        #expect(alone.status == 0 && !alone.output.contains("from the payloads"))
    }

    @Test func `the mapping of a description imports payloads`() throws {
        #expect(try infer("--openapi", "api.json", "--save", "api.map.json").status == 0)
        let run = try Tool.run(
            ["import", "pets.json", "--mapping", "api.map.json", "--into", "pets.sqlite"],
            in: workshop.directory)
        #expect(run.status == 0, "\(run.errors)")
        let shown = try Tool.run(["show", "pets.sqlite", "Pet"], in: workshop.directory)
        #expect(shown.output.contains("cat"))
        let update = try infer("pets.json", "--openapi", "api.json", "--check", "api.map.json")
        #expect(update.status == 2)
        #expect(update.output.contains("Pet.age"))
    }

    @Test func `a package and a page are written from a description alone`() throws {
        let run = try infer(
            "--openapi", "api.json", "--swift", "Pets", "--html", "page.html", "--svg", "model.svg")
        #expect(run.status == 0, "\(run.errors)")
        let names = try workshop.names
        #expect(
            names.contains("Pets") && names.contains("page.html") && names.contains("model.svg"))
    }

    @Test func `what cannot be read is told`() throws {
        try workshop.write("openapi: 3.0.3\n", to: "api.yaml")
        let yaml = try infer("--openapi", "api.yaml")
        #expect(yaml.status == 1 && yaml.errors.contains("convert YAML first"))
        let missing = try infer("--openapi", "nothing.json")
        #expect(missing.status == 1 && missing.errors.contains("there is no such file"))
        let nothing = try infer()
        #expect(nothing.status == 64 && nothing.errors.contains("--openapi"))
        let place = try infer("--openapi", "api.json", "--part", "x")
        #expect(place.status != 0 && place.errors.contains("needs payloads"))
    }
}
