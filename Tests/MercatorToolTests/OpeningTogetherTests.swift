import Foundation
import TestSupport
import Testing

@Suite("Several processes that open one file at once", .endsInTime)
struct OpeningTogetherTests {
    private let workshop: Workshop
    private let seed: URL

    init() throws {
        workshop = try Workshop()
        seed = workshop.directory.appendingPathComponent("seed.sqlite")
        let run = try Driver("fill", seed).wait()
        try #require(run.isSuccess, "\(run.errors)")
    }

    /// Returns the names of the files with a prefix.
    private func names(_ prefix: String) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: workshop.directory.path)
            .filter { $0.hasPrefix(prefix) }.sorted()
    }

    @Test(arguments: ["rebuild", "step"])
    func `migrate it once, with one copy from before`(scenario: String) throws {
        let alone = workshop.directory.appendingPathComponent("alone.sqlite")
        try FileManager.default.copyItem(at: seed, to: alone)
        #expect(try Driver(scenario, alone).wait().isSuccess)
        let (expected, before) = (
            try SQLiteRows(alone.path).dump(), try SQLiteRows(seed.path).dump()
        )
        for round in 0..<4 {
            let file = workshop.directory.appendingPathComponent("file\(round).sqlite")
            try FileManager.default.copyItem(at: seed, to: file)
            let drivers = try (0..<4).map { _ in try Driver(scenario, file) }
            for run in try drivers.map({ try $0.wait() }) {
                #expect(run.isSuccess && run.steps == ["done"], "\(run.errors)")
            }
            #expect(try SQLiteRows(file.path).dump() == expected)
            #expect(try SQLiteRows(file.path + ".before").dump() == before)
            #expect(
                try names("file\(round)") == ["file\(round).sqlite", "file\(round).sqlite.before"])
        }
    }

    @Test(arguments: ["seed", "seedAndMigrate"])
    func `fill it once from the seed`(scenario: String) throws {
        let alone = workshop.directory.appendingPathComponent("alone.sqlite")
        #expect(try Driver(scenario, alone).wait().isSuccess)
        let expected = try SQLiteRows(alone.path).dump()
        #expect(expected.contains { $0.contains("note 7") })
        for round in 0..<4 {
            let file = workshop.directory.appendingPathComponent("file\(round).sqlite")
            let drivers = try (0..<4).map { _ in try Driver(scenario, file) }
            for run in try drivers.map({ try $0.wait() }) {
                #expect(run.isSuccess && run.steps == ["done"], "\(run.errors)")
            }
            #expect(try SQLiteRows(file.path).dump() == expected)
        }
    }

    @Test
    func `refuse to go on with the earlier model while another one has migrated`() throws {
        let file = workshop.directory.appendingPathComponent("file.sqlite")
        try FileManager.default.copyItem(at: seed, to: file)
        let alone = workshop.directory.appendingPathComponent("alone.sqlite")
        try FileManager.default.copyItem(at: seed, to: alone)
        #expect(try Driver("rebuild", alone).wait().isSuccess)
        let run = try Driver("outdated", file).wait()
        #expect(run.isSuccess, "\(run.errors)")
        #expect(
            run.steps == [
                "done", "save: schemaMismatch", "read: schemaMismatch", "insert: schemaMismatch",
            ])
        #expect(try SQLiteRows(file.path).dump() == SQLiteRows(alone.path).dump())
    }
}
