import Foundation
import Mercator
import Observation
import Testing

@Suite("SwiftUI")
@MainActor
struct SwiftUITests {
    struct Note: Entity {
        let noteID = Attribute<Int64>(from: "id")
        let title = Attribute<String>(from: "title", default: "")
        let body = Attribute<String>(from: "body", default: "")
        let isPinned = Attribute<Bool>(from: "pinned", default: false)
    }

    struct NoteRow: Hashable {
        let title: String
        let isPinned: Bool
    }

    @MainActor
    func pinnedFirst(in container: PersistentContainer) -> ObservedList<NoteRow> {
        ObservedList(
            of: Note.self, in: container,
            sortedBy: [.descending(\Note.isPinned), .ascending(\Note.title, .caseInsensitive)]
        ) { note in
            NoteRow(title: note.title, isPinned: note.isPinned)
        }
    }

    @MainActor
    func detail(
        of id: ManagedObjectID, in container: PersistentContainer
    ) -> ObservedList<[String]> {
        ObservedList(of: Note.self, in: container, where: { _ in .isObject(id) }) { note in
            [note.title, note.body]
        }
    }

    func rename(
        _ id: ManagedObjectID, to title: String, in container: PersistentContainer
    ) async throws {
        try await container.performBackgroundTask(retryLimit: 5) { context in
            try context.object(Note.self, with: id)?.title = title
            try context.save()
        }
    }

    func sampleContainer() throws -> PersistentContainer {
        let container = try PersistentContainer(for: Note.self, in: InMemoryStore())
        try container.load(
            #"[{"id": 1, "title": "Milk"}, {"id": 2, "title": "Bread", "pinned": true}]"#,
            as: Note.self)
        return container
    }

    static func openStore(in folder: URL) throws -> PersistentContainer {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        return try PersistentContainer(
            for: Note.self, at: folder.appending(path: "notes.sqlite").path)
    }

    /// Returns the values of a list when it has so many elements.
    private func values<Value>(
        _ list: ObservedList<Value>, where condition: ([Value]) -> Bool
    ) async -> [Value] {
        while !condition(list.elements.map(\.value)) {
            await withCheckedContinuation { continuation in
                withObservationTracking {
                    _ = list.elements
                } onChange: {
                    continuation.resume()
                }
            }
        }
        return list.elements.map(\.value)
    }

    @Test func `a list and a detail follow an edit`() async throws {
        let container = try sampleContainer()
        let list = pinnedFirst(in: container)
        let rows = await values(list) { $0.count == 2 }
        #expect(
            rows == [
                NoteRow(title: "Bread", isPinned: true), NoteRow(title: "Milk", isPinned: false),
            ])
        let milk = list.elements[1].id
        let detail = detail(of: milk, in: container)
        #expect(await values(detail) { !$0.isEmpty } == [["Milk", ""]])
        try await rename(milk, to: "Oat milk", in: container)
        #expect(await values(detail) { $0 != [["Milk", ""]] } == [["Oat milk", ""]])
        #expect(
            await values(list) { $0.last?.title != "Milk" }.map(\.title) == ["Bread", "Oat milk"])
    }

    @MainActor @Observable
    final class Library {
        private let folder: URL
        private(set) var container: PersistentContainer?

        init(folder: URL) { self.folder = folder }

        func resume() throws {
            if container == nil { container = try openStore(in: folder) }
        }

        func suspend() {
            container?.close()
            container = nil
        }
    }

    @Test func `a library closes its store and opens it again`() throws {
        let file = try TemporaryFile()
        let library = Library(folder: URL(filePath: file.path + ".folder"))
        try library.resume()
        let container = try #require(library.container)
        try container.load(#"{"id": 1, "title": "Milk"}"#, as: Note.self)
        library.suspend()
        #expect(throws: StoreError.self) {
            try container.read { try $0.count(FetchRequest("Note")) }
        }
        try library.resume()
        let count = try library.container?.read { try $0.count(FetchRequest("Note")) }
        #expect(count == 1)
    }
}
