import ObjectGraph
import ObjectGraphSQL
import ObjectGraphSQLite
import TestSupport
import Testing

@Suite("Migrations that are refused")
struct MigrationRefusalTests {
    let file: TemporaryStore

    init() throws {
        file = try TemporaryStore()
        try MigrationModel.fill(SQLiteStore(file.path))
    }

    @Test(arguments: MigrationRefusal.all)
    func `every difference is named with what to do, and the file stays as it was`(
        row: MigrationRefusal
    ) throws {
        let before = try SQLiteFile(file.path).dump()
        let model = try MigrationModel.model(row.change)
        let options = SQLiteStore.Options(migration: row.migration)
        let error = storeError { _ = try file.open(model, options: options) }
        #expect(error?.code == .schemaMismatch)
        #expect(error?.message == row.message(of: file.path))
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
