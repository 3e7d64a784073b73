import EntityMapper
import MercatorPayload
import ObjectGraph
import OrphanDetection
import Testing

@Suite("Keys at the top of a payload")
struct RootKeyTests {
    private let model: ManagedObjectModel

    init() throws { model = try Comics.model() }

    private func mappings(_ change: (inout MappingSet) -> Void = { _ in }) throws -> MappingSet {
        var mappings = try Comics.Mappings(model)
        mappings.roots = ["characters": "Character", "data.publishers": "Publisher"]
        var set = mappings.set
        change(&set)
        return set
    }

    private static let extras =
        #"{"meta": {"page": 1}, "characters": [{"id": 1}], "data": {"publishers": [{"id": 7}], "x": 1}, "statusCode": 200}"#

    @Test(
        arguments: StoreKind.allCases,
        [
            extras,
            #"{"data": {"publishers": [{"id": 7}]}, "statusCode": 200, "characters": [{"id": 1}], "meta": {}}"#,
        ])
    func `may stand in any order, and others are ignored`(
        kind: StoreKind, payload: String
    ) throws {
        let bench = try Workbench(kind, model)
        try bench.load(payload, mappings()).requireNoIssues()
        #expect(try bench.lines("Character", "characterID") == ["1"])
        #expect(try bench.lines("Publisher", "publisherID") == ["7"])
    }

    private static let noticing: [(FailurePolicy, UnknownRootPolicy)] =
        FailurePolicy.allCases.map { ($0, .reportMisspelled) } + [(.fail, .report)]

    @Test(arguments: noticing)
    func `are reported by default`(
        policy: FailurePolicy, unknownRoots: UnknownRootPolicy
    ) throws {
        for kind in StoreKind.allCases {
            try notices(kind, policy, unknownRoots)
        }
    }

    private func notices(
        _ kind: StoreKind, _ policy: FailurePolicy, _ unknownRoots: UnknownRootPolicy
    ) throws {
        let bench = try Workbench(kind, model)
        let set = try mappings {
            $0.unknownRoots = unknownRoots
            $0.requiresRoots = false
        }
        let result = try bench.load(
            #"{"character": {"id": 1}}"#, set,
            options: MappingOptions(failurePolicy: policy))
        #expect(
            result.issues.map(\.description) == [
                "the payload: expected one of the root keys 'characters', 'data', found 'character'; "
                    + "did you mean 'characters'?, at character (line 1, column 15)"
            ])
        #expect(result.issues.map(\.code) == [.unknownRoot])
        #expect(result.total == MappingCounts())
        #expect(throws: MappingError.self) { try result.requireNoIssues() }
    }

    @Test(arguments: [
        (#""statusCode": 200, "meta": {}, "links": []"#, []),
        (#""character": {"id": 1}"#, ["character"]), (#""Characters": []"#, ["Characters"]),
        (#""daat": {}, "caracters": [], "meta": {}"#, ["daat", "caracters"]),
        (#""date": "2015-01-01", "character": 7, "dat": null"#, []),
    ])
    func `may be noticed if they look like records at a root key misspelt`(
        members: String, noticed: [String]
    ) throws {
        let bench = try Workbench(.inMemory, model)
        let result = try bench.load(
            #"{"characters": [{"id": 1}], \#(members)}"#,
            mappings { $0.unknownRoots = .reportMisspelled })
        #expect(result.issues.map(\.path) == noticed)
        #expect(result.issues.allSatisfy { $0.found.contains("did you mean") })
        #expect(result.total.inserted == 1)
    }

    @Test func `leave nothing out when they are noticed`() throws {
        let bench = try Workbench(.inMemory, model)
        let result = try bench.load(Self.extras, mappings { $0.unknownRoots = .report })
        #expect(result.issues.map(\.path) == ["meta", "statusCode"])
        #expect(result.total.inserted == 2)
    }

    @Test func `are known where a path from the top begins with them`() throws {
        let bench = try Workbench(.inMemory, model)
        let set = try mappings { mappings in
            mappings.unknownRoots = .report
            mappings.update("Power") { $0.addAttributeMapping(from: "@root.meta.page", to: "page") }
        }
        let result = try bench.load(Self.extras, set)
        #expect(result.issues.map(\.path) == ["statusCode"])
    }

    @Test(arguments: [#"[{"id": 1, "x": 1}]"#, #"{"id": 1, "x": 1}"#])
    func `do not count where a root path is the payload itself`(payload: String) throws {
        let bench = try Workbench(.inMemory, model)
        var set = try Comics.Mappings(model).set
        set.unknownRoots = .report
        try bench.load(payload, set).requireNoIssues()
    }

    @Test(arguments: StoreKind.allCases, ["{}", "null", #"{"meta": 1}"#])
    func `need not be there`(kind: StoreKind, payload: String) throws {
        let bench = try Workbench(kind, model)
        try bench.load(#"{"characters": [{"id": 1}]}"#, mappings())
        let before = try bench.content()
        let result = try bench.load(payload, mappings { $0.requiresRoots = false })
        try result.requireNoIssues()
        #expect(result.total == MappingCounts())
        #expect(result.array.isEmpty)
        #expect(try bench.content() == before)
        let error: MappingError? = caught { try bench.load(payload, mappings()) }
        #expect(error?.code == .unmappedPayload)
    }

    @Test(arguments: StoreKind.allCases)
    func `say nothing about orphans when they are absent`(kind: StoreKind) throws {
        let bench = try Workbench(kind, model)
        try bench.load(#"{"characters": [{"id": 1}]}"#, mappings())
        let plan = try MappingPlan(mappings { $0.requiresRoots = false }, for: model)
        var operation = MappingOperation(plan)
        operation.orphanDeletion = OrphanDeletion(of: [FetchRequest("Character")])
        let result = try operation.run(Array("{}".utf8), in: bench.container)
        #expect(result.total.deleted == 0)
        #expect(result.orphans?.scopes.first?.refusals.isEmpty == false)
        #expect(try bench.lines("Character", "characterID") == ["1"])
    }
}
