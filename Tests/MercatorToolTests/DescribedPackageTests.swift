import Foundation
import TestSupport
import Testing

@Suite("mercator infer --openapi --swift", .endsInTime)
struct DescribedPackageTests {
    private let workshop: Workshop

    init() throws {
        workshop = try Workshop()
    }

    private static let list =
        ##"{"type": "array", "items": {"$ref": "#/components/schemas/Pet"}}"##
    private static let pet = ##"{"$ref": "#/components/schemas/Pet"}"##

    /// A route with GET that answers with a schema.
    private static func route(_ path: String, _ schema: String, _ parameters: String = "") -> String
    {
        """
        "\(path)": {"get": {"parameters": [\(parameters)], "responses": {"200": {"content":
            {"application/json": {"schema": \(schema)}}}}}}
        """
    }

    private func describe(_ routes: [String], _ members: String = "", schemes: String = "") throws {
        try workshop.write(
            """
            {"openapi": "3.1.0", \(members) "paths": {\(routes.joined(separator: ",\n"))},
             "components": {"securitySchemes": {\(schemes)}, "schemas": {"Pet": {"type": "object",
              "required": ["id"], "properties": {"id": {"type": "integer"},
              "name": {"type": "string"}}}}}}
            """, to: "api.json")
    }

    private static let base = #""servers": [{"url": "https://example.com/v1"}],"#

    private func infer(_ words: String...) throws -> Tool.Run {
        try workshop.run(["infer", "--openapi", "api.json", "--swift", "Pets", "--force"] + words)
    }

    private func network(_ words: String...) throws -> String {
        let run = try workshop.run(
            ["infer", "--openapi", "api.json", "--swift", "Pets", "--force"] + words)
        try #require(run.status == 0, "\(run.errors)")
        return try workshop.text(of: "Pets/Sources/Pets/Server.swift")
    }

    @Test func `routes are described, and those without arguments are loaded`() throws {
        try describe(
            [
                Self.route("/pets", Self.list), Self.route("/pets/{pet-id}", Self.pet),
                Self.route("/owners/{owner}/pets.json", Self.list),
                Self.route("/owners/{other}/pets.json", Self.list),
                Self.route("/owners/{id}.json", Self.pet),
                Self.route("/houses/{id}/pet", Self.pet),
                Self.route(
                    "/found", Self.list, #"{"in": "query", "name": "q", "required": true}"#),
            ], Self.base)
        let code = try network()
        #expect(code.contains(#"RemoteDescription(base: "https://example.com/v1")"#))
        #expect(code.contains(#"server.addRoute(named: "pets", "pets")"#))
        #expect(code.contains(#"server.addRoute(for: "Pet", "owners/:petID\\.json""#))
        #expect(code.contains(#"server.addRoute(named: "houses/{id}/pet", "houses/:id/pet")"#))
        #expect(code.contains(#"server.addRoute(named: "pets/{pet-id}", "pets/:pet_id")"#))
        #expect(code.contains(#""owners/:other/pets.json""#) != code.contains(":owner/pets.json"))
        #expect(code.contains(#"ResponseDescriptor("pets", methods: [.get], using: "Pet")"#))
        #expect(code.contains(#"let lists = ["pets"]"#))
    }

    @Test func `pages are those that a parameter counts`() throws {
        func parameter(_ name: String, _ schema: String) -> String {
            #"{"in": "query", "name": "\#(name)", "schema": {\#(schema)}}"#
        }
        try describe(
            [
                Self.route("/a", Self.list, parameter("page", #""type": "integer""#)),
                Self.route(
                    "/b", Self.list,
                    parameter("pageNumber", #""type": "integer", "minimum": 0"#)),
                Self.route("/c", Self.list, parameter("offset", #""type": "integer""#)),
                Self.route("/d", Self.list, parameter("page", #""type": "string""#)),
                Self.route("/e", Self.list, parameter("after", #""type": "string""#)),
            ], Self.base)
        let code = try network()
        #expect(code.contains(#"("a", .number()), "#) || code.contains(#"("a", .number()),"#))
        #expect(code.contains(#"("b", .number(parameter: "pageNumber", first: 0))"#))
        #expect(code.contains(#"("c", .offset())"#))
        #expect(code.contains(#"("d", .single)"#) && code.contains(#"("e", .single)"#))
    }

    @Test func `what all requests need is read from the environment`() throws {
        let schemes = #"""
            "a": {"type": "http", "scheme": "Bearer"},
            "b": {"type": "apiKey", "name": "X-Key", "in": "header"},
            "c": {"type": "apiKey", "name": "key", "in": "query"},
            "d": {"type": "apiKey", "name": "session", "in": "cookie"}
            """#
        try describe(
            [Self.route("/pets", Self.list)],
            Self.base + #""security": [{"a": [], "b": [], "c": [], "d": []}],"#, schemes: schemes)
        let run = try infer()
        #expect(run.errors.contains("does not send what the scheme 'd' demands"))
        #expect(run.errors.contains("set PETS_TOKEN, PETS_X_KEY, PETS_KEY, and run it"))
        let code = try network()
        #expect(code.contains(#"try "Bearer " + environment("PETS_TOKEN")"#))
        #expect(code.contains(#"fields["X-Key"] = try environment("PETS_X_KEY")"#))
        #expect(code.contains(#"query: ["key": .string(try environment("PETS_KEY"))])"#))
    }

    @Test func `a base is that of the command line, or of the first complete server`() throws {
        let routes = [Self.route("/pets", Self.list)]
        try describe(
            routes,
            #"""
            "servers": [{"url": "/v2"}, {"url": "https://{host}/v{n}", "variables":
                {"host": {"default": "example.com"}, "n": {"default": "2"}}}],
            """#)
        #expect(try network().contains(#"(base: "https://example.com/v2")"#))
        #expect(
            try network("--base-url", "https://test.example.com/v2").contains(
                #"(base: "https://test.example.com/v2")"#))
        let secret = try infer("--base-url", "https://me:hush@example.com/")
        #expect(secret.status == 1)
        #expect(secret.errors.contains("a user name or a password"))
        #expect(!secret.errors.contains("hush"))
    }

    @Test func `without a server, or a list, the package only imports files`() throws {
        try describe([Self.route("/pets", Self.list)], #""servers": [{"url": "/v2"}],"#)
        let run = try infer()
        #expect(run.status == 0)
        #expect(run.errors.contains("'api.json' names no server by a complete URL"))
        #expect(run.errors.contains("Pets PAYLOAD… STORE"))
        try describe([Self.route("/pets/{id}", Self.pet)], Self.base)
        #expect(try infer().errors.contains("each route of 'api.json' needs arguments"))
        let names = try FileManager.default.contentsOfDirectory(
            atPath: workshop.directory.appendingPathComponent("Pets/Sources/Pets").path)
        #expect(!names.contains("Server.swift"))
    }

    @Test func `payloads alone have no server`() throws {
        try workshop.write(#"[{"id": 1}]"#, to: "pets.json")
        let run = try workshop.run(
            "infer", "pets.json", "--swift", "Pets", "--base-url", "https://example.com")
        #expect(run.status == 64)
        #expect(run.errors.contains("'mercator fetch URL --swift FOLDER'"))
    }
}
