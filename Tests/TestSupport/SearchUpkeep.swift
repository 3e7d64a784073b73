import Foundation
package import ObjectGraph
import Synchronization
import Testing

/// Checks that the search index of a store has the words of its rows, by whatever way they were
/// written, and for whatever models the store was opened in between.
package struct SearchUpkeep: Sendable {
    /// Opens the store for a model, with an inferred migration.
    package let open: @Sendable (ManagedObjectModel) throws -> PersistentContainer

    package init(open: @escaping @Sendable (ManagedObjectModel) throws -> PersistentContainer) {
        self.open = open
    }

    /// The texts of a note.
    static let texts = ["title", "body", "source"]

    /// Opens the store for notes with some searchable texts, of which the third can have another
    /// name than it has in the store.
    func notes(
        searchable: some Collection<String>, source: String = "source", earlier: String? = nil
    ) throws -> PersistentContainer {
        let attributes = Self.texts.map { name in
            AttributeDescription(
                name == "source" ? source : name, .string, isSearchable: searchable.contains(name),
                renamingIdentifier: name == "source" ? earlier : nil)
        }
        return try open(ManagedObjectModel([EntityDescription("Note", attributes: attributes)]))
    }

    /// A container that was opened before others asked for more texts indexes those as well, and
    /// so does one that asks for none.
    package func checkEarlierContainers() throws {
        let early = try notes(searchable: ["title"])
        try Self.add("quay", to: early)
        let later = try notes(searchable: ["source", "body"])
        try Self.add("quay", to: early)
        try Self.add("quay", to: notes(searchable: []))
        try Self.add("quay", to: early)
        try later.write { $0.insert("Note")["body"] = "storm" }
        let storms = FetchRequest("Note", where: .matches("storm", in: ["title"]))
        #expect(try early.read { try $0.count(storms) } == 0)
        for text in Self.texts {
            let request = FetchRequest("Note", where: .matches("quay", in: [text]))
            for container in [early, later] {
                #expect(try container.read { try $0.count(request) } == 4, "\(text)")
            }
        }
        try expectIntact()
    }

    /// A container writes and searches while others ask for more and more texts, until one gives a
    /// text another name.
    package func checkConcurrentOpening() throws {
        let early = try notes(searchable: ["source"])
        let request = FetchRequest("Note", where: .matches("quay", in: ["source"]))
        let failures = Mutex<[String]>([])
        let saves = Mutex(0)
        DispatchQueue.concurrentPerform(iterations: 2) { task in
            do {
                guard task == 0 else {
                    for count in 1...2 { _ = try notes(searchable: Self.texts.prefix(count)) }
                    _ = try notes(searchable: ["body"], source: "origin", earlier: "source")
                    return
                }
                for number in 1...40 {
                    try Self.add("quay", to: early)
                    saves.withLock { $0 = number }
                    #expect(try early.read { try $0.count(request) } == number)
                }
            } catch let error as StoreError where task == 0 && error.code == .schemaMismatch {
            } catch {
                failures.withLock { $0.append("task \(task): \(error)") }
            }
        }
        #expect(failures.withLock { $0 } == [])
        try expectIntact(source: "origin")
        let last = try notes(searchable: Self.texts, source: "origin")
        let all = FetchRequest("Note", where: .matches("quay", in: ["title", "origin"]))
        #expect(try last.read { try $0.count(all) } == saves.withLock { $0 })
    }

    private static func add(_ text: String, to container: PersistentContainer) throws {
        try container.write { context in
            let note = context.insert("Note")
            for name in texts { note[name] = .string(text) }
        }
    }

    /// Expects that the index is one that is made anew.
    func expectIntact(source: String = "source", _ comment: Comment? = nil) throws {
        let problems = try notes(searchable: Self.texts, source: source).checkIntegrity().problems
        #expect(problems.filter { $0.code == .staleSearchIndex } == [], comment)
    }
}
