import Foundation
import ObjectGraph
import ObjectGraphSQL
import ObjectGraphSQLite
import Testing

@Suite("Views")
struct ViewTests {
    private let file: TemporaryStore
    private let library: Library

    init() throws {
        file = try TemporaryStore()
        library = try Library()
    }

    private static let creating = SQLiteStore.Options(views: .create)

    @discardableResult
    private func rows(_ sql: String) throws -> [String] { try SQLiteFile(file.path).texts(sql) }

    private func columns(of view: String) throws -> [String] {
        try rows("SELECT name FROM pragma_table_info('\(view)')")
    }

    private static let names = "SELECT name FROM sqlite_schema WHERE type = 'view' ORDER BY name"

    /// Fills a file with objects that refer to each other.
    private func fill(_ options: SQLiteStore.Options) throws {
        let store = try file.open(library.model, options: options)
        try store.insert(library.author, root: library.author, [["Anna", "anna"], ["Bo", .null]])
        try store.insert(library.tag, root: library.tag, [["swift"]])
        try store.insert(
            library.article, root: library.article,
            [library.article(7, "One", author: 1), library.article(8, "Two")])
        try store.insert(library.book, root: library.item, [["Book", 99]])
        try store.insert(library.film, root: library.item, [["Film", "eight", "f8"]])
        try rows("INSERT INTO Article_tags VALUES (1, 1, 0)")
    }

    @Test func `views are made on request`() throws {
        try fill(.init())
        #expect(try rows(Self.names) == [])
        _ = try file.open(library.model, options: Self.creating)
        #expect(
            try rows(Self.names) == [
                "Article_tags_view", "Article_view", "Author_view", "Book", "Film", "Item_view",
                "Tag_view",
            ])
        _ = try file.open(library.model)
        #expect(try rows(Self.names).count == 7)
        _ = try file.open(library.model, options: .init(views: .remove))
        #expect(try rows(Self.names) == [])
    }

    @Test func `a view shows an entity under the names of the model`() throws {
        try fill(Self.creating)
        #expect(try columns(of: "Film") == ["_id", "title", "pages", "code"])
        #expect(try rows("SELECT * FROM Film") == ["2|Film|eight|f8"])
        #expect(try columns(of: "Book") == ["_id", "title", "pages"])
        #expect(try rows("SELECT * FROM Book") == ["1|Book|99"])
        #expect(try columns(of: "Item_view") == ["_id", "_entity", "title"])
        #expect(try rows("SELECT * FROM Item_view") == ["1|Book|Book", "2|Film|Film"])
    }

    @Test func `for another object, a view shows its key and its label`() throws {
        try fill(Self.creating)
        #expect(
            try columns(of: "Article_view") == [
                "_id", "articleID", "title", "rating", "price", "isArchived", "createdAt",
                "author_slug", "author_name", "author_position",
            ])
        let question = "SELECT articleID, author_slug, author_name FROM Article_view"
        #expect(try rows(question) == ["7|anna|Anna", "8|NULL|NULL"])
        #expect(
            try columns(of: "Article_tags_view") == [
                "article_id", "article_title", "tags_id", "tags_name", "position",
            ])
        #expect(try rows("SELECT * FROM Article_tags_view") == ["1|One|1|swift|0"])
    }

    @Test func `the key by which a load has identified objects is shown from then on`() throws {
        let store = try file.open(library.model, options: Self.creating)
        #expect(try columns(of: "Article_tags_view").first == "article_id")
        var changes = ChangeSet()
        changes.inserted = [
            StoredRow(
                number: try store.reserveNumbers(1, root: library.article).lowerBound,
                entity: library.article, version: 1, row: Row(library.article(7, "One")))
        ]
        changes.indexes = [IndexDescription(entity: library.article, slots: [0], isUnique: true)]
        try store.commit(changes)
        #expect(
            try columns(of: "Article_tags_view").prefix(2) == [
                "article_articleID", "article_title",
            ])
        // An opening that does not ask for views does not take the key away.
        _ = try file.open(library.model, options: Self.creating)
        #expect(try columns(of: "Article_tags_view").first == "article_articleID")
    }

    @Test func `an opening that finds the views it wants writes nothing`() throws {
        try fill(Self.creating)
        let version = "SELECT * FROM pragma_schema_version"
        let before = try rows(version)
        let trace = Trace()
        _ = try file.open(library.model, options: .init(trace: trace.note, views: .create))
        #expect(try rows(version) == before)
        #expect(!trace.statements.contains { $0.hasPrefix("BEGIN IMMEDIATE") })
    }

    @Test func `views cost an opening nothing if they are not asked for`() throws {
        try fill(.init())
        let (without, with) = (Trace(), Trace())
        _ = try file.open(library.model, options: .init(trace: without.note))
        _ = try file.open(library.model, options: Self.creating)
        _ = try file.open(library.model, options: .init(trace: with.note))
        #expect(with.statements == without.statements)
    }

    @Test func `views follow a migration, whoever runs it`() throws {
        try fill(Self.creating)
        let changed = try Library { entities in
            entities[0].declaredAttributes[1].name = "headline"
            entities[0].declaredAttributes[1].renamingIdentifier = "title"
            entities[0].declaredAttributes[0].type = .decimal
            entities[2].name = "Topic"
            entities[2].renamingIdentifier = "Tag"
            entities[0].declaredRelationships[1].destination = "Topic"
            entities[1].declaredAttributes.append(AttributeDescription("url", .url))
        }
        let store = try file.open(changed.model)
        #expect(try columns(of: "Article_view")[2] == "headline")
        #expect(try rows("SELECT articleID, headline FROM Article_view").first == "7|One")
        #expect(try columns(of: "Author_view") == ["_id", "name", "slug", "url"])
        #expect(try rows("SELECT * FROM Article_tags_view") == ["1|One|1|swift|0"])
        #expect(try rows(Self.names).contains("Topic_view"))
        #expect(try !rows(Self.names).contains("Tag_view"))
        #expect(try store.checkIntegrity(limit: 10).problems == [])
    }

    @Test
    func `views follow relationships that are renamed and removed, and entities that come and go`()
        throws
    {
        try fill(Self.creating)
        let renamed = try Library { entities in
            entities[0].declaredRelationships[1].name = "topics"
            entities[0].declaredRelationships[1].renamingIdentifier = "tags"
            entities[0].declaredRelationships[0].name = "writer"
            entities[0].declaredRelationships[0].renamingIdentifier = "author"
            entities.append(
                EntityDescription("Note", attributes: [AttributeDescription("text", .string)]))
        }
        _ = try file.open(renamed.model)
        #expect(try columns(of: "Article_view").contains("writer_slug"))
        #expect(try !columns(of: "Article_view").contains("author_slug"))
        #expect(
            try rows("SELECT articleID, writer_slug FROM Article_view") == ["7|anna", "8|NULL"])
        let links = try rows(Self.names).filter { $0.hasPrefix("Article_t") }
        #expect(links.count == 1)
        #expect(try columns(of: links[0]).contains("topics_name"))
        #expect(try rows("SELECT * FROM \"\(links[0])\"") == ["1|One|1|swift|0"])
        #expect(try rows(Self.names).contains("Note_view"))
        _ = try file.open(library.model, options: .init(migration: .inferred))
        #expect(try !rows(Self.names).contains { $0 == "Note_view" || $0.contains("topics") })
        #expect(try columns(of: "Article_view").contains("author_slug"))
    }

    @Test func `views of users stay as they are`() throws {
        try fill(.init())
        try rows("CREATE VIEW Article_view AS SELECT title FROM Article")
        _ = try file.open(library.model, options: Self.creating)
        #expect(try rows("SELECT * FROM Article_view") == ["One", "Two"])
        #expect(try rows("SELECT articleID FROM Article_view_2") == ["7", "8"])
        _ = try file.open(library.model, options: .init(views: .remove))
        #expect(try rows(Self.names) == ["Article_view"])
    }

    @Test func `views of users survive a migration, on whatever they are built`() throws {
        try fill(Self.creating)
        try rows("CREATE VIEW a AS SELECT title FROM Article")
        try rows("CREATE VIEW b AS SELECT author_name FROM Article_view")
        try rows("CREATE VIEW c AS SELECT name FROM Tag")
        try rows("CREATE VIEW broken AS SELECT a FROM nowhere")
        let changed = try Library { entities in
            entities[0].declaredAttributes[0].type = .decimal
            entities[2].name = "Topic"
            entities[2].renamingIdentifier = "Tag"
            entities[0].declaredRelationships[1].destination = "Topic"
        }
        _ = try file.open(changed.model)
        #expect(try rows("SELECT * FROM a") == ["One", "Two"])
        #expect(try rows("SELECT * FROM b ORDER BY 1 DESC") == ["Anna", "NULL"])
        #expect(try rows("SELECT * FROM c") == ["swift"])
        #expect(try rows("SELECT sql FROM sqlite_schema WHERE name = 'broken'").count == 1)
        // Nothing can write the schema afterwards.
        #expect(try rows("PRAGMA integrity_check") == ["ok"])
    }

    @Test func `a new table takes its name from a view of the store`() throws {
        try fill(Self.creating)
        let changed = try Library { entities in
            entities.append(
                EntityDescription(
                    "Article_view", attributes: [AttributeDescription("x", .string)]))
            entities.append(EntityDescription("Book_", parent: "Book"))
        }
        _ = try file.open(changed.model)
        #expect(try columns(of: "Article_view") == ["_id", "_version", "x"])
        #expect(try rows("SELECT articleID FROM Article_view_2") == ["7", "8"])
        #expect(try rows(Self.names).contains("Article_view_view"))
        #expect(try rows("SELECT _entity FROM Book") == ["Book"])
    }

    @Test func `copies, seeds, resets and checks include views`() throws {
        try fill(Self.creating)
        let views = try rows(Self.names)
        let container = try PersistentContainer(
            model: library.model, store: SQLiteStore(file.path))
        let copy = file.directory.appendingPathComponent("copy.sqlite").path
        try container.backUp(to: copy)
        #expect(try SQLiteFile(copy).texts(Self.names) == views)
        let seeded = file.directory.appendingPathComponent("seeded.sqlite").path
        let second = try PersistentContainer(
            model: library.model, store: SQLiteStore(seeded, options: .init(seed: copy)))
        #expect(try SQLiteFile(seeded).texts(Self.names) == views)
        try second.reset()
        #expect(try SQLiteFile(seeded).texts(Self.names) == views)
        #expect(try SQLiteFile(seeded).texts("SELECT title FROM Article_view") == ["One", "Two"])
        #expect(try second.checkIntegrity().problems == [])
        #expect(try SQLiteFile(seeded).texts("PRAGMA integrity_check") == ["ok"])
        #expect(try SQLiteFile(seeded).texts("PRAGMA foreign_key_check") == [])
    }

    @Test func `a file that cannot be written is opened without its views`() throws {
        try fill(.init())
        _ = try file.open(library.model, options: .init(isReadOnly: true, views: .create))
        #expect(try rows(Self.names) == [])
    }
}

@Suite("Views of hostile names")
struct HostileViewTests {
    /// Opens a file with views, and reads all of them.
    private func columns(_ model: ManagedObjectModel) throws -> [String: [String]] {
        let file = try TemporaryStore()
        let store = try file.open(model, options: .init(views: .create))
        #expect(try store.checkIntegrity(limit: 10).problems == [])
        let raw = try SQLiteFile(file.path)
        var found: [String: [String]] = [:]
        for view in try raw.texts("SELECT name FROM sqlite_schema WHERE type = 'view'") {
            let quoted = "\"" + view.replacing("\"", with: "\"\"") + "\""
            #expect(try raw.texts("SELECT * FROM \(quoted)") == [])
            let text = "'" + view.replacing("'", with: "''") + "'"
            found[view] = try raw.texts("SELECT name FROM pragma_table_info(\(text))")
        }
        return found
    }

    @Test(arguments: HostileNamesTests.names)
    func `every name of a model is the name of a view and of its columns`(name: String) throws {
        guard name.utf8.count < 250 else { return }
        let model = try ManagedObjectModel([
            EntityDescription(
                name,
                attributes: [
                    AttributeDescription(name + "1", .string, isUnique: true),
                    AttributeDescription("n", .integer64),
                ],
                relationships: [
                    .toOne("one", "Other", inverse: "many"), .toMany(name + "s", "Other"),
                    .toOne("self", name),
                ]),
            EntityDescription(name + "Sub", parent: name),
            EntityDescription(
                "Other", relationships: [.toMany("many", name, inverse: "one", isOrdered: true)]),
        ])
        let views = try columns(model)
        #expect(views.count == 4)
        let wanted = [name + "1", "n", "one_id", "self_\(name)1", "one_position"]
        #expect(views.values.filter { Set(wanted).isSubset(of: $0) }.count == 2)
    }

    @Test func `names that differ in case alone are kept apart`() throws {
        let model = try ManagedObjectModel([
            EntityDescription(
                "Base", attributes: [AttributeDescription("a_ID", .string)],
                relationships: [.toOne("a", "Base")]),
            EntityDescription(
                "Sub", parent: "Base", attributes: [AttributeDescription("text", .string)]),
            EntityDescription(
                "base_VIEW", parent: "Base", attributes: [AttributeDescription("TEXT", .integer64)]),
        ])
        let views = try columns(model)
        #expect(Set(views.keys) == ["Base_view", "base_VIEW_view", "Sub"])
        #expect(views["Sub"] == ["_id", "a_ID", "text", "a_id_2"])
        #expect(views["base_VIEW_view"] == ["_id", "a_ID", "TEXT", "a_id_2"])
    }

    @Test func `attributes with the names of the store's columns keep out of their way`() throws {
        let model = try ManagedObjectModel([
            EntityDescription(
                "Grade",
                attributes: [
                    AttributeDescription("_id", .string, isUnique: true),
                    AttributeDescription("other_id", .integer64),
                ], relationships: [.toOne("other", "Thing"), .toOne("grade", "Grade")]),
            EntityDescription("Thing"),
        ])
        #expect(
            try columns(model)["Grade_view"] == [
                "_id", "Grade__id", "other_id", "other_id_2", "grade__id_2",
            ])
    }

    @Test func `more references than SQLite can join are shown as numbers`() throws {
        let model = try ManagedObjectModel([
            EntityDescription(
                "Hub", relationships: (0..<100).map { .toOne("r\($0)", "Rim") }),
            EntityDescription(
                "Rim", attributes: [AttributeDescription("name", .string, isUnique: true)]),
        ])
        let names = try #require(try columns(model)["Hub_view"])
        #expect(names.count == 101)
        #expect(names.contains("r0_name") && names.contains("r99_id"))
    }
}
