import Foundation
import TestSupport
import Testing

/// Processes that work on a store kill themselves without cleaning up: before a random statement,
/// or at a random time after their start.
@Suite("A process that is killed", .endsInTime)
struct CrashTests {
    private let workshop: Workshop
    private let count: Int
    private let seed: UInt64

    init() throws {
        workshop = try Workshop()
        count = Crashes.count(70)
        seed = Crashes.seed
    }

    @Test func `while it saves loses nothing it has reported, and leaves no part of a save`() throws
    {
        var random = SeededGenerator(seed: seed)
        let file = workshop.directory.appendingPathComponent("save.sqlite")
        // The last known save, and the number of saves that may have followed: each process may
        // have completed one without reporting it.
        var (known, slack) = (Int64(0), Int64(0))
        for round in 0..<count {
            let moment = Moment(&random, statements: 10...600, microseconds: 5_000...90_000)
            let run = try Driver("save", file, moment.words).wait()
            let place = "\(random), round \(round), \(moment): \(run.errors)"
            try #require(run.wasKilled, "\(place)")
            let reported = run.steps.compactMap { Int64($0) }
            let first = reported.first ?? known + 1
            #expect((known + 1...known + 1 + slack).contains(first), "\(place)")
            #expect(reported == Array(first..<first + Int64(reported.count)), "\(place)")
            if let newest = reported.last { (known, slack) = (newest, 0) }
            slack += 1
            // In every other round, our own code is the first to open the file.
            guard random.chance(0.5) || round == count - 1 else { continue }
            try expectSoundness(file, place)
            let last = try last(file)
            #expect((known...known + slack).contains(last), "\(place)")
            try expectBatches(upTo: last, file, place)
            (known, slack) = (last, 0)
        }
        #expect(known > count, "most processes have saved something: \(known)")
    }

    @Test func `while it makes a store leaves nothing, or a store`() throws {
        var random = SeededGenerator(seed: seed)
        var killed = 0
        for round in 0..<(count * 2) where killed < count {
            let file = workshop.directory.appendingPathComponent("create\(round).sqlite")
            let moment = Moment(&random, statements: 1...50, microseconds: 200...9_000)
            let run = try Driver("create", file, moment.words).wait()
            let place = "\(random), round \(round), \(moment): \(run.errors)"
            try #require(run.wasKilled || run.isSuccess, "\(place)")
            killed += run.wasKilled ? 1 : 0
            if random.chance(0.5), FileManager.default.fileExists(atPath: file.path) {
                try expectSoundness(file, place)
                let tables = try rows("SELECT count(*) FROM sqlite_schema", file)
                if run.steps.contains("opened") { #expect(tables != ["0"], "\(place)") }
            }
            let again = try Driver("create", file).wait()
            #expect(
                again.isSuccess && again.steps == ["opened", "saved"], "\(place)\(again.errors)")
            try expectSoundness(file, place)
            let people = try rows("SELECT count(*) FROM Person", file)[0]
            let expected = run.steps.contains("saved") ? ["4"] : ["2", "4"]
            #expect(expected.contains(people), "\(place)")
            #expect(try rows("SELECT count(*) FROM Person_friends", file) == [people], "\(place)")
        }
        #expect(killed >= count / 2)
    }

    @Test func `while it brings a store to a newer model leaves the old one, or the new one`()
        throws
    {
        var random = SeededGenerator(seed: seed)
        let original = workshop.directory.appendingPathComponent("original.sqlite")
        #expect(try Driver("prepare", original).wait().isSuccess)
        var killed = 0
        for round in 0..<(count * 2) where killed < count {
            let file = workshop.directory.appendingPathComponent("migrate\(round).sqlite")
            try FileManager.default.copyItem(at: original, to: file)
            let moment = Moment(&random, statements: 1...40, microseconds: 500...25_000)
            let run = try Driver("migrate", file, moment.words).wait()
            let place = "\(random), round \(round), \(moment): \(run.errors)"
            try #require(run.wasKilled || run.isSuccess, "\(place)")
            killed += run.wasKilled ? 1 : 0
            if random.chance(0.7) { try expectOneModel(file, run.steps, place) }
            let again = try Driver("migrate", file).wait()
            #expect(
                again.isSuccess && again.steps == ["opened", "loaded"], "\(place)\(again.errors)")
            try expectOneModel(file, again.steps, place)
        }
        #expect(killed >= count / 2)
    }
}

extension CrashTests {
    private func rows(_ sql: String, _ file: URL) throws -> [String] {
        try SQLiteRows(file.path).texts(sql)
    }

    private func expectSoundness(_ file: URL, _ place: String) throws {
        #expect(try rows("PRAGMA integrity_check", file) == ["ok"], "\(place)")
        #expect(try rows("PRAGMA foreign_key_check", file).isEmpty, "\(place)")
    }
}

extension CrashTests {
    /// Returns the number of the last saved batch.
    private func last(_ file: URL) throws -> Int64 {
        guard try rows("SELECT 1 FROM sqlite_schema WHERE name = 'Ledger'", file) == ["1"] else {
            return 0
        }
        return try rows("SELECT last FROM Ledger", file).first.flatMap { Int64($0) } ?? 0
    }

    /// Expects exactly the batches that should remain, each complete; see `SavingScenario`.
    private func expectBatches(upTo last: Int64, _ file: URL, _ place: String) throws {
        guard last > 0 else { return }
        let expected = (max(1, last - 24)...last).map { "\($0)|\(3 + $0 % 8)|\(2 * (3 + $0 % 8))" }
        let found = try rows(
            """
            SELECT b.number, count(DISTINCT i._id), count(t.destination) FROM Batch b
            JOIN Item i ON i.batch = b._id AND i.value = b.number
            JOIN Item_tags t ON t.source = i._id GROUP BY b._id ORDER BY b.number
            """, file)
        #expect(found == expected, "\(place)")
        let strays = try rows("SELECT count(*) FROM Item WHERE batch IS NULL", file)
        #expect(strays == ["0"], "\(place)")
        for table in ["Batch", "Item", "Tag", "Ledger"] {
            let sql = """
                SELECT next > (SELECT max(_id) FROM \(table)) FROM mercator_sequence
                WHERE entity = '\(table)'
                """
            #expect(try rows(sql, file) == ["1"], "\(place): numbers of \(table)")
        }
        #expect(try rows("SELECT count(*) FROM Ledger", file) == ["1"], "\(place)")
        #expect(try rows("SELECT count(*) FROM Tag", file) == ["5"], "\(place)")
    }

    /// Expects the table, the indexes and the metadata of the store to belong to the same model.
    private func expectOneModel(_ file: URL, _ steps: [String], _ place: String) throws {
        try expectSoundness(file, place)
        let columns = try rows("SELECT name FROM pragma_table_info('Person')", file)
        let isNew = columns.contains("rank")
        if steps.contains("opened") { #expect(isNew, "\(place)") }
        let defined = try rows(
            "SELECT count(*) FROM mercator_schema WHERE property = 'rank'", file)
        #expect(defined == [isNew ? "1" : "0"], "\(place)")
        let real = try rows(
            """
            SELECT name FROM sqlite_schema WHERE type = 'index' AND tbl_name = 'Person'
            AND sql IS NOT NULL ORDER BY name
            """, file)
        #expect(real == (try rows("SELECT name FROM mercator_indexes ORDER BY name", file)))
        #expect(real.contains("Person_by_code") == isNew, "\(place): \(real)")
        #expect(real.contains("Person_by_serial") != isNew, "\(place): \(real)")
        if steps.contains("loaded") { #expect(real.contains("Person_by_name"), "\(place)") }
        let isLoaded = try rows("SELECT count(*) FROM Person WHERE name = 'new'", file) == ["1"]
        if steps.contains("loaded") { #expect(isLoaded, "\(place)") }
        #expect(real.contains("Person_by_name") == isLoaded, "\(place)")
        let changed = try rows("SELECT code FROM Person WHERE name = 'name 1'", file)
        #expect((changed == ["changed"]) == isLoaded, "\(place)")
        let count = try rows("SELECT count(*) FROM Person", file)
        #expect(count == [isLoaded ? "2001" : "2000"], "\(place)")
        guard isNew else { return }
        #expect(try rows("SELECT count(*) FROM Person WHERE rank = 7", file) == count, "\(place)")
    }
}
