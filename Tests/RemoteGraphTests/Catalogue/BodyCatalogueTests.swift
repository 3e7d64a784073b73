import EntityMapper
import HTTPValues
import MercatorPayload
import MercatorTesting
import ObjectGraph
import PayloadFormats
import RemoteGraph
import RemotePlanning
import TestSupport
import Testing

/// Rows of the catalogue's section 2.O.
///
/// Mappings are written in reverse, so there is no second kind of mapping that could be missing
/// (O02 tests the mapping of another entity). Bodies are JSON, unless a descriptor names another
/// format; O14 names the form.
@Suite("Rows of the catalogue: bodies")
struct BodyCatalogueTests {
    @Test func `the mapping of a descriptor is for its entity or an ancestor`() throws {
        #expect(try problems { $0.addRequest(RequestDescriptor(for: "User", using: "User")) } == [])
        #expect(
            try problems { $0.addRequest(RequestDescriptor(for: "Child", using: "Human")) } == [])
        #expect(
            try problems { $0.addRequest(RequestDescriptor(for: "Address", using: "User")) }
                == [.mapping])
    }

    @Test func `equal descriptors have the same entity, mapping and root`() {
        let one = RequestDescriptor(for: "User", root: "user", using: "User")
        #expect(one == RequestDescriptor(for: "User", root: "user", using: "User"))
        #expect(one != RequestDescriptor(for: "User", root: "user", using: "Other"))
        #expect(one != RequestDescriptor(for: "Human", root: "user", using: "User"))
        #expect(one != RequestDescriptor(for: "User", root: "other", using: "User"))
    }

    @Test func `two descriptors for an entity and a method are a problem`() throws {
        #expect(
            try problems { server in
                server.addRequest(RequestDescriptor(for: "User"))
                server.addRequest(RequestDescriptor(for: "User", root: "cat"))
            } == [.ambiguous])
    }

    @Test func `a single method precedes any`() throws {
        let society = try Society(
            mappings: { set, model in
                set.add(
                    try Society.mapping("User", named: "Age", in: model, ["age": "age"]))
            },
            server: { server in
                server.addRequest(RequestDescriptor(for: "User", using: "User"))
                server.addRequest(RequestDescriptor(for: "User", methods: [.post], using: "Age"))
            })
        let user = try society.insert("User", ["name": "Blake", "age": 30])
        let request = try society.request(.post, [user], at: .path("x"))
        #expect(request.bodyText == #"[{"age":30}]"#)
    }

    struct Choice: Sendable, CustomTestStringConvertible {
        let id: String
        /// The descriptors that are left out, by root.
        let without: Set<String>
        var entity = "Child"
        let root: String?
        var testDescription: String { id }
    }

    @Test(arguments: [
        Choice(id: "O08", without: [], root: "childPost"),
        Choice(id: "O09", without: ["childPost"], root: "childSet"),
        Choice(id: "O10", without: ["childPost", "childSet"], root: "humanPost"),
        Choice(id: "O11", without: ["childPost", "childSet", "humanPost"], root: "humanSet"),
        Choice(
            id: "O12", without: ["childPost", "childSet", "humanPost", "humanSet"], root: nil),
        Choice(
            id: "O12: not that of a sub-entity", without: ["humanPost", "humanSet"],
            entity: "Human", root: nil),
    ])
    func `the descriptor is that of the nearest entity, and there the most exact one`(
        row: Choice
    ) throws {
        let all: [(String, PayloadPath, MethodSet)] = [
            ("Child", "childPost", [.post]), ("Child", "childSet", [.post, .put]),
            ("Human", "humanPost", [.post]), ("Human", "humanSet", [.post, .put]),
            ("User", "userPost", [.post]),
        ]
        let society = try Society(server: { server in
            server.addRoute(for: row.entity, "x")
            for (entity, root, methods) in all where !row.without.contains("\(root)") {
                server.addRequest(RequestDescriptor(for: entity, root: root, methods: methods))
            }
        })
        let object = try society.insert(row.entity, ["railsID": 1])
        let request = try society.container.perform { context in
            try society.plan.request(
                .post, for: try #require(try context.object(with: object)),
                parameters: ["extra": 1])
        }
        let own = row.root.map { #""\#($0)":{"id":1},"# } ?? ""
        #expect(request.bodyText == "{\(own)\"extra\":1}")
    }

    @Test(arguments: [ResourceRequest.Method.get, .delete])
    func `the parameters of a GET and a DELETE are the query, and no object is sent`(
        method: ResourceRequest.Method
    ) throws {
        let society = try Society(server: { server in
            server.addRoute(for: "Human", "/humans/:railsID")
            server.addRequest(RequestDescriptor(for: "Human"))
        })
        let human = try society.insert("Human", ["railsID": 204])
        let request = try society.container.perform { context in
            try society.plan.request(
                method, for: try #require(try context.object(with: human)),
                parameters: ["this": "that"])
        }
        #expect(request.request.url == "http://localhost:4567/humans/204?this=that")
        #expect(request.request.body == nil)
    }

    @Test func `an object goes to a path with parameters, as a form`() throws {
        let society = try Society(
            mappings: { set, model in
                set.add(
                    try Society.mapping("Human", named: "Name", in: model, ["name": "name"]))
            },
            server: { server in
                server.addRequest(
                    RequestDescriptor(for: "Human", root: "human", using: "Name", format: .form))
            })
        let human = try society.insert("Human", ["railsID": 1, "name": "Blake"])
        let request = try society.container.perform { context in
            let human = try #require(try context.object(with: human))
            human["name"] = .null
            return try society.plan.request(
                .patch, for: human, at: .path("/the/path"), parameters: ["key": "value"])
        }
        #expect(request.request.description == "PATCH http://localhost:4567/the/path")
        #expect(request.bodyText == "human[name]&key=value")
        let error = #expect(throws: RemoteError.self) {
            try society.container.perform { context in
                try society.plan.request(
                    .get, for: context.insert("Human"), at: .path("x"), arguments: ["id": 1])
            }
        }
        #expect(error?.code == .invalidArgument)
    }

    struct List: Sendable, CustomTestStringConvertible {
        let id: String
        let roots: (user: PayloadPath, address: PayloadPath)
        var objects = ["User", "Address"]
        var parameters: [String: Value] = [:]
        /// The body, or the beginning of the error.
        let body: String
        var testDescription: String { id }
    }

    private static let user = #"{"name":"Blake","emailAddress":"blake@restkit.org"}"#
    private static let address = #"{"city":"New York City","state":"New York"}"#

    static let lists = [
        List(id: "O16", roots: (.root, .root), body: "[\(user),\(address)]"),
        List(
            id: "O17", roots: ("whatever", "whatever"),
            body: #"{"whatever":[\#(user),\#(address)]}"#),
        List(
            id: "O18", roots: ("this", "that"), body: #"{"this":[\#(user)],"that":[\#(address)]}"#),
        List(
            id: "O19", roots: ("this", "that"), parameters: ["extra": "info"],
            body: #"{"this":[\#(user)],"that":[\#(address)],"extra":"info"}"#),
        List(
            id: "O20", roots: ("whatever", .root), objects: ["User"],
            body: #"{"whatever":[\#(user)]}"#),
        List(id: "rule 215", roots: (.root, .root), objects: ["User"], body: "[\(user)]"),
        List(
            id: "rule 217: parameters are merged", roots: ("a.b", "a.c"),
            parameters: ["a": ["d": 1]],
            body: #"{"a":{"b":[\#(user)],"c":[\#(address)],"d":1}}"#),
        List(
            id: "the order of the objects is kept", roots: ("x", "x"),
            objects: ["Address", "User", "User", "Address"],
            body: #"{"x":[\#(address),\#(user),\#(user),\#(address)]}"#),
    ]

    private func society(
        _ roots: (user: PayloadPath, address: PayloadPath),
        _ change: (inout RemoteDescription) -> Void = { _ in }
    ) throws -> Society {
        try Society(server: { server in
            server.addRequest(RequestDescriptor(for: "User", root: roots.user))
            server.addRequest(RequestDescriptor(for: "Address", root: roots.address))
            change(&server)
        })
    }

    private func request(
        _ society: Society, _ names: [String], _ parameters: [String: Value] = [:],
        _ method: ResourceRequest.Method = .post
    ) throws -> RemoteRequest {
        let values: [String: [String: Value]] = [
            "User": ["name": "Blake", "emailAddress": "blake@restkit.org"],
            "Address": ["city": "New York City", "state": "New York"],
        ]
        let objects = try names.map { try society.insert($0, values[$0] ?? [:]) }
        return try society.request(method, objects, at: .path("x"), parameters: parameters)
    }

    @Test(arguments: lists) func `several objects share a body`(row: List) throws {
        let request = try request(try society(row.roots), row.objects, row.parameters)
        #expect(request.bodyText == row.body)
    }

    @Test(arguments: [
        ("O22", PayloadPath.root, PayloadPath.root, ["name": "Foo"] as [String: Value], "a root"),
        ("O23", "bang", .root, [:], "give all of them a root, or none"),
        ("O23, the other way", .root, "bang", [:], "give all of them a root, or none"),
    ])
    func `objects that do not fit in one body are refused with advice`(
        id: String, user: PayloadPath, address: PayloadPath, parameters: [String: Value],
        advice: String
    ) throws {
        let society = try society((user, address))
        let error = #expect(throws: RemoteError.self) {
            try request(society, ["User", "Address"], parameters)
        }
        #expect(error?.code == .unwritableObject)
        #expect(error?.message.contains(advice) == true)
    }

    @Test func `objects whose descriptors differ are refused`() throws {
        let missing = try society((.root, .root))
        expectError(.unwritableObject) { try request(missing, ["User", "Meta"]) }
        let formats = try society((.root, .root)) {
            $0.addRequest(RequestDescriptor(for: "Meta", format: .form))
        }
        expectError(.unwritableObject) { try request(formats, ["User", "Meta"]) }
        let fields = try society((.root, .root)) {
            $0.addRequest(RequestDescriptor(for: "Meta", headers: ["A": "1"]))
        }
        expectError(.unwritableObject) { try request(fields, ["User", "Meta"]) }
        let patches = try society((.root, .root)) {
            $0.addRequest(RequestDescriptor(for: "Meta", patch: .mergePatch))
        }
        expectError(.unwritableObject) { try request(patches, ["User", "Meta"], [:], .patch) }
        #expect(try request(patches, ["User", "Meta"], [:], .put).bodyText?.hasPrefix("[") == true)
    }
}
