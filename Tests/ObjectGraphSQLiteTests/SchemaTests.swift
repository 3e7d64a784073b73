import ObjectGraph
import ObjectGraphSQL
import ObjectGraphSQLite
import Testing

@Suite("The tables of a model")
struct SchemaTests {
    @Test
    func `tables and columns have the names of the model`() throws {
        let library = try Library()
        let file = try TemporaryStore()
        _ = try file.open(library.model)
        let raw = try SQLiteFile(file.path)
        func sql(_ name: String) throws -> String? {
            try raw.texts("SELECT sql FROM sqlite_schema WHERE name = '\(name)'").first
        }
        #expect(
            try sql("Article") == """
                CREATE TABLE "Article" (
                  "_id" INTEGER PRIMARY KEY,
                  "_version" INTEGER NOT NULL,
                  "articleID" INTEGER,
                  "title" TEXT,
                  "rating" REAL,
                  "price" TEXT,
                  "isArchived" INTEGER,
                  "createdAt" TEXT,
                  "author" INTEGER REFERENCES "Author" ("_id") DEFERRABLE INITIALLY DEFERRED,
                  "author_position" INTEGER
                )
                """)
        #expect(
            try sql("Item") == """
                CREATE TABLE "Item" (
                  "_id" INTEGER PRIMARY KEY,
                  "_entity" TEXT NOT NULL,
                  "_version" INTEGER NOT NULL,
                  "title" TEXT,
                  "pages" INTEGER,
                  "Film_pages" TEXT,
                  "code" TEXT
                )
                """)
        #expect(
            try sql("Article_tags") == """
                CREATE TABLE "Article_tags" (
                  source INTEGER NOT NULL REFERENCES "Article" ("_id") \
                ON DELETE CASCADE DEFERRABLE INITIALLY DEFERRED,
                  destination INTEGER NOT NULL REFERENCES "Tag" ("_id") \
                ON DELETE CASCADE DEFERRABLE INITIALLY DEFERRED,
                  position INTEGER,
                  PRIMARY KEY (source, destination)
                ) WITHOUT ROWID
                """)
        #expect(
            try sql("Film_by_code")
                == #"CREATE UNIQUE INDEX "Film_by_code" ON "Item" ("code") WHERE "_entity" IN ('Film')"#
        )
        #expect(try sql("Article_by_author") != nil)
        #expect(try sql("Article_tags_by_destination") != nil)
        #expect(
            try raw.texts("SELECT definition FROM mercator_schema WHERE property = 'tags'")
                == ["links to Tag, ordered"])
    }

    @Test
    func `names that would clash get another name, and stay apart`() throws {
        let model = try ManagedObjectModel([
            EntityDescription(
                "Select",
                attributes: [
                    AttributeDescription("_id", .string), AttributeDescription("_Version", .string),
                    AttributeDescription("say \"hi\"", .string),
                    AttributeDescription("order", .integer64),
                ],
                relationships: [.toMany("group", "mercator_store")]),
            EntityDescription("mercator_store", attributes: [AttributeDescription("key", .string)]),
            EntityDescription("Select_group", attributes: [AttributeDescription("it's", .string)]),
        ])
        let file = try TemporaryStore()
        for _ in 0..<2 {
            let store = try file.open(model)
            let number = try store.insert(0, root: 0, [["a", "b", "c", 4]])[0]
            #expect(try store.row(number, root: 0)?.row.values == ["a", "b", "c", 4])
            let other = try store.insert(1, root: 1, [["k"]])[0]
            try store.insert(2, root: 2, [["s"]])
            var changes = ChangeSet()
            changes.links = [LinkChanges(relationship: 0)]
            changes.links[0].stored = [StoredLink(source: number, destination: other)]
            try store.commit(changes)
            #expect(try store.makeReader().links(of: 0, from: [number]).count == 1)
            let request = RowRequest(
                entity: 2, predicate: .attribute("it's") == "s",
                sortKeys: [.descending("it's")])
            #expect(try store.makeReader().count(matching: request) > 0)
        }
        let raw = try SQLiteFile(file.path)
        #expect(
            try raw.texts("SELECT name FROM pragma_table_info('Select')") == [
                "_id", "_version", "Select__id", "Select__Version", "say \"hi\"", "order",
            ])
    }

    @Test
    func `additions to the model are made, and old objects get the defaults`() throws {
        let old = try Library()
        let file = try TemporaryStore()
        do {
            let store = try file.open(old.model)
            try store.insert(old.tag, root: old.tag, [["swift"], ["linux"]])
            try store.insert(old.article, root: old.article, [old.article(1)])
        }
        let new = try Library { entities in
            entities.insert(
                EntityDescription(
                    "Topic", parent: "Tag", attributes: [AttributeDescription("depth", .integer16)]),
                at: 0)
            entities[3].declaredAttributes.append(
                AttributeDescription(
                    "weight", .integer64, isOptional: false, defaultValue: 7))
            entities[3].declaredAttributes.append(AttributeDescription("label", .string))
            entities[1].declaredRelationships.append(.toOne("mainTag", "Topic"))
            entities[1].declaredRelationships.append(.toMany("editors", "Author"))
        }
        let store = try file.open(new.model)
        let tags = try store.makeReader().rows(matching: RowRequest(entity: new.tag))
        #expect(tags.map(\.entity) == [new.tag, new.tag])
        #expect(tags.map(\.row.values) == [["swift", 7, .null], ["linux", 7, .null]])
        #expect(tags.map(\.number) == [1, 2])
        let topic = try #require(new.model.index(ofEntity: "Topic"))
        let number = try store.insert(topic, root: new.tag, [["deep", 1, .null, 3]])[0]
        #expect(number == 3, "numbers go on where they were")
        #expect(try store.makeReader().count(matching: RowRequest(entity: topic)) == 1)

        let again = try file.open(new.model)
        #expect(try again.makeReader().count(matching: RowRequest(entity: new.tag)) == 3)
    }

    @Test
    func `a value type may become wider, and uniqueness may come and go`() throws {
        let old = try Library()
        let file = try TemporaryStore()
        try file.open(old.model).insert(
            old.author, root: old.author, [["Anna", "a"], ["Anna", "b"]])
        let wider = try Library { entities in
            entities[4].declaredAttributes[0].type = .integer64
            entities[1].declaredAttributes[1].isUnique = false
        }
        try file.open(wider.model).insert(wider.author, root: wider.author, [["Anna", "a"]])
        let error = storeError { _ = try file.open(old.model) }
        #expect(error?.code == .schemaMismatch)
        #expect(
            error?.message.contains("- Book.pages: the file has integer64, the model integer32;")
                == true)
    }

    @Test
    func `what would lose data is refused, with every difference`() throws {
        let old = try Library()
        let file = try TemporaryStore()
        try file.open(old.model).insert(old.tag, root: old.tag, [["swift"]])
        let new = try Library { entities in
            entities[0].declaredAttributes.removeAll { $0.name == "title" }
            entities[0].declaredAttributes[0].type = .uuid
            entities[0].declaredRelationships[1].isOrdered = false
            entities[2].declaredAttributes.append(
                AttributeDescription("weight", .integer64, isOptional: false))
        }
        let error = storeError { _ = try file.open(new.model) }
        #expect(error?.code == .schemaMismatch)
        #expect(
            error?.message == """
                '\(file.path)' was made for another model:
                - Article.articleID: the file has integer64, the model uuid; convert it in a \
                migration step, or give the new attribute another name
                - Article.tags: the file has links to Tag, ordered, the model has no order; keep it \
                ordered, or drop the order with migration .inferred
                - Article.title: the file has it (string), the model has not; give what replaces it \
                the renamingIdentifier 'title', or drop it with migration .inferred
                - Tag.weight: new and mandatory, but 1 stored object (Tag/1) would have no value; \
                give it a default or make it optional
                Nothing was changed.
                """)
        #expect(
            try file.open(old.model).makeReader().count(matching: RowRequest(entity: old.tag)) == 1)
    }
}
