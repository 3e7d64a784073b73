import Foundation
import TestSupport
import Testing

/// Imports of files and of responses are killed before a random statement or at a random
/// time, and restarted until complete; see `ImportingScenario`.
@Suite("An import that is killed", .endsInTime)
struct ImportCrashTests {
    private let workshop: Workshop
    private let seed: UInt64

    init() throws {
        workshop = try Workshop()
        seed = Crashes.seed
    }

    private func record(_ number: Int) -> String {
        // Referenced accounts come earlier, later, or never.
        let origin = number % 3 == 0 ? #", "origin": \#((number * 7 + 500) % 1300)"# : ""
        return #"{"id": \#(number), "name": "Account \#(number)"\#(origin), "#
            + #""groups": [{"name": "g\#(number % 13)"}, {"name": "h\#(number % 5)"}]}"#
    }

    private func writeSource(of file: URL, isArray: Bool) throws {
        let records = (0..<1000).map(record)
        let text =
            isArray
            ? #"{"n": 1, "accounts": [\#(records.joined(separator: ",\n"))], "end": {}}"#
            : records.joined(separator: "\r\n")
        try Data(text.utf8).write(to: URL(fileURLWithPath: file.path + ".source"))
    }

    @Test(arguments: ["import", "stream"], ["array", "lines"])
    func `brings every record exactly once`(scenario: String, format: String) throws {
        let whole = workshop.directory.appendingPathComponent("whole-\(format).sqlite")
        try writeSource(of: whole, isArray: format == "array")
        let expected = try Driver(scenario, whole).wait()
        try #require(expected.isSuccess, "\(expected.errors)")

        var random = SeededGenerator(seed: seed)
        for round in 0..<Crashes.count(4) {
            let file = workshop.directory.appendingPathComponent("\(round)-\(format).sqlite")
            try writeSource(of: file, isArray: format == "array")
            var known = 0
            var killed = 0
            var last: Driver.Run?
            for attempt in 0..<200 {
                // The first process is killed on every machine; the number of further ones
                // depends on its speed.
                let moment =
                    attempt == 0
                    ? Moment(&random, statements: 30...200)
                    : Moment(&random, statements: 30...700, microseconds: 20_000...120_000)
                let run = try Driver(scenario, file, moment.words).wait()
                let place = "\(random), \(round).\(attempt), \(moment): \(run.errors)"
                try #require(run.wasKilled || run.isSuccess, "\(place)")
                killed += run.wasKilled ? 1 : 0
                // Reported progress is kept, and the next run continues from there; at the end of
                // the source it reports the end again.
                let told = run.steps.compactMap { Int($0) }
                if let first = told.first { #expect(first > known || known == 1000, "\(place)") }
                known = told.last ?? known
                last = run
                if run.isSuccess { break }
            }
            #expect(killed > 0, "\(random), round \(round)")
            #expect(last?.isSuccess == true)
            #expect(last?.steps.last == expected.steps.last, "\(random), round \(round)")
            for sql in Self.questions {
                #expect(
                    try rows(sql, file) == rows(sql, whole), "\(random), round \(round): \(sql)")
            }
        }
    }

    /// Queries for content and counts by source keys; the versions show how often a
    /// row was written.
    private static let questions = [
        """
        SELECT a.accountID, a.name, a.originID, o.accountID FROM Account a
        LEFT JOIN Account o ON a.origin = o._id ORDER BY a.accountID
        """,
        """
        SELECT a.accountID, g.name, l.position FROM Account a
        JOIN Account_groups l ON l.source = a._id JOIN "Group" g ON g._id = l.destination
        ORDER BY 1, 3
        """,
        "SELECT count(*), count(origin), sum(_version) FROM Account",
        // The rest of a response does not have its first bytes, so fewer of them may be known.
        """
        SELECT json_remove(value, '$.head.count', '$.head.hash') FROM mercator_store
        WHERE key GLOB 'checkpoint:*'
        """,
        // Indexes deferred to the end of the import exist, and no metadata claims otherwise.
        "SELECT name, sql FROM sqlite_schema WHERE type = 'index' ORDER BY name",
        "SELECT key FROM mercator_store ORDER BY key",
        "PRAGMA integrity_check",
        "PRAGMA foreign_key_check",
    ]

    private func rows(_ sql: String, _ file: URL) throws -> [String] {
        try SQLiteRows(file.path).texts(sql)
    }
}
