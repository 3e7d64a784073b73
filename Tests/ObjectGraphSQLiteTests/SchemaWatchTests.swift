import ObjectGraph
import ObjectGraphSQLite
import TestSupport
import Testing

/// A container that was opened before another one migrated the file to a different model.
@Suite("A container of the earlier model", .endsInTime)
struct SchemaWatchTests {
    struct Row: Sendable, CustomTestStringConvertible {
        let title: String
        let change: @Sendable (inout [EntityDescription]) -> Void
        var testDescription: String { title }

        init(_ title: String, _ change: @escaping @Sendable (inout [EntityDescription]) -> Void) {
            self.title = title
            self.change = change
        }
    }

    static let rows = [
        Row("an attribute has another name") {
            $0["Post"] = renamed($0["Post"], "title", "headline")
        },
        // Its table and columns do not change, so SQLite itself would not detect the change.
        Row("a sub-entity has another name") {
            $0["Circle"].renamingIdentifier = "Circle"
            $0["Circle"].name = "Round"
        },
        Row("a mandatory attribute is new") {
            $0["Shape"].declaredAttributes.append(
                AttributeDescription("rank", .integer64, isOptional: false, defaultValue: 1))
        },
        Row("an attribute is unique now") { $0["Circle"][attribute: "size"].isUnique = true },
        Row("an entity is new") { $0.append(EntityDescription("More")) },
    ]

    private static func renamed(
        _ entity: EntityDescription, _ earlier: String, _ name: String
    ) -> EntityDescription {
        var entity = entity
        entity[attribute: earlier].renamingIdentifier = earlier
        entity[attribute: earlier].name = name
        return entity
    }

    let file: TemporaryStore
    private let early: SQLiteBackend

    init() throws {
        file = try TemporaryStore()
        try MigrationModel.fill(SQLiteStore(file.path))
        early = try file.open(MigrationModel.model())
    }

    private func expectRefusal(_ what: Comment, _ work: () throws -> Void) {
        let error = storeError(work)
        #expect(error?.code == .schemaMismatch, what)
        #expect(
            error?.message == "'\(file.path)' was brought to another model after this container "
                + "had opened it, by another container or process. Nothing was written; make the "
                + "container again, with the model that the file has now", what)
    }

    @Test(arguments: rows)
    func `reads and writes nothing any more`(row: Row) throws {
        #expect(try early.reserveNumbers(1, root: MigrationModel.shape) == 3..<4)
        _ = try file.open(MigrationModel.model(row.change))
        let before = try SQLiteFile(file.path).dump()

        var insertion = ChangeSet()
        insertion.inserted = [
            StoredRow(
                number: 3, entity: MigrationModel.circle, version: 1,
                row: ObjectGraph.Row(["round", 1]))
        ]
        expectRefusal("a commit") { try early.commit(insertion) }
        var connection = ChangeSet()
        connection.connections = [
            ConnectionDescription(
                entity: "Post", relationship: "writer", connectedBy: ["title": "name"])
        ]
        expectRefusal("a connection") { try early.commit(connection) }
        expectRefusal("numbers") {
            _ = try early.reserveNumbers(1000, root: MigrationModel.shape)
        }
        expectRefusal("a reset") { try early.reset() }
        expectRefusal("a repair") { _ = try early.repairLinks(limit: 1) }
        expectRefusal("a check") { _ = try early.checkIntegrity(limit: 1) }
        let reader = try early.makeReader()
        for round in 1...2 {
            expectRefusal("question \(round)") {
                _ = try reader.count(matching: RowRequest(entity: MigrationModel.shape))
            }
        }
        #expect(try SQLiteFile(file.path).dump() == before)
    }

    @Test
    func `finishes reading what it has begun to read, and does not save`() throws {
        let container = try PersistentContainer(
            model: MigrationModel.model(), store: SQLiteStore(file.path))
        let (path, larger) = (
            file.path, try MigrationModel.model { $0.append(EntityDescription("More")) }
        )
        let error = storeError {
            try container.perform { context in
                let posts = try context.fetch(FetchRequest("Post"))
                _ = try SQLiteStore(path).openBackend(for: larger)
                #expect(try context.count(FetchRequest("Person")) == 2)
                posts[0]["title"] = "changed"
                try context.save()
            }
        }
        #expect(error?.code == .schemaMismatch)
        let changed = "SELECT count(*) FROM Post WHERE title = 'changed'"
        #expect(try SQLiteFile(file.path).texts(changed) == ["0"])
        let again = storeError {
            try container.perform { _ = try $0.count(FetchRequest("Post")) }
        }
        #expect(again?.code == .schemaMismatch)
    }

    @Test
    func `notices it when it is opened for reading only`() throws {
        let reading = try file.open(
            MigrationModel.model(), options: SQLiteStore.Options(isReadOnly: true))
        let posts = RowRequest(entity: MigrationModel.post)
        #expect(try reading.makeReader().count(matching: posts) == 3)
        _ = try file.open(MigrationModel.model(Self.rows[0].change))
        expectRefusal("a question") { _ = try reading.makeReader().count(matching: posts) }
    }

    @Test
    func `goes on when others only add indexes, tidy up, or empty the file`() throws {
        let other = try file.open(MigrationModel.model())
        var changes = ChangeSet()
        changes.indexes = [
            IndexDescription(entity: MigrationModel.post, slots: [0], isUnique: true)
        ]
        try other.commit(changes)
        try other.reset()
        try SQLiteFile(file.path).texts("VACUUM")
        try early.insert(
            MigrationModel.circle, root: MigrationModel.shape, [["round", 1]])
        let shapes = RowRequest(entity: MigrationModel.shape)
        #expect(try early.makeReader().count(matching: shapes) == 1)
    }
}
