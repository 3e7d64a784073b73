import EntityMapper
import MercatorPayload
import ObjectGraph
import TestSupport
import Testing

/// Connections at both ends of a relationship whose keys contradict each other.
@Suite("Connections at both ends")
struct ContraryConnectionTests {
    @Test(arguments: HistoryStore.Kind.allCases, Seeds.upTo(150))
    func `leave what both say, whatever was loaded when`(
        kind: HistoryStore.Kind, seed: UInt64
    ) throws {
        let contraries = try RandomContraries(seed: seed)
        let store = try HistoryStore(kind, contraries.model)
        var random = SeededGenerator(seed: seed &+ 2_000_000)
        var story: [String] = []
        for round in 0..<7 {
            let waiting = try (0..<Int.random(in: 1...3, using: &random)).map { _ in
                let container = random.pick(store.containers)
                let plan = round == 0 ? contraries.plans[0] : random.pick(contraries.plans)
                let page = contraries.page(&random)
                story.append(page)
                let context = ManagedObjectContext(
                    model: container.model, backend: container.backend)
                _ = try MappingOperation(plan).run(page, in: context)
                return (context, plan, page)
            }
            for (context, plan, page) in waiting.shuffled(using: &random) {
                do {
                    try context.save()
                } catch let error as StoreError
                    where [.conflict, .uniqueness, .brokenReference].contains(error.code)
                {
                    _ = try MappingOperation(plan).run(page, in: random.pick(store.containers))
                }
            }
            if random.chance(0.2) {
                try store.containers[0].perform { try contraries.edit($0, &random) }
                story.append("edited")
                let counted = try store.containers[0].perform { context in
                    defer { context.rollback() }
                    return try ConnectionOperation().run(in: context)
                }
                let run = try ConnectionOperation().run(in: store.containers[0])
                #expect(counted == run, "seed \(seed): \(story.joined(separator: "\n"))")
            }
            let faults = try contraries.faults(in: store.containers[0])
            let place = { "seed \(seed), round \(round): \(story.joined(separator: "\n"))" }
            #expect(faults.isEmpty, "\(faults.joined(separator: "; ")) in \(place())")
            try expectComplete(store, place())
            guard faults.isEmpty else { return }
        }
    }

    private func expectComplete(_ store: HistoryStore, _ place: @autoclosure () -> String) throws {
        let before = try store.content()
        let inContext = try store.containers[0].perform { try ConnectionOperation().run(in: $0) }
        let inStore = try ConnectionOperation().run(in: store.containers[0])
        #expect(inContext.connected == 0 && inContext.cleared == 0, "\(place())")
        #expect(inContext == inStore, "\(place())")
        #expect(try store.content() == before, "\(place())")
    }

    @Test(arguments: StoreKind.allCases, [false, true])
    func `give an author the listed articles that have no author's key`(
        kind: StoreKind, authorsFirst: Bool
    ) throws {
        let model = try ManagedObjectModel([
            EntityDescription(
                "Article", attributes: [.init("id", .integer64), .init("authorID", .integer64)],
                relationships: [.toOne("author", "Author", inverse: "articles")]),
            EntityDescription(
                "Author", attributes: [.init("id", .integer64), .init("articleIDs", .array)],
                relationships: [
                    .toMany("articles", "Article", inverse: "author", isOrdered: true)
                ]),
        ])
        let article = try model.mapping(
            "Article", identifiedBy: ["id"], ["id": "id", "author": "authorID"]
        ) { $0.addConnection(for: "author", connectedBy: ["authorID": "id"]) }
        let author = try model.mapping(
            "Author", identifiedBy: ["id"], ["id": "id", "articles": "articleIDs"]
        ) { $0.addConnection(for: "articles", connectedBy: ["articleIDs": "id"]) }
        let bench = try Workbench(kind, model)
        let pages = [
            (#"[{"id": 9, "author": 1}, {"id": 10, "author": 2}, {"id": 11}]"#, article),
            (#"[{"id": 1, "articles": [11, 10]}, {"id": 2, "articles": []}]"#, author),
        ]
        for (page, mapping) in authorsFirst ? pages.reversed() : pages {
            try bench.load(page, mapping)
        }
        #expect(
            try bench.lines("Author", "id", "articles.id") == ["1 | [11,9]", "2 | [10]"])
        let operation = ConnectionOperation()
        #expect(try operation.run(in: bench.container).connected == 0)
        // An article that loses its key goes to the author that lists it.
        try bench.load(#"{"id": 10, "author": null}"#, article)
        #expect(
            try bench.lines("Author", "id", "articles.id") == ["1 | [11,10,9]", "2 | []"])
    }

    @Test func `meet every form of a relationship`() throws {
        var met: Set<String> = []
        for seed in 0..<150 as Range<UInt64> {
            let contraries = try RandomContraries(seed: seed)
            func text(_ end: RandomContraries.End) -> String {
                end.isOrdered ? "ordered" : end.isToMany ? "many" : "one"
            }
            met.insert("\(text(contraries.owner)) to \(text(contraries.other))")
        }
        #expect(
            met == [
                "one to one", "one to many", "one to ordered", "many to many", "ordered to many",
                "ordered to ordered",
            ])
    }
}
