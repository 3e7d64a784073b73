import EntityMapper
import MercatorPayload
import ObjectGraph
import TestSupport
import Testing

/// Units of work whose saves cross while the ends of relationships move, through which key paths
/// and predicates lead.
@Suite("Paths through ends that move while saves cross")
struct MovingEndTests {
    /// The seeds whose stories failed while the check after a commit saw only what the commit had
    /// left on a path: four paths of two to four steps, and a predicate.
    private static let found: [UInt64] = [22, 32, 58, 92]

    /// Cost: each seed is a story of units that cross, on every kind of store.
    @Test(arguments: HistoryStore.Kind.allCases, Seeds.upTo(100, and: found))
    func `are followed as if the units were saved one after the other`(
        kind: HistoryStore.Kind, seed: UInt64
    ) throws {
        try check(kind, seed)
    }

    @Test(.enabled(if: TemporaryStore.hasPostgres), arguments: found)
    func `are followed in PostgreSQL as well`(seed: UInt64) throws {
        try check(.postgres, seed)
    }

    /// An article leaves a section, and a second one joins it in a unit that still sees the first.
    @Test(
        arguments: HistoryStore.Kind.allCases,
        ["Article.colleagues", "Article.neighbours", "Article.emblem"])
    func `do not lead to what another process has moved and left unchecked`(
        kind: HistoryStore.Kind, name: String
    ) throws {
        let ends = try MovingEnds(name)
        let store = try HistoryStore(kind, ends.model)
        let (one, other) = (store.containers[0], store.containers[1])
        _ = try ends.operation.run(
            """
            {"authors": [{"id": 4}, {"id": 5}], "sections": [{"id": 1}, {"id": 2}],
             "badges": [{"id": 1, "author": 4}],
             "articles": [
                {"id": 7, "author": 4, "section": 1}, {"id": 8, "author": 4, "section": 2},
                {"id": 3, "author": 5}]}
            """, in: one)
        let leaving = try Unit(
            one, ends.operation, #"{"articles": [{"id": 7, "author": 5, "section": 2}]}"#)
        _ = try ends.operation.run(
            #"{"articles": [{"id": 3, "section": 1, "badge": 1}]}"#, in: other)
        try leaving.commitWithoutCheck()
        #expect(try ends.faults(in: one).isEmpty == false)
        _ = try ends.operation.run(#"{"desks": [{"id": 1}]}"#, in: other)
        #expect(try ends.faults(in: one) == [])
    }

    /// The stories of the seeds are the same in each kind of store.
    private func check(_ kind: HistoryStore.Kind, _ seed: UInt64) throws {
        let ends = try MovingEnds(seed: seed)
        let store = try HistoryStore(kind, ends.model)
        var random = SeededGenerator(seed: ~seed)
        var story = [ends.beginning(&random)]
        _ = try ends.operation.run(story[0], in: store.containers[0])
        for round in 0..<6 {
            // Half of the units are in one process only.
            let containers = random.chance(0.5) ? store.containers : [store.containers[0]]
            var units = try (0..<6).map { _ in
                try Unit(random.pick(containers), ends.operation, ends.payload(&random))
            }
            units.shuffle(using: &random)
            story.append("round \(round):")
            for unit in units { story.append(unit.text + (try unit.finish() ? "" : " again")) }
            let faults = try ends.faults(in: store.containers[0])
            try #require(
                faults.isEmpty,
                "seed \(seed): \(story.joined(separator: "\n"))\n\(faults.joined(separator: "\n"))")
            let repaired = try ConnectionOperation().run(in: store.containers[0])
            try #require(repaired.connected + repaired.cleared == 0, "seed \(seed)")
        }
    }

    /// A load that has read and mapped, and is to be saved.
    private struct Unit {
        let text: String
        private let container: PersistentContainer
        private let context: ManagedObjectContext
        private let operation: MappingOperation
        private let document: PayloadDocument

        init(
            _ container: PersistentContainer, _ operation: MappingOperation, _ payload: String
        ) throws {
            self.container = container
            self.operation = operation
            text = payload
            context = ManagedObjectContext(model: container.model, backend: container.backend)
            document = try PayloadDocument(parsing: payload)
            _ = try operation.run(document, in: context)
        }

        /// Commits like a process that ends before its check.
        func commitWithoutCheck() throws {
            let changes = context.changeSet()
            changes.followUps.forEach { $0.prepare(changes) }
            context.closeReader()
            try container.backend.commit(changes)
        }

        /// Saves; returns `false` if the unit had to be repeated.
        func finish() throws -> Bool {
            do {
                try context.save()
                return true
            } catch let error as StoreError
                where [.conflict, .uniqueness, .brokenReference].contains(error.code)
            {
                _ = try operation.run(document, in: container)
                return false
            }
        }
    }
}
