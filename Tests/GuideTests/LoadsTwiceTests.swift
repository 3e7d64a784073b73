import Foundation
import Mercator
import Testing

/// The hidden second loads of the guides, made explicit for each way to load.
@Suite("Loads of the guides run twice")
struct LoadsTwiceTests {
    private struct Note: Entity {
        let text = Attribute<String?>("text")
    }

    private let container: PersistentContainer
    private let plan: MappingPlan
    private let payload = Array(#"{"text": "a"}"#.utf8)

    /// Creates a mapping without identification, with which every load inserts.
    init() throws {
        let model = try ManagedObjectModel(Note.self)
        container = try PersistentContainer(model: model, store: InMemoryStore())
        var notes = EntityMapping(for: Note.self)
        notes.identificationAttributes = nil
        notes.addAttributeMappings(["text"])
        plan = try MappingPlan(MappingSet([notes], roots: ["": "Note"]), for: model)
    }

    @Test func `a load that changes something again is found`() async throws {
        let load = MappingOperation(plan)
        let document = try PayloadDocument(parsing: payload)
        withKnownIssue { _ = try load.run(payload, in: container) }
        withKnownIssue { _ = try load.run(document, in: container) }
        withKnownIssue {
            try container.perform { context in _ = try load.run(document, in: context) }
        }
        await withKnownIssue {
            _ = try await load.runInBackground(payload, in: container)
        }
    }

    @Test func `an import that changes something again is found`() async throws {
        let file = try TemporaryFile()
        try Data(payload).write(to: URL(fileURLWithPath: file.path))
        let importing = try ImportOperation(plan)
        runFile(importing, file.path)
        await withKnownIssue {
            _ = try await importing.run(file: file.path, in: container)
        }
        withKnownIssue { _ = try importing.run([payload], in: container) }
        let stream = AsyncStream { continuation in
            continuation.yield(payload)
            continuation.finish()
        }
        await withKnownIssue { _ = try await importing.run(stream, in: container) }
    }

    private func runFile(_ importing: ImportOperation, _ path: String) {
        withKnownIssue { _ = try importing.run(file: path, in: container) }
    }

    @Test(.inserts(again: 1, because: "notes have no identification"))
    func `a test can say what a second load does`() throws {
        _ = try MappingOperation(plan).run(payload, in: container)
        let count = try container.perform { try $0.count(FetchRequest("Note")) }
        #expect(count == 1, "the second load was not saved")
    }
}
