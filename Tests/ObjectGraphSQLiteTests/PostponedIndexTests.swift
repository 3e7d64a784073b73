import Foundation
import ObjectGraph
import ObjectGraphSQLite
import TestSupport
import Testing

@Suite("Indexes that a load leaves for its end", .endsInTime)
struct PostponedIndexTests {
    private static let all = ["Article_by_author", "Article_tags_by_destination"]

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

    /// Adds articles with a new author and a new tag.
    @discardableResult
    private func add(_ count: Int = 20, to store: SQLiteBackend? = nil) throws -> ChangeSet {
        let store = store ?? self.store
        let articles = Array(try store.reserveNumbers(count, root: library.article))
        let author = try store.reserveNumbers(1, root: library.author).lowerBound
        let tag = try store.reserveNumbers(1, root: library.tag).lowerBound
        var changes = ChangeSet()
        changes.inserted = articles.map {
            StoredRow(
                number: $0, entity: library.article, version: 1,
                row: Row(library.article($0, author: .integer(author))))
        }
        changes.inserted += [
            StoredRow(
                number: author, entity: library.author, version: 1,
                row: Row(["Anna", .string("slug \(author)")])),
            StoredRow(number: tag, entity: library.tag, version: 1, row: Row(["a"])),
        ]
        var links = LinkChanges(relationship: library.tags)
        links.stored = articles.map { StoredLink(source: $0, destination: tag, position: 0) }
        changes.links = [links]
        try store.commit(changes)
        return changes
    }

    /// Returns the names of the existing indexes among those that can be postponed.
    private func indexes() throws -> [String] {
        try SQLiteFile(file.path).texts(
            "SELECT name FROM sqlite_schema WHERE type = 'index' AND name IN "
                + "('\(Self.all.joined(separator: "', '"))') ORDER BY name")
    }

    /// Returns the complete schema of the file, with the keys of postponed indexes.
    private func definitions() throws -> [String] {
        try SQLiteFile(file.path).texts("SELECT type, name, sql FROM sqlite_schema ORDER BY name")
            + SQLiteFile(file.path).texts(
                "SELECT key FROM mercator_store WHERE key <> 'fingerprint'")
    }

    private func articles(
        _ author: Int64, in store: SQLiteBackend, _ reader: (any StoreReader)? = nil
    ) throws -> Int {
        let reader = try reader ?? store.makeReader()
        return try reader.rows(referringThrough: library.authorOfArticle, to: [author]).count
    }

    /// Opens the file again as after a killed load, by beginning a load that never ends.
    private func killed() throws -> SQLiteBackend {
        store.beginLoad()
        try add()
        #expect(try indexes().isEmpty)
        return try file.open(library.model, options: .init(trace: { [trace] in trace.note($0) }))
    }

    @Test
    func `are made once, when the load ends`() throws {
        let before = try definitions()
        store.beginLoad()
        for _ in 0..<3 {
            try add()
            #expect(try indexes().isEmpty)
        }
        try store.endLoad()
        #expect(try definitions() == before)
        #expect(trace.statements.count { $0.hasPrefix("CREATE INDEX \"Article_") } == 4)
        #expect(try SQLiteFile(file.path).texts("PRAGMA integrity_check") == ["ok"])
        #expect(try articles(2, in: store) == 20)
    }

    @Test
    func `stay where the tables have rows already`() throws {
        try add()
        store.beginLoad()
        try add()
        #expect(try indexes() == Self.all)
        try store.endLoad()
        #expect(try indexes() == Self.all)
    }

    @Test
    func `come when the last of several loads has ended`() throws {
        store.beginLoad()
        store.beginLoad()
        try add()
        try store.endLoad()
        #expect(try indexes().isEmpty)
        try add()
        try store.endLoad()
        #expect(try indexes() == Self.all)
    }

    @Test
    func `come when a load is dropped that did not end itself`() throws {
        do {
            let load = StoreLoad(store)
            try add()
            #expect(try indexes().isEmpty)
            withExtendedLifetime(load) {}
        }
        #expect(try indexes() == Self.all)
    }

    @Test
    func `are not left away by a commit that fails`() throws {
        let before = try definitions()
        store.beginLoad()
        var changes = ChangeSet()
        changes.inserted = [
            StoredRow(
                number: 1, entity: library.article, version: 1,
                row: Row(library.article(1, author: .integer(77))))
        ]
        #expect(storeError { try store.commit(changes) }?.code == .brokenReference)
        #expect(try definitions() == before)
        try store.endLoad()
        #expect(try definitions() == before)
    }

    @Test
    func `are made for the first question after a load was killed`() throws {
        let store = try killed()
        #expect(try indexes().isEmpty, "opening makes none")
        let reader = try store.makeReader()
        #expect(try articles(1, in: store, reader) == 20)
        #expect(try indexes() == ["Article_by_author"])
        #expect(try store.makeReader().links(of: library.tags, to: [1]).count == 20)
        #expect(try indexes() == Self.all)
        #expect(try SQLiteFile(file.path).texts("PRAGMA integrity_check") == ["ok"])
    }

    @Test
    func `are made for a fetch that goes through a relationship, and for no other`() throws {
        let store = try killed()
        var request = RowRequest(entity: library.article)
        request.predicate = .attribute("articleID") > 3
        #expect(try store.makeReader().count(matching: request) == 17)
        #expect(try indexes().isEmpty)
        request = RowRequest(entity: library.author)
        request.predicate = .any("articles", .attribute("articleID") == 3)
        #expect(try store.makeReader().rows(matching: request).count == 1)
        #expect(try indexes() == ["Article_by_author"])
        request = RowRequest(entity: library.tag)
        request.predicate = .any("articles", .attribute("articleID") == 3)
        #expect(try store.makeReader().count(matching: request) == 1)
        #expect(try indexes() == Self.all)
    }

    @Test
    func `come with the next question where the first was in the middle of others`() throws {
        let store = try killed()
        do {
            let reader = try store.makeReader()
            #expect(try reader.count(matching: RowRequest(entity: library.article)) == 20)
            #expect(try articles(1, in: store, reader) == 20)
            #expect(try indexes().isEmpty)
        }
        #expect(try articles(1, in: store) == 20)
        #expect(try indexes() == ["Article_by_author"])
    }

    @Test
    func `are left away by a load that goes on where another was killed`() throws {
        let store = try killed()
        let before = trace.statements.count
        store.beginLoad()
        try add(to: store)
        #expect(try indexes().isEmpty)
        try store.endLoad()
        #expect(try indexes() == Self.all)
        #expect(!trace.statements.dropFirst(before).contains { $0.hasPrefix("DROP INDEX") })
    }

    @Test
    func `come with the next commit of a load that asks for one`() throws {
        store.beginLoad()
        try add()
        #expect(try articles(1, in: store) == 20)
        #expect(try indexes().isEmpty)
        try add()
        #expect(try indexes() == ["Article_by_author"])
        try add()
        #expect(try indexes() == ["Article_by_author"], "it stays")
        try store.endLoad()
        #expect(try indexes() == Self.all)
    }

    @Test
    func `come before a row goes that others refer to`() throws {
        store.beginLoad()
        let added = try add()
        var changes = ChangeSet()
        changes.deleted = [
            RowDeletion(number: added.inserted[0].number, entity: library.article, version: 1)
        ]
        try store.commit(changes)
        #expect(try indexes().isEmpty, "nothing postponed leads to articles")
        let before = trace.statements.count
        changes.deleted = [RowDeletion(number: 1, entity: library.tag, version: 1)]
        try store.commit(changes)
        #expect(try indexes() == ["Article_tags_by_destination"])
        let statements = Array(trace.statements.dropFirst(before))
        let made = try #require(statements.firstIndex { $0.hasPrefix("CREATE INDEX") })
        let deleted = try #require(statements.firstIndex { $0.hasPrefix("DELETE FROM \"Tag\"") })
        #expect(made < deleted)
        #expect(try SQLiteFile(file.path).texts(#"SELECT * FROM "Article_tags""#).isEmpty)
        try store.endLoad()
        #expect(try indexes() == Self.all)
    }

    @Test(arguments: ["reset", "empty", "repair", "check"])
    func `come with work on the whole store`(work: String) throws {
        let store = try killed()
        var empty = ChangeSet()
        empty.emptiesStore = true
        switch work {
        case "reset": try store.reset()
        case "empty": try store.commit(empty)
        case "repair": #expect(try store.repairLinks(limit: 10).steps.isEmpty)
        default: #expect(try store.checkIntegrity(limit: 10).problems.isEmpty)
        }
        #expect(try indexes() == Self.all)
        #expect(
            try SQLiteFile(file.path).texts(
                "SELECT key FROM mercator_store WHERE key GLOB 'index:*'"
            ).isEmpty)
    }

    @Test
    func `come with a migration`() throws {
        _ = try killed()
        let extended = try Library(extending: { entities in
            entities.append(EntityDescription("Note"))
        })
        _ = try file.open(extended.model)
        #expect(try indexes() == Self.all)
    }

    @Test
    func `are away in a copy of the file, and come there as well`() throws {
        store.beginLoad()
        try add()
        let copy = file.directory.appendingPathComponent("copy.sqlite").path
        try store.backUp(to: copy)
        let opened = try SQLiteStore(copy).openBackend(for: library.model)
        #expect(try articles(1, in: opened) == 20)
        let question = "SELECT count(*) FROM sqlite_schema WHERE name = 'Article_by_author'"
        #expect(try SQLiteFile(copy).texts(question) == ["1"])
    }

    @Test
    func `are not needed to read a file that cannot be written to`() throws {
        _ = try killed()
        let store = try file.open(library.model, options: .init(isReadOnly: true))
        #expect(try articles(1, in: store) == 20)
        #expect(try indexes().isEmpty)
    }

    @Test
    func `are left alone if they were created by hand`() throws {
        let store = try killed()
        try SQLiteFile(file.path).texts(
            #"CREATE INDEX "Article_by_author" ON "Article" ("author", "title")"#)
        #expect(try articles(1, in: store) == 20)
        #expect(try indexes() == ["Article_by_author"])
        let question = "SELECT sql FROM sqlite_schema WHERE name = 'Article_by_author'"
        #expect(try SQLiteFile(file.path).texts(question).first?.contains("title") == true)
    }

    @Test
    func `are made by no statement of another kind`() throws {
        _ = try killed()
        try SQLiteFile(file.path).texts(
            "UPDATE mercator_store SET value = 'DELETE FROM \"Article\"' WHERE key GLOB 'index:*'")
        let store = try file.open(library.model)
        let report = try store.repairLinks(limit: 1)
        #expect(report.steps.isEmpty)
        #expect(report.remaining.problems.first?.code == .damagedFile)
        #expect(report.remaining.problems.first?.message.contains("mercator_store") == true)
        #expect(try store.makeReader().count(matching: RowRequest(entity: library.article)) == 20)
    }
}
