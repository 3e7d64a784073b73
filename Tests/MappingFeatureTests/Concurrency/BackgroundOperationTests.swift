import ConnectionEvaluation
import EntityMapper
import MercatorPayload
import ObjectGraph
import Synchronization
import TestSupport
import Testing

@Suite("Operations in the background", .endsInTime)
struct BackgroundOperationTests {
    private static let payload = """
        {"articles": [{"id": 1, "title": "Maps", "author_id": 7, "tags": [{"id": 3}]},
         {"id": 2, "title": "Graphs", "author_id": 7}], "authors": [{"id": 7, "name": "Anna"}]}
        """

    private static func bench(_ kind: StoreKind) throws -> Workbench {
        try Workbench(kind, News.model())
    }

    // The optimizer of Swift 6.3 crashes when it inlines this into an asynchronous function.
    @inline(never)
    private static func operation(
        _ bench: Workbench, options: MappingOptions = MappingOptions(),
        observer: (any MappingObserver)? = nil
    ) throws -> MappingOperation {
        let model = bench.container.model
        let plan = try MappingPlan(News.mappings(for: model), for: model)
        return operation(plan, options: options, observer: observer)
    }

    private static func operation(
        _ plan: MappingPlan, options: MappingOptions, observer: (any MappingObserver)?
    ) -> MappingOperation {
        var operation = MappingOperation(plan, options: options)
        operation.observer = observer
        return operation
    }

    /// Compares a load in the background with one by the synchronous method.
    private static func expectSame(
        as result: MappingResult, in bench: Workbench, _ kind: StoreKind
    ) throws {
        let other = try Self.bench(kind)
        let expected = try operation(bench).run(payload.utf8, in: other.container)
        #expect(result.counts == expected.counts)
        #expect(result.total.inserted == 4)
        #expect(try News.dump(bench) == News.dump(other))
    }

    @Test(arguments: StoreKind.allCases)
    func `a payload leaves what it leaves at once`(kind: StoreKind) async throws {
        let bench = try Self.bench(kind)
        let operation = try Self.operation(bench)
        let result = try await operation.runInBackground(Self.payload.utf8, in: bench.container)
        try Self.expectSame(as: result, in: bench, kind)
    }

    @Test(arguments: StoreKind.allCases)
    func `a document leaves the same a second time`(kind: StoreKind) async throws {
        let bench = try Self.bench(kind)
        let operation = try Self.operation(bench)
        let document = try PayloadDocument(parsing: Self.payload)
        let first = try await operation.runInBackground(document, in: bench.container)
        let content = try bench.content()
        let again = try await operation.runInBackground(document, in: bench.container)
        #expect(first.total.inserted == 4 && again.total.unchanged == 4)
        #expect(try bench.content() == content)
    }

    @Test(arguments: StoreKind.allCases)
    func `a representation goes into the object that is named`(kind: StoreKind) async throws {
        let bench = try Self.bench(kind)
        let target = try bench.insert("Author", ["name": "Ben"])
        let result = try await Self.operation(bench).runInBackground(
            #"{"authors": {"id": 7, "name": "Anna"}}"#.utf8, in: bench.container, into: target)
        #expect(result.total.updated == 1)
        #expect(try bench.lines("Author", "authorID", "name") == [#"7 | "Anna""#])
    }

    @Test(arguments: StoreKind.allCases)
    func `while operations wait for commits, other tasks go on`(kind: StoreKind) async throws {
        let bench = try Self.bench(kind)
        let operation = try Self.operation(bench)
        let count = 64
        let getThrough = try await bench.container.letsOthersRun(while: count) { number in
            let payload = #"{"authors": [{"id": \#(number)}]}"#
            _ = try await operation.runInBackground(payload.utf8, in: bench.container)
        }
        #expect(getThrough)
        #expect(try bench.lines("Author", "authorID").count == count)
    }

    @Test(arguments: StoreKind.allCases)
    func `connecting leaves what it leaves at once`(kind: StoreKind) async throws {
        let (bench, other) = (try Self.bench(kind), try Self.bench(kind))
        let plan = try Self.operation(bench).plan
        for bench in [bench, other] {
            try bench.insert("Article", ["articleID": 1, "authorID": 7, "replyID": 2])
            try bench.insert("Author", ["authorID": 7])
        }
        let result = try await ConnectionOperation(plan).runInBackground(in: bench.container)
        let expected = try ConnectionOperation(plan).run(in: other.container)
        #expect(result == expected)
        #expect(result.connected == 1 && result.unresolved.count == 1)
        #expect(try News.dump(bench) == News.dump(other))
    }

    @Test(arguments: StoreKind.allCases)
    func `what a store cannot connect, a context does`(kind: StoreKind) async throws {
        let model = try Market.model()
        var mappings = try Market.Mappings(model)
        mappings.person.addConnection(for: "partner", connectedBy: ["partnerID": "personID"])
        let plan = try MappingPlan(mappings.set, for: model)
        let bench = try Workbench(kind, model)
        try bench.insert("Person", ["personID": 1, "partnerID": 2])
        try bench.insert("Person", ["personID": 2])
        let result = try await ConnectionOperation(plan).runInBackground(in: bench.container)
        #expect(result.connected == 1)
        #expect(try bench.lines("Person", "partner.personID") == ["[2]", "[1]"])
    }
}

/// Failures.
extension BackgroundOperationTests {
    /// An observer that cancels the task of the mapping.
    private struct Canceller: MappingObserver {
        func mappingOperation(didObserve event: MappingEvent) {
            guard event.kind == .willMap else { return }
            unsafe withUnsafeCurrentTask { unsafe $0?.cancel() }
        }
    }

    /// An observer that saves a conflicting change during the first attempts of an operation.
    private final class Rival: MappingObserver {
        private let container: PersistentContainer
        private let saves: Int
        private let maps = Atomic(0)

        init(_ container: PersistentContainer, saves: Int) {
            self.container = container
            self.saves = saves
        }

        /// The number of attempts of the operation.
        var attempts: Int { maps.load(ordering: .relaxed) }

        func mappingOperation(didObserve event: MappingEvent) {
            guard event.kind == .didMap else { return }
            let attempt = maps.add(1, ordering: .relaxed).newValue
            guard attempt <= saves else { return }
            #expect(throws: Never.self) {
                try container.perform { context in
                    let author = try context.fetch(FetchRequest("Author")).first
                    author?["name"] = .string("Rival \(attempt)")
                    try context.save()
                }
            }
        }
    }

    @Test(arguments: StoreKind.allCases)
    func `a task cancelled while waiting changes nothing`(kind: StoreKind) async throws {
        let bench = try Self.bench(kind)
        let operation = try Self.operation(bench)
        let plan = operation.plan
        try bench.insert("Article", ["articleID": 1, "authorID": 7])
        try bench.insert("Author", ["authorID": 7])
        let before = try bench.content()
        let holders = await BackgroundHolders(bench.container)
        let mapping = Task {
            _ = try await operation.runInBackground(Self.payload.utf8, in: bench.container)
        }
        let connecting = Task {
            _ = try await ConnectionOperation(plan).runInBackground(in: bench.container)
        }
        await bench.container.waitForBackgroundTasks(2)
        for task in [mapping, connecting] {
            task.cancel()
            await #expect(throws: CancellationError.self) { try await task.value }
        }
        try await holders.release()
        #expect(try bench.content() == before)
    }

    @Test(arguments: StoreKind.allCases)
    func `a task cancelled while mapping changes nothing`(kind: StoreKind) async throws {
        let bench = try Self.bench(kind)
        let operation = try Self.operation(bench, observer: Canceller())
        let task = Task {
            _ = try await operation.runInBackground(Self.payload.utf8, in: bench.container)
        }
        let error = await #expect(throws: MappingError.self) { try await task.value }
        #expect(error?.code == .cancelled)
        #expect(try bench.content().isEmpty)
    }

    @Test func `a task cancelled before it starts does not read the payload`() async throws {
        let bench = try Self.bench(.inMemory)
        let operation = try Self.operation(bench)
        let task = Task {
            while !Task.isCancelled { await Task.yield() }
            _ = try await operation.runInBackground("no payload".utf8, in: bench.container)
        }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
    }

    @Test func `bytes that are no payload fail without waiting for a turn`() async throws {
        let bench = try Self.bench(.inMemory)
        let operation = try Self.operation(bench)
        let holders = await BackgroundHolders(bench.container)
        await #expect(throws: PayloadError.self) {
            try await operation.runInBackground(#"{"articles": ["#.utf8, in: bench.container)
        }
        try await holders.release()
    }

    @Test(arguments: StoreKind.allCases)
    func `a record that must fit changes nothing if it does not`(kind: StoreKind) async throws {
        let bench = try Self.bench(kind)
        let rival = Rival(bench.container, saves: 0)
        let operation = try Self.operation(
            bench, options: MappingOptions(failurePolicy: .fail), observer: rival)
        let payload = #"{"articles": [{"id": 1}], "authors": [{"id": 7, "name": {}}]}"#
        let error = await #expect(throws: MappingError.self) {
            try await operation.runInBackground(payload.utf8, in: bench.container)
        }
        #expect(error?.code == .recordFailed)
        #expect(rival.attempts == 0)
        #expect(try bench.content().isEmpty)
    }

    @Test(arguments: StoreKind.allCases)
    func `an object that was promised to be new is refused, without another attempt`(
        kind: StoreKind
    ) async throws {
        let model = try People.model()
        let bench = try Workbench(kind, model)
        try bench.insert("Human", ["railsID": 2])
        let human = try model.mapping("Human", identifiedBy: ["railsID"], ["id": "railsID"])
        let plan = try MappingPlan(MappingSet([human], roots: [.root: human.name]), for: model)
        let rival = Rival(bench.container, saves: 0)
        let operation = Self.operation(
            plan, options: LookupStrategy.insertOnly.options(bench.container), observer: rival)
        let error = await #expect(throws: MappingError.self) {
            try await operation.runInBackground(
                #"[{"id": 3}, {"id": 2}]"#.utf8, in: bench.container)
        }
        #expect(error?.code == .identityExists)
        #expect(rival.attempts == 1)
        #expect(try bench.lines("Human", "railsID") == ["2"])
    }

    @Test(arguments: StoreKind.allCases)
    func `a conflict is done again, on what is there then`(kind: StoreKind) async throws {
        let bench = try Self.bench(kind)
        try bench.insert("Author", ["authorID": 7, "name": "Ben"])
        var options = MappingOptions()
        options.retryLimit = 2
        let rival = Rival(bench.container, saves: 2)
        let operation = try Self.operation(bench, options: options, observer: rival)
        let result = try await operation.runInBackground(Self.payload.utf8, in: bench.container)
        #expect(rival.attempts == 3)
        #expect(result.total.inserted == 3 && result.total.updated == 1)
        #expect(try bench.lines("Author", "name") == [#""Anna""#])
        #expect(try bench.lines("Article", "author.authorID") == ["[7]", "[7]"])
    }

    @Test(arguments: StoreKind.allCases)
    func `the last conflict surfaces, and nothing is mapped`(kind: StoreKind) async throws {
        let bench = try Self.bench(kind)
        try bench.insert("Author", ["authorID": 7, "name": "Ben"])
        var options = MappingOptions()
        options.retryLimit = 1
        let rival = Rival(bench.container, saves: 2)
        let operation = try Self.operation(bench, options: options, observer: rival)
        let error = await #expect(throws: StoreError.self) {
            try await operation.runInBackground(Self.payload.utf8, in: bench.container)
        }
        #expect(error?.code == .conflict)
        #expect(rival.attempts == 2)
        #expect(try bench.lines("Author", "name") == [#""Rival 2""#])
        #expect(try bench.lines("Article", "title").isEmpty)
    }
}
