import Foundation
import ObjectGraph
import ObjectGraphSQL
import ObjectGraphSQLite
import TestSupport
import Testing

@Suite("Migrations beside other connections")
struct MigrationSafetyTests {
    let file: TemporaryStore

    init() throws {
        file = try TemporaryStore()
        try MigrationModel.fill(SQLiteStore(file.path))
    }

    private func renamedModel() throws -> ManagedObjectModel {
        try MigrationModel.model {
            $0["Post"][attribute: "title"].renamingIdentifier = "title"
            $0["Post"][attribute: "title"].name = "headline"
        }
    }

    @Test
    func `tasks that open and migrate one file at once find it migrated once`() async throws {
        let (model, path) = (try renamedModel(), file.path)
        let trace = Trace()
        try await withThrowingTaskGroup(of: Int.self) { group in
            for _ in 0..<6 {
                group.addTask {
                    let options = SQLiteStore.Options(trace: { trace.note($0) })
                    let store = try SQLiteStore(path, options: options).openBackend(for: model)
                    return try store.makeReader().count(
                        matching: RowRequest(entity: MigrationModel.post))
                }
            }
            for try await count in group { #expect(count == 3) }
        }
        #expect(trace.statements.filter { $0.contains("RENAME COLUMN") }.count == 1)
        #expect(try SQLiteFile(path).texts("SELECT headline FROM Post") == ["One", "Two", "Three"])
    }

    @Test
    func `numbers go on where they were`() throws {
        let store = try file.open(try renamedModel())
        #expect(try store.reserveNumbers(1, root: MigrationModel.post) == 4..<5)
        #expect(try store.reserveNumbers(1, root: MigrationModel.shape) == 3..<4)
    }

    @Test
    func `a copy is made before, if it is wanted, and only then`() throws {
        let backup = file.directory.appendingPathComponent("before.sqlite").path
        let options = SQLiteStore.Options(migrationBackup: backup)
        let larger = try MigrationModel.model { $0.append(EntityDescription("More")) }
        _ = try file.open(larger, options: options)
        #expect(!FileManager.default.fileExists(atPath: backup), "additions need no copy")

        let model = try renamedModel()
        let all = SQLiteStore.Options(migration: .inferred, migrationBackup: backup)
        _ = try file.open(model, options: all)
        #expect(try SQLiteFile(file.path).texts("SELECT headline FROM Post").count == 3)
        let copy = try SQLiteStore(backup).openBackend(for: larger)
        #expect(try copy.row(1, root: MigrationModel.post)?.row.values.first == "One")
    }

    @Test
    func `a copy that cannot be made stops the migration`() throws {
        let backup = file.directory.appendingPathComponent("before.sqlite").path
        try Data("somebody's".utf8).write(to: URL(fileURLWithPath: backup))
        let before = try SQLiteFile(file.path).dump()
        let error = storeError {
            _ = try file.open(try renamedModel(), options: .init(migrationBackup: backup))
        }
        #expect(error?.code == .cannotOpen)
        #expect(error?.message.contains("cannot be copied to '\(backup)' before") == true)
        #expect(try SQLiteFile(file.path).dump() == before)
    }

    @Test
    func `no copy is left of a migration that is refused, nor of one that fails`() throws {
        let backup = file.directory.appendingPathComponent("before.sqlite").path
        var step = MigrationStep(
            from: ModelVersion("1", try MigrationModel.model()),
            to: ModelVersion("2", try renamedModel()))
        step.transform("Desk") { _, _ in throw StoreError(.invalidRequest, "no desks") }
        let failing = SQLiteStore.Options(migration: .stepwise([step]), migrationBackup: backup)
        #expect(
            storeError { _ = try file.open(try renamedModel(), options: failing) }?.message
                .contains("no desks") == true)
        let smaller = try MigrationModel.model { $0["Desk"].declaredAttributes = [] }
        let refused = SQLiteStore.Options(migrationBackup: backup)
        #expect(
            storeError { _ = try file.open(smaller, options: refused) }?.code == .schemaMismatch)
        let names = try FileManager.default.contentsOfDirectory(atPath: file.directory.path)
        #expect(names == ["graph.sqlite"])
    }

    @Test
    func `what a process left of its copy when it died is no hindrance`() throws {
        let backup = file.directory.appendingPathComponent("before.sqlite").path
        try Data("half".utf8).write(to: URL(fileURLWithPath: backup + ".partial"))
        _ = try file.open(try renamedModel(), options: .init(migrationBackup: backup))
        #expect(try SQLiteFile(backup).texts("SELECT title FROM Post") == ["One", "Two", "Three"])
        #expect(!FileManager.default.fileExists(atPath: backup + ".partial"))
    }
}
