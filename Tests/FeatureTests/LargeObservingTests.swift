import Mercator
import TestSupport
import Testing

@Suite("Observing a long list", .endsInTime)
struct LargeObservingTests {
    private static let request = FetchRequest(
        "Item", where: .attribute("rank") >= 0, sortedBy: [.ascending("rank")])

    /// Saves that touch a part of the rows, so that most of them are not compared.
    private enum Save: CaseIterable {
        case insertSome, deleteSome, deleteBlock, shiftSome, shiftBlock, hideSome, showAll
    }

    @Test(arguments: StoreKind.allCases)
    func `the differences bring the old list to the new one`(store: StoreKind) async throws {
        for seed in Seeds.upTo(10, from: 1) {
            try await store.withStoreAwaiting { store in
                let model = try ManagedObjectModel([
                    EntityDescription(
                        "Item", attributes: [AttributeDescription("rank", .integer64)])
                ])
                let container = try PersistentContainer(model: model, store: store)
                var generator = SeededGenerator(seed: seed)
                try Self.insert(1500, container, &generator)
                var iterator = container.changes(of: Self.request).makeAsyncIterator()
                var list = try #require(try await iterator.next()).objectIDs
                for round in 0..<12 {
                    let save = generator.pick(Save.allCases)
                    let isWritten = try Self.perform(save, container, &generator)
                    guard isWritten else { continue }
                    let old = list
                    let changes = try #require(try await iterator.next())
                    changes.apply(to: &list) { $0 }
                    let expected = try container.perform { context in
                        try context.fetch(Self.request).map(\.objectID)
                    }
                    #expect(list == expected, "seed \(seed), round \(round), \(save)")
                    #expect(changes.objectIDs == expected)
                    #expect(
                        changes.moved.count == Self.fewestMoves(from: old, to: expected),
                        "seed \(seed), round \(round), \(save)")
                    for move in changes.moved {
                        #expect(old[move.oldIndex] == move.objectID)
                        #expect(expected[move.index] == move.objectID)
                    }
                    for item in changes.deleted { #expect(old[item.index] == item.objectID) }
                    for item in changes.inserted { #expect(expected[item.index] == item.objectID) }
                    for item in changes.updated { #expect(expected[item.index] == item.objectID) }
                }
            }
        }
    }

    @Test func `a window far behind the first object is maintained`() async throws {
        let model = try ManagedObjectModel([
            EntityDescription("Item", attributes: [AttributeDescription("rank", .integer64)])
        ])
        let container = try PersistentContainer(model: model, store: InMemoryStore())
        var generator = SeededGenerator(seed: 1)
        try Self.insert(10_010, container, &generator)
        let request = FetchRequest(
            "Item", sortedBy: [.ascending("rank")], limit: 5, offset: 10_003)
        var iterator = container.changes(of: request).makeAsyncIterator()
        var list = try #require(try await iterator.next()).objectIDs
        for _ in 0..<3 {
            try container.perform { context in
                context.insert("Item")["rank"] = -1
                try context.save()
            }
            let changes = try #require(try await iterator.next())
            #expect(changes.inserted.count == 1 && changes.deleted.count == 1)
            changes.apply(to: &list) { $0 }
            #expect(list == (try container.perform { try $0.fetch(request).map(\.objectID) }))
        }
    }

    private static func insert(
        _ count: Int, _ container: PersistentContainer, _ generator: inout SeededGenerator
    ) throws {
        let ranks = (0..<count).map { _ in Int64.random(in: 0..<5000, using: &generator) }
        try container.perform { context in
            for rank in ranks { context.insert("Item")["rank"] = .integer(rank) }
            try context.save()
        }
    }

    /// Saves a random change; returns whether an object of the result was written.
    private static func perform(
        _ save: Save, _ container: PersistentContainer, _ generator: inout SeededGenerator
    ) throws -> Bool {
        let seed = generator.next()
        return try container.perform { context in
            var generator = SeededGenerator(seed: seed)
            let items = try context.fetch(request)
            let count = generator.pick([1, 2, 5, 200, 600])
            guard items.count > 2 * count || save == .insertSome || save == .showAll else {
                return false
            }
            let start = Int.random(in: 0...max(0, items.count - count), using: &generator)
            let block = items.dropFirst(start).prefix(count)
            let some = (0..<count).compactMap { _ in items.isEmpty ? nil : generator.pick(items) }
            switch save {
            case .insertSome:
                for _ in 0..<count {
                    let rank = Int64.random(in: 0..<5000, using: &generator)
                    context.insert("Item")["rank"] = .integer(rank)
                }
            case .deleteSome: for item in Set(some.map(\.objectID)) { try delete(item, context) }
            case .deleteBlock: for item in block { context.delete(item) }
            case .shiftSome:
                for item in some {
                    item["rank"] = .integer(Int64.random(in: 0..<5000, using: &generator))
                }
            case .shiftBlock:
                let distance = Int64.random(in: 1..<1000, using: &generator)
                for item in block {
                    if case .integer(let rank) = item["rank"] {
                        item["rank"] = .integer(rank + distance)
                    }
                }
            case .hideSome: for item in some { item["rank"] = -1 }
            case .showAll:
                let hidden = try context.fetch(
                    FetchRequest("Item", where: .attribute("rank") < 0))
                guard !hidden.isEmpty else { return false }
                for item in hidden { item["rank"] = 2500 }
            }
            let isWritten = context.hasChanges
            try context.save()
            return isWritten
        }
    }

    private static func delete(_ id: ManagedObjectID, _ context: ManagedObjectContext) throws {
        context.delete(try #require(try context.object(with: id)))
    }

    /// Elements outside of a longest common subsequence must move.
    private static func fewestMoves(
        from old: [ManagedObjectID], to new: [ManagedObjectID]
    ) -> Int {
        let indexes = Dictionary(
            old.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
        // The least end of an increasing subsequence of each length.
        var ends: [Int] = []
        var stayed = 0
        for index in new.compactMap({ indexes[$0] }) {
            stayed += 1
            var (place, end) = (0, ends.count)
            while place < end {
                let middle = (place + end) / 2
                if ends[middle] < index { place = middle + 1 } else { end = middle }
            }
            if place == ends.count { ends.append(index) } else { ends[place] = index }
        }
        return stayed - ends.count
    }
}
