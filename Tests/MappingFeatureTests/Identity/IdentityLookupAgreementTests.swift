import EntityMapper
import MercatorPayload
import ObjectGraph
import ObjectGraphSQLite
import TestSupport
import Testing

@Suite("Ways to look identities up agree")
struct IdentityLookupAgreementTests {
    let model: ManagedObjectModel
    let plan: MappingPlan

    init() throws {
        model = try People.model()
        plan = try MappingPlan(RandomPeople.mappings(for: model), for: model)
    }

    /// Checks that loaded indexes agree with the store on every key.
    private func check(
        _ cache: IdentityCache, _ message: String, sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        for index in cache.indexes where index.isLoaded {
            try cache.container.perform { context in
                var byKey: [[String: Value]: [ManagedObjectID]] = [:]
                for object in try context.fetch(FetchRequest(index.entityName)) {
                    let key = Dictionary(
                        uniqueKeysWithValues: index.attributes.map { ($0, object[$0]) })
                    guard !key.values.contains(where: \.isNull) else { continue }
                    byKey[key, default: []].append(object.objectID)
                }
                let total = byKey.values.reduce(0) { $0 + $1.count }
                #expect(
                    index.count == total && index.keyCount == byKey.count, "\(message)",
                    sourceLocation: sourceLocation)
                for (key, ids) in byKey {
                    #expect(
                        try index.objectIDs(for: key) == ids, "\(message)",
                        sourceLocation: sourceLocation)
                }
            }
        }
    }

    @Test(arguments: StoreKind.allCases, Seeds.upTo(30))
    func `whatever happens to the store, the same comes of it`(
        kind: StoreKind, seed: UInt64
    ) throws {
        var random = SeededGenerator(seed: seed)
        let steps = RandomPeople.steps(14, &random)
        let (asking, knowing) = (try Workbench(kind, model), try Workbench(kind, model))
        let cache = IdentityCache(for: knowing.container)
        let reference = MappingOperation(plan)
        var preloaded = reference
        preloaded.options.identityLookup = .preloaded(cache)
        for (number, step) in steps.enumerated() {
            if random.chance(0.1) { cache.flush() }
            let expected = try step.run(reference, in: asking.container)
            let found = try step.run(preloaded, in: knowing.container)
            #expect(found == expected, "step \(number) of \(random)")
            #expect(try knowing.content() == asking.content(), "step \(number) of \(random)")
            try check(cache, "step \(number) of \(random)")
        }
        #expect(cache.indexes.count == 2)
    }

    @Test(arguments: StoreKind.allCases, Seeds.upTo(20))
    func `the first payload of an empty store is the same in every way`(
        kind: StoreKind, seed: UInt64
    ) throws {
        var random = SeededGenerator(seed: seed)
        let page = Array(RandomPeople.page(&random).utf8)
        let contents = try LookupStrategy.allCases.map { strategy in
            let bench = try Workbench(kind, model)
            let operation = MappingOperation(plan, options: strategy.options(bench.container))
            _ = try operation.run(page, in: bench.container)
            return try bench.content()
        }
        #expect(contents.allSatisfy { $0 == contents[0] }, "\(random)")
    }

    @Test(arguments: Seeds.upTo(20))
    func `what another writer of the file does is noticed`(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let steps = RandomPeople.steps(12, &random)
        try TestSupport.StoreKind.sqlite.withStore { store in
            let path = try #require((store as? SQLiteStore)?.path)
            // Two stores at the same path: their containers are not notified of each other's saves.
            let own = try PersistentContainer(model: model, store: SQLiteStore(path))
            let foreign = try PersistentContainer(model: model, store: SQLiteStore(path))
            let reference = try Workbench(.sqlite, model)
            let cache = IdentityCache(for: own)
            let operation = MappingOperation(plan)
            var preloaded = operation
            preloaded.options.identityLookup = .preloaded(cache)
            for (number, step) in steps.enumerated() {
                let isForeign = random.chance(0.4)
                let found =
                    isForeign
                    ? try step.run(operation, in: foreign) : try step.run(preloaded, in: own)
                let expected = try step.run(operation, in: reference.container)
                let texts = [found, expected].map {
                    $0.replacing(/(\/|numbers )[0-9, ]+/, with: "number")
                }
                #expect(texts[0] == texts[1], "step \(number) of \(random)")
                #expect(try keys(own) == keys(reference.container), "step \(number) of \(random)")
            }
            // Whether an index is current is determined on its next use.
            let page = #"{"humans": [{"id": 1}], "cats": [{"name": "a", "age": 1}]}"#
            _ = try preloaded.run(Array(page.utf8), in: own)
            try check(cache, "\(random)")
        }
    }

    /// Returns the people in the store, regardless of their numbers.
    private func keys(_ container: PersistentContainer) throws -> [String] {
        try container.perform { context in
            try context.fetch(FetchRequest("Human")).map(\.contentOfPerson).sorted()
        }
    }

    @Test(arguments: StoreKind.allCases, Seeds.upTo(4))
    func `tasks that share a cache make the graph of one load`(
        kind: StoreKind, seed: UInt64
    ) async throws {
        var random = SeededGenerator(seed: seed)
        let model = try News.model()
        let mappings = try News.mappings(for: model)
        let news = RandomNews(&random)
        let pages = try (0..<8).flatMap { _ in news.pages(&random) }
            .map { try PayloadDocument(parsing: $0) }
        let bench = try Workbench(kind, model)
        let cache = IdentityCache(for: bench.container)
        var options = MappingOptions()
        options.retryLimit = 200
        options.identityLookup = .preloaded(cache)
        let operation = MappingOperation(
            try MappingPlan(mappings, for: model), options: options)
        let container = bench.container
        try await withThrowingTaskGroup(of: Void.self) { group in
            for (number, page) in pages.enumerated() {
                group.addTask { @concurrent in
                    if number % 5 == 3 { cache.flush() }
                    _ = try operation.run(page, in: container)
                }
            }
            try await group.waitForAll()
        }
        let whole = try Workbench(kind, model)
        try whole.load(RandomNews.page(news.records), mappings)
        #expect(try News.dump(bench) == News.dump(whole), "\(random)")
        try check(cache, "\(random)")
    }
}
