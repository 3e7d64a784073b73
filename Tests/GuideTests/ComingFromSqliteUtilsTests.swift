import MappingInference
import Mercator
import Testing

@Suite("Coming from sqlite-utils and dlt")
struct ComingFromSqliteUtilsTests {
    private let trees = #"""
        [
          {"id": 1, "species": "Oak", "height": 12.5, "park": {"id": 4, "name": "North"}},
          {"id": 2, "species": "Fir", "height": 9, "park": {"id": 4, "name": "North"}},
          {"id": 3, "species": "Oak", "height": 14, "park": {"id": 5, "name": "South"}}
        ]
        """#
    private let next = #"""
        [
          {"id": 2, "height": 10, "planted": "2020-03-01"},
          {"id": 4, "species": "Elm", "height": 3, "park": {"id": 6, "name": "West"}}
        ]
        """#

    /// The commands of the guide run in the tests of the tool.
    @Test func `nested records that repeat are one object, and later records add`() throws {
        let source = PayloadSource(name: "trees.json", bytes: Array(trees.utf8))
        let file = try MappingInference().infer([source]).file
        let container = try PersistentContainer(model: file.model(), store: InMemoryStore())
        let operation = MappingOperation(try file.plan())
        let first = try operation.run(trees, in: container)
        #expect(first.counts["Park"]?.inserted == 2)
        #expect(first.counts["Tree"]?.inserted == 3)
        let second = try operation.run(next, in: container)
        #expect(second.counts["Tree"]?.updated == 1)
        let fir = try container.read { context in
            try context.fetch(FetchRequest("Tree", where: .attribute("treeID") == 2)).map { tree in
                [tree["species"], tree["height"], tree[toOne: "park"]?["name"]]
            }
        }
        #expect(fir == [["Fir", 10.0, "North"]])
    }
}
