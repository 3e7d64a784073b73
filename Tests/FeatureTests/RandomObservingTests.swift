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
                var observers = requests.map { ObservedResult($0, container, seed) }
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
                        try await observers[index].catchUp()
                    }
                }
                for index in observers.indices { try await observers[index].catchUp() }
            }
        }
    }
}
