import Mercator
import TestSupport
import Testing

@Suite("Observing random searches", .endsInTime)
struct RandomSearchObservingTests {
    /// Searches in texts of the objects themselves, and in those of related ones.
    private static let requests = [
        FetchRequest("Article", where: .matches("a", in: ["title"])),
        FetchRequest(
            "Article", where: .matches("a -b", in: ["title", "section"]),
            sortedBy: [.descending("title")], limit: 4),
        FetchRequest("Article", where: .matches("a*", in: ["title", "author.name", "tags.name"])),
        FetchRequest(
            "Article", where: .matches("a OR d", in: ["author.penName", "cover.caption"]),
            sortedBy: [.ascending("author.name")]),
        FetchRequest("Article", where: !.matches("\"a b\"", in: ["title", "author.friends.name"])),
        FetchRequest("Author", where: .matches("a", in: ["articles.title", "articles.tags.name"])),
        FetchRequest("Person", where: .matches("b*", in: ["name", "email", "favourite.title"])),
        FetchRequest(
            "Tag", where: .matches("c d", in: ["name", "articles.title"]),
            sortedBy: [.descending("name")]),
    ]

    @Test(.endsInTime, arguments: StoreKind.everyKind, Seeds.upTo(40, from: 1))
    func `the results are those of a fetch after each save`(
        store: StoreKind, seed: UInt64
    ) async throws {
        try await store.withStoreAwaiting { store in
            let model = try ContractModel.make()
            let container = try PersistentContainer(model: model, store: store)
            var edits = ContractEdits(container, seed: seed)
            try edits.save(steps: 60)
            var generator = SeededGenerator(seed: seed)
            let requests = Self.requests + Self.random(20, model, seed)
            var observers = requests.map { ObservedResult($0, container, seed) }
            for index in observers.indices { try await observers[index].follow() }
            for _ in 0..<12 {
                if generator.chance(0.03) { try container.reset() }
                try edits.save(steps: Int.random(in: 1..<10, using: &generator))
                for index in observers.indices where generator.chance(0.8) {
                    try await observers[index].catchUp()
                }
            }
            for index in observers.indices { try await observers[index].catchUp() }
        }
    }

    /// Returns random searches, some beside other conditions, some in order.
    private static func random(
        _ count: Int, _ model: ManagedObjectModel, _ seed: UInt64
    ) -> [FetchRequest] {
        var random = RandomRequests(model: model, generator: SeededGenerator(seed: ~seed))
        return (0..<count).map { number in
            let row = random.request()
            let search = random.search(on: row.entity)
            let condition =
                number.isMultiple(of: 2)
                ? search : search || random.predicate(on: row.entity, depth: 1)
            return FetchRequest(
                model.entities[row.entity].name, where: condition, sortedBy: row.sortKeys,
                limit: row.limit, offset: row.offset, includesSubentities: row.includesSubentities)
        }
    }
}
