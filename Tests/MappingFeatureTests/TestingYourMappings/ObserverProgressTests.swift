import EntityMapper
import MercatorPayload
import ObjectGraph
import Testing

/// An observer that cancels the task after a number of events of a given kind.
private final class Canceller: MappingObserver {
    private let log = EventLog()
    private let kind: MappingEvent.Kind
    private let count: Int

    init(at kind: MappingEvent.Kind, _ count: Int) {
        self.kind = kind
        self.count = count
    }

    func mappingOperation(didObserve event: MappingEvent) {
        log.mappingOperation(didObserve: event)
        guard event.kind == kind, log.events.count(where: { $0.kind == kind }) == count else {
            return
        }
        unsafe withUnsafeCurrentTask { unsafe $0?.cancel() }
    }
}

@Suite("Progress and cancellation")
struct ObserverProgressTests {
    private let payload: PayloadDocument
    private let plan: MappingPlan
    private let model: ManagedObjectModel

    init() throws {
        model = try News.model()
        plan = try MappingPlan(News.mappings(for: model), for: model)
        let articles = (1...1000).map { #"{"id": \#($0), "title": "T", "tags": [{"id": 1}]}"# }
        let authors = (1...600).map { #"{"id": \#($0)}"# }
        // The root paths of the plan are in a different order than those of the payload.
        payload = try PayloadDocument(
            parsing: """
                {"authors": [\(authors.joined(separator: ","))], \
                "articles": [\(articles.joined(separator: ","))]}
                """)
    }

    @Test func `grows to exactly 1, and comes before the end`() throws {
        let bench = try Workbench(.inMemory, model)
        let log = EventLog()
        var operation = MappingOperation(plan)
        operation.observer = log
        _ = try operation.run(payload, in: bench.container)
        let fractions = log.events.compactMap(\.progress)
        #expect(fractions.count > 8)
        #expect(fractions == fractions.sorted())
        #expect(fractions.last == 1)
        #expect(fractions.count { $0 == 1 } == 1)
        #expect(fractions.allSatisfy { (0...1).contains($0) })
        #expect(log.events.suffix(2).map(\.kind) == [.progress, .didMap])
        #expect(log.events.filter { $0.progress == nil }.allSatisfy { $0.kind != .progress })
    }

    @Test(arguments: StoreKind.allCases)
    func `a task that is cancelled already changes nothing`(kind: StoreKind) async throws {
        let bench = try Workbench(kind, model)
        let before = try bench.content()
        let code = await withTaskGroup(of: MappingError.Code?.self) { group in
            group.cancelAll()
            group.addTask { [plan, payload] in
                let error: MappingError? = caught {
                    _ = try MappingOperation(plan).run(payload, in: bench.container)
                }
                return error?.code
            }
            return await group.next() ?? nil
        }
        #expect(code == .cancelled)
        #expect(try bench.content() == before)
    }

    @Test(arguments: [
        (MappingEvent.Kind.willMapRecord, 700), (.didMapRecord, 1), (.didMapRecord, 1200),
    ])
    func `cancelling on the way leaves context and store as they were`(
        kind: MappingEvent.Kind, count: Int
    ) async throws {
        let bench = try Workbench(.inMemory, model)
        let before = try bench.content()
        let task = Task { [plan, payload] in
            try bench.container.perform { context in
                context.insert("Tag")["tagID"] = 77
                var operation = MappingOperation(plan)
                operation.observer = Canceller(at: kind, count)
                let error: MappingError? = caught { _ = try operation.run(payload, in: context) }
                let objects = try ["Tag", "Article", "Author"]
                    .map { try context.count(FetchRequest($0)) }
                return (error?.code, objects)
            }
        }
        let (code, objects) = try await task.value
        #expect(code == .cancelled)
        #expect(objects == [1, 0, 0])
        #expect(try bench.content() == before)
    }

    @Test(arguments: StoreKind.allCases)
    func `an observer changes nothing of what is mapped`(kind: StoreKind) throws {
        let (observed, plain) = (try Workbench(kind, model), try Workbench(kind, model))
        var operation = MappingOperation(plan)
        let first = try operation.run(payload, in: plain.container)
        operation.observer = EventLog()
        let second = try operation.run(payload, in: observed.container)
        #expect(first.counts == second.counts)
        #expect(try plain.content() == observed.content())
    }
}
