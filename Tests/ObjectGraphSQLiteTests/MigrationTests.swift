import ObjectGraph
import ObjectGraphSQL
import ObjectGraphSQLite
import TestSupport
import Testing

@Suite("Inferred migrations")
struct MigrationTests {
    let file: TemporaryStore

    init() throws {
        file = try TemporaryStore()
    }

    @Test(arguments: MigrationCase.all)
    func `what the model says differently, the file does too`(row: MigrationCase) throws {
        try row.fill(SQLiteStore(file.path))
        let model = try row.model()
        if row.needsInferred {
            let before = try SQLiteFile(file.path).dump()
            #expect(storeError { _ = try file.open(model) }?.code == .schemaMismatch)
            #expect(try SQLiteFile(file.path).dump() == before)
        }
        let options = SQLiteStore.Options(migration: row.migration)
        let store = try file.open(model, options: options)
        let raw = try SQLiteFile(file.path)
        for (question, answer) in row.answers {
            let found = try raw.texts(question)
            #expect(found == answer, "\(question)")
        }
        try store.expectUse(of: model)
        try raw.expectSoundKeys()
        #expect(try raw.texts("PRAGMA integrity_check") == ["ok"])
        #expect(
            try raw.texts("SELECT name FROM sqlite_schema WHERE name LIKE 'mercator_new%'") == [])

        let trace = Trace()
        _ = try file.open(model, options: .init(trace: { trace.note($0) }))
        #expect(!trace.statements.contains { $0.hasPrefix("CREATE") || $0.hasPrefix("INSERT") })
    }

    @Test
    func `connections and indexes follow the names`() throws {
        try MigrationModel.fill(SQLiteStore(file.path))
        let model = try MigrationModel.model {
            $0["Desk"][relationship: "person"].destination = "Author"
            $0["Post"][relationship: "writer"].destination = "Author"
            $0["Post"][relationship: "writer"].renamingIdentifier = "writer"
            $0["Post"][relationship: "writer"].name = "author"
            $0["Post"][attribute: "personName"].renamingIdentifier = "personName"
            $0["Post"][attribute: "personName"].name = "authorName"
            $0["Post"][relationship: "labels"].renamingIdentifier = "labels"
            $0["Post"][relationship: "labels"].name = "tags"
            $0["Person"][relationship: "posts"].inverse = "author"
            $0["Person"][attribute: "name"].renamingIdentifier = "name"
            $0["Person"][attribute: "name"].name = "fullName"
            $0["Person"].renamingIdentifier = "Person"
            $0["Person"].name = "Author"
            $0["Label"][relationship: "posts"].inverse = "tags"
        }
        let store = try file.open(model)
        #expect(
            try store.makeReader().connections() == [
                ConnectionDescription(
                    entity: "Post", relationship: "author",
                    connectedBy: ["authorName": "fullName"],
                    sourcePredicate: .any("tags", .attribute("name") == "a"),
                    destinationPredicate: .attribute("fullName") != "nobody")
            ])
        #expect(
            try SQLiteFile(file.path).texts("SELECT * FROM mercator_indexes")
                == ["Author_by_fullName|Author|fullName|0|load"])
    }

    @Test
    func `an index of a sub-entity covers what inherits from it now`() throws {
        let old = try MigrationModel.model { $0["Circle"][attribute: "size"].isUnique = true }
        _ = try file.open(old)
        let model = try MigrationModel.model {
            $0["Circle"][attribute: "size"].isUnique = true
            $0.append(EntityDescription("Disc", parent: "Circle"))
        }
        let store = try file.open(model)
        try store.insert(MigrationModel.circle, root: MigrationModel.shape, [["a", 1]])
        let disc = try #require(model.index(ofEntity: "Disc"))
        let error = storeError {
            try store.insert(disc, root: MigrationModel.shape, [["b", 1]])
        }
        #expect(error?.code == .uniqueness)
    }

    @Test
    func `an earlier name may stay in the model, also beside a new entity of that name`() throws {
        try MigrationModel.fill(SQLiteStore(file.path))
        let change: (inout [EntityDescription]) -> Void = {
            $0["Desk"] = $0["Desk"].renaming("floor", from: "storey")
            $0["Label"] = $0["Label"].renamed(from: "Label")
            $0["Label"].name = "Tag"
            $0["Post"][relationship: "labels"].destination = "Tag"
            $0.append(EntityDescription("Label", attributes: [AttributeDescription("x", .string)]))
        }
        let model = try MigrationModel.model(change)
        for _ in 0..<2 {
            _ = try file.open(model)
            let raw = try SQLiteFile(file.path)
            #expect(try raw.texts("SELECT name FROM Tag") == ["a", "b"])
            #expect(try raw.texts("SELECT count(*) FROM Label") == ["0"])
            #expect(try raw.texts("SELECT floor FROM Desk") == ["7"])
        }
        let more = try MigrationModel.model {
            change(&$0)
            $0["Tag"].declaredAttributes.append(AttributeDescription("more", .string))
        }
        _ = try file.open(more)
        #expect(try SQLiteFile(file.path).texts("SELECT name FROM Tag") == ["a", "b"])
    }
}

extension SQLiteFile {
    /// Expects that foreign keys refer to existing tables, and have the same indexes as
    /// in a new file.
    func expectSoundKeys() throws {
        #expect(try texts("PRAGMA foreign_key_check") == [])
        let keys = """
            FROM sqlite_schema s JOIN pragma_foreign_key_list(s.name) f WHERE s.type = 'table'
            """
        let tables = "(SELECT name FROM sqlite_schema WHERE type = 'table')"
        #expect(
            try texts("SELECT s.name, f.\"table\" \(keys) AND f.\"table\" NOT IN \(tables)") == [])
        let unindexed = """
            SELECT s.name, f."from" \(keys) AND f."from" <> 'source' AND NOT EXISTS (
              SELECT * FROM sqlite_schema i JOIN pragma_index_info(i.name) c
              WHERE i.type = 'index' AND i.tbl_name = s.name AND c.name = f."from"
              AND i.name = s.name || '_by_' || f."from")
            """
        #expect(try texts(unindexed) == [])
    }

    /// Returns the complete content of the file.
    func dump() throws -> [String] {
        let tables = try texts("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY 1")
        return try texts("SELECT type, name, sql FROM sqlite_schema ORDER BY 1, 2")
            + tables.flatMap { try texts("SELECT '\($0)', * FROM \"\($0)\"") }
    }
}
