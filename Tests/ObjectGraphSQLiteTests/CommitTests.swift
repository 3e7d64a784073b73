import ObjectGraph
import ObjectGraphSQLite
import Testing

@Suite("Committing to SQLite")
struct CommitTests {
    let library: Library
    let file: TemporaryStore
    let store: SQLiteBackend

    init() throws {
        library = try Library()
        file = try TemporaryStore()
        store = try file.open(library.model)
    }

    @discardableResult
    private func insertAuthors(_ slugs: [Value]) throws -> [Int64] {
        try store.insert(library.author, root: library.author, slugs.map { ["Anna", $0] })
    }

    @Test
    func `a row that was written since it was read is a conflict`() throws {
        let number = try insertAuthors(["a"])[0]
        var row = try #require(try store.row(number, root: library.author))
        row.row[0] = "Berta"
        var changes = ChangeSet()
        changes.updated = [RowUpdate(row: row, changedSlots: [0])]
        try store.commit(changes)
        let error = storeError { try store.commit(changes) }
        #expect(error?.code == .conflict)
        #expect(error?.message.contains("Author/\(number) was written or deleted") == true)

        var deletion = ChangeSet()
        deletion.deleted = [RowDeletion(number: number, entity: library.author, version: 1)]
        #expect(storeError { try store.commit(deletion) }?.code == .conflict)
    }

    @Test
    func `two objects cannot share what the model says is unique`() throws {
        try insertAuthors(["a", .null, .null])
        let error = storeError { try insertAuthors(["b", "a"]) }
        #expect(error?.code == .uniqueness)
        #expect(
            error?.message == "two objects of Author would share slug, which must be unique")
        let count = try store.makeReader().count(matching: RowRequest(entity: library.author))
        #expect(count == 3, "nothing of the failed commit is there")
    }

    @Test
    func `a sub-entity's attribute is unique in its own family`() throws {
        try store.insert(library.film, root: library.item, [["Alien", .null, "A1"]])
        try store.insert(library.book, root: library.item, [["Alien", 1]])
        let error = storeError {
            try store.insert(library.film, root: library.item, [["Aliens", .null, "A1"]])
        }
        #expect(error?.code == .uniqueness)
        #expect(error?.message.contains("Film would share code") == true)
    }

    @Test
    func `unique values can be swapped, and taken over from what is deleted`() throws {
        let numbers = try insertAuthors(["a", "b", "c"])
        var rows = try store.makeReader().rows(root: library.author, numbers: numbers)
        rows[0].row[1] = "b"
        rows[1].row[1] = "a"
        var changes = ChangeSet()
        changes.updated = rows.prefix(2).map { RowUpdate(row: $0, changedSlots: [1]) }
        changes.deleted = [RowDeletion(number: numbers[2], entity: library.author, version: 1)]
        changes.inserted = [
            StoredRow(
                number: try store.reserveNumbers(1, root: library.author).lowerBound,
                entity: library.author, version: 1, row: Row(["New", "c"]))
        ]
        try store.commit(changes)
        let read = try store.makeReader().rows(matching: RowRequest(entity: library.author))
        #expect(read.map { $0.row[1] } == ["b", "a", "c"])
    }

    @Test
    func `a reference to nothing is refused, and named`() throws {
        let error = storeError {
            try store.insert(
                library.article, root: library.article, [library.article(1, author: 77)])
        }
        #expect(error?.code == .brokenReference)
        #expect(
            error?.message == "Article/1.author would lead to an object that does not exist; "
                + "clear it or keep the object")
        #expect(try store.makeReader().count(matching: RowRequest(entity: library.article)) == 0)

        var changes = ChangeSet()
        changes.links = [LinkChanges(relationship: library.tags)]
        changes.links[0].stored = [StoredLink(source: 1, destination: 2, position: 0)]
        let link = storeError { try store.commit(changes) }
        #expect(link?.code == .brokenReference)
        #expect(link?.message.contains("a link of Article.tags") == true)
    }

    @Test
    func `rows may refer to rows that come later in the same commit`() throws {
        let author = try store.reserveNumbers(1, root: library.author).lowerBound
        let article = try store.reserveNumbers(1, root: library.article).lowerBound
        var changes = ChangeSet()
        changes.inserted = [
            StoredRow(
                number: article, entity: library.article, version: 1,
                row: Row(library.article(1, author: .integer(author)))),
            StoredRow(
                number: author, entity: library.author, version: 1, row: Row(["Anna", "anna"])),
        ]
        try store.commit(changes)
        let reader = try store.makeReader()
        let found = try reader.rows(referringThrough: library.authorOfArticle, to: [author])
        #expect(found.map(\.number) == [article])
        let raw = try SQLiteFile(file.path)
        #expect(try raw.texts("PRAGMA foreign_key_check").isEmpty)
    }

    @Test
    func `an object that is referred to cannot be deleted`() throws {
        let author = try insertAuthors(["a"])[0]
        try store.insert(
            library.article, root: library.article, [library.article(1, author: .integer(author))])
        var deletion = ChangeSet()
        deletion.deleted = [RowDeletion(number: author, entity: library.author, version: 1)]
        #expect(storeError { try store.commit(deletion) }?.code == .brokenReference)
    }

    @Test
    func `an index that is wanted unique refuses what comes, and bears what is there`() throws {
        let index = IndexDescription(entity: library.article, slots: [0], isUnique: true)
        let rows = [library.article(1), library.article(1)]
        var changes = ChangeSet()
        changes.indexes = [index]
        changes.inserted = try store.reserveNumbers(2, root: library.article).enumerated().map {
            StoredRow(number: $1, entity: library.article, version: 1, row: Row(rows[$0]))
        }
        #expect(storeError { try store.commit(changes) }?.code == .uniqueness)

        let plain = changes.inserted
        changes.inserted = []
        changes.updated = []
        try store.insert(library.article, root: library.article, plain.map(\.row.values))
        try store.commit(changes)
        let raw = try SQLiteFile(file.path)
        let sql = try raw.texts(
            "SELECT sql FROM sqlite_schema WHERE name = 'Article_by_articleID'")
        #expect(sql == [#"CREATE INDEX "Article_by_articleID" ON "Article" ("articleID")"#])
    }

    @Test
    func `indexes and connections that are known cost no transaction`() throws {
        var changes = ChangeSet()
        changes.indexes = [IndexDescription(entity: library.article, slots: [0], isUnique: true)]
        try store.commit(changes)
        let before = store.statementCount
        try store.commit(changes)
        #expect(store.statementCount == before)
    }
}
