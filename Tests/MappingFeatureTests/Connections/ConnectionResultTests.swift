import ConnectionEvaluation
import EntityMapper
import MercatorPayload
import ObjectGraph
import StreamingImport
import TestSupport
import Testing

/// The connections in results, including those of the check after the save.
@Suite("Results of connecting")
struct ConnectionResultTests {
    private let room: Newsroom

    init() throws {
        room = try Newsroom()
    }

    private func plan(_ page: Newsroom.Page) throws -> MappingPlan {
        try #require(room.plans[page])
    }

    @discardableResult
    private func load(
        _ page: Newsroom.Page, _ json: String, _ container: PersistentContainer
    ) throws -> MappingResult {
        try MappingOperation(plan(page)).run(json, in: container)
    }

    /// Returns the authors of the articles, in order of the articles' insertion.
    private func authors(_ container: PersistentContainer) throws -> [String] {
        try container.perform { context in
            try context.fetch(FetchRequest("Article")).map { $0.text(at: "author.slug") }
        }
    }

    /// Returns a plan for articles with a hook, by which another load inserts their destinations
    /// while the first article is mapped.
    private func articles(_ others: @escaping @Sendable () throws -> Void) throws -> MappingPlan {
        let log = Log()
        var article = try #require(plan(.article).mappings.mappings.first)
        article.didMap = MappingHook("others") { _, _ in
            guard log.lines.isEmpty else { return }
            log.add("done")
            try others()
        }
        return try MappingPlan(MappingSet([article], roots: [.root: "Article"]), for: room.model)
    }

    private let page = #"[{"slug":"a1","author":1,"tags":[7]},{"slug":"a2","author":2}]"#

    @Test(arguments: StoreKind.allCases)
    func `an operation counts what was found after its save`(kind: StoreKind) throws {
        let bench = try Workbench(kind, room.model)
        let plan = try articles {
            _ = try load(.person, #"{"slug":"p1","id":1}"#, bench.container)
            _ = try load(.tag, #"{"id":7}"#, bench.container)
        }
        let result = try MappingOperation(plan).run(page, in: bench.container)
        // Author, tags, and the articles of the author.
        #expect(result.total.connected == 3)
        #expect(
            result.unresolved.map(\.description) == [
                "Article.author: 1 foreign key waits for 1 object that is not here yet"
            ])
        #expect(result.total.unresolved == 1)
    }

    @Test(arguments: StoreKind.allCases)
    func `an importer counts what was found after its save`(kind: StoreKind) throws {
        let bench = try Workbench(kind, room.model)
        let plan = try articles {
            _ = try load(.person, #"{"slug":"p1","id":1}"#, bench.container)
            _ = try load(.tag, #"{"id":7}"#, bench.container)
        }
        var importer = ManagedObjectImporter()
        try importer.add(page, named: "articles", using: plan)
        let result = try importer.run(in: bench.container)
        // Author, tags, and the articles of the author.
        #expect(result.total.connected == 3)
        #expect(result.unresolved.map(\.count) == [1])
        #expect(result.total.unresolved == 1)
        #expect(try bench.container.openConnections() == result.unresolved)
    }

    @Test(arguments: StoreKind.allCases)
    func `what a connection empties is counted, and shown`(kind: StoreKind) throws {
        let bench = try Workbench(kind, room.model)
        try load(.person, #"[{"slug":"p1","id":1},{"slug":"p2","id":2}]"#, bench.container)
        try load(.article, page, bench.container)
        // One key becomes null, which clears the relationship; the other one has no destination any
        // more. The articles of the authors, which a key path references, are removed as well.
        let result = try load(
            .article, #"[{"slug":"a1","author":null},{"slug":"a2","author":9}]"#, bench.container)
        #expect(result.counts["Article"]?.connected == 0)
        #expect(result.counts["Article"]?.cleared == 4)
        #expect("\(result.total)".contains("4 cleared"))
        #expect("\(result)".contains("cleared"))
        let again = try load(
            .article, #"[{"slug":"a1","author":null},{"slug":"a2","author":9}]"#, bench.container)
        #expect(again.total.cleared == 0 && again.total.connected == 0)
        #expect(!"\(again)".contains("cleared"))
        // The deletion of a destination also clears the relationships, counted for the entity of
        // the sources.
        try load(.article, #"{"slug":"a2","author":2}"#, bench.container)
        let gone = try load(.person, #"{"slug":"p2","gone":true}"#, bench.container)
        #expect(gone.counts["Person"]?.deleted == 1)
        #expect(try bench.container.openConnections().map(\.relationship) == ["author", "tags"])
        var counts = MappingCounts()
        counts += result.total
        counts += result.total
        #expect(counts.cleared == 8)
    }

    @Test(arguments: StoreKind.allCases)
    func `ends that contradict each other count as what came of both`(kind: StoreKind) throws {
        let model = try ManagedObjectModel([
            EntityDescription(
                "House",
                attributes: [.init("houseID", .integer64), .init("ownerID", .integer64)],
                relationships: [.toOne("owner", "Owner", inverse: "house")]),
            EntityDescription(
                "Owner",
                attributes: [.init("ownerID", .integer64), .init("houseID", .integer64)],
                relationships: [.toOne("house", "House", inverse: "owner")]),
        ])
        let mappings = try ["House", "Owner"].map { name in
            try model.mapping(
                name, identifiedBy: [name == "House" ? "houseID" : "ownerID"],
                ["house": "houseID", "owner": "ownerID"]
            ) {
                let relationship = name == "House" ? "owner" : "house"
                $0.addConnection(for: relationship, connectedBy: [relationship + "ID"])
            }
        }
        let set = MappingSet(mappings, roots: ["houses": "House", "owners": "Owner"])
        let bench = try Workbench(kind, model)
        // House 1 refers to owner 1, owner 1 refers to house 2.
        let page = """
            {"houses": [{"house": 1, "owner": 1}, {"house": 2}],
             "owners": [{"owner": 1, "house": 2}]}
            """
        try bench.load(page, set)
        let before = try bench.lines("House", "houseID", "owner.ownerID")
        for _ in 0..<2 {
            let result = try bench.load(page, set)
            #expect(result.total.connected == 0 && result.total.cleared == 0)
            let operation = try ConnectionOperation().run(in: bench.container)
            #expect(operation.connected == 0 && operation.cleared == 0)
            #expect(try bench.lines("House", "houseID", "owner.ownerID") == before)
        }
        #expect(before == ["1 | [1]", "2 | []"])
    }

    /// The methods that map and save.
    enum Door: String, CaseIterable, Sendable {
        case run, unchanged, otherPlan, background, importer, context, operation, operationInContext
    }

    /// Leaves a mark, as a process does that ends between its commit and the check after it.
    private func leaveMark(_ container: PersistentContainer) throws {
        try load(.person, #"{"slug":"p0","id":9}"#, container)
        try load(.article, #"{"slug":"a0","author":9}"#, container)
        let context = ManagedObjectContext(
            model: container.model, backend: container.backend)
        _ = try MappingOperation(plan(.article)).run(
            #"{"slug":"a1","author":1}"#, in: context)
        try load(.person, #"{"slug":"p1","id":1}"#, container)
        let changes = context.changeSet()
        changes.followUps.forEach { $0.prepare(changes) }
        context.closeReader()
        try container.backend.commit(changes)
        #expect(try marks(container) == 1)
        #expect(try authors(container) == [#"["p0"]"#, "[]"])
    }

    private func marks(_ container: PersistentContainer) throws -> Int {
        try container.backend.makeReader().registeredConnections().marks.count
    }

    private func go(_ door: Door, _ container: PersistentContainer) async throws {
        let tags = MappingOperation(try plan(.tag))
        switch door {
        case .run: try load(.tag, #"{"id":1}"#, container)
        case .unchanged: try load(.person, #"{"slug":"p0","id":9}"#, container)
        case .otherPlan: try load(.badge, "[]", container)
        case .background: _ = try await tags.runInBackground("[]", in: container)
        case .importer:
            var importer = ManagedObjectImporter()
            try importer.add("[]", named: "tags", using: plan(.tag))
            _ = try importer.run(in: container)
        case .context:
            try container.perform { context in
                _ = try tags.run("[]", in: context)
                try context.save()
            }
        case .operation: _ = try ConnectionOperation().run(in: container)
        case .operationInContext:
            try container.perform { context in
                _ = try ConnectionOperation().run(in: context)
                try context.save()
            }
        }
    }

    @Test(arguments: StoreKind.allCases, Door.allCases)
    func `a mark is honoured by whatever maps or connects, and saves`(
        kind: StoreKind, door: Door
    ) async throws {
        let bench = try Workbench(kind, room.model)
        let container = bench.container
        try leaveMark(container)
        try await go(door, container)
        #expect(try authors(container) == [#"["p0"]"#, #"["p1"]"#])
        #expect(try marks(container) == 0)
    }

    @Test(arguments: HistoryStore.Kind.allCases)
    func `nothing else honours a mark, and nothing else removes it`(
        kind: HistoryStore.Kind
    ) throws {
        let store = try HistoryStore(kind, room.model)
        try leaveMark(store.containers[0])
        try store.reopen()
        let container = store.containers[0]
        try container.perform { context in
            context.insert("Tag")["tagID"] = 1
            try context.save()
        }
        _ = try MappingOperation(plan(.tag)).dryRun(#"{"id":2}"#, in: container)
        _ = try ConnectionOperation().dryRun(in: container)
        _ = try ConnectionOperation(only: ["Article.tags"]).run(in: container)
        try container.perform { _ = try MappingOperation(plan(.tag)).run("[]", in: $0) }
        #expect(try marks(container) == 1)
        #expect(try authors(container) == [#"["p0"]"#, "[]"])
        // Both ends exist, so nothing is unresolved; they are only not connected yet.
        #expect(try container.openConnections() == [])
        try load(.tag, "[]", container)
        #expect(try authors(container) == [#"["p0"]"#, #"["p1"]"#])
    }
}
