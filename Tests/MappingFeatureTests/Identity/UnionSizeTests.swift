import EntityMapper
import MercatorPayload
import ObjectGraph
import TestSupport
import Testing

@Suite("Unions over many records of one object")
struct UnionSizeTests {
    /// Returns a payload with many records of one object, each with one more destination of a
    /// relationship.
    private func payload(_ count: Int) -> String {
        let records = (0..<count).map { #"{"id": 1, "cats": [{"id": \#($0)}]}"# }
        return "[\(records.joined(separator: ","))]"
    }

    @Test(arguments: StoreKind.allCases, ["cats", "catsInOrderByAge"])
    func `each record adds to the relationship, in order`(
        kind: StoreKind, relationship: String
    ) throws {
        let model = try People.model()
        let bench = try Workbench(kind, model)
        let human = try model.mapping("Human", identifiedBy: ["railsID"], ["id": "railsID"]) {
            $0.addRelationshipMapping(
                from: "cats", to: relationship, using: "Cat", assignmentPolicy: .union)
        }
        let cat = try model.mapping("Cat", identifiedBy: ["railsID"], ["id": "railsID"])
        let set = MappingSet([human, cat], roots: [.root: "Human"])
        // If the list were read and written for each record, this would take minutes.
        let count = TestTier.pick(gate: 5_000, long: 20_000)
        try bench.load(payload(count), set)
        let found = try bench.container.perform { context in
            let human = try context.fetch(FetchRequest("Human")).first
            return human?[toMany: relationship].map { $0["railsID"] } ?? []
        }
        #expect(found == (0..<count).map { .integer(Int64($0)) })
        #expect(try bench.load(payload(count), set).total.updated == 0)
    }

    @Test(arguments: StoreKind.allCases)
    func `what one record adds, another may take away`(kind: StoreKind) throws {
        let model = try People.model()
        let bench = try Workbench(kind, model)
        let human = try model.mapping("Human", identifiedBy: ["railsID"], ["id": "railsID"]) {
            $0.addRelationshipMapping(
                from: "cats", to: "cats", using: "Cat", assignmentPolicy: .union)
        }
        let cat = try model.mapping("Cat", identifiedBy: ["railsID"], ["id": "railsID"])
        let result = try bench.load(
            """
            [{"id": 1, "cats": [{"id": 10}]}, {"id": 2, "cats": [{"id": 10}, {"id": 11}]},
             {"id": 1, "cats": [{"id": 11}]}, {"id": 1, "cats": [{"id": 12}]}]
            """, MappingSet([human, cat], roots: [.root: "Human"]))
        #expect(result.issueCount == 0)
        #expect(
            try bench.lines("Human", "railsID", "cats.railsID") == ["1 | [11,12]", "2 | [10]"])
    }
}
