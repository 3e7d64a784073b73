import Foundation
import ObjectGraph
import ObjectGraphSQL
import ObjectGraphSQLite
import TestSupport
import Testing

/// Files with a rollback journal, as a process leaves them that was killed in a transaction.
///
/// A connection for reading cannot roll it back. A store has a journal only while it is made; then
/// it has a write-ahead log. Other programs can change that.
@Suite("Journals of killed processes", .endsInTime)
struct HotJournalTests {
    private let model: ManagedObjectModel
    private let original: TemporaryStore

    init() throws {
        original = try TemporaryStore()
        model = try ManagedObjectModel([
            EntityDescription("Item", attributes: [.init("name", .string)])
        ])
    }

    /// The beginnings of files that the killed process has changed.
    enum Beginning: CaseIterable, Sendable {
        case nothing, store
    }

    /// The ways of opening a file that only read at first.
    enum Way: CaseIterable, Sendable {
        case annotations, statement, storedModel, container, readOnlyContainer, seed, backup
    }

    /// Returns the files in the middle of a transaction with more pages than fit into memory.
    private func crash(_ beginning: Beginning) throws -> TemporaryStore {
        if beginning == .store {
            let options = SQLiteStore.Options(annotations: ["mapping": "text"])
            let container = try PersistentContainer(
                model: model, store: SQLiteStore(original.path, options: options))
            try container.write { context in
                for number in 0..<500 { context.insert("Item")["name"] = .string("name \(number)") }
            }
            container.close()
        }
        let image = try TemporaryStore()
        let file = try SQLiteFile(original.path)
        try file.texts("PRAGMA journal_mode = DELETE")
        try file.texts("PRAGMA cache_size = 1")
        try file.texts("BEGIN")
        try file.texts("CREATE TABLE filler(content)")
        try file.texts(
            "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 500) "
                + "INSERT INTO filler SELECT randomblob(2000) FROM n")
        if beginning == .store { try file.texts("DELETE FROM \"Item\"") }
        for name in ["", "-journal"] {
            try FileManager.default.copyItem(
                atPath: original.path + name, toPath: image.path + name)
        }
        try file.texts("ROLLBACK")
        return image
    }

    private func count(_ path: String, _ options: SQLiteStore.Options = .init()) throws -> Int {
        let container = try PersistentContainer(
            model: model, store: SQLiteStore(path, options: options))
        return try container.read { try $0.count(FetchRequest("Item")) }
    }

    @Test(arguments: Way.allCases)
    func `are rolled back, and the store is as before`(way: Way) throws {
        let image = try crash(.store)
        switch way {
        case .annotations: #expect(try SQLiteStore.annotations(at: image.path)["mapping"] == "text")
        case .statement:
            let rows = try SQLiteStore(image.path).read("SELECT count(*) FROM \"Item\"").rows
            #expect(rows == [[500]])
        case .storedModel:
            let stored = try SQLiteStore(image.path).storedModel()
            #expect(stored.entities.map(\.name) == ["Item"])
        case .container: #expect(try count(image.path) == 500)
        case .readOnlyContainer: #expect(try count(image.path, .init(isReadOnly: true)) == 500)
        case .seed:
            let copy = try TemporaryStore()
            #expect(try count(copy.path, .init(seed: image.path)) == 500)
        case .backup:
            let copy = try TemporaryStore()
            let container = try PersistentContainer(
                model: model, store: SQLiteStore(image.path, options: .init(isReadOnly: true)))
            try container.backUp(to: copy.path)
            #expect(try count(copy.path) == 500)
        }
        #expect(try count(image.path) == 500)
    }

    @Test func `of a file that was to become a store leave a vacant one`() throws {
        let image = try crash(.nothing)
        #expect(SQLiteStore.isVacant(image.path))
        #expect(try count(image.path) == 0)
    }

    @Test func `do not hide that there is no store`() throws {
        let image = try crash(.nothing)
        let error = storeError { _ = try SQLiteStore.annotations(at: image.path) }
        #expect(error?.code == .corrupt)
        #expect(error?.message.contains("is not a Mercator store") == true)
    }

    @Test(.disabled(if: NSUserName() == "root", "permissions do not bind root"))
    func `are reported without the right to write`() throws {
        let image = try crash(.store)
        let manager = FileManager.default
        try manager.setAttributes([.posixPermissions: 0o555], ofItemAtPath: image.directory.path)
        defer {
            try? manager.setAttributes(
                [.posixPermissions: 0o755], ofItemAtPath: image.directory.path)
        }
        let error = storeError { _ = try SQLiteStore.annotations(at: image.path) }
        #expect(error?.code == .readOnly)
        #expect(error?.message.contains("was killed") == true)
    }
}
