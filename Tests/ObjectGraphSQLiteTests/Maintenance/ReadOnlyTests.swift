import Foundation
import ObjectGraph
import ObjectGraphSQLite
import Testing

/// Indicates whether this process can write in spite of file permissions.
private let ignoresPermissions = NSUserName() == "root"

@Suite("Opening for reading", .disabled(if: ignoresPermissions, "permissions do not bind root"))
struct ReadOnlyTests {
    let library: Library
    let file: TemporaryStore

    init() throws {
        library = try Library()
        file = try TemporaryStore()
        let store = try file.open(library.model)
        try store.insert(library.tag, root: library.tag, [["a"]])
    }

    private func allow(_ permissions: Int, _ path: String) throws {
        try FileManager.default.setAttributes([.posixPermissions: permissions], ofItemAtPath: path)
    }

    @Test(arguments: [true, false])
    func `a file and a folder that cannot be written to`(isReadOnly: Bool) throws {
        try allow(0o444, file.path)
        try allow(0o555, file.directory.path)
        defer { try? allow(0o755, file.directory.path) }
        let store = try file.open(library.model, options: .init(isReadOnly: isReadOnly))
        #expect(try store.makeReader().count(matching: RowRequest(entity: library.tag)) == 1)
        #expect(
            storeError { _ = try store.reserveNumbers(1, root: library.tag) }?.code == .readOnly)
        #expect(storeError { try store.reset() }?.code == .readOnly)
        #expect(try store.checkIntegrity(limit: 10).isClean)
        let names = try FileManager.default.contentsOfDirectory(atPath: file.directory.path)
        #expect(names == ["graph.sqlite"])
    }

    @Test func `a file that cannot be written to, in a folder that can`() throws {
        try allow(0o444, file.path)
        let store = try file.open(library.model, options: .init(isReadOnly: true))
        #expect(try store.makeReader().count(matching: RowRequest(entity: library.tag)) == 1)
    }

    @Test func `a folder that cannot be written to has no place for a log`() throws {
        try allow(0o555, file.directory.path)
        defer { try? allow(0o755, file.directory.path) }
        let error = storeError { _ = try file.open(library.model) }
        #expect(error?.message.contains("open it with isReadOnly, or move it") == true)
        let store = try file.open(library.model, options: .init(isReadOnly: true))
        #expect(try store.makeReader().count(matching: RowRequest(entity: library.tag)) == 1)
    }

    @Test func `a seed in such a folder serves`() throws {
        let other = try TemporaryStore()
        try allow(0o444, file.path)
        try allow(0o555, file.directory.path)
        defer { try? allow(0o755, file.directory.path) }
        let store = try other.open(library.model, options: .init(seed: file.path))
        #expect(try store.makeReader().count(matching: RowRequest(entity: library.tag)) == 1)
        try store.reset()
        #expect(try store.makeReader().count(matching: RowRequest(entity: library.tag)) == 1)
    }
}
