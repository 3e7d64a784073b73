import Foundation
import ObjectGraph
import ObjectGraphSQLite
import TestSupport
import Testing

/// With any content of a file, no code traps, the check reports everything that cannot be read, and
/// everything can be read if the check reports nothing.
@Suite("Random damage")
struct RandomDamageTests {
    @Test(arguments: Seeds.upTo(60, from: 1))
    func `cells and rows of any table hold anything`(seed: UInt64) throws {
        let file = try DamagedFile(seed: seed)
        var generator = SeededGenerator(seed: seed &* 977)
        for _ in 0..<generator.pick([1, 1, 2, 5]) { try file.damageRow(&generator) }
        try file.check("\(generator): \(file.statements.joined(separator: "; "))")
    }

    @Test(arguments: Seeds.upTo(30, from: 1))
    func `cells hold anything while the file is open`(seed: UInt64) throws {
        let file = try DamagedFile(seed: seed)
        var generator = SeededGenerator(seed: seed &* 1013)
        let fixture = try StoreFixture(SQLiteStore(file.store.path))
        for _ in 0..<4 {
            try file.damageRow(&generator)
            try file.check(fixture, "\(generator): \(file.statements.joined(separator: "; "))")
        }
    }

    @Test(arguments: Seeds.upTo(40, from: 1))
    func `pages hold anything`(seed: UInt64) throws {
        let file = try DamagedFile(seed: seed)
        var generator = SeededGenerator(seed: seed &* 1429)
        try file.damageBytes(&generator)
        try file.check("\(generator)")
    }
}

/// A small file with every kind of content, which is then damaged.
private final class DamagedFile {
    let store: TemporaryStore
    private(set) var statements: [String] = []

    init(seed: UInt64) throws {
        store = try TemporaryStore()
        let fixture = try StoreFixture(SQLiteStore(store.path))
        try RandomGraph.fill(fixture, size: 16, generator: SeededGenerator(seed: seed))
        try fixture.commit {
            $0.connections = [
                ConnectionDescription(
                    entity: "Article", relationship: "cover", connectedBy: ["articleID": "caption"])
            ]
        }
        try SQLiteFile(store.path).texts("INSERT INTO mercator_store VALUES ('checkpoint:x', 'y')")
        _ = try fixture.backend.repairLinks(limit: 10)
    }

    /// Values of all storage classes, and numbers at all limits.
    private static let values = [
        "NULL", "0", "1", "-1", "2", "9223372036854775807", "-9223372036854775808",
        "4611686018427387904", "4611686018427387903", "1.5", "9.3e18", "-9.3e18", "1e308", "''",
        "'x'", "'[1,'", "'{\"a\":'", "'2024-02-30'", "'99999999999999999999999'", "x''", "x'00FF'",
        "'Ghost'", "zeroblob(3)", "'12'", "'objects of Ghost'", "'CREATE INDEX x'", "'string'",
        "char(0)", "randomblob(20)", "'not-a-uuid'", "'1e9999'",
    ]

    /// Changes a cell, deletes a row, or inserts a copy of one.
    func damageRow(_ generator: inout SeededGenerator) throws {
        let shell = try SQLiteFile(store.path)
        let tables = try shell.texts(
            "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT GLOB 'sqlite_*'")
        let table = generator.pick(tables)
        let columns = try shell.texts("SELECT name FROM pragma_table_info('\(table)')")
        let column = generator.pick(columns)
        let value = generator.pick(Self.values)
        let chosen = "random() % \(generator.pick([1, 2, 5])) = 0"
        let row = generator.pick([
            chosen, "1",
            "\"\(columns[0])\" IN (SELECT \"\(columns[0])\" FROM \"\(table)\" LIMIT 1)",
        ])
        let sql: String
        switch generator.pick([0, 0, 0, 0, 1, 2]) {
        case 0: sql = "UPDATE OR IGNORE \"\(table)\" SET \"\(column)\" = \(value) WHERE \(row)"
        case 1: sql = "DELETE FROM \"\(table)\" WHERE \(row)"
        default:
            let values = columns.map { $0 == column ? value : "\"\($0)\"" }
            sql =
                "INSERT OR IGNORE INTO \"\(table)\" SELECT \(values.joined(separator: ", ")) "
                + "FROM \"\(table)\" LIMIT 1"
        }
        statements.append(sql)
        // Statements that the table itself rejects do no damage.
        _ = try? shell.texts(sql)
    }

    /// Overwrites ranges of the file after its header with random bytes.
    func damageBytes(_ generator: inout SeededGenerator) throws {
        _ = try SQLiteFile(store.path).texts("PRAGMA wal_checkpoint(TRUNCATE)")
        let url = URL(fileURLWithPath: store.path)
        var bytes = try Data(contentsOf: url)
        for _ in 0..<generator.pick([1, 3, 20]) {
            let start = Int.random(in: 100..<bytes.count, using: &generator)
            let end = min(bytes.count, start + generator.pick([1, 2, 8, 300]))
            for place in start..<end {
                bytes[place] = UInt8.random(in: 0...255, using: &generator)
            }
        }
        try bytes.write(to: url)
    }

    /// Opens the file and checks the guarantees.
    func check(_ place: String) throws {
        let fixture: StoreFixture
        do {
            fixture = try StoreFixture(SQLiteStore(store.path))
        } catch is StoreError {
            return
        }
        try check(fixture, place)
    }

    func check(_ fixture: StoreFixture, _ place: String) throws {
        let before = failures(of: fixture)
        // A file whose schema appears to belong to another model cannot be read at all.
        if before.contains(.schemaMismatch) { return }
        let report = try fixture.backend.checkIntegrity(limit: 50)
        #expect(before.isEmpty || !report.isClean, "\(place): \(before)")
        #expect(before.isSubset(of: [.corrupt]), "\(place): \(before)")
        let repair = try fixture.backend.repairLinks(limit: 50)
        let after = failures(of: fixture)
        #expect(after.isEmpty || !repair.remaining.isClean, "\(place): \(after)")
        #expect(try fixture.backend.checkIntegrity(limit: .max).isClean == repair.remaining.isClean)
        // New objects get numbers after the existing ones.
        _ = storeError { try fixture.insert("Article", ["author": 1]) }
        _ = storeError {
            let container = try PersistentContainer(
                model: fixture.model, store: SQLiteStore(store.path))
            try container.perform { context in try Self.write(context) }
        }
    }

    private static func write(_ context: ManagedObjectContext) throws {
        for name in ["Author", "Article", "Tag", "Cover"] {
            let object = context.insert(name)
            let others = try context.fetch(FetchRequest("Article", limit: 3))
            if name == "Author" || name == "Tag" { object[toMany: "articles"] += others }
        }
        try context.save()
    }

    /// Returns the errors of reading the whole content.
    private func failures(of fixture: StoreFixture) -> Set<StoreError.Code> {
        var codes: Set<StoreError.Code> = []
        for layout in fixture.model.layouts {
            let error = storeError {
                _ = try fixture.backend.makeReader().rows(
                    matching: RowRequest(entity: layout.index))
            }
            if let error { codes.insert(error.code) }
        }
        let error = storeError { _ = try fixture.content() }
        if let error { codes.insert(error.code) }
        return codes
    }
}
