import EntityMapper
import MappingConventions
import MercatorPayload
import MercatorTesting
import ObjectGraph
import Testing

/// X-2: tests use the same settings as the app.
@Suite("Settings of the set in mapping tests")
struct MappingTestSettingsTests {
    /// Returns a mapping set in which every setting differs from its default.
    private func changed(_ model: ManagedObjectModel) throws -> MappingSet {
        var user = EntityMapping(for: try #require(model["User"]))
        user.addAttributeMappings(["name": "name"])
        let someone = DynamicMapping(
            named: "Someone", [.kind(at: "name", is: .string, use: "User")])
        var set = MappingSet([user], dynamicMappings: [someone], roots: ["user": "User"])
        set.defaultTransforms = [.string: ValueTransform("Same") { $0.string.map(Value.string) }]
        set.unknownCases = .assignNil
        set.unknownRoots = .report
        set.requiresRoots = false
        return set
    }

    private func model() throws -> ManagedObjectModel {
        try ManagedObjectModel([
            EntityDescription("User", attributes: [.init("name", .string)])
        ])
    }

    /// Returns the settings of a mapping set as text.
    private func settings(_ set: MappingSet) -> [String: String] {
        Dictionary(
            uniqueKeysWithValues: Mirror(reflecting: set).children.map {
                ($0.label ?? "", String(reflecting: $0.value))
            })
    }

    @Test func `all of them are kept`() throws {
        let model = try model()
        let set = try changed(model)
        let plain = settings(MappingSet())
        let wanted = settings(set)
        // Results of annotations and failed updates, which cannot be set.
        let others: Set = ["annotationProblems", "annotationWarnings", "missedUpdates"]
        for (name, value) in plain where !others.contains(name) {
            #expect(wanted[name] != value, "\(name) has to be changed here, to see that it is kept")
        }
        let test = try MappingTest(
            set, for: model, payload: try PayloadDocument(parsing: "{}"), at: "response")
        var kept = settings(test.plan.mappings)
        #expect(test.plan.mappings.roots.map(\.path) == ["response.user"])
        kept["roots"] = wanted["roots"]
        #expect(kept == wanted)
    }

    @Test func `what they say shows`() throws {
        let model = try model()
        let set = try changed(model)
        let test = try MappingTest(
            set, for: model,
            payload: try PayloadDocument(parsing: #"{"user": {"name": "B"}, "usr": {"name": "C"}}"#)
        )
        #expect(try !test.evaluate(.noIssues))
        let empty = try MappingTest(
            set, for: model, payload: try PayloadDocument(parsing: "{}"))
        #expect(try empty.evaluate(.noIssues))
    }

    @Test func `a set that a plan refuses is refused here as well`() throws {
        let model = try model()
        var set = try changed(model)
        set.update("Usr") { $0.forcesCollectionMapping = true }
        #expect(throws: MappingPlanError.self) {
            try MappingTest(set, for: model, payload: try PayloadDocument(parsing: "{}"))
        }
    }

    @Test(arguments: ["", "response"])
    func `problems of annotations are those of the set`(path: String) throws {
        let model = try ManagedObjectModel([
            EntityDescription(
                "User",
                attributes: [
                    .init(
                        "name", .string,
                        userInfo: ["JSONKeyPath": "name", "JSONTransformerName": "Unknown"])
                ])
        ])
        let set = MappingSet(annotationsOf: model, roots: ["user": "User"])
        let expected = #expect(throws: MappingPlanError.self) {
            try MappingPlan(set, for: model)
        }
        let error = #expect(throws: MappingPlanError.self) {
            try MappingTest(set, for: model, payload: "{}", at: path)
        }
        #expect(error?.problems.map(\.code) == [.annotation])
        #expect(error?.problems.map(\.description) == expected?.problems.map(\.description))
    }
}
