import EntityMapper
import MercatorPayload
import ObjectGraph
import TestSupport
import Testing

@Suite("What holds for every payload")
struct MappingPropertyTests {
    let model: ManagedObjectModel
    let mappings: MappingSet

    init() throws {
        model = try News.model()
        mappings = try News.mappings(for: model)
    }

    @Test(arguments: StoreKind.allCases, Seeds.upTo(25))
    func `pages in any order give the same graph`(kind: StoreKind, seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let news = RandomNews(&random)
        let whole = try Workbench(kind, model)
        try whole.load(RandomNews.page(news.records), mappings).requireNoIssues()
        let expected = try News.dump(whole)
        #expect(!expected.isEmpty)
        for _ in 0..<2 {
            let bench = try Workbench(kind, model)
            for page in news.pages(&random) { try bench.load(page, mappings).requireNoIssues() }
            #expect(try News.dump(bench) == expected, "\(random)")
            let open = try bench.container.perform { try ConnectionOperation().run(in: $0) }
            #expect(open.connected == 0, "\(random)")
        }
    }

    @Test(arguments: StoreKind.allCases, Seeds.upTo(25))
    func `a payload that is loaded again changes nothing`(kind: StoreKind, seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let news = RandomNews(&random)
        let bench = try Workbench(kind, model)
        for page in news.pages(&random) {
            try bench.load(page, mappings)
            let before = try bench.content()
            let again = try bench.load(page, mappings)
            #expect(again.total.inserted == 0, "\(random)")
            #expect(again.total.updated == 0, "\(random)")
            #expect(again.total.connected == 0, "\(random)")
            #expect(again.total.deleted == 0, "\(random)")
            #expect(try bench.content() == before, "\(random)")
        }
    }

    @Test(arguments: StoreKind.allCases, 0..<10 as Range<UInt64>)
    func `several loads in one unit of work give the same graph`(
        kind: StoreKind, seed: UInt64
    ) throws {
        var random = SeededGenerator(seed: seed)
        let news = RandomNews(&random)
        let whole = try Workbench(kind, model)
        try whole.load(RandomNews.page(news.records), mappings)
        let bench = try Workbench(kind, model)
        let plan = try MappingPlan(mappings, for: model)
        let documents = try news.pages(&random).map { try PayloadDocument(parsing: $0) }
        try bench.container.perform { context in
            for document in documents {
                _ = try MappingOperation(plan).run(document, in: context)
            }
            try context.save()
        }
        #expect(try News.dump(bench) == News.dump(whole), "\(random)")
    }

    @Test(arguments: StoreKind.allCases)
    func `several tasks that load the same make single objects`(kind: StoreKind) async throws {
        var random = SeededGenerator(seed: 7)
        let news = RandomNews(&random)
        let page = Array(RandomNews.page(news.records).utf8)
        let bench = try Workbench(kind, model)
        var options = MappingOptions()
        options.retryLimit = 20
        let operation = MappingOperation(
            try MappingPlan(mappings, for: model), options: options)
        let container = bench.container
        let inserted = try await withThrowingTaskGroup(of: Int.self) { group in
            for _ in 0..<6 {
                group.addTask { @concurrent in
                    try operation.run(page, in: container).total.inserted
                }
            }
            return try await group.reduce(0, +)
        }
        let whole = try Workbench(kind, model)
        #expect(
            try whole.load(String(decoding: page, as: UTF8.self), mappings).total.inserted
                == inserted)
        #expect(try News.dump(bench) == News.dump(whole))
    }
}
