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

@Suite("Responses to several objects", .endsInTime)
struct SeveralObjectsTests {
    private func society(
        _ store: any PersistentStore, _ status: Int, _ body: String
    ) throws -> Society {
        try Society(
            store,
            mappings: { set, _ in
                set.update("Human") { $0.synchronizationAttribute = "state" }
            },
            server: { server in
                server.addRoute(for: "Human", "/humans", methods: [.post, .put])
                server.addRequest(RequestDescriptor(for: "Human", root: "human"))
                server.addRequest(RequestDescriptor(for: "Address", root: "address"))
                server.addResponse(ResponseDescriptor(root: "human", using: "Human"))
            }, { _ in json(status, body) })
    }

    private func humans(_ society: Society) throws -> [ManagedObjectID] {
        try ["a", "b"].map { try society.insert("Human", ["name": .string($0), "state": 1]) }
    }

    @Test(arguments: StoreKind.allCases)
    func `new objects take their identifiers in order`(kind: StoreKind) async throws {
        try await kind.withStoreAwaiting { store in
            let society = try society(
                store, 201, #"{"human": [{"id": 8, "name": "A"}, {"id": 7, "name": "B"}]}"#)
            let humans = try humans(society)
            guard case .saved(let saved) = try await society.manager.post(humans) else {
                Issue.record("not saved")
                return
            }
            #expect(saved.bindings == [.bound(8), .bound(7)])
            #expect(saved.result?.array == humans)
            #expect(
                try await society.stub.requests.first?.text
                    == #"{"human":[{"name":"a"},{"name":"b"}]}"#)
            #expect(try society.values("Human") == ["A", "B"])
            #expect(try society.values("Human", "railsID") == [7, 8])
            #expect(try society.values("Human", "state") == [0, 0])
            // Now they are known, and the order has no meaning.
            guard case .saved(let again) = try await society.manager.put(humans.reversed()) else {
                Issue.record("not saved")
                return
            }
            #expect(again.bindings == [.known, .known])
            #expect(try society.values("Human", "railsID") == [7, 8])
        }
    }

    @Test(
        arguments: StoreKind.allCases,
        [
            #"{"human": [{"id": 7}]}"#, #"{"human": [{"id": 7}, {"id": 8}, {"id": 9}]}"#,
            #"{"human": [{"id": 7}, {"id": 7}]}"#, #"{"human": [{"id": 7}, {"name": "B"}]}"#,
            #"{"human": [{"id": 7}, {"id": 1}]}"#, #"{"human": []}"#,
        ])
    func `a response that is not clearly that of the objects leaves everything`(
        kind: StoreKind, body: String
    ) async throws {
        try await kind.withStoreAwaiting { store in
            let society = try society(store, 201, body)
            _ = try society.insert("Human", ["railsID": 1])
            let humans = try humans(society)
            let before = try society.container.perform { try GraphSnapshot($0) }
            guard case .saved(let saved) = try await society.manager.post(humans) else {
                Issue.record("not saved")
                return
            }
            #expect(saved.result == nil && saved.bindings.count == 2)
            #expect(saved.bindings.allSatisfy { if case .unbound = $0 { true } else { false } })
            #expect(try society.container.perform { try GraphSnapshot($0) } == before)
        }
    }

    @Test(arguments: [([1, 2], true), ([2, 1], false)])
    func `among new objects, known ones must be where the response has them`(
        order: [Int], isBound: Bool
    ) async throws {
        let found = order.map { #"{"id": \#($0)}"# }.joined(separator: ",")
        let society = try society(InMemoryStore(), 201, #"{"human": [\#(found)]}"#)
        let humans = [
            try society.insert("Human", ["railsID": 1]), try society.insert("Human", [:]),
        ]
        guard case .saved(let saved) = try await society.manager.post(humans) else {
            Issue.record("not saved")
            return
        }
        #expect((saved.bindings == [.known, .bound(2)]) == isBound)
        #expect(try society.values("Human", "railsID") == (isBound ? [1, 2] : [1, .null]))
    }

    @Test func `without a body, all objects are clean; a refusal is a conflict of none of them`()
        async throws
    {
        for (status, states) in [(204, [0, 0]), (202, [1, 1]), (409, [1, 1])] as [(Int, [Value])] {
            let society = try society(InMemoryStore(), status, "")
            let outcome = try await society.manager.put(try humans(society))
            switch (status, outcome) {
            case (204, .saved(let saved)): #expect(saved.bindings.isEmpty)
            case (202, .accepted): break
            case (409, .conflict(let conflict)):
                #expect(conflict.kind == .changed && conflict.object == nil)
            default: Issue.record("\(outcome)")
            }
            #expect(try society.values("Human", "state") == states)
        }
    }

    @Test func `objects of which one does not exist are not sent`() async throws {
        let society = try society(InMemoryStore(), 204, "")
        let humans = try humans(society)
        try society.container.perform { context in
            if let human = try context.object(with: humans[1]) { context.delete(human) }
            try context.save()
        }
        await expectError(.missingObject) { try await society.manager.post(humans) }
        #expect(society.stub.requests.isEmpty)
    }
}
