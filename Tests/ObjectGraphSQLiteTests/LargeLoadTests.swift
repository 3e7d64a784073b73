import Foundation
import ObjectGraph
import ObjectGraphSQLite
import TestSupport
import Testing

@Suite("Large loads into SQLite", .endsInTime)
struct LargeLoadTests {
    let library: Library
    let file: TemporaryStore
    let trace = Trace()
    let store: SQLiteBackend

    init() throws {
        library = try Library()
        file = try TemporaryStore()
        let trace = trace
        store = try file.open(library.model, options: .init(trace: { trace.note($0) }))
    }

    /// Returns changes with articles first, as contexts write them, followed by authors and tags.
    private func load(_ count: Int, missing: Bool = false) throws -> ChangeSet {
        var changes = ChangeSet()
        let articles = try store.reserveNumbers(count, root: library.article)
        let authors = Array(try store.reserveNumbers(20, root: library.author))
        let tags = Array(try store.reserveNumbers(10, root: library.tag))
        changes.inserted = articles.enumerated().map { place, number in
            StoredRow(
                number: number, entity: library.article, version: 1,
                row: Row(library.article(number, author: .integer(authors[place % 20]))))
        }
        changes.inserted += authors.dropLast(missing ? 1 : 0).map {
            StoredRow(
                number: $0, entity: library.author, version: 1,
                row: Row(["Anna", .string("slug \($0)")]))
        }
        changes.inserted += tags.map {
            StoredRow(number: $0, entity: library.tag, version: 1, row: Row(["a"]))
        }
        var links = LinkChanges(relationship: library.tags)
        links.stored = articles.enumerated().flatMap { place, number in
            (0..<3).map {
                StoredLink(
                    source: number, destination: tags[(place + 4 * $0) % 10], position: Int64($0))
            }
        }
        changes.links = [links]
        return changes
    }

    private func indexes() throws -> [String] {
        try SQLiteFile(file.path).texts(
            "SELECT name, tbl_name, sql FROM sqlite_schema WHERE type = 'index' ORDER BY name")
    }

    private func check(_ count: Int) throws {
        let raw = try SQLiteFile(file.path)
        #expect(try raw.texts("PRAGMA integrity_check") == ["ok"])
        #expect(try raw.texts("PRAGMA foreign_key_check").isEmpty)
        let reader = try store.makeReader()
        #expect(try reader.count(matching: RowRequest(entity: library.article)) == count)
        #expect(try raw.texts(#"SELECT count(*) FROM "Article_tags""#) == ["\(count * 3)"])
    }

    @Test(arguments: [10, 499, 500, 2000])
    func `the file has the same indexes afterwards`(count: Int) throws {
        let before = try indexes()
        try store.commit(try load(count))
        #expect(try indexes() == before)
        try check(count)
        let reader = try store.makeReader()
        let found = try reader.rows(referringThrough: library.authorOfArticle, to: [1])
        #expect(found.count == (count + 19) / 20)
    }

    @Test(arguments: [(499, 0), (500, 2)])
    func `indexes are made behind the rows only where many come`(count: Int, made: Int) throws {
        let before = trace.statements.count
        try store.commit(try load(count))
        let statements = trace.statements.dropFirst(before)
        // There are three links for each article.
        let links = count * 3 >= 500 ? 1 : 0
        #expect(statements.count { $0.hasPrefix("CREATE INDEX") } == max(made, links))
        let again = trace.statements.count
        try store.commit(try load(1000))
        #expect(
            !trace.statements.dropFirst(again).contains { $0.hasPrefix("DROP INDEX") },
            "the tables are no longer empty")
        try check(count + 1000)
    }

    @Test
    func `a load that fails leaves the indexes as they were`() throws {
        let before = try indexes()
        #expect(
            storeError { try store.commit(try load(800, missing: true)) }?.code == .brokenReference)
        #expect(try indexes() == before)
        try check(0)
        try store.commit(try load(800))
        #expect(try indexes() == before)
        try check(800)
    }

    @Test
    func `an index that was removed is not created again`() throws {
        try SQLiteFile(file.path).texts(#"DROP INDEX "Article_by_author""#)
        let before = try indexes()
        try store.commit(try load(600))
        #expect(try indexes() == before)
        try check(600)
    }

    @Test
    func `what is referred to is written first`() throws {
        try store.commit(try load(30))
        let tables = ["\"Author\"", "\"Article\"", "\"Article_tags\""].map { name in
            trace.statements.firstIndex { $0.contains("INSERT") && $0.contains("INTO \(name) ") }
                ?? -1
        }
        #expect(!tables.contains(-1))
        #expect(tables == tables.sorted())
    }

    @Test(arguments: [1, 40, 3000])
    func `tables that refer to each other in a circle take rows in any order`(
        count: Int
    ) throws {
        let model = try ManagedObjectModel([
            EntityDescription(
                "Node",
                relationships: [
                    .toOne("next", "Node", inverse: "previous"), .toMany("previous", "Node"),
                    .toOne("group", "Group", inverse: "nodes"),
                ]),
            EntityDescription(
                "Group",
                relationships: [
                    .toMany("nodes", "Node", inverse: "group"), .toOne("first", "Node"),
                ]),
        ])
        let file = try TemporaryStore()
        let store = try file.open(model)
        let before = try SQLiteFile(file.path).texts("SELECT sql FROM sqlite_schema ORDER BY name")
        let nodes = Array(try store.reserveNumbers(count, root: 0))
        let groups = Array(try store.reserveNumbers(count, root: 1))
        let slots = model.layouts.map(\.slotIndexes)
        var changes = ChangeSet()
        for (place, number) in nodes.enumerated() {
            var row = Row(Array(repeating: .null, count: model.layouts[0].slots.count))
            // Each node references a later one, and the last one the first.
            row[try #require(slots[0]["next"])] = .integer(nodes[(place + 1) % count])
            row[try #require(slots[0]["group"])] = .integer(groups[count - 1 - place])
            changes.inserted.append(StoredRow(number: number, entity: 0, version: 1, row: row))
        }
        for (place, number) in groups.enumerated() {
            var row = Row(Array(repeating: .null, count: model.layouts[1].slots.count))
            row[try #require(slots[1]["first"])] = .integer(nodes[(place + 7) % count])
            changes.inserted.append(StoredRow(number: number, entity: 1, version: 1, row: row))
        }
        try store.commit(changes)
        let raw = try SQLiteFile(file.path)
        #expect(try raw.texts("PRAGMA integrity_check") == ["ok"])
        #expect(try raw.texts("PRAGMA foreign_key_check").isEmpty)
        #expect(try raw.texts("SELECT sql FROM sqlite_schema ORDER BY name") == before)
        let reader = try store.makeReader()
        #expect(try reader.rows(root: 0, numbers: nodes).map(\.row).count == count)
    }

    @Test
    func `many commits are written back together`() throws {
        let text = Value.string(String(repeating: "x", count: 50_000))
        func size(_ suffix: String) throws -> Int {
            let attributes = try FileManager.default.attributesOfItem(atPath: file.path + suffix)
            return try #require(attributes[.size] as? Int)
        }
        for _ in 0..<30 {
            try store.insert(library.tag, root: library.tag, Array(repeating: [text], count: 10))
        }
        // By default, SQLite would copy a log of 1000 pages to the file, and restart it.
        #expect(try size("-wal") > 12_000_000)
        #expect(try size("") < 2_000_000)
        let raw = try SQLiteFile(file.path)
        #expect(try raw.texts(#"SELECT count(*) FROM "Tag""#) == ["300"])
    }
}
