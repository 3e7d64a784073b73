import EntityMapper
import HTTPValues
import MercatorPayload
import MercatorTesting
import ObjectGraph
import RemoteGraph
import RemotePlanning
import TestSupport
import Testing

/// Rows of the catalogue's section 2.P.
///
/// A description is a value that is complete before its plan is made, so nothing is removed from it
/// (the second half of P02), and no base changes under a plan (P34 makes another plan). A named
/// route takes one method, so the mistake of P29 cannot be written down.
@Suite("Rows of the catalogue: routes")
struct RouteCatalogueTests {
    struct Row: Sendable, CustomTestStringConvertible {
        let id: String
        /// Entities and methods; the pattern of each route is its index.
        let routes: KeyValuePairs<String, MethodSet>
        let entity: String
        let method: ResourceRequest.Method
        /// The index of the route that applies.
        let found: Int?
        var testDescription: String { id }
    }

    static let rows = [
        Row(id: "P13", routes: ["User": .any], entity: "User", method: .get, found: 0),
        Row(id: "P14", routes: ["User": [.head, .get]], entity: "User", method: .get, found: 0),
        Row(
            id: "rule 243: a set precedes any", routes: ["User": .any, "User": [.get, .head]],
            entity: "User", method: .get, found: 1),
        Row(
            id: "rule 244: one method precedes a set",
            routes: ["User": [.get, .head], "User": [.get]], entity: "User", method: .get, found: 1),
        Row(
            id: "P16", routes: ["User": .any, "User": [.post]], entity: "User", method: .post,
            found: 1),
        Row(id: "P17", routes: ["User": [.get]], entity: "User", method: .get, found: 0),
        Row(
            id: "rule 244: an ancestor", routes: ["A": [.get]], entity: "B", method: .get, found: 0),
        Row(
            id: "P19", routes: ["A": [.get], "B": [.get], "C": [.get]], entity: "C", method: .get,
            found: 2),
        Row(
            id: "rule 244: the nearest", routes: ["A": [.get], "B": [.get]], entity: "C",
            method: .get, found: 1),
        Row(
            id: "P20", routes: ["A": [.post], "B": .any, "C": [.get]], entity: "C", method: .post,
            found: 1),
        Row(
            id: "P22", routes: ["A": [.get], "A": [.post], "B": [.get]], entity: "B", method: .get,
            found: 2),
        Row(
            id: "P23", routes: ["A": [.get], "A": [.post], "B": .any], entity: "B", method: .get,
            found: 2),
        Row(
            id: "rule 244: one method of an ancestor precedes any",
            routes: ["A": .any, "A": [.get]], entity: "B", method: .get, found: 1),
        Row(
            id: "P25", routes: ["A": [.get, .head], "A": .any], entity: "B", method: .get, found: 0),
        Row(id: "P26", routes: ["A": [.get], "A": .any], entity: "B", method: .post, found: 1),
        Row(id: "no route", routes: ["A": [.get]], entity: "A", method: .post, found: nil),
        Row(id: "no route of a child", routes: ["B": .any], entity: "A", method: .get, found: nil),
    ]

    @Test(arguments: rows)
    func `the route of an object is that of the nearest entity, and there the most exact one`(
        row: Row
    ) throws {
        let society = try Society(server: { server in
            for (index, route) in row.routes.enumerated() {
                server.addRoute(for: route.key, PathPattern("r\(index)"), methods: route.value)
            }
        })
        let object = try society.insert(row.entity)
        func route() throws -> Route? {
            try society.container.perform { context in
                let object = try #require(try context.object(with: object))
                return try society.plan.request(row.method, for: object).route
            }
        }
        guard let found = row.found else {
            expectError(.missingRoute) { try route() }
            return
        }
        #expect(try route()?.pattern == PathPattern("r\(found)"))
    }

    @Test func `routes are listed in the order in which they were added`() {
        var server = RemoteDescription(base: Society.base)
        #expect(server.routes.isEmpty)
        server.addRoute(named: "test_router", "/routes")
        #expect(server.routes.count == 1)
        server.addRoute(named: "test_router2", "/routes")
        server.addRoute(for: "User", "/users")
        #expect(
            server.routes.map(\.target) == [
                .named("test_router"), .named("test_router2"), .entity("User"),
            ])
    }

    @Test func `names are unique, patterns need not be`() throws {
        #expect(
            try problems { server in
                server.addRoute(named: "test_router", "/routes")
                server.addRoute(named: "test_router", "/routes2")
            } == [.ambiguous])
        #expect(
            try problems { server in
                server.addRoute(named: "test_router", "/routes")
                server.addRoute(named: "test_router2", "/routes")
            } == [])
    }

    @Test func `a second route needs another method, or more or fewer of them`()
        throws
    {
        func add(_ methods: [MethodSet]) -> (inout RemoteDescription) -> Void {
            { server in
                for method in methods {
                    server.addRoute(forRelationship: "friends", of: "User", "f", methods: method)
                }
            }
        }
        #expect(try problems(add([[.get], [.post]])) == [])
        #expect(try problems(add([[.get], [.post], [.get]])) == [.ambiguous])
        #expect(
            try problems { server in
                server.addRoute(for: "User", "a")
                server.addRoute(for: "User", "b", methods: [.post])
            } == [])
        var server = RemoteDescription(base: Society.base)
        add([[.get], [.post]])(&server)
        server.addRoute(forRelationship: "enemies", of: "User", "e", methods: [.get])
        let friends = server.routes.filter { $0.target == .relationship("friends", of: "User") }
        #expect(friends.count == 2)
    }

    @Test func `a name finds its route, another one suggests it`() throws {
        let remote = try Society.remote { $0.addRoute(named: "test_router", "/routes") }
        #expect(try remote.request(named: "test_router").route?.pattern == "/routes")
        let error = #expect(throws: RemoteError.self) { try remote.request(named: "test_Router") }
        #expect(error?.code == .missingRoute)
        #expect(error?.message.contains("did you mean 'test_router'?") == true)
    }

    @Test func `the URL is the base and the path of the route`() throws {
        for base in ["http://restkit.org/", "http://google.com/api"] {
            let society = try Society(server: { server in
                server.base = base
                server.addRoute(for: "User", "/users/:userID")
                server.addRoute(named: "airlines_list", "/airlines.json")
                server.addRoute(named: "get_user", "/users/:userID/:name")
            })
            let root = base.hasSuffix("/") ? String(base.dropLast()) : base
            #expect(
                try society.plan.request(named: "airlines_list").request.url
                    == root + "/airlines.json")
            let user = try society.insert("User", ["userID": 12345, "name": "blake"])
            let urls = try society.container.perform { context in
                let user = try #require(try context.object(with: user))
                return [
                    try society.plan.request(.get, for: user).request.url,
                    try society.plan.request(.get, for: user, at: .named("get_user")).request.url,
                ]
            }
            #expect(urls == [root + "/users/12345", root + "/users/12345/blake"])
        }
    }

    @Test(arguments: [ResourceRequest.Method.post, .put, .delete, .get])
    func
        `rules 239 to 246: a relationship has routes for all methods, also of sub-entities (unlike)`(
            method: ResourceRequest.Method
        ) async throws
    {
        // RestKit finds only routes of the exact class, with one method or any.
        let society = try Society(
            server: { server in
                server.addRoute(
                    forRelationship: "friends", of: "User", "/users/:userID/friends",
                    methods: [.post, .put, .delete, .get])
                server.addRequest(RequestDescriptor(for: "User", root: "user"))
                server.addResponse(ResponseDescriptor(root: "users", using: "User"))
            }, { _ in json(200, #"{"users": [{"name": "Jeff"}]}"#) })
        let user = try society.insert("User", ["userID": 1, "name": "Blake"])
        try await society.manager.load(method, relationship: "friends", of: user)
        let request = try #require(society.stub.requests.first)
        #expect(request.method == method && request.url == Society.base + "/users/1/friends")
        #expect(request.body == nil)
        // The object with the relationship is not the object of the request.
        #expect(try society.values("User") == ["Blake", "Jeff"])
    }

    @Test(arguments: StoreKind.allCases)
    func `an object is sent to a relationship of another one`(kind: StoreKind) async throws {
        try await kind.withStoreAwaiting { store in
            let society = try Society(
                store,
                server: { server in
                    server.addRoute(
                        forRelationship: "friends", of: "User", "/users/:userID/friends")
                    server.addRequest(RequestDescriptor(for: "Human", root: "human"))
                    server.addResponse(ResponseDescriptor(root: "human", using: "Human"))
                }, { _ in json(201, #"{"human": {"id": 5, "name": "Jeff"}}"#) })
            let user = try society.insert("User", ["userID": 1, "name": "Blake"])
            let human = try society.insert("Human", ["name": "J"])
            try await society.manager.post(human, at: .relationship("friends", of: user))
            let request = try #require(society.stub.requests.first)
            #expect(request.url == Society.base + "/users/1/friends")
            #expect(try await request.text == #"{"human":{"name":"J"}}"#)
            #expect(try society.values("Human", "railsID") == [5])
            #expect(try society.values("Human") == ["Jeff"])
        }
    }

    @Test func `an address that does not lead to one path is refused`() throws {
        let society = try Society(server: { server in
            server.addRoute(for: "User", "/users/:userID")
            server.addRoute(named: "batch", "/batch", method: .post)
            server.addRequest(RequestDescriptor(for: "User"))
        })
        let users = try (1...2).map { try society.insert("User", ["userID": .integer($0)]) }
        expectError(.invalidArgument) { try society.request(.put, users) }
        expectError(.invalidRequest) { try society.request(.put, []) }
        expectError(.invalidRequest) { try society.request(.put, [], at: .path("x")) }
        expectError(.invalidRequest) { try society.request(.delete, users, at: .path("x")) }
        expectError(.missingRoute) { try society.request(.put, users, at: .named("batch")) }
        expectError(.missingRoute) {
            try society.request(.post, users, at: .relationship("friends", of: users[0]))
        }
        #expect(
            try society.request(.post, users, at: .named("batch")).request.url
                == Society.base + "/batch")
    }
}

extension TransportRequest {
    /// The body as text.
    var text: String? {
        get async throws {
            guard let body else { return nil }
            return String(decoding: try await body.bytes(), as: UTF8.self)
        }
    }
}
