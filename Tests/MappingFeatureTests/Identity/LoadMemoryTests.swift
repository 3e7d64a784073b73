import ConnectionEvaluation
import EntityMapper
import MercatorPayload
import ObjectGraph
import OrphanDetection
import Synchronization
import TestSupport
import Testing

@Suite("Payloads that have changed nothing")
struct LoadMemoryTests {
    private let model: ManagedObjectModel
    private let page = #"[{"id": 1, "title": "Maps"}, {"id": 2, "title": "Coasts"}]"#

    init() throws {
        model = try ManagedObjectModel([
            EntityDescription(
                "Article", attributes: [.init("id", .integer64), .init("title", .string)])
        ])
    }

    /// A mapping whose closure counts its calls.
    private final class Counter: Sendable {
        private let calls = Atomic<Int>(0)
        var count: Int { calls.load(ordering: .relaxed) }

        func note(_ text: String?) -> Value? {
            calls.add(1, ordering: .relaxed)
            return text.map { .string($0) }
        }
    }

    private func operation(_ counter: Counter = Counter()) throws -> MappingOperation {
        var mapping = EntityMapping(forEntityNamed: "Article", in: model)
        mapping.identificationAttributes = ["id"]
        mapping.addAttributeMappings(["id": "id"])
        mapping.addAttributeMapping(
            from: "title", to: "title", using: ValueTransform("counted") { counter.note($0.string) }
        )
        var operation = MappingOperation(
            try MappingPlan(MappingSet([mapping], roots: [.root: "Article"]), for: model))
        operation.memory = LoadMemory()
        return operation
    }

    @Test(arguments: StoreKind.allCases)
    func `are recognized without mapping`(kind: StoreKind) throws {
        let bench = try Workbench(kind, model)
        let counter = Counter()
        let operation = try operation(counter)
        let results = try (0..<4).map { _ in try operation.run(page, in: bench.container) }
        #expect(counter.count == 4)
        #expect(operation.memory?.hitCount == 2)
        #expect(results.map(\.total.inserted) == [2, 0, 0, 0])
        #expect(results.map(\.total.unchanged) == [0, 2, 2, 2])
        #expect(Set(results.map(\.array)).count == 1)
    }

    @Test(arguments: StoreKind.allCases)
    func `are recognized in background tasks, as bytes and as texts of one kind`(
        kind: StoreKind
    ) async throws {
        let bench = try Workbench(kind, model)
        let operation = try operation()
        for _ in 0..<3 { _ = try await operation.runInBackground(page, in: bench.container) }
        #expect(operation.memory?.hitCount == 1)
        for _ in 0..<2 { _ = try operation.run(Array(page.utf8), in: bench.container) }
        #expect(operation.memory?.hitCount == 2)
        #expect(operation.memory?.count == 2)
        _ = try operation.run(PayloadDocument(page), in: bench.container)
        #expect(operation.memory?.hitCount == 2)
        operation.memory?.removeAll()
        _ = try operation.run(page, in: bench.container)
        #expect(operation.memory?.hitCount == 2)
    }

    /// A write after which a payload has to be mapped again.
    enum Write: CaseIterable, Sendable {
        case edit, update, delete, insert, load, otherContainer
    }

    @Test(arguments: StoreKind.allCases, Write.allCases)
    func `are mapped again after a write`(kind: StoreKind, write: Write) throws {
        let bench = try Workbench(kind, model)
        let other = try PersistentContainer(model: model, store: bench.store)
        let operation = try operation()
        for _ in 0..<3 { _ = try operation.run(page, in: bench.container) }
        #expect(operation.memory?.hitCount == 1)
        switch write {
        case .edit:
            try bench.container.perform { context in
                try context.fetch(FetchRequest("Article"))[0]["title"] = "Other"
                try context.save()
            }
        case .update:
            let request = UpdateRequest("Article", setting: ["title": .value("Other")])
            #expect(try bench.container.update(request) == 2)
        case .delete: #expect(try bench.container.delete(DeleteRequest("Article")) == 2)
        case .load: _ = try operation.run(#"[{"id": 1, "title": "Other"}]"#, in: bench.container)
        case .otherContainer:
            _ = try operation.run(#"[{"id": 1, "title": "Other"}]"#, in: other)
        case .insert: try bench.insert("Article", ["id": 3])
        }
        _ = try operation.run(page, in: bench.container)
        #expect(operation.memory?.hitCount == 1)
        let lines = try bench.lines("Article", "id", "title").prefix(2)
        #expect(lines == [#"1 | "Maps""#, #"2 | "Coasts""#])
    }

    /// A repair can clear what the payload sets; a store in memory has nothing to repair.
    @Test(arguments: StoreKind.allCases.filter { $0 != .inMemory })
    func `are mapped again after a repair`(kind: StoreKind) throws {
        let bench = try Workbench(kind, model)
        let operation = try operation()
        for _ in 0..<3 { _ = try operation.run(page, in: bench.container) }
        _ = try bench.container.repairLinks()
        #expect(try operation.run(page, in: bench.container).total.unchanged == 2)
        #expect(operation.memory?.hitCount == 1)
        _ = try operation.run(page, in: bench.container)
        #expect(operation.memory?.hitCount == 2)
    }

    @Test func `of other operations are not recognized`() throws {
        let bench = try Workbench(.inMemory, model)
        let container = bench.container
        let first = try operation()
        for _ in 0..<3 { _ = try first.run(page, in: container) }
        let id = try first.run(page, in: container).array[0]
        #expect(first.memory?.hitCount == 2)
        var other = try operation()
        other.memory = first.memory
        _ = try other.run(page, in: container)
        other = first
        other.options.issueLimit = 3
        _ = try other.run(page, in: container)
        other = first
        other.metadata["page"] = 3
        _ = try other.run(page, in: container)
        other = first
        other.orphanDeletion = OrphanDeletion([.init(FetchRequest("Article"))])
        _ = try other.run(page, in: container)
        _ = try first.run(page + " ", in: container)
        _ = try first.run(#"{"id": 1, "title": "Maps"}"#, in: container)
        _ = try first.run(#"{"id": 1, "title": "Maps"}"#, in: container, into: id)
        #expect(first.memory?.hitCount == 2)
        let elsewhere = try Workbench(.inMemory, model)
        #expect(try first.run(page, in: elsewhere.container).total.inserted == 2)
    }

    @Test func `are forgotten, the one that was used least recently first`() throws {
        let bench = try Workbench(.inMemory, model)
        var operation = try operation()
        let memory = LoadMemory(capacity: 2)
        operation.memory = memory
        let pages = (1...3).map { #"[{"id": \#($0), "title": "Maps"}]"# }
        for page in pages { _ = try operation.run(page, in: bench.container) }
        for page in [pages[0], pages[1], pages[0], pages[2]] {
            _ = try operation.run(page, in: bench.container)
        }
        #expect((memory.count, memory.hitCount) == (2, 1))
        for page in [pages[0], pages[2]] { _ = try operation.run(page, in: bench.container) }
        #expect(memory.hitCount == 3)
        _ = try operation.run(pages[1], in: bench.container)
        #expect(memory.hitCount == 3)
    }

    @Test func `that are invalid throw each time`() throws {
        let bench = try Workbench(.inMemory, model)
        let operation = try operation()
        for _ in 0..<3 {
            #expect(throws: PayloadError.self) {
                try operation.run(#"[{"id": 1"#, in: bench.container)
            }
        }
        for _ in 0..<3 {
            let result = try operation.run(#"[{"id": "one"}]"#, in: bench.container)
            #expect(result.issueCount == 1)
        }
        #expect(operation.memory?.hitCount == 2)
    }

    /// Two stores with the same history, one of whose loads have a memory.
    @Test(arguments: HistoryStore.Kind.allCases, Seeds.upTo(20))
    func `leave the graph that mapping leaves`(kind: HistoryStore.Kind, seed: UInt64) throws {
        let room = try Newsroom()
        var random = SeededGenerator(seed: seed)
        let stores = try [HistoryStore(kind, room.model), HistoryStore(kind, room.model)]
        let memory = LoadMemory(capacity: 6)
        let pages = (0..<4).map { _ in
            let page = random.pick(Newsroom.Page.allCases)
            return (page, room.payload(page, &random))
        }
        var current = pages[0]
        var story: [String] = []
        for step in 0..<33 {
            // At the end, the first page is loaded three times: the second load changes nothing.
            let isEnd = step >= 30
            let container = isEnd ? 0 : Int.random(in: 0...1, using: &random)
            // Most loads repeat the one before, as those of a client that polls.
            if isEnd || random.chance(0.4) { current = isEnd ? pages[0] : random.pick(pages) }
            let (page, payload) = current
            let plan = try #require(room.plans[page])
            let choice = random.next()
            let isEdit = !isEnd && random.chance(0.2)
            story.append("\(container) \(isEdit ? "edit" : "\(page) \(payload)")")
            var results: [MappingResult] = []
            for (index, store) in stores.enumerated() {
                let container = store.containers[container]
                guard !isEdit else {
                    try edit(container, choice)
                    continue
                }
                var operation = MappingOperation(plan)
                if index == 1 { operation.memory = memory }
                results.append(try operation.run(payload, in: container))
            }
            let place = "seed \(seed): \(story.joined(separator: "\n"))"
            if let first = results.first, let last = results.last {
                #expect(first.counts == last.counts, "\(place)")
                let (left, right) = try (
                    stores[0].ranks(of: first.array), stores[1].ranks(of: last.array)
                )
                #expect(left == right, "\(place)")
                #expect(first.issues == last.issues, "\(place)")
                #expect(first.unresolved == last.unresolved, "\(place)")
            }
            #expect(try stores[0].content() == stores[1].content(), "\(place)")
        }
        #expect(memory.hitCount > 0, "seed \(seed)")
    }

    /// Changes a key or deletes an object in code.
    private func edit(_ container: PersistentContainer, _ choice: UInt64) throws {
        try container.perform { context in
            let objects = try context.fetch(FetchRequest(choice & 1 == 0 ? "Article" : "Section"))
            guard !objects.isEmpty else { return }
            let object = objects[Int(choice >> 8 & 0xFF) % objects.count]
            if choice & 1 == 0 {
                object["authorID"] = .integer(Int64(choice >> 16 & 3))
            } else {
                context.delete(object)
            }
            try context.save()
        }
    }
}
