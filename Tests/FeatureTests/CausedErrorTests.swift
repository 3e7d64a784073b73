import Mercator
import TestSupport
import Testing

/// A failure of the store has the same code in every operation.
@Suite("Errors with a cause")
struct CausedErrorTests {
    struct Author: Entity {
        let authorID = Attribute<Int64>("authorID")
        let name = Attribute<String?>("name")
    }

    struct Article: Entity {
        let articleID = Attribute<Int64>("articleID")
        let authorID = Attribute<Int64?>("authorID")
        let author = ToOne<Author>("author")
    }

    /// Operations that use a store, by name.
    static let works:
        [(String, @Sendable (PersistentContainer, MappingOperation) async throws -> Void)] =
            [
                (
                    "save",
                    { container, _ in
                        try container.perform { context throws in
                            context.insert(Author.self).authorID = 2
                            try context.save()
                        }
                    }
                ),
                ("run", { container, load in _ = try load.run(text, in: container) }),
                (
                    "run in a context",
                    { container, load in
                        try container.perform { context throws in
                            _ = try load.run(text, in: context)
                            try context.save()
                        }
                    }
                ),
                (
                    "runInBackground",
                    { container, load in _ = try await load.runInBackground(text, in: container) }
                ),
                (
                    "importer",
                    { container, load in
                        var importer = ManagedObjectImporter()
                        try importer.add(text, named: "a.json", using: load.plan)
                        _ = try importer.run(in: container)
                    }
                ),
                (
                    "import",
                    { container, load in
                        let operation = try ImportOperation(load.plan, format: .array(at: .root))
                        _ = try operation.run([Array(text.utf8)], in: container)
                    }
                ),
            ]

    static let text = #"[{"articleID": 7, "authorID": 3}, {"articleID": 8, "authorID": 1}]"#

    private func bench() throws -> (FailingStore, PersistentContainer, MappingOperation) {
        let store = FailingStore()
        let model = try ManagedObjectModel(Article.self, Author.self)
        let container = try PersistentContainer(model: model, store: store)
        var articles = EntityMapping(for: Article.self)
        articles.addAttributeMappings(["articleID", "authorID"])
        articles.addConnection(for: \Article.author, connectedBy: (\.authorID, \.authorID))
        let set = MappingSet([articles], roots: ["": "Article"])
        try container.perform { context throws in
            context.insert(Author.self).authorID = 1
            context.insert(Article.self).articleID = 8
            try context.save()
        }
        return (store, container, MappingOperation(try MappingPlan(set, for: model)))
    }

    @Test(
        arguments: works.indices,
        [StoreError.Code.full, .readOnly, .corrupt, .busy, StoreError.Code("of the future")])
    func `have the code of the store, wherever it fails`(
        index: Int, code: StoreError.Code
    ) async throws {
        let (name, work) = Self.works[index]
        for kind in [FailingStore.Work.reading, .reserving, .committing] {
            // A save does not read from the store before it reserves numbers.
            if name == "save", kind == .reading { continue }
            let (store, container, load) = try bench()
            store.fail([kind], code)
            do {
                try await work(container, load)
                Issue.record("\(name): \(kind) did not fail")
            } catch {
                #expect(code ~= error, "\(name): \(kind): \(error)")
                #expect(!(StoreError.Code.conflict ~= error), "\(name): \(kind)")
                #expect(!(StoreError.Code.failure ~= error), "\(name): \(kind)")
            }
            store.fail([])
            let (articles, authors) = try container.perform { context in
                (
                    try context.count(FetchRequest("Article")),
                    try context.count(FetchRequest("Author"))
                )
            }
            #expect((articles, authors) == (1, 1), "\(name): \(kind)")
            try await work(container, load)
        }
    }

    struct Wrapped: CausedError {
        let cause: (any Error)?
    }
    struct Other: Error {}

    /// An error that causes itself.
    final class Circle: CausedError {
        var cause: (any Error)? { self }
    }

    @Test(.endsInTime) func `a chain of causes may have no end`() {
        #expect(!(StoreError.Code.full ~= Circle()))
        #expect(!(StoreError.Code.full ~= Wrapped(cause: Circle())))
        let full: any Error = StoreError(.full, "for a test")
        #expect(
            StoreError.Code.full ~= (0..<100).reduce(full) { error, _ in Wrapped(cause: error) })
    }

    @Test func `are matched through errors of the program as well`() {
        let full: any Error = StoreError(.full, "for a test")
        let deep = (0..<10).reduce(full) { cause, _ in Wrapped(cause: cause) }
        #expect(StoreError.Code.full ~= full && StoreError.Code.full ~= deep)
        #expect(!(StoreError.Code.busy ~= deep))
        #expect(!(StoreError.Code.full ~= Wrapped(cause: nil)))
        #expect(!(StoreError.Code.full ~= Wrapped(cause: Other())))
        #expect(!(StoreError.Code.full ~= Other()))
        // The first store error in the chain of causes determines the match.
        struct Behind: CausedError {
            var cause: (any Error)? { StoreError(.busy, "for a test") }
        }
        #expect(!(StoreError.Code.full ~= Wrapped(cause: Behind())))
    }
}
