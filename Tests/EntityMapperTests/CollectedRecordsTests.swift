import MercatorPayload
import ObjectGraph
import Testing

@testable import EntityMapper

private struct Note: Entity {
    let noteID = Attribute<Int64>(from: "id", isIdentity: true)
    let text = Attribute<String?>(from: "text")
    let parent = ToOne<Note>(from: "parent", inverse: \.replies)
    let replies = ToMany<Note>()
}

@Suite("Records collected before the unit of work")
struct CollectedRecordsTests {
    private let payload = """
        [{"id": 1, "text": "a", "parent": {"id": 2, "text": 5}}, {"id": 2}, {"text": "none"}, 7]
        """

    private func operation() throws -> MappingOperation {
        let model = try ManagedObjectModel(Note.self)
        let mappings = MappingSet([EntityMapping(for: Note.self)], roots: ["": "Note"])
        return MappingOperation(try MappingPlan(mappings, for: model))
    }

    /// Maps the payload in a new store; with `twice`, once more in the same context.
    private func outcome(
        _ operation: MappingOperation, _ collected: CollectedRecords?, twice: Bool = false
    ) throws -> [String] {
        let container = try PersistentContainer(model: operation.plan.model, store: InMemoryStore())
        let document = try PayloadDocument(payload)
        return try container.perform { context in
            let results = try (0..<(twice ? 2 : 1)).map { _ -> MappingResult in
                guard let collected else { return try operation.run(document, in: context) }
                return try operation.runChecked(collected, in: context).beforeSaving
            }
            let notes = try context.fetch(Note.self, sortedBy: [.ascending(\Note.noteID)])
            return notes.map { "\($0.noteID) \($0.text ?? "-") \($0.parent?.noteID ?? 0)" }
                + results.flatMap { ["\($0.total)"] + $0.issues.map(\.description) }
        }
    }

    @Test func `are mapped with the same result and issues`() throws {
        let operation = try operation()
        let collected = try #require(
            CollectedRecords(try PayloadDocument(payload), for: operation))
        let expected = try outcome(operation, nil, twice: true)
        #expect(expected.count == 8)
        // The second run finds none, and collects them again.
        #expect(try outcome(operation, collected, twice: true) == expected)
        #expect(collected.take() == nil)
    }

    @Test func `are left to an operation that has an observer, or fails`() throws {
        var operation = try operation()
        operation.options.failurePolicy = .fail
        let document = try PayloadDocument(payload)
        #expect(CollectedRecords(document, for: operation) == nil)
        #expect(throws: MappingError.self) { try outcome(operation, nil) }
        operation = try self.operation()
        operation.observer = Observer()
        #expect(CollectedRecords(document, for: operation) == nil)
    }
}

private struct Observer: MappingObserver {
    func mappingOperation(didObserve event: MappingEvent) {}
}
