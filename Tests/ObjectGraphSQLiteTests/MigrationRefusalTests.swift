import ObjectGraph
import ObjectGraphSQL
import ObjectGraphSQLite
import Testing

@Suite("Migrations that are refused")
struct MigrationRefusalTests {
    struct Row: Sendable, CustomTestStringConvertible {
        let title: String
        let options: SQLiteStore.Options
        let lines: [String]
        let change: @Sendable (inout [EntityDescription]) -> Void
        var testDescription: String { title }

        init(
            _ title: String, _ migration: SQLiteStore.Migration, _ lines: [String],
            _ change: @escaping @Sendable (inout [EntityDescription]) -> Void
        ) {
            self.title = title
            options = SQLiteStore.Options(migration: migration)
            self.lines = lines
            self.change = change
        }
    }

    static let rows = [
        Row(
            "an entity is gone", .additive,
            [
                "Label: the file has it (objects of Label), the model has not; give its successor "
                    + "the renamingIdentifier 'Label', or drop it with migration .inferred",
                "Post.labels: the file has it (links to Label, ordered), the model has not; give "
                    + "what replaces it the renamingIdentifier 'labels', or drop it with migration "
                    + ".inferred",
            ]
        ) {
            $0.removeAll { $0.name == "Label" }
            $0["Post"].declaredRelationships.removeLast()
        },
        Row(
            "a type that is not wider", .inferred,
            [
                "Post.title: the file has string, the model integer64; convert it in a migration "
                    + "step, or give the new attribute another name"
            ]
        ) { $0["Post"][attribute: "title"].type = .integer64 },
        Row(
            "mandatory without a default", .inferred,
            [
                "Person.age: mandatory now, but 1 stored object (Person/2) would have no value; "
                    + "give it a default or make it optional"
            ]
        ) { $0["Person"][attribute: "age"].isOptional = false },
        Row(
            "to many becomes to one", .inferred,
            [
                "Post.labels: the file has links to Label, ordered, the model at most one, and 1 "
                    + "stored object (Post/1) would lose others; choose in a migration step, or keep it "
                    + "to-many"
            ]
        ) { $0["Post"][relationship: "labels"] = .toOne("labels", "Label", inverse: "posts") },
        Row(
            "another destination", .inferred,
            [
                "Post.writer: the file has reference to Person, the model a relationship to Desk; "
                    + "link the objects in a migration step, or give the new relationship another "
                    + "name"
            ]
        ) {
            $0["Post"][relationship: "writer"].destination = "Desk"
            $0["Person"].declaredRelationships.removeFirst()
        },
        Row(
            "two trees become one", .inferred,
            [
                "Thing: its objects come from tables of their own in the file (Desk, Label), where "
                    + "they have the same numbers; give them new ones in a migration step"
            ]
        ) {
            $0["Desk"].parent = "Thing"
            $0["Label"].parent = "Thing"
            $0["Label"].declaredRelationships = []
            $0["Desk"].declaredRelationships = []
            $0["Post"].declaredRelationships.removeLast()
            $0["Person"].declaredRelationships.removeLast()
            $0.append(EntityDescription("Thing", isAbstract: true))
        },
        Row(
            "unique, but shared", .additive,
            [
                "Post: 3 stored objects (one is Post/1) share flag with another, the model says "
                    + "it is unique; make them differ with the earlier model, or in a migration "
                    + "step"
            ]
        ) {
            $0["Post"].declaredAttributes.append(
                AttributeDescription("flag", .boolean, isUnique: true, defaultValue: true))
            $0["Post"][attribute: "title"].renamingIdentifier = "title"
            $0["Post"][attribute: "title"].name = "headline"
        },
        Row(
            "abstract, but with objects", .inferred,
            [
                "Person: abstract now, but the file has 2 stored objects (one is Person/1) of "
                    + "exactly this entity; make each one an object of a sub-entity in a migration "
                    + "step, or delete them with the earlier model"
            ]
        ) {
            $0["Person"].isAbstract = true
            $0.append(EntityDescription("Writer", parent: "Person"))
        },
        Row(
            "an abstract sub-entity with an earlier name", .additive,
            [
                "Round: abstract now, but the file has 1 stored object (Shape/1) of exactly this "
                    + "entity; make each one an object of a sub-entity in a migration step, or "
                    + "delete them with the earlier model"
            ]
        ) {
            $0["Circle"].isAbstract = true
            $0["Circle"].renamingIdentifier = "Circle"
            $0["Circle"].name = "Round"
        },
        Row(
            "one sub-entity would lose what its parent had", .additive,
            [
                "Shape.title: 1 stored object (Shape/2) of Square would lose it; declare it there too, or "
                    + "drop it with migration .inferred"
            ]
        ) {
            let title = $0["Shape"].declaredAttributes.removeFirst()
            $0["Circle"].declaredAttributes.append(title)
        },
    ]

    let file: TemporaryStore

    init() throws {
        file = try TemporaryStore()
        try MigrationModel.fill(file.path)
    }

    @Test(arguments: rows)
    func `every difference is named with what to do, and the file stays as it was`(row: Row) throws
    {
        let before = try SQLiteFile(file.path).dump()
        let model = try MigrationModel.model(row.change)
        let error = storeError { _ = try file.open(model, options: row.options) }
        #expect(error?.code == .schemaMismatch)
        #expect(
            error?.message == "'\(file.path)' was made for another model:\n"
                + row.lines.map { "- \($0)\n" }.joined() + "Nothing was changed.")
        #expect(try SQLiteFile(file.path).dump() == before)
        try file.open(MigrationModel.model()).expectUse(of: MigrationModel.model())
    }

    @Test
    func `a mandatory relationship does not lose its object`() throws {
        let change: (inout [EntityDescription]) -> Void = {
            $0["Post"].declaredRelationships.append(
                .toOne("shape", "Shape", isOptional: false))
        }
        let model = try MigrationModel.model(change)
        _ = try file.open(model)
        try SQLiteFile(file.path).texts(#"UPDATE "Post" SET shape = 1"#)
        let smaller = try MigrationModel.model {
            change(&$0)
            $0.removeAll { $0.name == "Circle" }
        }
        let error = storeError { _ = try file.open(smaller, options: .init(migration: .inferred)) }
        #expect(
            error?.message == """
                '\(file.path)' was made for another model:
                - Post.shape: mandatory, but 3 stored objects (one is Post/1) would lose what \
                it refers to; keep the entity there, or make the relationship optional
                Nothing was changed.
                """)
    }

    @Test
    func `a file that can only be read is not migrated, and says how it could be`() throws {
        let model = try MigrationModel.model {
            $0["Desk"] = $0["Desk"].renaming("floor", from: "floor")
            $0["Desk"][attribute: "floor"].name = "storey"
        }
        let error = storeError { _ = try file.open(model, options: .init(isReadOnly: true)) }
        #expect(error?.code == .readOnly)
        #expect(
            error?.message == "'\(file.path)' must be extended for the model, and cannot be "
                + "written to; open it once for writing")
        let smaller = try MigrationModel.model { $0["Desk"].declaredAttributes = [] }
        let refusal = storeError { _ = try file.open(smaller, options: .init(isReadOnly: true)) }
        #expect(refusal?.code == .schemaMismatch)
    }
}
