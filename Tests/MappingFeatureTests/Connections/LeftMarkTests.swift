import EntityMapper
import MercatorPayload
import ObjectGraph
import TestSupport
import Testing

/// Work on connections that a commit leaves to other versions and other loads.
@Suite("Marks of commits")
struct LeftMarkTests {
    private let model: ManagedObjectModel

    init() throws {
        model = try ManagedObjectModel([
            EntityDescription(
                "Article",
                attributes: [
                    .init("id", .integer64), .init("rank", .integer64),
                    .init("authorID", .integer64),
                ],
                relationships: [.toOne("author", "Author", inverse: "articles")]),
            EntityDescription(
                "Author", attributes: [.init("id", .integer64)],
                relationships: [
                    .toMany("articles", "Article", inverse: "author", isOrdered: true)
                ]),
        ])
    }

    private func articles(areConnected: Bool = true) throws -> MappingOperation {
        let mapping = try model.mapping(
            "Article", identifiedBy: ["id"], ["id": "id", "author": "authorID"]
        ) { if areConnected { $0.addConnection(for: "author", connectedBy: ["authorID": "id"]) } }
        return MappingOperation(
            try MappingPlan(MappingSet([mapping], roots: [.root: "Article"]), for: model))
    }

    private func authors() throws -> MappingOperation {
        let mapping = try model.mapping("Author", identifiedBy: ["id"], ["id": "id"])
        return MappingOperation(
            try MappingPlan(MappingSet([mapping], roots: [.root: "Author"]), for: model))
    }

    /// The texts of marks whose parts this version does not find.
    enum Text: String, CaseIterable, Sendable {
        case empty = "{}"
        case damaged = #"{"objects": {"#
        case earlier =
            #"{"objects": {}, "deleted": [], "whole": [], "former": [], "keys": []}"#
        case odd =
            #"{"runs": {"Article": [1]}, "deleted": [], "whole": [], "former": [], "keys": []}"#
    }

    @Test(arguments: StoreKind.allCases, Text.allCases)
    func `that cannot be read denote everything`(kind: StoreKind, text: Text) throws {
        let bench = try Workbench(kind, model)
        let container = bench.container
        _ = try articles().run(#"[{"id": 9}]"#, in: container)
        let context = ManagedObjectContext(model: model, backend: container.backend)
        _ = try articles().run(#"[{"id": 1, "author": 7}]"#, in: context)
        _ = try authors().run(#"[{"id": 7}]"#, in: container)
        var changes = context.changeSet()
        changes.followUps = changes.followUps.map {
            FollowUp(
                seen: $0.seen, isDueAnyway: false, settled: [], purpose: $0.purpose,
                describe: { _ in text.rawValue }, work: { _, _, _ in })
        }
        changes.followUps.forEach { $0.prepare(changes) }
        context.closeReader()
        try container.backend.commit(changes)
        #expect(try bench.lines("Author", "id", "articles.id") == ["7 | []"])
        _ = try authors().run("[]", in: container)
        #expect(try bench.lines("Author", "id", "articles.id") == ["7 | [1]"])
    }

    @Test(arguments: StoreKind.allCases, [true, false])
    func `are left only in a store with connections`(kind: StoreKind, isConnected: Bool) throws {
        let bench = try Workbench(kind, model)
        let container = bench.container
        _ = try articles(areConnected: isConnected).run(#"[{"id": 9}]"#, in: container)
        let context = ManagedObjectContext(model: model, backend: container.backend)
        _ = try articles(areConnected: false).run(#"[{"id": 1, "author": 7}]"#, in: context)
        _ = try authors().run(#"[{"id": 7}]"#, in: container)
        let changes = context.changeSet()
        changes.followUps.forEach { $0.prepare(changes) }
        context.closeReader()
        try container.backend.commit(changes)
        let marks = try container.backend.makeReader().registeredConnections().marks
        #expect(marks.count == (isConnected ? 1 : 0))
    }

    @Test(arguments: StoreKind.allCases)
    func `of the first load with a connection denote all objects`(kind: StoreKind) throws {
        let bench = try Workbench(kind, model)
        let container = bench.container
        _ = try authors().run(#"[{"id": 7}]"#, in: container)
        let context = ManagedObjectContext(model: model, backend: container.backend)
        _ = try articles().run(#"[{"id": 9}]"#, in: context)
        _ = try articles(areConnected: false).run(#"[{"id": 1, "author": 7}]"#, in: container)
        #expect(try bench.lines("Author", "id", "articles.id") == ["7 | []"])
        try context.save()
        #expect(try bench.lines("Author", "id", "articles.id") == ["7 | [1]"])
    }

    @Test(arguments: StoreKind.allCases)
    func `do not change that sources are connected in order of insertion`(
        kind: StoreKind
    ) throws {
        let bench = try Workbench(kind, model)
        _ = try articles().run(#"[{"id": 3}, {"id": 1}, {"id": 2}]"#, in: bench.container)
        _ = try authors().run(#"[{"id": 7}]"#, in: bench.container)
        // Their identifiers are in another order than their insertion, as is the payload.
        _ = try articles().run(
            #"[{"id": 1, "author": 7}, {"id": 2, "author": 7}, {"id": 3, "author": 7}]"#,
            in: bench.container)
        #expect(try bench.lines("Author", "id", "articles.id") == ["7 | [3,1,2]"])
    }
}
