import EntityMapper
import MercatorPayload
import ObjectGraph
import Testing

@Suite("Paths that do not fit")
struct MappingContextFailureTests {
    @Test(arguments: StoreKind.allCases)
    func `what does not fit on the way is an issue with its place`(kind: StoreKind) throws {
        let bench = try Workbench(kind, Users.model())
        let mappings = try MappingContextTests.users(
            bench.container.model,
            ["name": "name", "lines.@sum.n": "total", "@root.users.name": "interests"],
            root: "users")
        let result = try bench.load(
            """
            {"users": [{"name": "A", "lines": [{"n": 1}, {"n": "x"}]},
             {"name": "B", "lines": 5}, {"name": "C", "lines": [{"n": 1e40}, {"n": 1}]}]}
            """, mappings)
        #expect(
            result.issues.map(\.description) == [
                "User.total: expected a number, found text, at users[0].lines[1].n (line 1, column 52)",
                "User.total: expected an array, found number, at users[1].lines (line 2, column 25)",
                "User.total: expected numbers whose sum has at most 38 digits, found number, "
                    + "at users[2].lines[1].n (line 2, column 72)",
            ])
    }

    @Test(arguments: StoreKind.allCases)
    func `values brought together tell where they came from`(kind: StoreKind) throws {
        let bench = try Workbench(kind, Users.model())
        let mappings = try MappingContextTests.users(bench.container.model, ["name": "name"]) {
            $0.addRelationshipMapping(
                from: "groups.@unionOfArrays.users", to: "friends", using: "User")
            $0.addRelationshipMapping(from: "@metadata.custom", to: "friend", using: "User")
        }
        let plan = try MappingPlan(mappings, for: bench.container.model)
        var operation = MappingOperation(plan)
        operation.metadata = ["custom": .dictionary(["name": .array([])])]
        let json =
            #"{"name": "A", "groups": [{"users": [{"name": {}}]}, {"users": [{"name": []}]}]}"#
        let result = try operation.run(Array(json.utf8), in: bench.container)
        #expect(
            result.issues.map(\.description) == [
                "User.name: expected text, found an object, at groups[0].users[0].name (line 1, column 46)",
                "User.name: expected text, found an array, at groups[1].users[0].name (line 1, column 73)",
                "User.name: expected text, found an array",
            ])
    }

    @Test func `metadata must be what a payload can be`() throws {
        let bench = try Workbench(.inMemory, Users.model())
        let plan = try MappingPlan(
            MappingContextTests.users(bench.container.model, ["name": "name"]),
            for: bench.container.model)
        var operation = MappingOperation(plan)
        operation.metadata = ["x": .array([.double(.infinity)])]
        let error: MappingError? = caught {
            _ = try operation.run(Array(#"{"name": "A"}"#.utf8), in: bench.container)
        }
        #expect(error?.code == .invalidMetadata)
    }

    @Test func `a representation that leads to itself for ever is a problem of the plan`() throws {
        let model = try Users.model()
        let user = try model.mapping("User", ["name": "name"]) {
            $0.addRelationshipMapping(from: "", to: "address", using: "Address")
            $0.addRelationshipMapping(from: "friend", to: "friend", using: "User")
        }
        let address = try model.mapping("Address", ["city": "city"]) {
            $0.addRelationshipMapping(from: "self", to: "user", using: "Someone")
        }
        let someone = DynamicMapping(
            named: "Someone", [.kind(at: "name", is: .string, use: "User")])
        let mappings = MappingSet(
            [user, address], dynamicMappings: [someone], roots: [.root: "User"])
        let error: MappingPlanError? = caught { _ = try MappingPlan(mappings, for: model) }
        let advice =
            "relationships without a source lead from a representation to itself for ever; give one "
            + "of them a path"
        #expect(
            error?.problems.map(\.description) == ["User: \(advice)", "Address: \(advice)"])
    }
}
