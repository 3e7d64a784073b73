import EntityMapper
import HTTPValues
import MercatorPayload
import MercatorTesting
import ObjectGraph
import OrphanDetection
import RemoteGraph
import RemotePlanning
import ResourceMapping
import Synchronization
import TestSupport
import Testing

/// Rows of the catalogue's section 2.M about requests, and U19; `OrphanCatalogueTests` has those
/// about orphans.
///
/// The results of a request are identifiers, which are valid in every context, so there is nothing
/// to fetch again (M05, M17, M19, M20, M28, M37), and nothing that belongs to a context (M38). A
/// request is a value, so that there is no copy of a running one (M40). M08 concerns skipping
/// the mapping of a response that is not modified, which a validator decides here.
@Suite("Rows of the catalogue: requests and stores", .endsInTime)
struct StoreCatalogueTests {
    private static let humans: @Sendable (inout RemoteDescription) -> Void = { server in
        server.addRoute(for: "Human", "/humans/:railsID")
        server.addRoute(for: "Human", "/humans", methods: [.post])
        server.addRequest(RequestDescriptor(for: "Human", root: "human"))
        server.addResponse(ResponseDescriptor(root: "human", using: "Human"))
    }

    @Test(arguments: StoreKind.allCases)
    func `a response is saved, and its objects are valid in each context`(
        kind: StoreKind
    ) async throws {
        try await kind.withStoreAwaiting { store in
            let society = try Society(
                store, server: Self.humans,
                { _ in json(200, #"{"human": {"name": "Blake Watters", "id": 1}}"#) })
            guard case .mapped(let result) = try await society.manager.load(path: "humans/1")
            else {
                Issue.record("not mapped")
                return
            }
            let identifier = try #require(result.array.first)
            let name = try society.container.perform { context in
                try context.object(with: identifier)?["name"]
            }
            #expect(name == "Blake Watters")
        }
    }

    @Test(arguments: [true, false])
    func `a scope gets the arguments of the path, and may have no requests`(
        hasRequest: Bool
    ) async throws {
        // RestKit passes a URL, for the block to take apart.
        let arguments = Mutex<[[String: String]]>([])
        let society = try Society(
            server: { server in
                server.base = "https://restkit.org/api/v1/"
                server.addResponse(
                    ResponseDescriptor(
                        "categories/:categoryID", using: "Meta",
                        scope: .custom("categories", limit: .unlimited) { found in
                            arguments.withLock { $0.append(found) }
                            return hasRequest ? [FetchRequest("Meta")] : []
                        }))
            }, { _ in json(200, #"[{"name": "m"}]"#) })
        _ = try society.insert("Meta", ["name": "old"])
        try await society.manager.load(path: "categories/1234")
        #expect(arguments.withLock { $0 } == [["categoryID": "1234"]])
        #expect(try society.values("Meta") == (hasRequest ? ["m"] : ["m", "old"]))
    }

    @Test func `without a scope, a response is mapped and nothing deleted`() async throws {
        let society = try Society(
            server: { $0.addResponse(ResponseDescriptor(using: "Human")) },
            { _ in json(200, #"{"name": "Blake", "id": 1}"#) })
        _ = try society.insert("Human", ["railsID": 2])
        guard case .mapped(let result) = try await society.manager.load(path: "humans/1") else {
            Issue.record("not mapped")
            return
        }
        #expect(result.array.count == 1)
        #expect(try society.values("Human", "railsID") == [1, 2])
    }

    struct Deletion: Sendable, CustomTestStringConvertible {
        let id: String
        let status: Int
        var body = ""
        var contentType = "application/json"
        /// The path of the names in the payload; `nil` without a descriptor.
        var source: PayloadPath?
        let isDeleted: Bool
        var testDescription: String { id }
    }

    static let deletions = [
        Deletion(id: "M10, M52", status: 204, isDeleted: true),
        Deletion(id: "M11", status: 200, isDeleted: true),
        Deletion(id: "M12, rule 186", status: 200, body: "{}", isDeleted: true),
        Deletion(
            id: "M13", status: 200, body: #"{"human": {"status": "OK"}}"#, source: "name",
            isDeleted: true),
        Deletion(
            id: "M14, M15", status: 200, body: #"{"human": {"status": "OK"}}"#, source: "status",
            isDeleted: true),
        Deletion(id: "M16", status: 404, isDeleted: true),
        Deletion(id: "M16", status: 410, isDeleted: true),
        Deletion(id: "M52", status: 200, body: "{}", source: "name", isDeleted: true),
        Deletion(id: "U19", status: 200, body: #"{"x": 1}"#, source: "name", isDeleted: true),
        Deletion(
            id: "rule 183: no JSON", status: 200, body: "<p>", contentType: "text/html",
            source: "name", isDeleted: true),
        Deletion(
            id: "rule 183: broken JSON", status: 200, body: "{", source: "name", isDeleted: true),
        Deletion(id: "rule 185", status: 500, body: "{}", source: "name", isDeleted: false),
        Deletion(id: "rule 185", status: 403, source: "name", isDeleted: false),
    ]

    @Test(arguments: StoreKind.allCases, deletions)
    func `a DELETE that succeeds deletes the object, whatever the response contains`(
        kind: StoreKind, row: Deletion
    ) async throws {
        try await kind.withStoreAwaiting { store in
            let society = try Society(
                store,
                mappings: { set, model in
                    guard let source = row.source else { return }
                    set.add(
                        try Society.mapping(
                            "Human", named: "Status", in: model, [source: "name"], by: "name"))
                },
                server: { server in
                    server.addRoute(for: "Human", "/humans/:railsID")
                    if row.source != nil {
                        server.addResponse(ResponseDescriptor(root: "human", using: "Status"))
                    }
                },
                { _ in
                    TransportResponse(
                        row.status, headers: ["Content-Type": row.contentType], json: row.body)
                })
            let human = try society.insert("Human", ["railsID": 12345, "name": "gone"])
            if row.isDeleted {
                guard case .deleted = try await society.manager.delete(human) else {
                    Issue.record("not deleted")
                    return
                }
            } else {
                await expectError(.failedStatus) { try await society.manager.delete(human) }
            }
            #expect(
                society.stub.requests.map(\.url) == [Society.base + "/humans/12345"])
            let isMapped = row.source == "status"
            #expect(
                try society.values("Human")
                    == (row.isDeleted ? isMapped ? ["OK"] : [] : ["gone"]))
        }
    }

    @Test func `an object that was deleted here meanwhile is no error`()
        async throws
    {
        let society = try Society(server: Self.humans)
        let human = try society.insert("Human", ["railsID": 1])
        let request = try society.container.perform { context in
            try society.plan.request(
                .delete, for: try #require(try context.object(with: human)))
        }
        try await society.manager.delete(human)
        guard case .deleted = try await society.manager.send(request, for: human) else {
            Issue.record("not deleted")
            return
        }
        #expect(society.stub.requests.count == 2)
    }

    @Test(arguments: StoreKind.allCases)
    func `a draft that was sent stays if the response has no body`(
        kind: StoreKind
    ) async throws {
        try await kind.withStoreAwaiting { store in
            let society = try Society(
                store,
                server: { $0.addRoute(for: "Human", "/humans", methods: [.post]) })
            let human = try society.insert("Human", ["name": "draft"])
            guard case .saved(let saved) = try await society.manager.post(human) else {
                Issue.record("not saved")
                return
            }
            #expect(saved.binding == nil && saved.result == nil)
            #expect(try society.values("Human") == ["draft"])
            #expect(society.stub.requests.first?.body == nil)
        }
    }

    @Test func `a representation of nothing is no error`() async throws {
        let society = try Society(
            server: { $0.addResponse(ResponseDescriptor(using: "Human")) },
            { _ in json(200, #"{"name": null}"#) })
        guard case .mapped = try await society.manager.load(path: "humans") else {
            Issue.record("not mapped")
            return
        }
    }

    @Test(arguments: StoreKind.allCases)
    func `an empty list deletes, a failure does not`(kind: StoreKind) async throws {
        for (status, body, rest) in [
            (200, #"{"human": []}"#, []), (500, "", [1]), (200, "{}", [1]),
        ] as [(Int, String, [Value])] {
            try await kind.withStoreAwaiting { store in
                let society = try Society(
                    store,
                    server: { server in
                        server.addResponse(
                            ResponseDescriptor(
                                root: "human", using: "Human",
                                scope: .all("Human", limit: .unlimited)))
                    }, { _ in json(status, body) })
                _ = try society.insert("Human", ["railsID": 1])
                _ = try? await society.manager.load(path: "humans")
                #expect(try society.values("Human", "railsID") == rest, "\(status) \(body)")
            }
        }
    }

    @Test(arguments: StoreKind.allCases)
    func `objects can be changed before they are saved, in the same commit`(
        kind: StoreKind
    ) async throws {
        struct Refusal: Error {}
        for isRefused in [false, true] {
            try await kind.withStoreAwaiting { store in
                let society = try Society(
                    store,
                    options: { options in
                        options.willSave = { context, result in
                            let first = try #require(result?.array.first)
                            let human = try #require(try context.object(with: first))
                            #expect(human["railsID"] == 1)
                            human["name"] = "changed"
                            if isRefused { throw Refusal() }
                        }
                    }, server: Self.humans,
                    { _ in json(200, #"{"human": {"name": "Blake Watters", "id": 1}}"#) })
                if isRefused {
                    let error = await expectError(.failedMapping) {
                        try await society.manager.load(path: "humans/1")
                    }
                    #expect(error?.cause is Refusal)
                } else {
                    try await society.manager.load(path: "humans/1")
                }
                #expect(try society.values("Human") == (isRefused ? [] : ["changed"]))
            }
        }
    }

    @Test func `an observer is told of the decisions of a mapping`() async throws {
        let log = DecisionLog()
        let society = try Society(
            options: { $0.mappingObserver = log }, server: Self.humans,
            { _ in json(200, #"{"human": {"name": "Blake Watters", "id": 1}}"#) })
        try await society.manager.load(path: "humans/1")
        #expect(log.count > 0)
    }

    private final class DecisionLog: MappingObserver {
        private let events = Mutex(0)
        var count: Int { events.withLock { $0 } }
        func mappingOperation(didObserve event: MappingEvent) { events.withLock { $0 += 1 } }
    }

    @Test(arguments: StoreKind.allCases)
    func `a posted object is the one of the response`(kind: StoreKind) async throws {
        try await kind.withStoreAwaiting { store in
            let society = try Society(
                store, server: Self.humans,
                { _ in json(201, #"{"human": {"name": "My Name", "id": 1}}"#) })
            let human = try society.insert("Human", ["name": "My Name"])
            guard case .saved(let saved) = try await society.manager.post(human) else {
                Issue.record("not saved")
                return
            }
            #expect(saved.result?.array == [human] && saved.binding == .bound(1))
            #expect(try society.values("Human", "railsID") == [1])
        }
    }

    @Test(arguments: StoreKind.allCases)
    func `a deletion is seen by a context that had the object`(kind: StoreKind) async throws {
        try await kind.withStoreAwaiting { store in
            let society = try Society(store, server: Self.humans)
            let human = try society.insert("Human", ["railsID": 1])
            try await society.manager.delete(human)
            let context = ManagedObjectContext(
                model: society.container.model, backend: society.container.backend)
            #expect(try context.count(FetchRequest("Human")) == 0)
        }
    }
}
