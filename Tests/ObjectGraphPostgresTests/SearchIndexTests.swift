import ObjectGraph
import ObjectGraphPostgres
import ObjectGraphSQL
import PostgresTestSupport
import TestSupport
import Testing

/// The search index of a database has the words of its rows, by whatever way they were written.
@Suite("Search indexes in a database", .needsPostgres)
struct SearchIndexTests {
    struct Note: Entity {
        let title = Attribute<String?>(isSearchable: true)
        let body = Attribute<String?>(isSearchable: true)
        let plain = Attribute<String?>()
    }

    /// Calls a closure with a function that opens the store, and with a connection of another
    /// program to its schema.
    private func withStore(
        _ body: (() throws -> PersistentContainer, PostgresConnection) throws -> Void
    ) throws {
        try withUpkeep { upkeep, other in
            try body({ try upkeep.open(ManagedObjectModel(Note.self)) }, other)
        }
    }

    private func withUpkeep(_ body: (SearchUpkeep, PostgresConnection) throws -> Void) throws {
        try PostgresSchema.with { schema in
            let upkeep = SearchUpkeep { model in
                try PersistentContainer(
                    model: model,
                    store: PostgresStore(
                        schema.connectionString,
                        options: .init(schema: schema.name, migration: .inferred)))
            }
            try body(upkeep, schema.connect())
        }
    }

    private func add(_ titles: String..., to container: PersistentContainer) throws {
        try container.write { context in
            for title in titles { context.insert(Note.self).title = title }
        }
    }

    private func titles(_ query: SearchQuery, in container: PersistentContainer) throws -> [String]
    {
        try container.read { context in
            try context.fetch(Note.self, sortedBy: [.ascending("title")]) { $0.matches(query) }
                .map { $0.title ?? "" }
        }
    }

    private func logged(_ connection: PostgresConnection) throws -> [String] {
        try connection.texts(#"SELECT id::text FROM "mercator_searchlog_Note""#)
    }

    @Test("it has the rows of other programs, at first in its log")
    func otherPrograms() throws {
        try withStore { open, other in
            let container = try open()
            try add("Big harbour", to: container)
            try other.execute(
                #"INSERT INTO "Note" VALUES (90, 1, 'Storm', 'by the harbour', NULL)"#)
            #expect(try titles("harbour", in: container) == ["Big harbour", "Storm"])
            #expect(try titles("storm harbour", in: container) == ["Storm"])
            #expect(try titles("\"the harbour\" -big", in: container) == ["Storm"])
            try other.execute(#"UPDATE "Note" SET title = 'Calm' WHERE _id = 1"#)
            #expect(try titles("big", in: container).isEmpty)
            #expect(try titles("calm OR storm", in: container) == ["Calm", "Storm"])
            try other.execute(#"DELETE FROM "Note" WHERE _id = 90"#)
            #expect(try titles("storm", in: container).isEmpty)
            #expect(try logged(other) == ["90", "1", "90"])
            try other.execute(#"UPDATE "Note" SET plain = 'x', body = body"#)
            #expect(try logged(other).count == 3)
            try add("New", to: container)
            #expect(try logged(other).isEmpty)
            #expect(try titles("calm OR storm OR new", in: container) == ["Calm", "New"])
            try container.reset()
            #expect(try titles("calm", in: container).isEmpty)
            #expect(try container.checkIntegrity().problems.isEmpty)
        }
    }

    @Test("rows that a transaction is writing stay in the log")
    func lockedRows() throws {
        try withStore { open, other in
            let container = try open()
            try add("Big harbour", to: container)
            try other.execute(#"UPDATE "Note" SET title = 'Calm'"#)
            try other.execute("BEGIN")
            try other.execute(#"UPDATE "Note" SET title = 'Storm'"#)
            try add("New", to: container)
            #expect(try titles("calm", in: container) == ["Calm"])
            try other.execute("COMMIT")
            #expect(try titles("calm", in: container).isEmpty)
            #expect(try titles("storm", in: container) == ["Storm"])
            try add("Newer", to: container)
            #expect(try logged(other).isEmpty)
            #expect(try titles("storm", in: container) == ["Storm"])
        }
    }

    @Test("it is made anew when its triggers were dropped")
    func lostTriggers() throws {
        try withStore { open, other in
            try add("Big harbour", to: try open())
            try other.execute(#"DROP TRIGGER "mercator_searchlog_Note_update" ON "Note""#)
            try other.execute(#"UPDATE "Note" SET title = 'Storm'"#)
            let container = try open()
            #expect(try titles("harbour", in: container).isEmpty)
            #expect(try titles("storm", in: container) == ["Storm"])
        }
    }

    @Test("a text with more words than a vector has room for is found as well")
    func largeTexts() throws {
        try withStore { open, other in
            let container = try open()
            let words = (0..<200_000).map { "word\($0)" }.joined(separator: " ")
            try add(words, words.replacing("word77", with: "other"), to: container)
            #expect(try titles("word777", in: container).count == 1)
            #expect(try titles("\"word199998 word199999\"", in: container).count == 2)
            #expect(try logged(other) == ["1", "2"])
            try container.write { context in
                for note in try context.fetch(Note.self) { note.title = "word777 short" }
            }
            #expect(try titles("word777", in: container).count == 2)
            #expect(try logged(other).isEmpty)
            // Positions beyond the 16 383 of a vector.
            try container.write { context in
                for note in try context.fetch(Note.self) {
                    note.title = String(repeating: "a b ", count: 20_000) + "c d"
                }
            }
            #expect(try titles("\"b c d\"", in: container).count == 2)
            #expect(try titles("\"a c\"", in: container).isEmpty)
        }
    }

    @Test("words that were changed behind its back are found by a check, and repaired")
    func damage() throws {
        try withStore { open, other in
            let container = try open()
            try add("Big harbour", "Storm", "Calm", to: container)
            try other.execute(
                #"UPDATE "mercator_search_Note" SET title_words = ' port ' WHERE id = 1"#)
            try other.execute(#"DELETE FROM "mercator_search_Note" WHERE id = 2"#)
            try other.execute(#"UPDATE "mercator_search_Note" SET title_vector = '' WHERE id = 3"#)
            try other.execute(#"INSERT INTO "mercator_search_Note" (id) VALUES (77)"#)
            let report = try container.checkIntegrity()
            #expect(
                report.problems.map(\.description)
                    == ["Note/1", "Note/2", "Note/3", "Note/77"].map {
                        "staleSearchIndex: \($0): the search index has other words than its "
                            + "texts; repair: its texts are indexed again"
                    })
            let repairs = try container.repairLinks()
            #expect(repairs.steps.map(\.description) == ["staleSearchIndex: Note, 4 repaired"])
            #expect(repairs.remaining.problems.isEmpty)
            #expect(try titles("harbour OR storm", in: container) == ["Big harbour", "Storm"])
        }
    }

    @Test("it has the texts that others ask for after a container was opened")
    func earlierContainers() throws {
        try withUpkeep { upkeep, _ in try upkeep.checkEarlierContainers() }
    }

    @Test("it has the rows of a container that writes while others ask for more texts")
    func concurrentOpening() throws {
        for _ in 0..<3 {
            try withUpkeep { upkeep, _ in try upkeep.checkConcurrentOpening() }
        }
    }

    @Test(
        "it finds what a reading of all texts finds, whoever wrote them", arguments: Seeds.upTo(8))
    func randomWriters(seed: UInt64) throws {
        try withUpkeep { upkeep, other in
            try upkeep.checkRandomWriters(seed: seed, rounds: 30) { try other.execute($0) }
        }
    }
}
