import Foundation
import ObjectGraph
import ObjectGraphSQLite
import TestSupport
import Testing

@Suite("Opening from a seed", .endsInTime)
struct SeedTests {
    let library: Library
    let file: TemporaryStore

    init() throws {
        library = try Library()
        file = try TemporaryStore()
    }

    private var seed: String { file.directory.appendingPathComponent("seed & söd.sqlite").path }
    private var options: SQLiteStore.Options { .init(seed: seed) }

    /// Inserts an author with two articles, one of which has a tag.
    private func fill(_ store: SQLiteBackend) throws {
        let author = try store.insert(library.author, root: library.author, [["Anna", "anna"]])[0]
        let articles = try store.insert(
            library.article, root: library.article,
            [
                library.article(7, "Maps", author: .integer(author)),
                library.article(8, "Graphs", author: .integer(author)),
            ])
        let tag = try store.insert(library.tag, root: library.tag, [["swift"]])[0]
        var changes = ChangeSet()
        var links = LinkChanges(relationship: library.tags)
        links.stored = [StoredLink(source: articles[1], destination: tag, position: 0)]
        changes.links = [links]
        try store.commit(changes)
    }

    private func makeSeed() throws {
        try fill(try SQLiteStore(seed).openBackend(for: library.model))
    }

    private func articles(_ store: SQLiteBackend) throws -> [StoredRow] {
        try store.makeReader().rows(matching: RowRequest(entity: library.article))
    }

    @Test(arguments: ["L01 L02"])
    func `a missing file begins with the seed's objects and their identifiers`(id: String) throws {
        try makeSeed()
        let before = try Data(contentsOf: URL(fileURLWithPath: seed))
        let expected = try articles(SQLiteStore(seed).openBackend(for: library.model))
        let store = try file.open(library.model, options: options)
        #expect(try articles(store) == expected)
        #expect(try Data(contentsOf: URL(fileURLWithPath: seed)) == before)
        let number = try store.insert(library.tag, root: library.tag, [["new"]])[0]
        #expect(number == 2)
        let names = try FileManager.default.contentsOfDirectory(atPath: file.directory.path)
        #expect(names.filter { $0.hasPrefix("seed") } == ["seed & söd.sqlite"])
    }

    @Test func `what is still in the seed's log comes along`() throws {
        let open = try SQLiteStore(seed).openBackend(for: library.model)
        try fill(open)
        #expect(FileManager.default.fileExists(atPath: seed + "-wal"))
        let store = try file.open(library.model, options: options)
        #expect(try articles(store).count == 2)
        #expect(try articles(open).count == 2)
    }

    @Test func `a file that holds a store keeps it, also when the seed is gone`() throws {
        try makeSeed()
        let store = try file.open(library.model)
        try store.insert(library.tag, root: library.tag, [["mine"]])
        #expect(try articles(file.open(library.model, options: options)).isEmpty)
        try FileManager.default.removeItem(atPath: seed)
        #expect(try articles(file.open(library.model, options: options)).isEmpty)
    }

    @Test func `a seed of an older model is extended like any file`() throws {
        try makeSeed()
        let newer = try Library { entities in
            entities[0].declaredAttributes.append(
                AttributeDescription("section", .string, defaultValue: "news"))
        }
        let store = try file.open(newer.model, options: options)
        let row = try #require(try store.row(1, root: newer.article))
        #expect(row.row.values.contains("news"))
        let columns = try SQLiteFile(seed).texts("SELECT name FROM pragma_table_info('Article')")
        #expect(!columns.contains("section"))
        try store.reset()
        #expect(
            try store.makeReader().rows(matching: RowRequest(entity: newer.article))
                .allSatisfy { $0.row.values.contains("news") })
    }

    @Test(arguments: ["missing", "text", "empty", "foreign"])
    func `a seed that is none is an error, and leaves nothing behind`(kind: String) throws {
        switch kind {
        case "text": try Data("a diary".utf8).write(to: URL(fileURLWithPath: seed))
        case "empty": try Data().write(to: URL(fileURLWithPath: seed))
        case "foreign": try SQLiteFile(seed).texts("CREATE TABLE recipes (name TEXT)")
        default: break
        }
        let error = storeError { _ = try file.open(library.model, options: options) }
        #expect(error?.code == (kind == "missing" ? .cannotOpen : .corrupt))
        #expect(error?.message.contains("the seed '") == true)
        #expect(error?.message.contains(seed) == true)
        let names = try FileManager.default.contentsOfDirectory(atPath: file.directory.path)
        #expect(names == (kind == "missing" ? [] : ["seed & söd.sqlite"]))
    }

    @Test func `a seed of a newer format is refused`() throws {
        try makeSeed()
        try SQLiteFile(seed).texts("PRAGMA user_version = 99")
        let error = storeError { _ = try file.open(library.model, options: options) }
        #expect(error?.code == .schemaMismatch)
        #expect(error?.message.contains("has format 99") == true)
    }

    @Test func `many tasks at once make one copy`() async throws {
        try makeSeed()
        let (model, path, options) = (library.model, file.path, options)
        let tag = library.tag
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<8 {
                group.addTask {
                    let store = try SQLiteStore(path, options: options).openBackend(for: model)
                    try store.insert(tag, root: tag, [[.string("\(number)")]])
                }
            }
            try await group.waitForAll()
        }
        let store = try file.open(library.model, options: options)
        #expect(try articles(store).count == 2)
        #expect(try store.makeReader().count(matching: RowRequest(entity: library.tag)) == 9)
        #expect(try store.checkIntegrity(limit: 10).isClean)
    }

    @Test(arguments: ["L04 L05 L07"])
    func `a reset brings the seed back under new numbers`(id: String) throws {
        try makeSeed()
        let store = try file.open(library.model, options: options)
        let old = try articles(store)
        let reader = try store.makeReader()
        #expect(try reader.count(matching: RowRequest(entity: library.article)) == 2)
        try store.insert(library.article, root: library.article, [library.article(9)])
        try store.reset()
        let new = try articles(store)
        #expect(new.map { $0.row[0] } == [7, 8])
        #expect(Set(new.map(\.number)).isDisjoint(with: [1, 2, 3]))
        #expect(try store.row(old[0].number, root: library.article) == nil)
        let author = try #require(new[0].row.reference(6))
        #expect(author > 1)
        #expect(try store.row(author, root: library.author)?.row[1] == "anna")
        let links = try store.makeReader().links(of: library.tags, from: new.map(\.number))
        #expect(links.map(\.source) == [new[1].number])
        #expect(links.map(\.destination) == [2])
        #expect(try store.checkIntegrity(limit: 10).isClean)
        let next = try store.insert(library.article, root: library.article, [library.article(10)])
        #expect(next[0] > new[1].number)
        #expect(try reader.count(matching: RowRequest(entity: library.article)) == 2)
    }

    @Test func `a reset without its seed changes nothing`() throws {
        try makeSeed()
        let store = try file.open(library.model, options: options)
        try FileManager.default.removeItem(atPath: seed)
        #expect(storeError { try store.reset() }?.code == .cannotOpen)
        #expect(try articles(store).count == 2)
    }

    @Test func `a reset gives the space back`() throws {
        let store = try file.open(library.model)
        let text = String(repeating: "x", count: 2000)
        try store.insert(
            library.tag, root: library.tag, Array(repeating: [.string(text)], count: 500))
        try store.reset()
        let pages = try SQLiteFile(file.path).texts("PRAGMA page_count")
        #expect(try #require(Int(pages[0])) < 60)
    }

    @Test func `the copy of a seed has its tables and indexes, and keeps unique what is unique`()
        throws
    {
        try makeSeed()
        let expected = try SQLiteFile(seed).schema()
        #expect(expected.contains { $0.hasPrefix("index") && $0.contains("UNIQUE") })
        let store = try file.open(library.model, options: options)
        #expect(try SQLiteFile(file.path).schema() == expected)
        func expectRefusal() {
            let error = storeError {
                try store.insert(library.author, root: library.author, [["Another", "anna"]])
            }
            #expect(error?.code == .uniqueness)
        }
        expectRefusal()
        try store.reset()
        #expect(try SQLiteFile(file.path).schema() == expected)
        expectRefusal()
    }
}
