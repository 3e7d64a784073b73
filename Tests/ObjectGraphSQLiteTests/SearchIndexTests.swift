import Foundation
import ObjectGraph
import ObjectGraphSQL
import ObjectGraphSQLite
import TestSupport
import Testing

/// The search index of a file has the words of its rows, by whatever way they were written.
@Suite("Search indexes in a file")
struct SearchIndexTests {
    struct Note: Entity {
        let title = Attribute<String?>(isSearchable: true)
        let body = Attribute<String?>(isSearchable: true)
        let plain = Attribute<String?>()
    }

    /// The same entity in a program without search.
    struct Plain: Entity {
        static var entityName: String { "Note" }
        let title = Attribute<String?>()
        let body = Attribute<String?>()
        let plain = Attribute<String?>()
    }

    let file: TemporaryStore

    init() throws {
        file = try TemporaryStore()
    }

    private func open(_ options: SQLiteStore.Options = .init()) throws -> PersistentContainer {
        try PersistentContainer(
            model: ManagedObjectModel(Note.self), store: SQLiteStore(file.path, options: options))
    }

    @discardableResult
    private func add(_ titles: String..., to container: PersistentContainer) throws
        -> [ManagedObjectID]
    {
        try container.write { context in
            titles.map { title in
                let note = context.insert(Note.self)
                note.title = title
                return note.objectID
            }
        }
    }

    private func titles(_ query: SearchQuery, in container: PersistentContainer) throws -> [String]
    {
        try container.read { context in
            try context.fetch(Note.self, sortedBy: [.ascending("title")]) { $0.matches(query) }
                .map { $0.title ?? "" }
        }
    }

    /// The numbers of logged rows, which a search reads one by one.
    private func logged() throws -> [String] {
        try SQLiteFile(file.path).texts("SELECT id FROM mercator_searchlog_Note")
    }

    @Test("it has the rows of contexts")
    func contexts() throws {
        let container = try open()
        let harbour = try add("Big harbour", "Storm", to: container)[0]
        #expect(try titles("HARBOUR", in: container) == ["Big harbour"])
        try container.write { context in
            try #require(try context.fetch(Note.self).first { $0.objectID == harbour }).title =
                "Port"
        }
        #expect(try titles("harbour", in: container).isEmpty)
        #expect(try titles("port", in: container) == ["Port"])
        try container.write { context in
            for note in try context.fetch(Note.self) { context.delete(note) }
        }
        #expect(try titles("storm OR port", in: container).isEmpty)
        #expect(try logged().isEmpty)
        #expect(
            try SQLiteFile(file.path).texts("SELECT count(*) FROM mercator_search_Note") == ["0"])
        #expect(try container.checkIntegrity().problems.isEmpty)
    }

    @Test("it has the rows of other programs, at first in its log")
    func otherPrograms() throws {
        let container = try open()
        try add("Big harbour", to: container)
        let other = try SQLiteFile(file.path)
        try other.texts(
            "INSERT INTO Note (_id, _version, title, body) VALUES (90, 1, 'Storm', 'by the harbour')"
        )
        #expect(try titles("harbour", in: container) == ["Big harbour", "Storm"])
        #expect(try titles("storm harbour", in: container) == ["Storm"])
        try other.texts("UPDATE Note SET title = 'Calm' WHERE _id = 1")
        #expect(try titles("big", in: container).isEmpty)
        #expect(try titles("calm OR storm", in: container) == ["Calm", "Storm"])
        try other.texts("DELETE FROM Note WHERE _id = 90")
        #expect(try titles("storm", in: container).isEmpty)
        #expect(try logged() == ["90", "1", "90"])
        try other.texts("UPDATE Note SET plain = 'x', body = body")
        #expect(try logged().count == 3)
        try add("New", to: container)
        #expect(try logged().isEmpty)
        #expect(try titles("calm OR storm OR new", in: container) == ["Calm", "New"])
        #expect(try container.checkIntegrity().problems.isEmpty)
    }

    @Test("a load of many commits fills it at its end")
    func loads() throws {
        let container = try open()
        container.backend.beginLoad()
        try add("Big harbour", to: container)
        #expect(try logged() == ["1"])
        #expect(try titles("harbour", in: container) == ["Big harbour"])
        try container.backend.endLoad()
        #expect(try logged().isEmpty)
        #expect(try titles("harbour", in: container) == ["Big harbour"])
    }

    @Test("it is made when a model asks for it, and kept for programs that do not")
    func opening() throws {
        let plain = try ManagedObjectModel(Plain.self)
        let model = try ManagedObjectModel(Note.self)
        let before = try PersistentContainer(model: plain, store: SQLiteStore(file.path))
        try before.write { $0.insert("Note")["title"] = "Big harbour" }
        #expect(try titles("harbour", in: try open()) == ["Big harbour"])
        #expect(try logged().isEmpty)
        let trace = Trace()
        _ = try PersistentContainer(
            model: model, store: SQLiteStore(file.path, options: .init(trace: { trace.note($0) })))
        #expect(!trace.statements.contains { $0.contains("fts5(") })
        let after = try PersistentContainer(model: plain, store: SQLiteStore(file.path))
        try after.write { $0.insert("Note")["body"] = "the harbour" }
        #expect(try logged().isEmpty)
        #expect(try titles("harbour", in: try open()) == ["", "Big harbour"])
        #expect(
            try SQLiteFile(file.path).texts(
                "SELECT value FROM mercator_store WHERE key = 'search:Note'") == ["1 title,body"])
    }

    @Test("it has the columns that several models ask for")
    func columns() throws {
        func model(_ searchable: Set<String>) throws -> ManagedObjectModel {
            let attributes = ["title", "body", "rank"].map {
                AttributeDescription($0, .string, isSearchable: searchable.contains($0))
            }
            return try ManagedObjectModel([EntityDescription("Note", attributes: attributes)])
        }
        for searchable: Set in [["title"], ["rank"], ["body", "title"], []] {
            let container = try PersistentContainer(
                model: model(searchable), store: SQLiteStore(file.path))
            try container.write { context in
                let note = context.insert("Note")
                for name in ["title", "body", "rank"] { note[name] = .string("word \(name)") }
            }
            for name in searchable {
                let found = try container.read {
                    try $0.count(FetchRequest("Note", where: .matches("word", in: [name])))
                }
                #expect(found == (try container.read { try $0.count(FetchRequest("Note")) }))
            }
            #expect(try container.checkIntegrity().problems.isEmpty)
        }
        #expect(
            try SQLiteFile(file.path).texts(
                "SELECT value FROM mercator_store WHERE key = 'search:Note'")
                == ["1 title,rank,body"])
    }

    @Test("it is made anew when a program has lost its triggers, or its tables were made anew")
    func lostTriggers() throws {
        try add("Big harbour", to: try open())
        let other = try SQLiteFile(file.path)
        try other.texts("DROP TRIGGER mercator_searchlog_Note_update")
        try other.texts("UPDATE Note SET title = 'Storm'")
        let container = try open()
        #expect(try titles("harbour", in: container).isEmpty)
        #expect(try titles("storm", in: container) == ["Storm"])

        struct Renamed: Entity {
            static var entityName: String { "Memo" }
            static var renamingIdentifier: String? { "Note" }
            let headline = Attribute<String?>(isSearchable: true, renamingIdentifier: "title")
        }
        let options = SQLiteStore.Options(migration: .inferred)
        let renamed = try PersistentContainer(
            model: ManagedObjectModel(Renamed.self), store: SQLiteStore(file.path, options: options)
        )
        #expect(
            try renamed.read { try $0.fetch(Renamed.self) { $0.matches("storm") }.count } == 1)
        #expect(try renamed.checkIntegrity().problems.isEmpty)
        #expect(
            try other.texts(
                "SELECT name FROM sqlite_schema WHERE name LIKE 'mercator_search_Note%'"
            ).isEmpty)
    }

    @Test("it goes with copies, seeds and resets")
    func copies() throws {
        let container = try open()
        try add("Big harbour", to: container)
        let copy = file.directory.appendingPathComponent("copy.sqlite").path
        try container.backUp(to: copy)
        let seeded = try PersistentContainer(
            model: ManagedObjectModel(Note.self),
            store: SQLiteStore(
                file.directory.appendingPathComponent("seeded.sqlite").path,
                options: .init(seed: copy)))
        #expect(try titles("harbour", in: seeded) == ["Big harbour"])
        try add("Small harbour", to: seeded)
        try seeded.reset()
        #expect(try titles("harbour", in: seeded) == ["Big harbour"])
        #expect(try seeded.checkIntegrity().problems.isEmpty)
        try container.reset()
        #expect(try titles("harbour", in: container).isEmpty)
        #expect(try container.checkIntegrity().problems.isEmpty)
    }

    @Test("a file that cannot be written to is searched without one")
    func readOnly() throws {
        let plain = try PersistentContainer(
            model: ManagedObjectModel(Plain.self), store: SQLiteStore(file.path))
        try plain.write { $0.insert("Note")["title"] = "Big harbour" }
        let container = try open(.init(isReadOnly: true))
        #expect(try titles("harbour", in: container) == ["Big harbour"])
        #expect(
            try SQLiteFile(file.path).texts(
                "SELECT name FROM sqlite_schema WHERE name LIKE 'mercator_search_%'"
            ).isEmpty)
    }

    @Test("words that were changed behind its back are found by a check, and repaired")
    func damage() throws {
        let container = try open()
        try add("Big harbour", "Storm", "Calm", to: container)
        let other = try SQLiteFile(file.path)
        try other.texts("UPDATE mercator_search_Note SET title_words = 'port' WHERE rowid = 1")
        try other.texts("DELETE FROM mercator_search_Note WHERE rowid = 2")
        try other.texts("INSERT INTO mercator_search_Note (rowid, title_words) VALUES (77, 'x')")
        let report = try container.checkIntegrity()
        #expect(
            report.problems.map(\.description)
                == ["Note/1", "Note/2", "Note/77"].map {
                    "staleSearchIndex: \($0): the search index has other words than its texts; "
                        + "repair: its texts are indexed again"
                })
        let repairs = try container.repairLinks()
        #expect(repairs.steps.map(\.description) == ["staleSearchIndex: Note, 3 repaired"])
        #expect(repairs.remaining.problems.isEmpty)
        #expect(try titles("harbour OR storm", in: container) == ["Big harbour", "Storm"])
    }

    private var upkeep: SearchUpkeep {
        SearchUpkeep { [path = file.path] model in
            try PersistentContainer(
                model: model, store: SQLiteStore(path, options: .init(migration: .inferred)))
        }
    }

    @Test("it has the texts that others ask for after a container was opened")
    func earlierContainers() throws { try upkeep.checkEarlierContainers() }

    @Test("it has the rows of a container that writes while others ask for more texts")
    func concurrentOpening() throws { try upkeep.checkConcurrentOpening() }

    @Test(
        "it finds what a reading of all texts finds, whoever wrote them", arguments: Seeds.upTo(20))
    func randomWriters(seed: UInt64) throws {
        let other = try SQLiteFile(file.path)
        try upkeep.checkRandomWriters(seed: seed, rounds: 40) { text in
            [
                "REPLACE INTO Note (_id, _version, body) SELECT _id, _version + 1, \(text) "
                    + "FROM Note ORDER BY _id LIMIT 1"
            ]
        } execute: {
            try other.texts($0)
        }
    }
}
