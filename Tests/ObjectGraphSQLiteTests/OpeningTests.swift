import Foundation
import ObjectGraph
import ObjectGraphSQLite
import TestSupport
import Testing

@Suite("Opening a file", .endsInTime)
struct OpeningTests {
    let library: Library
    let file: TemporaryStore

    init() throws {
        library = try Library()
        file = try TemporaryStore()
    }

    private func content() throws -> Data {
        try Data(contentsOf: URL(fileURLWithPath: file.path))
    }

    @Test(arguments: ["This is no database.", String(repeating: "no database ", count: 1000)])
    func `a file that is no database is refused and left alone`(text: String) throws {
        try Data(text.utf8).write(to: URL(fileURLWithPath: file.path))
        let error = storeError { _ = try file.open(library.model) }
        #expect(error?.code == .corrupt)
        #expect(error?.message.hasPrefix("'\(file.path)' is not a Mercator store: ") == true)
        #expect(try content() == Data(text.utf8))
    }

    @Test(arguments: ["delete", "wal"])
    func `a database of another program is rejected and left unchanged`(mode: String) throws {
        let raw = try SQLiteFile(file.path)
        try raw.texts("PRAGMA journal_mode = \(mode)")
        try raw.texts("CREATE TABLE notes (text)")
        let before = try content()
        let error = storeError { _ = try file.open(library.model) }
        #expect(error?.code == .corrupt)
        #expect(
            error?.message
                == "'\(file.path)' is not a Mercator store: it is an SQLite database of another kind"
        )
        #expect(try content() == before)
    }

    @Test
    func `an empty file becomes a store`() throws {
        try Data().write(to: URL(fileURLWithPath: file.path))
        try file.open(library.model).insert(library.tag, root: library.tag, [["a"]])
        let raw = try SQLiteFile(file.path)
        #expect(try raw.texts("PRAGMA application_id") == ["1298494051"])
        #expect(try raw.texts("PRAGMA journal_mode") == ["wal"])
        #expect(try raw.texts("PRAGMA integrity_check") == ["ok"])
    }

    @Test(arguments: ["", ":memory:", "/nowhere/at/all.sqlite"])
    func `a path that names no file is refused`(path: String) throws {
        let error = storeError { _ = try SQLiteStore(path).open(for: library.model) }
        #expect(error?.code == .cannotOpen)
        #expect(error?.message.contains("'\(path)'") == true)
    }

    @Test
    func `a file of a newer format is refused`() throws {
        _ = try file.open(library.model)
        try SQLiteFile(file.path).texts("PRAGMA user_version = 99")
        let error = storeError { _ = try file.open(library.model) }
        #expect(error?.code == .schemaMismatch)
        #expect(error?.message.contains("has format 99") == true)
    }

    @Test
    func `a store that is opened for reading answers, and refuses to write`() throws {
        let options = SQLiteStore.Options(isReadOnly: true)
        #expect(storeError { _ = try file.open(library.model, options: options) } != nil)
        let writing = try file.open(library.model)
        try writing.insert(library.tag, root: library.tag, [["a"]])
        let store = try file.open(library.model, options: options)
        #expect(try store.makeReader().count(matching: RowRequest(entity: library.tag)) == 1)
        let error = storeError { _ = try store.reserveNumbers(1, root: library.tag) }
        #expect(error?.code == .readOnly)
        var changes = ChangeSet()
        changes.deleted = [RowDeletion(number: 1, entity: library.tag, version: 1)]
        #expect(storeError { try store.commit(changes) }?.code == .readOnly)

        let newer = try Library { entities in
            entities[2].declaredAttributes.append(AttributeDescription("weight", .integer64))
        }
        let refusal = storeError { _ = try file.open(newer.model, options: options) }
        #expect(refusal?.code == .readOnly)
    }

    @Test
    func `a value that no store of ours writes is named, not guessed`() throws {
        let store = try file.open(library.model)
        try store.insert(library.article, root: library.article, [library.article(1)])
        let raw = try SQLiteFile(file.path)
        try raw.texts(#"UPDATE "Article" SET "createdAt" = 'yesterday'"#)
        let error = storeError { _ = try store.row(1, root: library.article) }
        #expect(error?.code == .corrupt)
        #expect(
            error?.message == "column 'createdAt' of 'Article' 1 holds no date: 'yesterday'")
    }

    @Test
    func `a damaged file is an error, and nothing worse`() throws {
        do {
            let store = try file.open(library.model)
            try store.insert(
                library.tag, root: library.tag, Array(repeating: ["a name of a tag"], count: 2000))
        }
        var bytes = try content()
        bytes.replaceSubrange(
            4096..<bytes.count, with: Data(repeating: 0xA5, count: bytes.count - 4096))
        try bytes.write(to: URL(fileURLWithPath: file.path))
        let error = storeError {
            _ = try file.open(library.model).makeReader().rows(
                matching: RowRequest(entity: library.tag))
        }
        #expect(error?.code == .corrupt)
    }

    @Test
    func `a log deleted under an open store is an error that names SQLite's code`() throws {
        let store = try file.open(library.model)
        try store.insert(library.tag, root: library.tag, [["Swift"]])
        try FileManager.default.removeItem(atPath: file.path + "-wal")
        let error = storeError {
            _ = try store.makeReader().rows(matching: RowRequest(entity: library.tag))
        }
        #expect(error?.code == .failure)
        // The extended code for a read beyond the end of a file: sqlite.org/rescode.html.
        #expect(error?.message == "disk I/O error (SQLite's code 522)")
    }

    @Test
    func `many tasks may create and extend a file at once`() async throws {
        let models = try [Library(), Library()].map(\.model)
        let path = file.path
        let counts = try await withThrowingTaskGroup(of: Int64.self) { group in
            for index in 0..<8 {
                group.addTask {
                    let store = try SQLiteStore(path).openBackend(for: models[index % 2])
                    return try store.reserveNumbers(1, root: 2).lowerBound
                }
            }
            var numbers: Set<Int64> = []
            for try await number in group { numbers.insert(number) }
            return numbers.count
        }
        #expect(counts == 8)
    }
}
