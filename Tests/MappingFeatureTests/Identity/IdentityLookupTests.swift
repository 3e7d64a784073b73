import EntityMapper
import MappingDiagnostics
import MercatorPayload
import ObjectGraph
import ObjectGraphSQLite
import Testing

/// Rows of the catalogue about RestKit's in-memory cache and its defects, for each look-up
/// strategy.
@Suite("Ways to look identities up")
struct IdentityLookupTests {
    @Test(arguments: StoreKind.allCases, LookupStrategy.searching)
    func `stored objects are found by number and by date`(
        kind: StoreKind, strategy: LookupStrategy
    ) throws {
        // A08, A11
        let model = try People.model()
        let bench = try Workbench(kind, model)
        let options = strategy.options(bench.container)
        let byNumber = try model.mapping(
            "Human", identifiedBy: ["railsID"], ["monkey.id": "railsID", "monkey.name": "name"])
        let byDate = try model.mapping(
            "Human", identifiedBy: ["createdAt"],
            ["monkey.created_at": "createdAt", "monkey.name": "name"])
        try bench.insert(
            "Human",
            ["railsID": 123, "createdAt": .date(try #require(Timestamp(seconds: 1_332_414_342)))])
        let first = try bench.load(
            #"{"monkey": {"id": "123", "name": "A"}}"#, byNumber, options: options)
        #expect(first.total.updated == 1 && first.total.inserted == 0)
        let second = try bench.load(
            #"{"monkey": {"created_at": "2012-03-22T11:05:42Z", "name": "B"}}"#, byDate,
            options: options)
        #expect(second.total.updated == 1 && second.total.inserted == 0)
        #expect(try bench.lines("Human", "railsID", "name") == [#"123 | "B""#])
    }

    private static let families = """
        {"parents": [{"parentID": 12345, "name": "Joe", "children": [{"childID": 1111, "name": \
        "Oscar"}, {"childID": 2222, "name": "Tom"}, {"childID": 3333, "name": "Eli"}]}, \
        {"parentID": 4567, "name": "Mary", "children": [{"childID": 1, "name": "Sally"}, \
        {"childID": 2222, "name": "Tom"}, {"childID": 3333, "name": "Eli"}]}]}
        """

    @Test(arguments: StoreKind.allCases, LookupStrategy.allCases)
    func `repeated records make single objects`(kind: StoreKind, strategy: LookupStrategy) throws {
        // E02, E04
        let model = try People.model()
        let bench = try Workbench(kind, model)
        let parent = try model.mapping(
            "Parent", identifiedBy: ["parentID"], ["parentID": "parentID", "name": "name"]
        ) { $0.addRelationshipMapping(from: "children", to: "children", using: "Child") }
        let child = try model.mapping(
            "Child", identifiedBy: ["childID"], ["childID": "childID", "name": "name"])
        let mappings = MappingSet([parent, child], roots: ["parents": "Parent"])
        let options = strategy.options(bench.container)
        let result = try bench.load(Self.families, mappings, options: options)
        #expect(result.counts["Parent"]?.inserted == 2 && result.counts["Child"]?.inserted == 4)
        #expect(
            try bench.lines("Parent", "parentID", "children.childID") == [
                "12345 | [1111,2222,3333]", "4567 | [1,2222,3333]",
            ])
        guard strategy != .insertOnly else { return }
        let again = try bench.load(Self.families, mappings, options: options)
        #expect(again.total.inserted == 0 && again.total.updated == 0)
    }

    private func human(_ model: ManagedObjectModel) throws -> EntityMapping {
        try model.mapping("Human", identifiedBy: ["railsID"], ["id": "railsID", "name": "name"])
    }

    @Test(arguments: StoreKind.allCases, LookupStrategy.searching)
    func `two units of work make one object`(kind: StoreKind, strategy: LookupStrategy) throws {
        // E05
        let model = try People.model()
        let bench = try Workbench(kind, model)
        let options = strategy.options(bench.container)
        for inserted in [1, 0] {
            let result = try bench.load(
                #"{"name": "Blake", "id": 31337}"#, human(model), options: options)
            #expect(result.total.inserted == inserted)
        }
        #expect(try bench.lines("Human", "railsID") == ["31337"])
    }

    struct ByHand: Sendable, CustomTestStringConvertible {
        let id: String
        let isSaved: Bool
        let strategy: LookupStrategy
        var testDescription: String { "\(id) \(strategy)" }
    }

    private static let madeByHand = LookupStrategy.searching.flatMap { strategy in
        [
            ByHand(id: "E07", isSaved: true, strategy: strategy),
            ByHand(id: "E08", isSaved: false, strategy: strategy),
        ]
    }

    @Test(arguments: StoreKind.allCases, madeByHand)
    func `an object that was made by hand is found, saved or not`(
        kind: StoreKind, row: ByHand
    ) throws {
        let model = try People.model()
        let bench = try Workbench(kind, model)
        let options = row.strategy.options(bench.container)
        if case .preloaded(let cache) = options.identityLookup {
            try cache.index(of: "Human", by: ["railsID"]).load()
        }
        let operation = MappingOperation(
            try MappingPlan(MappingSet([human(model)], roots: ["human": "Human"]), for: model),
            options: options)
        try bench.container.perform { context in
            let object = context.insert("Human")
            object["railsID"] = 1
            if row.isSaved { try context.save() }
            let document = try PayloadDocument(
                parsing: #"{"human": {"name": "My Name", "id": 1}}"#)
            let result = try operation.run(document, in: context)
            #expect(result.first == object.objectID)
            try context.save()
        }
        #expect(try bench.lines("Human", "railsID", "name") == [#"1 | "My Name""#])
    }

    @Test(arguments: StoreKind.allCases, LookupStrategy.searching)
    func `an object of a sub-entity is found`(kind: StoreKind, strategy: LookupStrategy) throws {
        // F27
        let model = try People.model()
        let bench = try Workbench(kind, model)
        let options = strategy.options(bench.container)
        try bench.load(#"{"id": 1}"#, human(model), options: options)
        let child = try bench.insert("Child", ["railsID": 7])
        let result = try bench.load(#"{"id": 7, "name": "B"}"#, human(model), options: options)
        #expect(result.total.inserted == 0 && result.first == child)
    }

    @Test(arguments: StoreKind.allCases, LookupStrategy.searching)
    func `an object whose key has changed is not found by the old one`(
        kind: StoreKind, strategy: LookupStrategy
    ) throws {
        // F28
        let model = try People.model()
        let bench = try Workbench(kind, model)
        let options = strategy.options(bench.container)
        try bench.load(
            #"[{"id": 1, "name": "A"}, {"id": 2, "name": "B"}]"#, human(model), options: options)
        let operation = MappingOperation(
            try MappingPlan(MappingSet([human(model)], roots: [.root: "Human"]), for: model),
            options: options)
        try bench.container.perform { context in
            let humans = try context.fetch(FetchRequest("Human"))
            humans[0]["railsID"] = 3
            humans[1]["railsID"] = 1
            let document = try PayloadDocument(parsing: #"[{"id": 1, "name": "now 1"}, {"id": 2}]"#)
            _ = try operation.run(document, in: context)
            try context.save()
        }
        try bench.load(#"{"id": 3, "name": "now 3"}"#, human(model), options: options)
        #expect(
            try bench.lines("Human", "railsID", "name") == [
                #"3 | "now 3""#, #"1 | "now 1""#, "2 | nil",
            ])
    }

    @Test(arguments: StoreKind.allCases, LookupStrategy.searching)
    func `records without a key are new each time`(
        kind: StoreKind, strategy: LookupStrategy
    ) throws {
        let model = try People.model()
        let bench = try Workbench(kind, model)
        let options = strategy.options(bench.container)
        for _ in 0..<2 {
            let result = try bench.load(
                #"[{"id": null, "name": "A"}, {"name": "A"}]"#, human(model), options: options)
            #expect(result.total.inserted == 2)
        }
    }

    @Test(arguments: StoreKind.allCases, LookupStrategy.allCases)
    func `connections join what every way has found`(
        kind: StoreKind, strategy: LookupStrategy
    ) throws {
        // H19
        let model = try News.model()
        let bench = try Workbench(kind, model)
        let mappings = try News.mappings(for: model)
        let options = strategy.options(bench.container)
        try bench.load(
            #"{"articles": [{"id": 1, "author_id": 5, "sections": [8, 9]}]}"#, mappings,
            options: options)
        try bench.load(
            #"{"authors": [{"id": 5}], "sections": [{"id": 9}, {"id": 8}]}"#, mappings,
            options: options)
        #expect(
            try bench.lines("Article", "author.authorID", "sections.sectionID") == ["[5] | [8,9]"])
    }

    @Test(arguments: StoreKind.allCases)
    func `an insert without a look-up is refused if the object exists`(kind: StoreKind) throws {
        let model = try People.model()
        let bench = try Workbench(kind, model)
        let options = LookupStrategy.insertOnly.options(bench.container)
        try bench.load(#"[{"id": 1}, {"id": 2}, {"id": 1}]"#, human(model), options: options)
        let before = try bench.content()
        let error = #expect(throws: MappingError.self) {
            try bench.load(#"[{"id": 3}, {"id": 2}]"#, human(model), options: options)
        }
        #expect(error?.code == .identityExists)
        #expect((error?.cause as? StoreError)?.code == .uniqueness)
        let message = "expected only new objects, since identityLookup is insertOnly; found one"
        #expect(error?.message.hasPrefix(message) == true)
        #expect(try bench.content() == before)
        try bench.load(#"{"id": 3}"#, human(model), options: options)
        #expect(try bench.lines("Human", "railsID") == ["1", "2", "3"])
    }

    @Test(arguments: StoreKind.allCases)
    func `a cache of another container is refused`(kind: StoreKind) throws {
        let model = try People.model()
        let (bench, other) = (try Workbench(kind, model), try Workbench(kind, model))
        let options = LookupStrategy.preloaded.options(other.container)
        let error = #expect(throws: MappingError.self) {
            try bench.load(#"{"id": 1}"#, human(model), options: options)
        }
        #expect(error?.code == .storeFailed)
        #expect(error?.message.contains("make an IdentityCache for each container") == true)
    }

    @Test(arguments: StoreKind.allCases)
    func `a dry run finds what the operation would find`(kind: StoreKind) throws {
        let model = try People.model()
        let bench = try Workbench(kind, model)
        try bench.load(#"{"id": 1}"#, human(model))
        let options = LookupStrategy.preloaded.options(bench.container)
        let operation = MappingOperation(
            try MappingPlan(MappingSet([human(model)], roots: [.root: "Human"]), for: model),
            options: options)
        let explanation = try operation.explain(
            PayloadDocument(parsing: #"[{"id": 1, "name": "A"}, {"id": 2}]"#), in: bench.container)
        #expect(explanation.records.map(\.outcome) == [.updated, .inserted])
        if case .preloaded(let cache) = options.identityLookup {
            #expect(cache.indexes.map(\.count) == [1])
        }
    }

    @Test(arguments: StoreKind.allCases)
    func `a cache loads before the first operation, for a plan of its model`(
        kind: StoreKind
    ) throws {
        let model = try News.model()
        let bench = try Workbench(kind, model)
        let plan = try MappingPlan(News.mappings(for: model), for: model)
        let cache = IdentityCache(for: bench.container)
        try cache.load(for: plan)
        #expect(cache.indexes.map(\.entityName) == ["Article", "Author", "Section", "Tag"])
        #expect(cache.indexes.map(\.isLoaded) == [true, true, true, true])
        let people = try People.model()
        let stranger = try MappingPlan(
            MappingSet([human(people)], roots: [.root: "Human"]), for: people)
        #expect(throws: StoreError.self) { try cache.load(for: stranger) }
    }

    @Test(arguments: StoreKind.allCases)
    func `a store that was emptied has no identity of before`(kind: StoreKind) throws {
        let model = try People.model()
        let bench = try Workbench(kind, model)
        let options = LookupStrategy.preloaded.options(bench.container)
        let mapping = try model.mapping("Human", identifiedBy: ["railsID"], ["id": "railsID"])
        #expect(try bench.load(#"{"id": 1}"#, mapping, options: options).total.inserted == 1)
        #expect(try bench.load(#"{"id": 1}"#, mapping, options: options).total.inserted == 0)
        try bench.container.reset()
        #expect(try bench.load(#"{"id": 1}"#, mapping, options: options).total.inserted == 1)
    }

    @Test func `a preloaded payload of new objects asks the store for no key`() throws {
        let model = try People.model()
        let bench = try Workbench(.sqlite, model)
        let backend = try #require(bench.container.backend as? SQLiteBackend)
        let document = try PayloadDocument(
            parsing: "[" + (1...50).map { #"{"id": \#($0)}"# }.joined(separator: ", ") + "]")
        let plan = try MappingPlan(MappingSet([human(model)], roots: [.root: "Human"]), for: model)
        var statements: [Int] = []
        for strategy in LookupStrategy.allCases {
            let operation = MappingOperation(plan, options: strategy.options(bench.container))
            // The first run loads the index and reserves numbers.
            for _ in 0..<2 {
                let before = backend.statementCount
                try bench.container.perform { _ = try operation.run(document, in: $0) }
                statements.append(backend.statementCount - before)
            }
        }
        #expect(statements[3] <= statements[1], "preloaded: \(statements)")
        #expect(statements[5] < statements[1], "insertOnly: \(statements)")
    }
}
