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

/// Rows of the catalogue's section 2.T.
///
/// There are no operations, so there are no classes of them to choose or to register (T11 to T13,
/// T15, T16): a `ResourceTransport` replaces them. M34 tests T13's request, and the metadata of
/// requests are tested with those of responses (T17, T19). A batch (T10) is a group of tasks.
@Suite("Rows of the catalogue: the manager", .endsInTime)
struct ManagerCatalogueTests {
    @Test func `bodies are JSON, and so are the responses that are preferred`()
        throws
    {
        // RestKit sends forms by default.
        let remote = try Society.remote { _ in }
        let request = try remote.request(.post, path: "x", parameters: ["a": 1])
        #expect(request.request.headers["Accept"]?.hasPrefix("application/json") == true)
        #expect(request.request.headers["Content-Type"] == "application/json")
        #expect(request.bodyText == #"{"a":1}"#)
    }

    @Test(arguments: [
        (PayloadFormat.json, "application/json", #"{"name":"Blake"}"#),
        (.form, "application/x-www-form-urlencoded", "name=Blake"),
    ])
    func `fields are those of the server, formats those of the descriptors`(
        format: PayloadFormat, type: String, body: String
    ) throws {
        let society = try Society(server: { server in
            server.headers = ["Accept": "this/that"]
            server.addRoute(for: "User", "users")
            server.addRequest(RequestDescriptor(for: "User", format: format))
        })
        let user = try society.insert("User", ["name": "Blake"])
        let request = try society.container.perform { context in
            try society.plan.request(.post, for: try #require(try context.object(with: user)))
        }
        #expect(request.request.headers["Accept"] == "this/that")
        #expect(request.request.headers["Content-Type"] == type)
        #expect(request.bodyText == body)
    }

    @Test(arguments: [
        ("T04", "/object_manager/cancel", ResourceRequest.Method.get, true),
        ("T04", "/object_manager/cancel", .post, false), ("T04", "/wrong", .get, false),
        ("T05", "/object_manager/:action", .get, true),
        ("T05: a pattern that matches no whole path", "/object_manager", .get, false),
    ])
    func `running requests are found and cancelled by path and method`(
        id: String, pattern: PathPattern, method: ResourceRequest.Method, isFound: Bool
    ) async throws {
        let gate = Gate()
        let society = try Society(
            server: { server in
                server.base = Society.base + "/api"  // T06: a base with a path
                server.addResponse(ResponseDescriptor(using: "User"))
            },
            { _ in
                await gate.wait()
                return json(200, #"{"name": "Blake"}"#)
            })
        let manager = society.manager
        let task = Task { try await manager.load(path: "object_manager/cancel") }
        await wait { gate.count == 1 }
        #expect(manager.runningRequests(pattern, method: method).count == (isFound ? 1 : 0))
        manager.cancel(pattern, method: method)
        if isFound {
            await expectError(.cancelled) { try await task.value }
        } else {
            gate.open()
            guard case .mapped = try await task.value else {
                Issue.record("not mapped")
                return
            }
        }
        #expect(manager.runningRequests(pattern).isEmpty)
    }

    @Test func `a request with a body of its own is cancelled, too`() async throws {
        let gate = Gate()
        let society = try Society(
            server: { _ in },
            { _ in
                await gate.wait()
                return TransportResponse(204)
            })
        let task = Task {
            try await society.manager.send(
                .post, path: "path", body: .bytes([1]), as: "image/png")
        }
        await wait { gate.count == 1 }
        society.manager.cancel("path", method: .post)
        await expectError(.cancelled) { try await task.value }
    }

    @Test func `equal GETs are one running request, others are several`()
        async throws
    {
        let gate = Gate()
        let society = try Society(
            server: { _ in },
            { _ in
                await gate.wait()
                return TransportResponse(204)
            })
        let manager = society.manager
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<3 { group.addTask { try await manager.load(path: "a/1") } }
            await wait { manager.waitingTaskCount == 3 }
            for number in 1...3 {
                group.addTask {
                    try await manager.load(.post, path: "a/\(number)", parameters: ["b": 1])
                }
                await wait { manager.waitingTaskCount == 3 + number }
            }
            #expect(manager.runningRequests("a/:id", method: .get).count == 1)
            #expect(
                manager.runningRequests("a/:id").map(\.request.description) == [
                    "GET \(Society.base)/a/1", "POST \(Society.base)/a/1",
                    "POST \(Society.base)/a/2", "POST \(Society.base)/a/3",
                ])
            gate.open()
            try await group.waitForAll()
        }
        #expect(manager.runningRequests("a/:id").isEmpty)
    }

    @Test func `of several requests, one that fails ends no other`() async throws {
        let society = try Society(
            server: { $0.addResponse(ResponseDescriptor(using: "User")) },
            { request in
                let name = request.url.suffix(1)
                return name == "2" ? json(404, "{}") : json(200, #"{"name": "\#(name)"}"#)
            })
        let outcomes = await withTaskGroup(of: Bool.self) { group in
            for number in 1...3 {
                group.addTask {
                    (try? await society.manager.load(path: "users/\(number)")) != nil
                }
            }
            return await group.reduce(into: []) { $0.append($1) }
        }
        #expect(outcomes.count == 3 && outcomes.count { $0 } == 2)
        #expect(try society.values("User") == ["1", "3"])
    }

    @Test(arguments: [true, false])
    func `parameters are readable by path, by route and by relationship`(
        isGiven: Bool
    ) async throws {
        let parameters: [String: Value] = isGiven ? ["userID": "12"] : [:]
        let requests: [@Sendable (ObjectManager, ManagedObjectID) async throws -> RemoteOutcome] = [
            { manager, _ in try await manager.load(path: "users", parameters: parameters) },
            { manager, _ in try await manager.load(path: "users", query: parameters) },
            { manager, _ in try await manager.load("users", parameters: parameters) },
            { try await $0.load(relationship: "friends", of: $1, query: parameters) },
            { manager, _ in
                try await manager.load(.post, path: "users", parameters: parameters)
            },
        ]
        for (index, send) in requests.enumerated() {
            let society = try Society(
                mappings: { set, model in
                    set.add(
                        try Society.mapping(
                            "User", named: "Position", in: model,
                            [
                                "name": "name",
                                "@metadata.query.parameters.userID": "position",
                            ], by: "name"))
                },
                server: { server in
                    server.addRoute(named: "users", "users")
                    server.addRoute(forRelationship: "friends", of: "User", "users")
                    server.addResponse(ResponseDescriptor("users", using: "Position"))
                }, { _ in json(200, #"{"name": "Blake"}"#) })
            let user = try society.insert("User", ["name": "Other", "position": 1])
            guard case .mapped(let result) = try await send(society.manager, user) else {
                Issue.record("\(index)")
                continue
            }
            #expect(result.issues.isEmpty, "\(index)")
            #expect(
                try society.values("User", "position") == (isGiven ? [1, 12] : [1, .null]),
                "\(index)")
        }
    }

    @Test func `the arguments of an object's route are readable`() async throws {
        let society = try Society(
            mappings: { set, model in
                set.add(
                    try Society.mapping(
                        "Meta", named: "Log", in: model,
                        ["@metadata.routing.parameters.railsID": "name"], by: "name"))
            },
            server: { server in
                server.addRoute(for: "Human", "/humans/:railsID")
                server.addResponse(ResponseDescriptor("/humans/:id", using: "Log"))
            }, { _ in json(200, #"{"status": "OK"}"#) })
        let human = try society.insert("Human", ["railsID": 12345])
        try await society.manager.delete(human)
        #expect(try society.values("Meta") == ["12345"])
    }

    @Test func `a named route needs its arguments, but no object`() async throws {
        let society = try Society(
            server: { server in
                server.addRoute(named: "load_humans", "/humans")
                server.addRoute(named: "load_human", "/humans/:id")
            })
        guard case .empty = try await society.manager.load("load_humans") else {
            Issue.record("not empty")
            return
        }
        await expectError(.invalidArgument) { try await society.manager.load("load_human") }
        #expect(society.stub.requests.map(\.url) == [Society.base + "/humans"])
    }

    @Test func `requests are made while other tasks insert`() async throws {
        let society = try Society(
            server: { server in
                server.addRoute(for: "Human", "/humans", methods: [.post])
                server.addRequest(RequestDescriptor(for: "Human"))
            })
        let human = try society.insert("Human", ["name": "a"])
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                for _ in 0..<1000 { _ = try society.insert("Human") }
            }
            group.addTask {
                for _ in 0..<1000 {
                    _ = try society.request(.post, [human])
                }
            }
            try await group.waitForAll()
        }
        #expect(try society.values("Human").count == 1001)
    }

    @Test func `equal GETs with different metadata are mapped apart`() async throws {
        let gate = Gate()
        let society = try Society(
            mappings: { set, model in
                set.add(
                    try Society.mapping(
                        "Meta", named: "Log", in: model, ["@metadata.section": "name"], by: "name"))
            },
            server: { $0.addResponse(ResponseDescriptor(using: "Log")) },
            { _ in
                await gate.wait()
                return json(200, #"{"status": "OK"}"#)
            })
        try await withThrowingTaskGroup(of: Void.self) { group in
            for section in ["news", "sport", "news"] {
                var request = try society.plan.request(path: "x")
                request.metadata["section"] = .string(section)
                group.addTask { [request] in try await society.manager.send(request) }
            }
            await wait { gate.count == 2 && society.manager.waitingTaskCount == 3 }
            gate.open()
            try await group.waitForAll()
        }
        #expect(society.stub.requests.count == 2)
    }

    @Test func `records have positions in a response whose source the caller names`() async throws {
        let society = try Society(
            mappings: { set, model in
                set.add(
                    try Society.mapping(
                        "Meta", named: "Log", in: model, ["@metadata.position": "name"], by: "name")
                )
            },
            server: { $0.addResponse(ResponseDescriptor(root: "logs", using: "Log")) },
            { _ in json(200, #"{"logs": [{"a": 1}, {"a": 1}]}"#) })
        var request = try society.plan.request(path: "x")
        request.metadata["source"] = "x"
        try await society.manager.send(request)
        #expect(try society.values("Meta") == ["0", "1"])

        request.metadata["position"] = "mine"
        try await society.manager.send(request)
        #expect(try society.values("Meta").contains("mine"))
    }
}
