import EntityMapper
import MercatorPayload
import ObjectGraph
import TestSupport
import Testing

@Suite("Payloads that mean no good", .endsInTime)
struct HostilePayloadTests {
    private func users(
        _ model: ManagedObjectModel, _ attributes: KeyValuePairs<PayloadPath, String>,
        _ change: (inout EntityMapping) -> Void = { _ in }
    ) throws -> MappingSet {
        let user = try model.mapping("User", identifiedBy: ["userID"], attributes, change)
        let address = try model.mapping("Address", ["city": "city"])
        return MappingSet([user, address], roots: [.root: "User"])
    }

    @Test(arguments: [
        #"{"id": 1, "a": 5, "a": {"b": "x"}}"#, #"{"id": 1, "a": [{"b": 5}], "a": {"b": "x"}}"#,
        #"{"id": 1, "a": [5], "a": {"b": "x"}}"#, #"{"id": 1, "a": {"b": 5}, "a": {"b": "x"}}"#,
    ])
    func `only the last of several members with one key counts`(json: String) throws {
        let bench = try Workbench(.inMemory, Users.model())
        let mappings = try users(bench.container.model, ["id": "userID", "a.b": "name"])
        let result = try bench.load(json, mappings)
        #expect(result.issues.map(\.code) == [.repeatedKey])
        #expect(try bench.lines("User", "name") == [#""x""#])
    }

    @Test(arguments: [
        #"{"id": 1, "a": {"b": "x"}, "a": 5}"#, #"{"id": 1, "a": [{"b": "x"}], "a": 5}"#,
        #"{"id": 1, "a": [5], "a": [5]}"#, #"{"id": 1, "a": [{"b": "x"}], "a": [5]}"#,
    ])
    func `an invalid last member is reported once`(json: String) throws {
        let bench = try Workbench(.inMemory, Users.model())
        let mappings = try users(bench.container.model, ["id": "userID", "a.b": "name"])
        let result = try bench.load(json, mappings)
        #expect(result.issues.map(\.code) == [.repeatedKey, .unexpectedKind])
        #expect(try bench.lines("User", "name") == [])
    }

    @Test func `a member of a forced collection that is there twice is there once`() throws {
        let bench = try Workbench(.inMemory, Users.model())
        let mappings = try users(bench.container.model, ["{name}.id": "userID"]) {
            $0.addAttributeMapping(fromKeyOfRepresentationTo: "name")
            $0.forcesCollectionMapping = true
        }
        let result = try bench.load(
            #"{"a": {"id": 1}, "b": {"id": 2}, "a": {"id": 3}}"#, mappings)
        #expect(result.array.count == 2)
        #expect(try bench.lines("User", "name", "userID") == [#""a" | 3"#, #""b" | 2"#])
    }

    @Test func `a forced collection of several does not go into a to-one relationship`() throws {
        let bench = try Workbench(.inMemory, Users.model())
        let model = bench.container.model
        let user = try model.mapping("User", identifiedBy: ["userID"], ["id": "userID"]) {
            $0.addRelationshipMapping(from: "places", to: "address", using: "Address")
        }
        let address = try model.mapping("Address") {
            $0.addAttributeMapping(fromKeyOfRepresentationTo: "city")
            $0.forcesCollectionMapping = true
        }
        let mappings = MappingSet([user, address], roots: [.root: "User"])
        let one = try bench.load(#"{"id": 1, "places": {"X": {}}}"#, mappings)
        #expect(one.issueCount == 0)
        let two = try bench.load(#"{"id": 1, "places": {"X": {}, "Y": {}}}"#, mappings)
        #expect(two.issues.map(\.code) == [.unexpectedKind])
        #expect(try bench.lines("User", "address.city") == [#"["X"]"#])
        #expect(try bench.lines("Address", "city") == [#""X""#])
        let none = try bench.load(#"{"id": 1, "places": {}}"#, mappings)
        #expect(none.issueCount == 0)
        #expect(try bench.lines("User", "address.city") == ["[]"])
    }

    @Test(arguments: AssignmentPolicy.allCases, StoreKind.allCases)
    func `what cannot be read takes nothing away`(policy: AssignmentPolicy, kind: StoreKind) throws
    {
        let bench = try Workbench(kind, Users.model())
        let mappings = try users(
            bench.container.model, ["id": "userID", "p.name": "name", "p.n": "position"]
        ) {
            $0.addRelationshipMapping(
                from: "groups.users", to: "friends", using: "User", assignmentPolicy: policy)
            $0.assignsNilForMissingRelationships = true
        }
        try bench.load(
            """
            {"id": 1, "p": {"name": "A", "n": 1},
             "groups": [{"users": [{"id": 2}]}, {"users": {"id": 3}}]}
            """, mappings)
        for groups in [#"[{"users": [{"id": 2}]}, 5]"#, "5", "[5]"] {
            let result = try bench.load(
                #"{"id": 1, "groups": \#(groups)}"#, mappings,
                options: MappingOptions(failurePolicy: .skipValue))
            #expect(result.issues.map(\.code) == [.unexpectedKind])
            let lines = try bench.lines("User", "userID", "friends.userID")
            #expect(lines == ["1 | [2,3]", "2 | []", "3 | []"], "groups: \(groups)")
        }
    }

    @Test(arguments: ["5", "[5]", #"{"name": [1], "n": []}"#])
    func `a default does not take the place of what does not fit`(value: String) throws {
        let bench = try Workbench(.inMemory, Users.model())
        let mappings = try users(
            bench.container.model, ["id": "userID", "p.name": "name", "p.n": "position"]
        ) { $0.assignsDefaultValueForMissingAttributes = true }
        try bench.load(#"{"id": 1, "p": {"name": "A", "n": 1}}"#, mappings)
        let result = try bench.load(
            #"{"id": 1, "p": \#(value)}"#, mappings,
            options: MappingOptions(failurePolicy: .skipValue))
        #expect(result.issueCount > 0)
        #expect(try bench.lines("User", "name", "position") == [#""A" | 1"#])
        try bench.load(#"{"id": 1}"#, mappings)
        #expect(try bench.lines("User", "name", "position") == ["nil | nil"])
    }

    @Test(arguments: [
        #"[{"id": 1, "p": {"name": "A"}}, {"id": 1}]"#, #"[{"id": 1}, {"id": 1, "other": "A"}]"#,
        #"{"id": 1, "p": {"name": "A"}}"#, #"{"id": 1, "other": "A"}"#,
    ])
    func `a default does not take the place of what was said elsewhere`(json: String) throws {
        let bench = try Workbench(.inMemory, Users.model())
        let mappings = try users(
            bench.container.model, ["id": "userID", "other": "name", "p.name": "name"]
        ) { $0.assignsDefaultValueForMissingAttributes = true }
        try bench.load(json, mappings)
        #expect(try bench.lines("User", "name") == [#""A""#])
        #expect(try bench.load(json, mappings).total.updated == 0)
        #expect(try bench.lines("User", "name") == [#""A""#])
    }

    @Test(arguments: FailurePolicy.allCases.filter { $0 != .fail })
    func `an identification that does not fit is no missing one`(policy: FailurePolicy) throws {
        let bench = try Workbench(.inMemory, Users.model())
        let mappings = try users(bench.container.model, ["key.id": "userID", "name": "name"])
        let result = try bench.load(
            #"[{"key": 5, "name": "A"}, {"key": {"id": 1}, "name": "B"}]"#, mappings,
            options: MappingOptions(failurePolicy: policy))
        #expect(result.issues.map(\.code) == [.unexpectedKind])
        #expect(try bench.lines("User", "name") == [#""B""#])
    }

    @Test func `numbers of any size are added or rejected quickly`() throws {
        let bench = try Workbench(.inMemory, Users.model())
        let mappings = try users(
            bench.container.model, ["id": "userID", "n.@sum": "total"])
        let numbers = ["1e999999, 1", "1e999999999, 1e-999999999", "1e-999999, 1", "9e99999999999"]
        for (id, list) in numbers.enumerated() {
            let result = try bench.load(#"{"id": \#(id), "n": [\#(list)]}"#, mappings)
            #expect(result.issueCount == 1)
        }
        let exact = try bench.load(#"{"id": 9, "n": [1e999999, -1e999999, 1e-20, 2]}"#, mappings)
        #expect(exact.issueCount == 0)
        #expect(try bench.lines("User", "userID", "total") == ["9 | 2.00000000000000000001"])
    }

    @Test(arguments: StoreKind.allCases)
    func `two values for one place count as no change when the last is there`(
        kind: StoreKind
    ) throws {
        let bench = try Workbench(kind, Users.model())
        let model = bench.container.model
        let user = try model.mapping(
            "User", identifiedBy: ["userID"], ["id": "userID", "town": "address.city"]
        ) { $0.addRelationshipMapping(from: "address", to: "address", using: "Address") }
        let address = try model.mapping(
            "Address", identifiedBy: ["addressID"], ["id": "addressID", "city": "city"])
        let mappings = MappingSet([user, address], roots: [.root: "User"])
        let json = """
            [{"id": 1, "town": "X", "address": {"id": 7, "city": "A"}},
             {"id": 1, "town": "Y", "address": {"id": 7, "city": "B"}}]
            """
        try bench.load(json, mappings)
        #expect(try bench.lines("Address", "city") == [#""Y""#])
        let content = try bench.content()
        let again = try bench.load(json, mappings)
        #expect(again.total.inserted == 0)
        #expect(again.total.updated == 0)
        #expect(try bench.content() == content)
    }
}
