import EntityMapper
import HTTPValues
import MercatorPayload
import MercatorTesting
import ObjectGraph
import RemoteGraph
import RemotePlanning
import ResourceMapping
import TestSupport
import Testing

/// Responses of which something was left out or replaced, and that the server would not send again.
@Suite("What was not taken is not known", .endsInTime)
struct LeftOutTests {
    private enum Role: String, AttributeValue { case member, other }
    private enum LaterRole: String, AttributeValue { case member, ambassador, other }

    private struct User: Entity {
        let userID = Attribute<Int64>("userID")
        let role = Attribute<Role>("role")
    }

    /// The same entity in a later version of the program.
    private struct LaterUser: Entity {
        static let entityName = "User"
        let userID = Attribute<Int64>("userID")
        let role = Attribute<LaterRole>("role")
    }

    /// The treatment of an unknown case.
    enum Treatment: CaseIterable, Sendable { case left, replaced }
    /// The way in which a list is loaded.
    enum Way: CaseIterable, Sendable { case load, pages }

    private func load<Kind: Entity>(
        _ kind: Kind.Type, _ treatment: Treatment, _ way: Way, _ store: any PersistentStore,
        _ stub: StubTransport
    ) async throws -> [Value] {
        let model = try ManagedObjectModel(kind)
        var users = EntityMapping(for: kind)
        users.addAttributeMappings(["id": "userID"])
        users.addAttributeMappings(["role"])
        if treatment == .replaced { users.unknownCases = .fallback(LaterRole.other) }
        let plan = try MappingPlan(MappingSet([users], roots: ["users": "User"]), for: model)
        var server = RemoteDescription(base: "https://example.com/")
        server.addRoute(named: "users", "users")
        server.addResponse(ResponseDescriptor("users", root: "users", using: "User"))
        let container = try PersistentContainer(model: model, store: store)
        let manager = ObjectManager(try RemotePlan(server, for: plan), in: container, over: stub)
        switch way {
        case .load: try await manager.load("users")
        case .pages:
            _ = try await manager.pages("users", by: .header("Next-Page"))
                .changes(since: .etag(parameter: "_since")).all()
        }
        return try container.perform { context in
            try context.fetch(FetchRequest("User", sortedBy: [.ascending("userID")]))
                .map { $0["role"] }
        }
    }

    @Test(arguments: Treatment.allCases, Way.allCases)
    func `it is asked for again, and is there once the program knows it`(
        treatment: Treatment, way: Way
    ) async throws {
        for kind in StoreKind.allCases {
            try await kind.withStoreAwaiting { store in
                let stub = StubTransport { (request) throws(TransportError) in
                    let isKnown =
                        request.headers["If-None-Match"] == #""7""#
                        || request.url.contains("_since")
                    let users = #"{"id": 1, "role": "member"}, {"id": 2, "role": "ambassador"}"#
                    guard isKnown else {
                        return TransportResponse(
                            200, headers: ["ETag": #""7""#], json: #"{"users": [\#(users)]}"#)
                    }
                    return request.headers["If-None-Match"] == nil
                        ? TransportResponse(
                            200, headers: ["ETag": #""7""#], json: #"{"users": []}"#)
                        : TransportResponse(304, headers: ["ETag": #""7""#])
                }
                let first = try await load(User.self, treatment, way, store, stub)
                #expect(first == (treatment == .left ? ["member"] : ["member", "other"]))
                for _ in 0..<2 {
                    let later = try await load(LaterUser.self, treatment, way, store, stub)
                    #expect(later == ["member", "ambassador"])
                }
                // The last load has nothing to ask for.
                let last = try #require(stub.requests.last)
                #expect(last.headers["If-None-Match"] == #""7""# || last.url.contains("_since"))
            }
        }
    }
}
