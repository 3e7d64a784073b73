import Mercator
import TestSupport
import Testing

@Suite("Observing random selections", .endsInTime)
struct RandomSelectionObservingTests {
    /// Selections that groups, their conditions, order and limits make difficult.
    private static let requests = [
        SelectRequest("Article", ["title", "small"], sortedBy: [.descending("small")]),
        SelectRequest(
            "Article", ["author.name", "cover.caption"], sortedBy: [.ascending("title")]),
        SelectRequest(
            "Article", ["title", .count("tags")], sortedBy: [.descending("small")], limit: 3),
        SelectRequest("Article", ["small"], sortedBy: [.ascending("section", .caseInsensitive)]),
        SelectRequest(
            "Author", ["name", .maximum("articles.small"), .count("articles")], limit: 4),
        SelectRequest("Article", [.count, .sum("small"), .average("small"), .minimum("title")]),
        SelectRequest("Article", ["section", .count], sortedBy: [.descending(.count)], limit: 2),
        SelectRequest(
            "Article",
            ["author.name", .sum("small"), .average("price"), .countDistinct("section")],
            having: .count >= 2, sortedBy: [.descending(.maximum("createdAt"))]),
        SelectRequest(
            "Article", ["isArchived", .minimum("rating"), .maximum("rating")],
            where: .attribute("author.age") >= 0, having: .maximum("small") > 1),
        SelectRequest("Article", ["section", .sum("weight")], sortedBy: [.ascending(.count)]),
        SelectRequest("Article", ["author.age", "isArchived"], isDistinct: true),
        SelectRequest(
            "Article", ["section", .count], having: .attribute("section") != "a", offset: 1),
        SelectRequest("Person", [.count, .countDistinct("age")], includesSubentities: false),
        SelectRequest("Article", [.count("tags"), .count], sortedBy: [.descending(.count)]),
    ]

    @Test(.endsInTime, arguments: StoreKind.everyKind, Seeds.upTo(40, from: 1))
    func `the rows are those of a selection after each save`(
        store: StoreKind, seed: UInt64
    ) async throws {
        try await store.withStoreAwaiting { store in
            let model = try ContractModel.make()
            let container = try PersistentContainer(model: model, store: store)
            var edits = ContractEdits(container, seed: seed)
            try edits.save(steps: 60)
            var random = RandomSelections(model: model, generator: SeededGenerator(seed: ~seed))
            var generator = SeededGenerator(seed: seed)
            let requests = Self.requests + (0..<25).map { _ in random.selection() }
            var observers = requests.map { ObservedSelection($0, container, seed) }
            for index in observers.indices { try await observers[index].catchUp() }
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
}

/// The rows of an observed selection, and a list that is maintained by applying changes only.
private struct ObservedSelection {
    let request: SelectRequest
    let container: PersistentContainer
    let seed: UInt64
    /// The iterator; `nil` after an overflow.
    private var iterator: SelectChanges.Iterator?
    private var rows: [SelectedRow] = []

    init(_ request: SelectRequest, _ container: PersistentContainer, _ seed: UInt64) {
        self.request = request
        self.container = container
        self.seed = seed
    }

    /// Compares the rows with a selection; if they are outdated, there must be pending changes.
    mutating func catchUp() async throws {
        let request = request
        let expected = Result { try container.perform { try $0.select(request) } }
        let isFirst = iterator == nil
        var running = iterator ?? container.changes(of: request).makeAsyncIterator()
        iterator = nil
        switch expected {
        case .failure(let error):
            let code = (error as? StoreError)?.code
            #expect(code == .overflow)
            await #expect(throws: StoreError.self, "seed \(seed): \(request)") {
                _ = try await running.next()
            }
        case .success(let expected):
            if isFirst { rows = [] }
            // Without a difference, waiting for one would not end.
            if isFirst || rows != expected {
                try apply(try #require(try await running.next()), isFirst: isFirst)
            }
            #expect(rows == expected, "seed \(seed): \(request)")
            iterator = running
        }
    }

    /// Applies changes, and checks that they are correct.
    private mutating func apply(_ changes: SelectedRowChanges, isFirst: Bool) throws {
        var list = Array(rows.enumerated().map { (old: Int?.some($0.offset), row: $0.element) })
        changes.apply(to: &list) { (nil, $0) }
        let made = list.indices.filter { list[$0].old == nil }
        #expect(made == (changes.inserted + changes.updated).sorted(), "seed \(seed): \(request)")
        #expect(list.map(\.row) == changes.rows, "seed \(seed): \(request)")
        #expect(
            changes.count == list.count && list.indices.allSatisfy { changes[$0] == list[$0].row })
        let gone = Set(rows.indices).subtracting(list.compactMap(\.old))
        #expect(gone.count == changes.deleted.count + changes.updated.count)
        #expect(isFirst || !changes.isEmpty, "seed \(seed): \(request)")
        #expect(changes.inserted.count - changes.deleted.count == list.count - rows.count)
        rows = list.map(\.row)
    }
}
