import Mercator
import TestSupport
import Testing

@Suite("Observing random saves", .endsInTime)
struct RandomObservingTests {
    /// Requests that depend on a row itself, on related rows, on links, on order and window.
    private static let requests: [SampleModel: [FetchRequest]] = [
        .library: [
            FetchRequest("Article", sortedBy: [.ascending("rank")]),
            FetchRequest("Article", where: .attribute("rank") > 2),
            FetchRequest("Article", where: PropertyPath("author").isNil),
            FetchRequest("Article", sortedBy: [.descending("author.rank"), .ascending("rank")]),
            FetchRequest("Article", sortedBy: [.ascending("rank")], limit: 3, offset: 2),
            FetchRequest("Article", sortedBy: [.descending("rank")], limit: 2),
            FetchRequest("Article", sortedBy: [.ascending("rank")], offset: 1),
            FetchRequest("Article", limit: 0),
            FetchRequest(
                "Article", where: .attribute("author.profile.rank") > 1,
                sortedBy: [.descending("reviewer.rank")], limit: 4),
            FetchRequest("Article", where: .any("tags", .attribute("rank") > 1)),
            FetchRequest("Article", sortedBy: [.descending(.count("notes"))]),
            FetchRequest("Author", where: .any("articles", .attribute("rank") > 2)),
            FetchRequest("Author", where: PropertyPath("articles").isNil),
            FetchRequest("Author", where: .any("bookmarks", .attribute("rank") > 1)),
            FetchRequest("Author", where: .attribute("profile.rank") > 1),
            FetchRequest("Author", where: .count("articles") >= 2),
            FetchRequest(
                "Author", sortedBy: [.descending(.maximum("articles.rank")), .ascending("rank")],
                limit: 3),
            FetchRequest("Tag", where: .all("articles", .attribute("author.rank") > 2)),
            FetchRequest("Tag", sortedBy: [.ascending(.sum("articles.rank"))]),
            FetchRequest("Profile", sortedBy: [.ascending("author.rank")]),
            FetchRequest("Note", where: .attribute("twin.twin.rank") < 3),
        ],
        .people: [
            FetchRequest("Person", sortedBy: [.ascending("rank")]),
            FetchRequest("Person", sortedBy: [.ascending("rank")], includesSubentities: false),
            FetchRequest("Teacher", sortedBy: [.descending("rank")], limit: 2),
            FetchRequest("Person", where: .attribute("spouse.spouse.rank") > 1),
            FetchRequest("Person", where: .any("friends", .any("friends", .attribute("rank") > 3))),
            FetchRequest("Person", where: .any("favourites", .attribute("parent.rank") > 2)),
            FetchRequest("Person", sortedBy: [.ascending("next.next.rank"), .descending("rank")]),
            FetchRequest("Person", sortedBy: [.descending("previous.parent.rank")], limit: 3),
            FetchRequest("Person", where: .count("children") > 0),
            FetchRequest("Person", sortedBy: [.descending(.average("children.rank"))]),
        ],
    ]

    @Test(
        .endsInTime, arguments: StoreKind.allCases,
        [SampleModel.library, .people])
    func `the differences bring the old list to the new one`(
        store: StoreKind, model: SampleModel
    ) async throws {
        let requests = try #require(Self.requests[model])
        for seed in Seeds.upTo(20, from: 1) {
            try await store.withStoreAwaiting { store in
                let container = try PersistentContainer(model: model.make(), store: store)
                var walk = GraphWalk(container, seed: seed)
                var generator = SeededGenerator(seed: seed)
                var observers = requests.map { Observer($0, container) }
                for index in observers.indices { try await observers[index].follow() }
                for round in 0..<12 {
                    if generator.chance(0.05) {
                        try container.reset()
                        walk = GraphWalk(container, seed: seed + UInt64(round) * 1000)
                    }
                    let steps = Int.random(in: 1..<30, using: &generator)
                    try walk.session(steps: steps, savesAtEnd: true)
                    #expect(walk.difference == nil, "seed \(seed)")
                    for index in observers.indices where generator.chance(0.6) {
                        try await observers[index].catchUp(seed)
                    }
                }
                for index in observers.indices { try await observers[index].catchUp(seed) }
            }
        }
    }

    /// The displayed state of an object, updated only when the differences require it.
    private struct Row: Equatable {
        let id: ManagedObjectID
        let rank: Value
    }

    /// A list that is maintained by applying differences only.
    private struct Observer {
        let request: FetchRequest
        let container: PersistentContainer
        var iterator: FetchChanges.Iterator
        var list: [Row] = []

        init(_ request: FetchRequest, _ container: PersistentContainer) {
            self.request = request
            self.container = container
            iterator = container.changes(of: request).makeAsyncIterator()
        }

        /// Returns the rows of a fetch.
        func fetch() throws -> [Row] {
            let request = request
            return try container.perform { context in
                try context.fetch(request).map { ($0.objectID, $0["rank"]) }
            }.map { Row(id: $0.0, rank: $0.1) }
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
        mutating func catchUp(_ seed: UInt64) async throws {
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
}
