import Mercator
import Testing

/// The attributes of an observed result, as a list that is maintained by applying changes only.
struct ObservedResult {
    private struct Row: Equatable {
        let id: ManagedObjectID
        let values: [Value]
    }

    private let request: FetchRequest
    private let container: PersistentContainer
    private let seed: UInt64
    private var iterator: FetchChanges.Iterator
    private var list: [Row] = []

    init(_ request: FetchRequest, _ container: PersistentContainer, _ seed: UInt64) {
        self.request = request
        self.container = container
        self.seed = seed
        iterator = container.changes(of: request).makeAsyncIterator()
    }

    private func fetch() throws -> [Row] {
        let request = request
        return try container.perform { context in
            try context.fetch(request).map { object in
                let attributes = object.entity.attributes.map(\.name).sorted()
                return (object.objectID, attributes.map { object[$0] })
            }
        }.map { Row(id: $0.0, values: $0.1) }
    }

    /// Applies the next differences, and checks that they are correct.
    mutating func follow() async throws {
        let changes = try #require(try await iterator.next())
        let current = Dictionary(
            try fetch().map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
        var made: Set<ManagedObjectID> = []
        let old = list.map(\.id)
        try changes.apply(to: &list) { id in
            made.insert(id)
            return try #require(current[id])
        }
        #expect(list.map(\.id) == changes.objectIDs)
        #expect(made == Set((changes.inserted + changes.updated).map(\.objectID)))
        #expect(changes.moved.count == fewestMoves(from: old, to: changes.objectIDs))
        for item in changes.deleted { #expect(old[item.index] == item.objectID) }
        for item in changes.inserted { #expect(!old.contains(item.objectID)) }
    }

    /// Compares the list with a fetch; if it is outdated, there must be pending differences.
    mutating func catchUp() async throws {
        let expected = try fetch()
        // Without a difference, waiting for one would not end.
        if list != expected { try await follow() }
        #expect(list == expected, "seed \(seed), \(request)")
    }

    /// Elements outside of a longest common subsequence must move.
    private func fewestMoves(from old: [ManagedObjectID], to new: [ManagedObjectID]) -> Int {
        let stayed = new.compactMap { old.firstIndex(of: $0) }
        var lengths: [Int] = []
        for (place, index) in stayed.enumerated() {
            let before = lengths.indices.filter { $0 < place && stayed[$0] < index }
            lengths.append((before.map { lengths[$0] }.max() ?? 0) + 1)
        }
        return stayed.count - (lengths.max() ?? 0)
    }
}
