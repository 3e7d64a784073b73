import EntityMapper
import MercatorPayload
import ObjectGraph
import OrphanDetection
import Testing

/// Limits of orphan deletions: the objects they count, and the reports of refusals.
@Suite("Limits of orphan deletions")
struct OrphanLimitTests {
    private let model: ManagedObjectModel

    init() throws {
        model = try People.model()
    }

    private var posts: MappingSet {
        get throws {
            let post = try model.mapping("Post", identifiedBy: ["title"], ["title": "title"]) {
                $0.addRelationshipMapping(from: "tags", to: "tags", using: "Tag")
            }
            let tag = try model.mapping("Tag", identifiedBy: ["name"], ["name": "name"])
            return MappingSet([post, tag], roots: ["posts": "Post"])
        }
    }

    private func load(
        _ json: String, _ bench: Workbench, _ deletion: OrphanDeletion
    ) throws -> MappingResult {
        var operation = MappingOperation(try MappingPlan(posts, for: model))
        operation.orphanDeletion = deletion
        return try operation.run(Array(json.utf8), in: bench.container)
    }

    private let unused = OrphanDeletion(
        of: [FetchRequest("Tag", where: .relationship("posts").count == 0)])

    @Test(arguments: StoreKind.allCases)
    func `RestKit's usual scope deletes what the load took away`(kind: StoreKind) throws {
        let bench = try Workbench(kind, model)
        try bench.load(#"{"posts": [{"title": "P", "tags": [{"name": "old"}]}]}"#, posts)
        let json = #"{"posts": [{"title": "P", "tags": [{"name": "new"}]}]}"#
        let result = try load(json, bench, unused)
        try result.requireNoIssues()
        #expect(try bench.lines("Tag", "name") == [#""new""#])
        #expect(result.counts["Tag"]?.deleted == 1)
        #expect(try load(json, bench, unused).total.deleted == 0)
        let none = try load(#"{"posts": [{"title": "P", "tags": []}]}"#, bench, unused)
        #expect(none.counts["Tag"]?.deleted == 1)
        #expect(try bench.lines("Tag", "name") == [])
    }

    @Test(arguments: StoreKind.allCases)
    func `what was unused before counts, and a refusal is an issue`(kind: StoreKind) throws {
        let bench = try Workbench(kind, model)
        try bench.insert("Tag", ["name": "forgotten"])
        let json = #"{"posts": [{"title": "P", "tags": []}]}"#
        let result = try load(json, bench, unused)
        #expect(result.issues.map(\.code) == [.orphansRefused])
        #expect(
            result.issues.map(\.description) == [
                "Tag: expected a load that tells which objects are gone; 1 orphan stays, found 1 "
                    + "of 1 objects are orphans; allowed is at most 50 % of them"
            ])
        #expect(throws: MappingError.self) { try result.requireNoIssues() }
        #expect(try bench.lines("Tag", "name") == [#""forgotten""#])
        let unlimited = OrphanDeletion(of: unused.scopes.map(\.request), limit: .unlimited)
        try load(json, bench, unlimited).requireNoIssues()
        #expect(try bench.lines("Tag", "name") == [])
    }

    @Test(arguments: StoreKind.allCases)
    func `a list that is cut short is still refused`(kind: StoreKind) throws {
        let bench = try Workbench(kind, model)
        try bench.load(
            #"{"posts": [{"title": "P"}, {"title": "Q"}, {"title": "R"}]}"#, posts)
        let deletion = OrphanDeletion(of: [FetchRequest("Post")])
        let result = try load(#"{"posts": [{"title": "P"}]}"#, bench, deletion)
        #expect(result.issues.map(\.code) == [.orphansRefused])
        #expect(try bench.lines("Post", "title").count == 3)
        // A plan that is not applied contains the refusal.
        var planned = deletion
        planned.isApplied = false
        #expect(try load(#"{"posts": [{"title": "P"}]}"#, bench, planned).issues == [])
        // Without orphans, no scope is refused.
        let all = #"{"posts": [{"title": "P"}, {"title": "Q"}, {"title": "R"}], "tags": 1}"#
        #expect(try load(all, bench, deletion).issues == [])
    }
}
