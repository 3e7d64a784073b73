import ConnectionEvaluation
import EntityMapper
import MercatorPayload
import ObjectGraph
import Testing

/// Connections whose destination is deleted.
extension MappingConnectionTests {
    /// Deletions of a cat by a load that contains none of its admirers.
    enum Departure: String, CaseIterable, Sendable {
        case mark, replacement

        var payload: String {
            switch self {
            case .mark: #"{"cat": {"name": "First", "sex": "gone"}}"#
            case .replacement: #"{"owner": {"id": 2, "cats": []}}"#
            }
        }
    }

    @Test(arguments: StoreKind.allCases, Departure.allCases)
    func `goes to the next destination when a load deletes the one it had`(
        kind: StoreKind, departure: Departure
    ) throws {
        let bench = try Workbench(kind, model)
        let owner = try model.mapping("Human", identifiedBy: ["railsID"], ["id": "railsID"]) {
            $0.name = "Owner"
            $0.addRelationshipMapping(
                from: "cats", to: "cats", using: "Cat", assignmentPolicy: .replace)
        }
        let cat = try model.mapping(
            "Cat", identifiedBy: ["name"], ["name": "name", "railsID": "railsID", "sex": "sex"]
        ) { $0.deletionPredicate = .attribute("sex") == "gone" }
        let human = try humans {
            $0.addConnection(for: "favoriteCat", connectedBy: ["favoriteCatID": "railsID"])
        }
        let set = MappingSet(
            [human, owner, cat], roots: ["human": "Human", "owner": "Owner", "cat": "Cat"])
        for name in ["First", "Second"] {
            try bench.load(#"{"cat": {"name": "\#(name)", "railsID": 7}}"#, set)
        }
        try bench.load(
            #"{"owner": {"id": 2, "cats": [{"name": "First"}]}, "human": {"id": 1, "favoriteCatID": 7}}"#,
            set)
        func favorites() throws -> [String] {
            try bench.container.perform { context in
                let human = try context.fetch(
                    FetchRequest("Human", where: .attribute("railsID") == 1))
                return human.map { $0.text(at: "favoriteCat.name") }
            }
        }
        #expect(try favorites() == [#"["First"]"#])
        let result = try bench.load(departure.payload, set)
        #expect(result.counts["Cat"]?.deleted == 1)
        #expect(try favorites() == [#"["Second"]"#])
        #expect(result.unresolved.isEmpty)
        let last = try bench.load(#"{"cat": {"name": "Second", "sex": "gone"}}"#, set)
        #expect(try favorites() == ["[]"])
        #expect(last.unresolved.map(\.relationship) == ["favoriteCat"])
        #expect(last.unresolved.first?.keys.map(\.values) == [["railsID": 7]])
    }
}
