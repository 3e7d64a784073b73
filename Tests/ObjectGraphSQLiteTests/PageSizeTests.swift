import Foundation
import ObjectGraph
import ObjectGraphSQLite
import TestSupport
import Testing

@Suite("Page size", .endsInTime)
struct PageSizeTests {
    let library: Library
    let file: TemporaryStore

    init() throws {
        library = try Library()
        file = try TemporaryStore()
    }

    private func sibling(_ name: String) -> String {
        file.directory.appendingPathComponent(name).path
    }

    private func pageSize(_ path: String) throws -> String {
        try SQLiteFile(path).texts("PRAGMA page_size")[0]
    }

    private func tags(_ store: SQLiteBackend) throws -> [StoredRow] {
        try store.makeReader().rows(matching: RowRequest(entity: library.tag))
    }

    private func insertTags(_ names: [String], into store: SQLiteBackend) throws {
        try store.insert(library.tag, root: library.tag, names.map { [.string($0)] })
    }

    @Test(arguments: [512, 1024, 4096, 16_384, 65_536])
    func `a new file has the size, and keeps it under any other`(size: Int) throws {
        var names = (0..<500).map { "tag \($0)" }
        try insertTags(names, into: file.open(library.model, options: .init(pageSize: size)))
        #expect(try pageSize(file.path) == "\(size)")
        for other in [512, 4096, 65_536] {
            let store = try file.open(library.model, options: .init(pageSize: other))
            try insertTags(["with \(other)"], into: store)
            names.append("with \(other)")
            let found = try tags(store).map { $0.row[0] }
            #expect(found == names.map(Value.string))
        }
        #expect(try pageSize(file.path) == "\(size)")
        // It compacts the file.
        try file.open(library.model, options: .init(pageSize: 8192)).reset()
        #expect(try pageSize(file.path) == "\(size)")
        #expect(try SQLiteFile(file.path).texts("PRAGMA integrity_check") == ["ok"])
    }

    @Test(arguments: [(512, 16_384), (16_384, 512), (65_536, 4096)])
    func `seeds and backups of another size`(size: Int, other: Int) throws {
        let seed = sibling("seed.sqlite")
        let first = SQLiteStore(seed, options: .init(pageSize: other))
        try insertTags(["a", "b"], into: try first.openBackend(for: library.model))
        let options = SQLiteStore.Options(seed: seed, pageSize: size)
        let store = try file.open(library.model, options: options)
        #expect(try tags(store).count == 2)
        #expect(try pageSize(file.path) == "\(size)")
        try insertTags(["c"], into: store)
        let copy = sibling("copy.sqlite")
        try store.backUp(to: copy)
        #expect(try pageSize(copy) == "\(size)")
        #expect(try tags(SQLiteStore(copy).openBackend(for: library.model)).count == 3)
        try store.reset()
        #expect(try tags(store).count == 2)
        #expect(try pageSize(file.path) == "\(size)")
    }

    @Test(arguments: [512, 4096, 65_536])
    func `the log is limited in bytes`(size: Int) throws {
        let trace = Trace()
        let options = SQLiteStore.Options(trace: { trace.note($0) }, pageSize: size)
        _ = try file.open(library.model, options: options)
        let limit = "PRAGMA wal_autocheckpoint = \(65_536_000 / size)"
        #expect(trace.statements.contains(limit))
    }

    @Test(arguments: [Int.min, -4096, 0, 1, 511, 513, 4095, 12_288, 131_072, .max])
    func `a size that SQLite does not have is refused, without a file`(size: Int) throws {
        let error = storeError {
            _ = try file.open(library.model, options: .init(pageSize: size))
        }
        #expect(error?.code == .cannotOpen)
        #expect(error?.message.hasSuffix("from 512 to 65536, found \(size)") == true)
        #expect(!FileManager.default.fileExists(atPath: file.path))
    }
}
