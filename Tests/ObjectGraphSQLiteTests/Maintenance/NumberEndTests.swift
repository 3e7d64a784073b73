import ObjectGraph
import ObjectGraphSQL
import ObjectGraphSQLite
import TestSupport
import Testing

/// Operations other than insertions that assign numbers also fail with an error when the numbers
/// are exhausted, and change nothing.
@Suite("The end of all numbers")
struct NumberEndTests {
    private static let model = Result {
        try ManagedObjectModel([
            EntityDescription(
                "Note", attributes: [.init("text", .string)],
                relationships: [.toMany("next", "Note", inverse: "next")])
        ])
    }

    /// Creates a file with notes, and optionally sets the next number.
    private func file(_ texts: [String], next: String? = nil) throws -> TemporaryStore {
        let file = try TemporaryStore()
        let container = try PersistentContainer(
            model: Self.model.get(), store: SQLiteStore(file.path))
        try container.perform { context throws in
            for text in texts { context.insert("Note")["text"] = .string(text) }
            try context.save()
        }
        if let next {
            try SQLiteFile(file.path).texts("UPDATE mercator_sequence SET next = \(next)")
        }
        return file
    }

    private static let ends = [
        ("9223372036854775807", "full"), ("4611686018427387904", "full"), ("2.5", "corrupt"),
        ("'many'", "corrupt"),
    ]

    @Test(arguments: ends)
    func `is no end of a reset to a seed: the store keeps what it has`(
        next: String, code: String
    ) throws {
        for isSeed in [true, false] {
            let seed = try file(["seed"], next: isSeed ? next : nil)
            let kept = try file(["a", "b"], next: isSeed ? nil : next)
            let container = try PersistentContainer(
                model: Self.model.get(),
                store: SQLiteStore(kept.path, options: .init(seed: seed.path)))
            let error = storeError { try container.reset() }
            #expect(error?.code.description == code, "\(isSeed), \(error as Any)")
            let texts = try container.perform { context in
                try context.fetch(FetchRequest("Note")).map { $0["text"] }
            }
            #expect(texts == ["a", "b"])
        }
    }

    @Test(arguments: ends)
    func `is no end of a step of a migration: the file stays as it is`(
        next: String, code: String
    ) throws {
        let kept = try file(["a", "b"], next: next)
        let later = try ManagedObjectModel([
            EntityDescription(
                "Note", attributes: [.init("text", .string), .init("length", .integer64)],
                relationships: [.toMany("next", "Note", inverse: "next")])
        ])
        var step = MigrationStep(
            from: ModelVersion("1", try Self.model.get()), to: ModelVersion("2", later))
        step.transform("Note") { note, migration in
            try migration.insert(migration.makeRow("Note"))
            return try migration.row(from: note)
        }
        let before = try SQLiteFile(kept.path).texts("SELECT * FROM Note")
        let error = storeError {
            _ = try PersistentContainer(
                model: later,
                store: SQLiteStore(kept.path, options: .init(migration: .stepwise([step]))))
        }
        #expect(error?.code.description == code, "\(error as Any)")
        let file = try SQLiteFile(kept.path)
        #expect(try file.texts("SELECT * FROM Note") == before)
        #expect(try file.texts("PRAGMA integrity_check") == ["ok"])
        // The file can still be opened with its own model.
        let container = try PersistentContainer(
            model: Self.model.get(), store: SQLiteStore(kept.path))
        #expect(try container.perform { try $0.count(FetchRequest("Note")) } == 2)
    }

    /// A unit of work reserves its numbers early and saves late; the store may be reset in between.
    @Test(arguments: StoreKind.allCases)
    func `numbers that were reserved before a reset are good behind it`(kind: StoreKind) throws {
        try kind.withContainer(Self.model.get()) { container throws in
            func insert(_ text: String) throws -> ManagedObjectID {
                try container.perform { context throws in
                    let note = context.insert("Note")
                    note["text"] = .string(text)
                    try context.save()
                    return note.objectID
                }
            }
            _ = try insert("before")
            let early = try container.perform { context throws in
                let note = context.insert("Note")
                note["text"] = "early"
                _ = try insert("between")
                try container.reset()
                let later = try insert("later")
                try container.reset()
                #expect(later != note.objectID)
                try context.save()
                return note.objectID
            }
            let last = try insert("last")
            let found = try container.perform { context throws in
                [try context.object(with: early)?["text"], try context.object(with: last)?["text"]]
            }
            #expect(found == ["early", "last"])
            let texts = try container.perform { context in
                try context.fetch(FetchRequest("Note")).map { $0["text"] }
            }
            #expect(texts == ["early", "last"])
        }
    }
}
