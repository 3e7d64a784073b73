import EntityMapper
import MappingDiagnostics
import MercatorPayload
import ObjectGraph
import OrphanDetection
import TestSupport
import Testing

@Suite("Plans of orphans", .endsInTime)
struct OrphanPlanTests {
    let model: ManagedObjectModel
    let mappings: MappingSet
    private let articles = OrphanDeletion(of: [FetchRequest("Article")])
    private let payload = #"{"articles": [{"id": 1}, {"id": 2}]}"#

    init() throws {
        model = try News.model()
        let all = try News.mappings(for: model).mappings
        mappings = MappingSet(all, roots: ["articles": "Article"])
    }

    /// Returns a bench with four articles, two of which are in the payload.
    private func bench(_ kind: StoreKind) throws -> Workbench {
        let bench = try Workbench(kind, model)
        let all = (1...4).map { #"{"id": \#($0), "title": "T", "tags": [{"id": \#($0)}]}"# }
        try bench.load(#"{"articles": [\#(all.joined(separator: ", "))]}"#, mappings)
        return bench
    }

    private var planned: OrphanDeletion {
        var deletion = articles
        deletion.isApplied = false
        return deletion
    }

    @Test(arguments: StoreKind.allCases)
    func `can be read before anything happens`(kind: StoreKind) throws {
        let bench = try bench(kind)
        let before = try bench.content()
        let plan = try bench.orphanPlan(
            #"{"articles": [{"id": 1}, {"id": 2, "title": {}}, {"id": 9}]}"#, mappings, articles)
        let failed = try bench.id("Article", "articleID", 2)
        let orphans = try [3, 4].map { try bench.id("Article", "articleID", $0) }
        #expect(plan.deletions == orphans)
        #expect(plan.scopes[0].orphans == orphans)
        #expect(plan.scopes[0].knownCount == 4)
        #expect(plan.reasons == [failed: .recordLeftOut])
        #expect(
            plan.description == """
                Article: 2 of 4 are orphans
                - \(failed) is preserved: its record was left out
                """)
        #expect(try bench.content() == before)
    }

    @Test(arguments: StoreKind.allCases)
    func `an operation without scopes has an empty one`(kind: StoreKind) throws {
        let bench = try bench(kind)
        let document = try PayloadDocument(parsing: payload)
        let operation = MappingOperation(try MappingPlan(mappings, for: model))
        let plan = try operation.orphanPlan(for: document, in: bench.container)
        #expect(plan.scopes.isEmpty)
        #expect(plan.deletions.isEmpty)
        #expect(plan.description.isEmpty)
        #expect(try operation.run(document, in: bench.container).orphans == nil)
    }

    @Test(arguments: StoreKind.allCases)
    func `the plan says what the operation then does`(kind: StoreKind) throws {
        let bench = try bench(kind)
        let plan = try bench.orphanPlan(payload, mappings, articles)
        let result = try bench.load(payload, mappings, deleting: articles)
        #expect(result.orphans?.scopes == plan.scopes)
        #expect(result.counts["Article"]?.deleted == 2)
    }

    @Test(arguments: StoreKind.allCases)
    func `explaining an operation deletes nothing`(kind: StoreKind) throws {
        let bench = try bench(kind)
        let before = try bench.content()
        let operation = try bench.operation(mappings, deleting: articles)
        let explanation = try operation.explain(
            PayloadDocument(parsing: payload), in: bench.container)
        #expect(explanation.failure == nil)
        #expect(try bench.content() == before)
    }

    @Test(arguments: StoreKind.allCases)
    func `the result of a load can be applied later, once`(kind: StoreKind) throws {
        let bench = try bench(kind)
        let result = try bench.load(payload, mappings, deleting: planned)
        #expect(result.total.deleted == 0)
        let plan = try #require(result.orphans)
        #expect(plan.deletions.count == 2)
        let outcome = try plan.apply(in: bench.container)
        #expect(outcome.deletions == plan.deletions)
        #expect(try bench.lines("Article", "articleID") == ["1", "2"])
        let again = try plan.apply(in: bench.container)
        #expect(again.deletions == [])
        #expect(Set(again.reasons.values) == [.leftScope])
        // A plan that was applied immediately has nothing left to do.
        let atOnce = try bench.load(payload, mappings, deleting: articles)
        #expect(try atOnce.orphans?.apply(in: bench.container).deletions == [])
    }

    @Test(arguments: StoreKind.allCases)
    func `objects that changed since are preserved`(kind: StoreKind) throws {
        let bench = try bench(kind)
        let plan = try #require(try bench.load(payload, mappings, deleting: planned).orphans)
        try bench.load(#"{"articles": [{"id": 3, "title": "new"}]}"#, mappings)
        let changed = try bench.id("Article", "articleID", 3)
        let outcome = try plan.apply(in: bench.container)
        #expect(outcome.reasons == [changed: .changedSince])
        #expect(outcome.deletions == plan.deletions.filter { $0 != changed })
        #expect(try bench.lines("Article", "articleID") == ["1", "2", "3"])
    }

    @Test(
        arguments: StoreKind.allCases,
        [
            // Links and references, written from either end.
            #"{"articles": [{"id": 3, "tags": []}]}"#,
            #"{"articles": [{"id": 1, "reply_to": 3}]}"#,
            #"{"articles": [{"id": 3, "notes": [{"text": "n"}]}]}"#,
        ])
    func `objects whose relationships changed since are preserved`(
        kind: StoreKind, change: String
    ) throws {
        let bench = try bench(kind)
        let plan = try #require(try bench.load(payload, mappings, deleting: planned).orphans)
        let changed = try bench.id("Article", "articleID", 3)
        try bench.load(change, mappings)
        let outcome = try plan.apply(in: bench.container)
        #expect(outcome.reasons == [changed: .changedSince])
        #expect(try bench.lines("Article", "articleID") == ["1", "2", "3"])
    }

    @Test(arguments: StoreKind.allCases)
    func `what the plan expected of the payload must have come`(kind: StoreKind) throws {
        let bench = try bench(kind)
        let deletion = OrphanDeletion(
            of: [FetchRequest("Tag", where: PropertyPath.relationship("articles").isNil)],
            limit: .unlimited)
        let json = #"{"articles": [{"id": 1, "tags": []}]}"#
        let plan = try bench.orphanPlan(json, mappings, deletion)
        let tag = try bench.id("Tag", "tagID", 1)
        #expect(plan.deletions == [tag])
        #expect(try plan.apply(in: bench.container).reasons == [tag: .leftScope])
        try bench.load(json, mappings)
        #expect(try plan.apply(in: bench.container).deletions == [tag])
        #expect(try bench.lines("Tag", "tagID") == ["2", "3", "4"])
    }

    @Test(arguments: StoreKind.allCases)
    func `a later load can name what stays`(kind: StoreKind) throws {
        let bench = try bench(kind)
        let plan = try #require(try bench.load(payload, mappings, deleting: planned).orphans)
        // The load changes nothing, and therefore leaves no trace in the store.
        let later = try bench.load(#"{"articles": [{"id": 3}]}"#, mappings)
        let outcome = try plan.apply(in: bench.container, keeping: Set(later.array))
        #expect(outcome.reasons.map(\.key) == later.array)
        #expect(try bench.lines("Article", "articleID") == ["1", "2", "3"])
    }

    @Test(arguments: StoreKind.allCases)
    func `the limit holds when the plan is applied, too`(kind: StoreKind) throws {
        let bench = try bench(kind)
        let plan = try #require(try bench.load(payload, mappings, deleting: planned).orphans)
        // The orphans are now two thirds of the objects.
        try bench.container.perform { context in
            let two = FetchRequest("Article", where: .attribute("articleID") == 2)
            context.delete(try context.fetch(two))
            try context.save()
        }
        let outcome = try plan.apply(in: bench.container)
        #expect(outcome.refusals == [.limitExceeded(orphans: 2, of: 3, .share(0.5))])
        #expect(try bench.lines("Article", "articleID") == ["1", "3", "4"])
    }

    @Test(arguments: StoreKind.allCases)
    func `a refused scope stays refused`(kind: StoreKind) throws {
        let bench = try bench(kind)
        var deletion = planned
        deletion.scopes[0].limit = .count(1)
        let plan = try #require(try bench.load(payload, mappings, deleting: deletion).orphans)
        #expect(plan.scopes[0].orphans.count == 2)
        #expect(plan.deletions == [])
        let outcome = try plan.apply(in: bench.container)
        #expect(outcome.deletions == [])
        #expect(outcome.refusals == plan.refusals)
        #expect(try bench.lines("Article", "articleID").count == 4)
    }

    @Test(arguments: StoreKind.allCases)
    func `an orphan of a refused scope stays in the scopes behind it`(kind: StoreKind) throws {
        let bench = try bench(kind)
        let high = FetchRequest("Article", where: .attribute("articleID") >= 3)
        let result = try bench.load(
            payload, mappings,
            deleting: OrphanDeletion([
                .init(high, limit: .count(1)), .init(FetchRequest("Article"), limit: .unlimited),
            ]))
        #expect(result.orphans?.scopes.map(\.orphans.count) == [2, 0])
        #expect(result.orphans?.scopes.map(\.refusals.isEmpty) == [false, true])
        #expect(Set(try #require(result.orphans?.reasons.values)) == [.refusedScope])
        #expect(result.total.deleted == 0)
    }

    @Test(arguments: StoreKind.allCases)
    func `a scope sees what the scopes before it delete, at once and later`(
        kind: StoreKind
    ) throws {
        let bench = try bench(kind)
        let loose = FetchRequest("Tag", where: PropertyPath.relationship("articles").isNil)
        var deletion = OrphanDeletion(of: [FetchRequest("Article"), loose], limit: .unlimited)
        deletion.isApplied = false
        let plan = try #require(try bench.load(payload, mappings, deleting: deletion).orphans)
        #expect(plan.scopes.map(\.orphans.count) == [2, 2])
        #expect(try plan.apply(in: bench.container).deletions == plan.deletions)
        #expect(try bench.lines("Tag", "tagID") == ["1", "2"])
        let other = try self.bench(kind)
        deletion.isApplied = true
        let result = try other.load(payload, mappings, deleting: deletion)
        #expect(result.orphans?.scopes == plan.scopes)
        #expect(try other.lines("Tag", "tagID") == ["1", "2"])
    }

    @Test(arguments: StoreKind.allCases)
    func `in a unit of work it sees pending changes, and undoes nothing else`(
        kind: StoreKind
    ) throws {
        let bench = try bench(kind)
        let plan = try #require(try bench.load(payload, mappings, deleting: planned).orphans)
        let reasons = try bench.container.perform { context in
            let three = FetchRequest("Article", where: .attribute("articleID") == 3)
            for article in try context.fetch(three) { article["title"] = "mine" }
            let outcome = try plan.apply(in: context)
            try context.save()
            return outcome.reasons
        }
        #expect(Array(reasons.values) == [.changedSince])
        #expect(try bench.lines("Article", "articleID", "title").last == #"3 | "mine""#)
    }

    @Test func `a plan for another model is refused`() throws {
        let bench = try bench(.inMemory)
        let plan = try #require(try bench.load(payload, mappings, deleting: planned).orphans)
        let other = try Workbench(.inMemory, Households.model())
        let error = caught(MappingError.self) { _ = try plan.apply(in: other.container) }
        #expect(error?.code == .invalidScope)
    }
}
