import Foundation
import TestSupport
import Testing

/// Processes kill themselves during operations on a whole file, which must leave the state before
/// or after the operation.
@Suite("A process that is killed while it works on a whole file", .endsInTime)
struct MaintenanceCrashTests {
    struct Row: Sendable, CustomTestStringConvertible {
        /// The scenario of `StoreDriver`.
        let scenario: String
        /// Indicates whether the file is filled initially; the seed always is.
        var beginsFilled = true
        /// The suffix appended to the name of the file that changes.
        var suffix = ""
        /// The approximate number of statements in a complete run.
        let statements: Int
        var testDescription: String { scenario }
    }

    static let rows = [
        Row(scenario: "rebuild", statements: 80),
        Row(scenario: "step", statements: 500),
        Row(scenario: "seed", beginsFilled: false, statements: 70),
        Row(scenario: "seedAndMigrate", beginsFilled: false, statements: 120),
        Row(scenario: "backup", suffix: ".backup", statements: 60),
        Row(scenario: "reset", statements: 30),
        Row(scenario: "resetToSeed", statements: 120),
    ]

    private let workshop: Workshop
    private let seed: URL

    init() throws {
        workshop = try Workshop()
        seed = workshop.directory.appendingPathComponent("seed.sqlite")
        let run = try Driver("fill", seed).wait()
        try #require(run.isSuccess, "\(run.errors)")
    }

    @Test(arguments: rows)
    func `leaves the file as it was, or as it should be`(row: Row) throws {
        let count = Crashes.count(24)
        var random = SeededGenerator(seed: Crashes.seed)
        let whole = try file("whole", row)
        let before = try dump(URL(fileURLWithPath: whole.path + row.suffix))
        let complete = try Driver(row.scenario, whole).wait()
        try #require(complete.isSuccess, "\(complete.errors)")
        let after = try dump(URL(fileURLWithPath: whole.path + row.suffix))
        try #require(before != after)
        // Opening with a seed for a later model copies and then migrates; each step is atomic.
        let between = row.scenario == "seedAndMigrate" ? try dump(seed) : before
        var killed = 0
        for round in 0..<(count * 2) where killed < count {
            let file = try file("\(round)", row)
            let target = URL(fileURLWithPath: file.path + row.suffix)
            let moment =
                random.chance(0.7)
                ? ["--statement", "\(Int.random(in: 1...row.statements, using: &random))"]
                : ["--microseconds", "\(Int.random(in: 500...40_000, using: &random))"]
            let run = try Driver(row.scenario, file, moment).wait()
            let place = "\(random), round \(round), \(moment): \(run.errors)"
            try #require(run.wasKilled || run.isSuccess, "\(place)")
            killed += run.wasKilled ? 1 : 0
            // In some rounds, our own code is the first to open the remaining file.
            let isSeen = random.chance(0.5)
            let found = isSeen ? try dump(target) : []
            if isSeen { #expect([before, between, after].contains(found), "\(place)") }
            if run.steps == ["done"] { #expect(try dump(target) == after, "\(place)") }
            guard run.wasKilled, !isSeen || found != after else { continue }
            let again = try Driver(row.scenario, file).wait()
            // The operation was already complete: a backup exists, and a second reset assigns
            // later numbers.
            let isRefused = row.scenario == "backup" && again.errors.contains("is there already")
            #expect(again.isSuccess || isRefused && !isSeen, "\(place)\n\(again.errors)")
            if row.scenario != "resetToSeed" || isSeen {
                #expect(try dump(target) == after, "\(place)")
            }
            #expect(try SQLiteRows(target.path).texts("PRAGMA integrity_check") == ["ok"])
        }
        #expect(killed >= count / 2)
        let seed = try dump(seed)
        #expect(seed.contains { $0.contains("note 7") }, "the seed stays as it is")
    }

    /// Creates the initial file of a row.
    private func file(_ name: String, _ row: Row) throws -> URL {
        let file = workshop.directory.appendingPathComponent("\(row.scenario)-\(name).sqlite")
        if row.beginsFilled { try FileManager.default.copyItem(at: seed, to: file) }
        return file
    }

    private func dump(_ file: URL) throws -> [String] {
        guard FileManager.default.fileExists(atPath: file.path) else { return [] }
        return try SQLiteRows(file.path).dump()
    }
}

extension SQLiteRows {
    /// Returns the complete content of the file.
    func dump() throws -> [String] {
        let tables = try texts("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY 1")
        return try texts("SELECT type, name, sql FROM sqlite_schema ORDER BY 1, 2")
            + tables.flatMap { try texts("SELECT '\($0)', * FROM \"\($0)\"") }
    }
}
