import EntityMapper
import MercatorTesting
import ObjectGraph
import Payload
import RemoteGraph
import ResourceMapping
import Synchronization
import TestSupport
import Testing

@Suite("The order of edits of different objects", .endsInTime)
struct OutboxDependencyTests {
    /// Finds by definition the nodes that can be first: each node before them is behind them in
    /// order, and comes after them in turn.
    private func expected(_ preceding: [[Int]]) -> [Int] {
        func reaches(_ start: Int, _ end: Int) -> Bool {
            var (seen, open) = (Set<Int>(), [start])
            while let next = open.popLast() {
                for other in preceding[next] where seen.insert(other).inserted {
                    if other == end { return true }
                    open.append(other)
                }
            }
            return false
        }
        return preceding.indices.filter { step in
            preceding[step].allSatisfy { $0 > step && reaches($0, step) }
        }
    }

    @Test(arguments: Seeds.upTo(300))
    func `is that of their references, and of their age in a circle`(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let count = Int.random(in: 1...9, using: &random)
        let preceding = (0..<count).map { node in
            (0..<Int.random(in: 0...3, using: &random))
                .map { _ in Int.random(in: 0..<count, using: &random) }.filter { $0 != node }
        }
        #expect(DependencyGraph(preceding).free == expected(preceding), "\(preceding)")
    }

    @Test func `ladders and circles of any size are found at once`() {
        let ladder = (0..<50_000).map { Array(max(0, $0 - 2)..<$0) }
        #expect(DependencyGraph(ladder).free == [0])
        let circle = (0..<50_000).map { [($0 + 1) % 50_000] }
        #expect(DependencyGraph(circle).free == Array(0..<49_999))
    }

    // Each note references the two before it. To walk all ways between 40 would take days.
    @Test func `a ladder of notes is sent, each after those that it references`() async throws {
        let model = try ManagedObjectModel([
            EntityDescription(
                "Note",
                attributes: [
                    .init("noteID", .integer64), .init("firstID", .integer64),
                    .init("secondID", .integer64),
                ], relationships: [.toOne("first", "Note"), .toOne("second", "Note")])
        ])
        var notes = EntityMapping(for: try #require(model["Note"]))
        notes.identificationAttributes = ["noteID"]
        notes.addAttributeMappings(["id": "noteID", "first": "firstID", "second": "secondID"])
        notes.addConnection(for: "first", connectedBy: ["firstID": "noteID"])
        notes.addConnection(for: "second", connectedBy: ["secondID": "noteID"])
        let plan = try MappingPlan(MappingSet([notes], roots: [.root: "Note"]), for: model)
        var server = RemoteDescription(base: "https://example.com/")
        server.addRoute(for: "Note", "notes", methods: [.post])
        server.addRequest(RequestDescriptor(for: "Note"))
        server.addResponse(ResponseDescriptor("notes", root: .root, using: "Note"))
        let count = Mutex(0)
        let stub = StubTransport { (_) throws(TransportError) in
            let number = count.withLock {
                $0 += 1
                return $0
            }
            return TransportResponse(201, json: #"{"id": \#(number)}"#)
        }
        let container = try PersistentContainer(model: model, store: InMemoryStore())
        let manager = ObjectManager(
            try RemotePlan(server, for: plan), in: container, over: stub)
        try container.perform { context in
            var made: [ManagedObject] = []
            for _ in 0..<40 {
                let note = context.insert("Note")
                for (name, other) in zip(["first", "second"], made.suffix(2).reversed()) {
                    note[toOne: name] = other
                }
                try manager.outbox.create(note.objectID, in: context)
                made.append(note)
            }
            try context.save()
        }
        let round = try await manager.outbox.send()
        #expect(round.sent.count == 40, "\(round)")
        let keys = try container.perform { context in
            try context.fetch(FetchRequest("Note", sortedBy: [.ascending("noteID")]))
                .map { [$0["firstID"], $0["secondID"]] }
        }
        #expect(
            keys.dropFirst(2).enumerated().allSatisfy { index, found in
                found == [.integer(Int64(index + 2)), .integer(Int64(index + 1))]
            })
    }
}
