import EntityMapper
import HTTPValues
import MercatorPayload
import MercatorTesting
import ObjectGraph
import OutboxEntries
import RemoteGraph
import RemoteOutbox
import RemotePlanning
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

    /// The ways in which new notes reference others.
    enum Shape: String, CaseIterable, Sendable {
        case unrelated, chain, ladder, fan

        /// Returns the notes that a note references, by the number of notes before it.
        func references(_ number: Int) -> [Int] {
            switch self {
            case .unrelated: []
            case .chain: Array(max(0, number - 1)..<number)
            // To walk all ways between 40 would take days.
            case .ladder: Array(max(0, number - 2)..<number)
            case .fan: number == 0 ? [] : [0]
            }
        }
    }

    @Test(arguments: Shape.allCases)
    func `new notes are sent, each after those that it references`(shape: Shape) async throws {
        let container = try await send(40, shape).container
        let keys = try container.perform { context in
            try context.fetch(FetchRequest("Note")).map { [$0["firstID"], $0["secondID"]] }
        }
        #expect(keys.count == 40)
        for (number, found) in keys.enumerated() {
            let count = shape.references(number).count
            #expect(found.count { !$0.isNull } == count, "\(number): \(found)")
        }
    }

    /// Cost: hundreds of notes are sent in each of four shapes, so that growth would show.
    @Test(arguments: Shape.allCases)
    func `an entry takes as many requests to the store among many as among few`(
        shape: Shape
    ) async throws {
        let few = try await send(30, shape, width: 1).requests
        let many = try await send(240, shape, width: 1).requests
        #expect(Double(many) / 240 < 1.3 * Double(few) / 30, "\(few) for 30, \(many) for 240")
    }

    @Test(arguments: [Shape.chain, .ladder, .fan])
    func `each answer frees what has waited for it, without reading all entries again`(
        shape: Shape
    ) async throws {
        let ordered = try await send(60, shape, width: 1).requests
        let unrelated = try await send(60, .unrelated, width: 1).requests
        // A reference is one request more when it is sent.
        let references = (0..<60).reduce(0) { $0 + shape.references($1).count }
        #expect(ordered == unrelated + references, "\(ordered) instead of \(unrelated)")
    }

    /// Creates notes in the outbox and sends them, a `width` of them at once.
    ///
    /// Where requests to the store are counted, it is 1: commits that meet are tried again.
    ///
    /// - Returns: The container, and the number of requests to its store.
    private func send(
        _ count: Int, _ shape: Shape, width: Int = RemoteOptions().outbox.width
    ) async throws -> (container: PersistentContainer, requests: Int) {
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
        let number = Mutex(0)
        let stub = StubTransport { (_) throws(TransportError) in
            let number = number.withLock {
                $0 += 1
                return $0
            }
            return TransportResponse(201, json: #"{"id": \#(number)}"#)
        }
        let store = InMemoryStore()
        let container = try PersistentContainer(model: model, store: store)
        var options = RemoteOptions()
        options.outbox.width = width
        let manager = ObjectManager(
            try RemotePlan(server, for: plan), in: container, over: stub, options: options)
        try container.perform { context in
            var made: [ManagedObject] = []
            for number in 0..<count {
                let note = context.insert("Note")
                let others = shape.references(number).reversed().map { made[$0] }
                for (name, other) in zip(["first", "second"], others) { note[toOne: name] = other }
                try manager.outbox.create(note.objectID, in: context)
                made.append(note)
            }
            try context.save()
        }
        let before = store.requestCount
        let round = try await manager.outbox.send()
        #expect(round.sent.count == count, "\(round)")
        return (container, store.requestCount - before)
    }
}
