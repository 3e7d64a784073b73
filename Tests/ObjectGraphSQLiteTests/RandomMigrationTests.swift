import ObjectGraph
import ObjectGraphSQL
import ObjectGraphSQLite
import TestSupport
import Testing

@Suite("Random migrations")
struct RandomMigrationTests {
    @Test(arguments: 1...12 as ClosedRange<UInt64>)
    func `what survives keeps its values and links`(seed: UInt64) throws {
        let file = try TemporaryStore()
        try MigrationModel.fill(SQLiteStore(file.path))
        var random = RandomMigration(seed: seed)
        for _ in 0..<10 {
            let before = try SQLiteFile(file.path).dump()
            let model = try random.nextModel()
            let store = try file.open(model, options: .init(migration: .inferred))
            try random.expectContent(of: store, model)
            let after = try SQLiteFile(file.path)
            try after.expectSoundKeys()
            #expect(try after.dump() != before)
        }
    }
}
