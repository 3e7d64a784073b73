import EntityMapper
import HTTPValues
import MercatorTesting
import ObjectGraph
import RemoteGraph
import RemotePlanning
import TestSupport
import Testing

@Suite("What is remembered along with objects", .endsInTime)
struct ValidatorCommitTests {
    @Test(arguments: StoreKind.allCases)
    func `objects and validator are saved together, or not at all`(
        kind: StoreKind
    ) async throws {
        try await kind.withStoreAwaiting { store in
            let failing = FailingStore(store)
            let server = VersionedServer(["ETag": #""1""#])
            let desk = try Desk(server, store: failing)
            failing.fail([.committing])
            await expectError(.failedMapping) { try await desk.manager.load("articles") }
            failing.fail([])
            #expect(try desk.count == 0)
            #expect(try desk.validators() == [])
            #expect(try await desk.manager.load("articles").isMapped)
            #expect(desk.sent("If-None-Match") == ["", ""])
            let before = try desk.validators()
            server.set(["ETag": #""2""#], json: articles(3))
            failing.fail([.committing])
            await expectError(.failedMapping) { try await desk.manager.load("articles") }
            failing.fail([])
            #expect(try desk.validators() == before)
            #expect(try await desk.manager.load("articles").isMapped)
            #expect(desk.sent("If-None-Match").last == #""1""#)
        }
    }

    @Test func `nothing is sent while the store cannot be read`() async throws {
        let failing = FailingStore()
        let desk = try Desk(VersionedServer(["ETag": #""1""#]), store: failing)
        failing.fail([.reading])
        let error = await expectError(.failedMapping) {
            try await desk.manager.load("articles", query: ["token": "secret"])
        }
        #expect(error?.method == .get && error?.url?.hasSuffix("token=<hidden>") == true)
        #expect(error?.cause is StoreError)
        #expect(desk.stub.requests.isEmpty)
    }

    @Test(arguments: StoreKind.allCases)
    func `managers that remember the same response do not disturb each other`(
        kind: StoreKind
    ) async throws {
        try await kind.withStoreAwaiting { store in
            let count = Counter()
            let desk = try Desk(store: store) { _ in
                count.add()
                return TransportResponse(
                    200, headers: ["ETag": "\"\(count.count)\""], json: articles(1, 2))
            }
            let managers = try (0..<4).map { _ in try desk.manager() }
            let outcomes = try await withThrowingTaskGroup(of: Bool.self) { group in
                for manager in managers {
                    group.addTask {
                        var isMapped = true
                        for _ in 1...10 {
                            isMapped = try await manager.load("articles").isMapped && isMapped
                        }
                        return isMapped
                    }
                }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(outcomes == [true, true, true, true])
            #expect(try desk.validators().count == 1)
        }
    }

    @Test func `each file of a container remembers what belongs to it`() async throws {
        let files = (try TemporaryStore(.sqlite), try TemporaryStore(.sqlite))
        defer {
            files.0.remove()
            files.1.remove()
        }
        let store = PartitionedStore(
            otherwise: files.0.store, parts: [.init(["Orphanage"], in: files.1.store)])
        let server = VersionedServer(["ETag": #""1""#], json: #"{"orphanages": [{"name": "a"}]}"#)
        let library = try Library(store: store)
        let model = library.container.model
        var mappings = try Library.mappings(model)
        let entity = try #require(model["Orphanage"])
        var orphanages = EntityMapping(for: entity)
        orphanages.identificationAttributes = ["name"]
        orphanages.addAttributeMapping(from: "name", to: "name")
        mappings.add(orphanages)
        var description = Library.server
        description.addDependency(of: "orphanages", on: "articles/:id")
        description.addResponse(
            ResponseDescriptor("orphanages", root: "orphanages", using: "Orphanage"))
        description.addResponse(
            ResponseDescriptor("articles/:id", root: "articles", using: "Article"))
        let remote = try RemotePlan(description, for: try MappingPlan(mappings, for: model))
        let stub = StubTransport { request in server.respond(request) }
        let manager = ObjectManager(remote, in: library.container, over: stub)
        try await manager.load(path: "orphanages")
        #expect(try await manager.load(path: "orphanages").confirmed?.count == 1)
        let alone = try PersistentContainer(
            model: try ManagedObjectModel([entity]), store: files.1.store)
        let kept = try alone.perform { try $0.metadata(behind: "remote-validator:") }
        #expect(kept.count == 1)

        // The change of an article writes to the other file than what depends on it.
        server.set(
            change: TransportResponse(200, headers: ["ETag": #""2""#], json: articles(1)))
        let outcome = try await manager.load(.put, path: "articles/1", parameters: ["title": "x"])
        #expect(outcome.isMapped)
        #expect(try alone.perform { try $0.metadata(behind: "remote-validator:") } == [])
        let count = try library.container.perform { try $0.count(FetchRequest("Article")) }
        #expect(count == 1)
    }

    @Test func `superseded and refused responses are not remembered`() async throws {
        let gate = Gate()
        let desk = try Desk { request in
            guard request.headers["X-Slow"] != nil else {
                return TransportResponse(
                    200, headers: ["ETag": #""new""#], json: articles(1, title: "new"))
            }
            await gate.wait()
            return TransportResponse(
                200, headers: ["ETag": #""old""#], json: articles(1, title: "old"))
        }
        let manager = desk.manager
        let slow = Task { try await manager.load("articles", headers: ["X-Slow": "1"]) }
        await wait { gate.count == 1 }
        try await manager.load("articles")
        gate.open()
        guard case .superseded = try await slow.value else {
            Issue.record("the late response was mapped")
            return
        }
        try await manager.load("articles")
        #expect(desk.sent("If-None-Match").last == #""new""#)
    }

    @Test func `a response that a confirmed one overtook is not mapped`() async throws {
        let gate = Gate()
        let desk = try Desk { request in
            guard request.headers["X-Slow"] != nil else {
                return request.headers["If-None-Match"] == #""new""#
                    ? TransportResponse(304, headers: ["ETag": #""new""#])
                    : TransportResponse(
                        200, headers: ["ETag": #""new""#], json: articles(1, title: "new"))
            }
            await gate.wait()
            return TransportResponse(200, json: articles(1, title: "old"))
        }
        let manager = desk.manager
        try await manager.load("articles")
        let slow = Task { try await manager.load("articles", headers: ["X-Slow": "1"]) }
        await wait { gate.count == 1 }
        guard case .notModified = try await manager.load("articles") else {
            Issue.record("not confirmed")
            return
        }
        gate.open()
        guard case .superseded = try await slow.value else {
            Issue.record("the late response was mapped")
            return
        }
        #expect(try desk.titles == [1: "new"])
    }
}
