import Foundation
import ObjectGraph
import ObjectGraphSQLite
import TestSupport
import Testing

@Suite("Backing up a file", .endsInTime)
struct BackupTests {
    let library: Library
    let file: TemporaryStore
    let store: SQLiteBackend

    init() throws {
        library = try Library()
        file = try TemporaryStore()
        store = try file.open(library.model)
        try store.insert(library.tag, root: library.tag, [["a"], ["b"]])
    }

    private var target: String { file.directory.appendingPathComponent("Kopie 2 – ä.sqlite").path }

    private func tags(_ path: String) throws -> [StoredRow] {
        try SQLiteStore(path).openBackend(for: library.model).makeReader()
            .rows(matching: RowRequest(entity: library.tag))
    }

    @Test func `the backup is one file with everything that is saved`() throws {
        try store.backUp(to: target)
        let names = try FileManager.default.contentsOfDirectory(atPath: file.directory.path)
        #expect(names.filter { $0.hasPrefix("Kopie") } == ["Kopie 2 – ä.sqlite"])
        try store.insert(library.tag, root: library.tag, [["later"]])
        #expect(try tags(target).map { $0.row[0] } == ["a", "b"])
        #expect(try tags(file.path).count == 3)
    }

    @Test func `a file that is there stays as it is`() throws {
        try Data("mine".utf8).write(to: URL(fileURLWithPath: target))
        let error = storeError { try store.backUp(to: target) }
        #expect(error?.code == .cannotOpen)
        #expect(error?.message.contains("is there already") == true)
        #expect(try Data(contentsOf: URL(fileURLWithPath: target)) == Data("mine".utf8))
        #expect(storeError { try store.backUp(to: file.path) }?.code == .cannotOpen)
    }

    @Test func `a file that is empty is filled`() throws {
        try Data().write(to: URL(fileURLWithPath: target))
        try store.backUp(to: target)
        #expect(try tags(target).count == 2)
    }

    @Test func `a folder that does not exist is an error`() throws {
        let path = file.directory.appendingPathComponent("nowhere/copy.sqlite").path
        #expect(storeError { try store.backUp(to: path) }?.code == .cannotOpen)
    }

    @Test func `it has the state of one moment while others write`() async throws {
        // Each save writes one tag and one article, so a backup must contain equal numbers of both.
        let (store, library, target) = (store, library, target)
        let start = try tags(file.path).count
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                for number in 0..<60 {
                    var changes = ChangeSet()
                    let tag = try store.reserveNumbers(1, root: library.tag).lowerBound
                    let article = try store.reserveNumbers(1, root: library.article).lowerBound
                    changes.inserted = [
                        StoredRow(number: tag, entity: library.tag, version: 1, row: Row(["x"])),
                        StoredRow(
                            number: article, entity: library.article, version: 1,
                            row: Row(library.article(Int64(number)))),
                    ]
                    try store.commit(changes)
                }
            }
            for number in 0..<6 {
                group.addTask {
                    let path = "\(target).\(number)"
                    try store.backUp(to: path)
                    let copy = try SQLiteStore(path).openBackend(for: library.model).makeReader()
                    let tags = try copy.count(matching: RowRequest(entity: library.tag))
                    let articles = try copy.count(matching: RowRequest(entity: library.article))
                    #expect(tags - start == articles)
                }
            }
            try await group.waitForAll()
        }
    }

    @Test func `a store in memory says what to do instead`() throws {
        let memory = try InMemoryStore().open(for: library.model).backend
        #expect(storeError { try memory.backUp(to: target) }?.code == .invalidRequest)
        #expect(storeError { _ = try memory.checkIntegrity(limit: 1) }?.code == .invalidRequest)
        #expect(storeError { _ = try memory.repairLinks(limit: 1) }?.code == .invalidRequest)
        #expect(!FileManager.default.fileExists(atPath: target))
    }

    @Test func `the backup has every table and index, and keeps unique what is unique`() throws {
        try store.insert(library.author, root: library.author, [["Anna", "anna"]])
        try store.backUp(to: target)
        #expect(try SQLiteFile(target).schema() == SQLiteFile(file.path).schema())
        let copy = try SQLiteStore(target).openBackend(for: library.model)
        let error = storeError {
            try copy.insert(library.author, root: library.author, [["Another", "anna"]])
        }
        #expect(error?.code == .uniqueness)
    }
}
