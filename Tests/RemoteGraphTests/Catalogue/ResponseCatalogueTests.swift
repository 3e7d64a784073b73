import EntityMapper
import HTTPValues
import MercatorPayload
import MercatorTesting
import ObjectGraph
import PlainValueMapping
import RemoteGraph
import RemotePlanning
import ResourceMapping
import TestSupport
import Testing

/// Rows of the catalogue's section 2.N, except those about paths, and N-085's relatives.
///
/// Failed responses are described apart from successful ones, so a mistake of one kind is none of
/// the other (N19 to N23). The contents of a successful response are objects of entities; N32's
/// dictionary is one as well.
@Suite("Rows of the catalogue: responses")
struct ResponseCatalogueTests {
    private func chosen(
        _ method: ResourceRequest.Method, _ path: String,
        _ describe: (inout RemoteDescription) -> Void
    ) throws -> [String] {
        let remote = try Society.remote(server: describe)
        return try remote.responses(to: method, Society.base + path, status: 200).parts
            .map(\.descriptor.mapping)
    }

    @Test func `an empty object at the top is no error`() async throws {
        let society = try Society(
            server: { $0.addResponse(ResponseDescriptor("organizations/", using: "Address")) },
            { _ in json(200, "{}") })
        guard case .mapped = try await society.manager.load(path: "organizations/") else {
            Issue.record("not mapped")
            return
        }
    }

    @Test func `a descriptor applies to its method only`() throws {
        let describe = { (server: inout RemoteDescription) in
            server.addResponse(ResponseDescriptor("/user", methods: [.get], using: "User"))
            server.addResponse(ResponseDescriptor("/user", methods: [.post], using: "Address"))
        }
        #expect(try chosen(.get, "/user", describe) == ["User"])
        #expect(try chosen(.post, "/user", describe) == ["Address"])
        expectError(.noDescriptor) { try chosen(.put, "/user", describe) }
    }

    @Test func `a pattern matches no longer and no shorter path`() throws {
        let found = try chosen(.get, "/categories/some-category-name/articles/the-article-name") {
            $0.addResponse(ResponseDescriptor("/categories", using: "User"))
            $0.addResponse(ResponseDescriptor("/categories/:categoryName", using: "Address"))
            $0.addResponse(
                ResponseDescriptor(
                    "/categories/:categorySlug/articles/:articleSlug", using: "Human"))
        }
        #expect(found == ["Human"])
    }

    @Test(arguments: ["", " "])
    func `a success without a body is no error`(body: String) async throws {
        let society = try Society(
            server: { $0.addResponse(ResponseDescriptor(using: "User")) },
            { _ in TransportResponse(200, body: ResponseBody(Array(body.utf8))) })
        guard case .empty = try await society.manager.load(path: "users") else {
            Issue.record("not empty")
            return
        }
    }

    struct Failure: Sendable, CustomTestStringConvertible {
        let id: String
        let status: Int
        let body: String
        let root: PayloadPath
        let messages: [String]
        var testDescription: String { id }
    }

    @Test(arguments: [
        Failure(
            id: "N19", status: 422, body: #"{"message": "Failure"}"#, root: "message",
            messages: ["Failure"]),
        Failure(
            id: "N22", status: 500, body: #"{"errors": ["error1", "error2"]}"#, root: "errors",
            messages: ["error1", "error2"]),
        Failure(id: "N20", status: 422, body: "{}", root: "message", messages: []),
        Failure(id: "N18", status: 422, body: "", root: "message", messages: []),
    ])
    func `a failed response is an error with its messages`(row: Failure) async throws {
        var message = ObjectMapping("", named: "Message")
        message.addAttributeMapping(from: "", to: \.self)
        let content = ErrorDescriptor.Content.values(of: message, at: row.root)
        let society = try Society(
            server: { server in
                server.addResponse(ResponseDescriptor(using: "User"))
                server.addError(ErrorDescriptor(statuses: .error, content))
            }, { _ in json(row.status, row.body) })
        let error = await expectError(.failedStatus) {
            try await society.manager.load(path: "users")
        }
        #expect(error?.status == row.status)
        var found: [String] = []
        if case .values(let values)? = error?.content {
            found = values.compactMap { $0 as? String }
        }
        #expect(found == row.messages)
        for message in row.messages { #expect(error?.description.contains(message) == true) }
    }

    @Test func `a failed response is not mapped to the object that was sent`()
        async throws
    {
        let society = try Society(
            server: { server in
                server.addRoute(for: "User", "users", methods: [.post])
                server.addRequest(RequestDescriptor(for: "User"))
                server.addResponse(ResponseDescriptor(using: "User"))
            }, { _ in json(422, #"{"name": "Blake"}"#) })
        let user = try society.insert("User", ["name": "draft"])
        await expectError(.failedStatus) { try await society.manager.post(user) }
        #expect(try society.values("User") == ["draft"])
    }

    struct Metadata: Sendable, CustomTestStringConvertible {
        let id: String
        var root: PayloadPath = .root
        let path: PayloadPath
        var body = #"{"name": "Blake"}"#
        var metadata: [String: Value] = [:]
        let website: Value
        var testDescription: String { "\(id): \(path)" }
    }

    static let metadata = [
        Metadata(
            id: "rule 205", path: "@metadata.HTTP.request.method", website: "GET"),
        Metadata(
            id: "N25", path: "@metadata.HTTP.request.URL",
            website: .string(Society.base + "/v1/users?token=<hidden>&userID=12")),
        Metadata(
            id: "N25", path: "@metadata.HTTP.response.URL",
            website: .string(Society.base + "/v2/users")),
        Metadata(
            id: "N26", path: "@metadata.HTTP.request.headers.content-language", website: "de"),
        Metadata(
            id: "N26", path: "@metadata.HTTP.response.headers.content-type",
            website: "application/json"),
        Metadata(id: "N27", path: "@metadata.network.arguments.version", website: "v1"),
        Metadata(
            id: "N28", root: "users", path: "@metadata.network.arguments.users.version",
            body: #"{"users": {"name": "Blake"}}"#, website: "v1"),
        Metadata(
            id: "N29", path: "@metadata.customKey", metadata: ["customKey": "c"], website: "c"),
        Metadata(
            id: "N29", path: "@metadata.HTTP.customKey",
            metadata: ["HTTP": ["customKey": "c"]], website: "c"),
        Metadata(
            id: "N29", path: "@metadata.HTTP.request.method",
            metadata: ["HTTP": ["customKey": "c"]], website: "GET"),
        Metadata(
            id: "rule 205: own values take precedence", path: "@metadata.HTTP.request.method",
            metadata: ["HTTP": ["request": ["method": "own"]]], website: "own"),
        Metadata(id: "T19", path: "@metadata.query.parameters.userID", website: "12"),
        Metadata(
            id: "T19: secret parameters are left out", path: "@metadata.query.parameters.token",
            website: .null),
        Metadata(id: "T17", path: "@metadata.routing.parameters.version", website: "v1"),
        Metadata(id: "rule 223", path: "@metadata.routing.route", website: ":version/users"),
    ]

    @Test(arguments: metadata)
    func `mappings read the request and the response`(row: Metadata) async throws {
        let society = try Society(
            mappings: { set, model in
                set.add(
                    try Society.mapping(
                        "User", named: "Site", in: model, ["name": "name", row.path: "website"],
                        by: "name"))
            },
            server: { server in
                server.addRoute(named: "users", ":version/users", query: ["token": "t"])
                server.addResponse(
                    ResponseDescriptor(":version/users", root: row.root, using: "Site"))
            },
            { request in
                guard request.url.contains("/v1/") else { return json(200, row.body) }
                return TransportResponse(
                    302, headers: ["Location": Society.base + "/v2/users"], json: "")
            })
        var request = try society.plan.request(
            named: "users", arguments: ["version": "v1"], query: ["userID": "12"],
            headers: ["Content-Language": "de"])
        request.metadata = request.metadata.merging(row.metadata) { $1 }
        try await society.manager.send(request)
        #expect(try society.values("User", "website") == [row.website])
    }

    @Test func `secret fields of the request cannot be read`() async throws {
        let remote = try Society.remote { $0.secretFields = ["X-Token"] }
        let metadata = remote.metadata(
            .get, Society.base, headers: ["Authorization": "s", "x-token": "s", "A": "1"],
            status: 200, fields: [])
        #expect(
            metadata["HTTP"]
                == [
                    "request": [
                        "method": "GET", "URL": .string(Society.base), "headers": ["a": "1"],
                    ],
                    "response": ["status": 200, "URL": .string(Society.base), "headers": [:]],
                ])
    }

    @Test func `a request cancelled before its start ends once, without a result`()
        async throws
    {
        let society = try Society(
            server: { $0.addResponse(ResponseDescriptor(using: "User")) },
            { _ in json(200, #"{"name": "Blake"}"#) })
        let task = Task {
            await wait { Task.isCancelled }
            return try await society.manager.load(path: "users")
        }
        task.cancel()
        await expectError(.cancelled) { try await task.value }
        #expect(try society.values("User").isEmpty)
    }

    @Test(arguments: StoreKind.allCases)
    func `a response has other contents than the object that was sent`(
        kind: StoreKind
    ) async throws {
        for (hasUser, names) in [(true, ["Blake", "Blake"] as [Value]), (false, ["Blake"])] {
            try await kind.withStoreAwaiting { store in
                let society = try Society(
                    store,
                    server: { server in
                        server.addRoute(for: "User", "ComplexUser", methods: [.post])
                        server.addResponse(ResponseDescriptor(root: "meta", using: "Meta"))
                        if hasUser {
                            server.addResponse(
                                ResponseDescriptor(root: "data.STUser", using: "User"))
                        }
                    },
                    { _ in
                        json(
                            201, #"{"data": {"STUser": {"name": "Blake"}}, "meta": {"name": "m"}}"#)
                    })
                // The identification of a user is its name, so the first one is a draft.
                let user = try society.insert("User", ["age": 30])
                guard case .saved(let saved) = try await society.manager.post(user) else {
                    Issue.record("not saved")
                    return
                }
                #expect(saved.binding == (hasUser ? .bound("Blake") : nil))
                #expect(saved.result?.total.inserted == 1)
                #expect(try society.values("Meta") == ["m"])
                #expect(try society.values("User", "age") == [30])
                #expect(try society.values("User") == (hasUser ? ["Blake"] : [.null]), "\(names)")
            }
        }
    }

    @Test(arguments: StoreKind.allCases)
    func `a single method precedes any, in each order`(
        kind: StoreKind
    ) async throws {
        // RestKit takes the one that was added last.
        for isReversed in [false, true] {
            for methods: MethodSet in [[.post], .any] {
                try await kind.withStoreAwaiting { store in
                    let descriptors = [
                        ResponseDescriptor("/user", methods: [.get], using: "Weight"),
                        ResponseDescriptor("/user", methods: methods, using: "User"),
                    ]
                    let society = try Society(
                        store,
                        mappings: { set, model in
                            set.add(
                                try Society.mapping(
                                    "User", named: "Weight", in: model, ["weight": "weight"],
                                    by: "weight"))
                        },
                        server: { server in
                            for descriptor in isReversed ? descriptors.reversed() : descriptors {
                                server.addResponse(descriptor)
                            }
                        }, { _ in json(200, #"{"name": "Blake", "weight": 131.3}"#) })
                    try await society.manager.load(path: "user")
                    #expect(try society.values("User") == [.null])
                    #expect(try society.values("User", "weight") == [131.3])
                }
            }
        }
    }
}
