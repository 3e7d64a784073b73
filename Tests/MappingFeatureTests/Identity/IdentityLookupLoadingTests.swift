import EntityMapper
import MercatorPayload
import ObjectGraph
import ObjectGraphSQLite
import Synchronization
import Testing

/// Work that is done once, during a statement of the store.
private final class Interruption: Sendable {
    private struct State {
        var trigger = ""
        var work: (@Sendable () throws -> Void)?
        var failures: [String] = []
        var count = 0
    }

    private let state = Mutex(State())

    /// The number of times the work was done.
    var count: Int { state.withLock { $0.count } }
    /// The errors thrown by the work.
    var failures: [String] { state.withLock { $0.failures } }

    func arm(at trigger: String, _ work: @escaping @Sendable () throws -> Void) {
        state.withLock { state in
            state.trigger = trigger
            state.work = work
        }
    }

    @Sendable func note(_ sql: String) {
        let work = state.withLock { state -> (@Sendable () throws -> Void)? in
            guard !state.trigger.isEmpty, sql.contains(state.trigger) else { return nil }
            defer { state.work = nil }
            if state.work != nil { state.count += 1 }
            return state.work
        }
        do { try work?() } catch { state.withLock { $0.failures.append("\(error)") } }
    }
}

/// Loads of an index interleaved with saves by others, at defined points in time.
@Suite("Identities while others work")
struct IdentityLookupLoadingTests {
    private let interruption = Interruption()
    private let bench: Workbench
    private let cache: IdentityCache
    private let index: IdentityIndex
    /// Part of the statements that read a page of an index.
    private static let loading = "LIMIT"

    init() throws {
        let interruption = interruption
        bench = try Workbench(.sqlite, People.model()) { interruption.note($0) }
        cache = IdentityCache(for: bench.container)
        index = try cache.index(of: "Human", by: ["railsID"])
    }

    private func requireInterrupted() {
        #expect(interruption.count == 1)
        #expect(interruption.failures == [])
    }

    @Test func `what is saved during a load is not missed`() throws {
        let (bench, first) = (bench, try bench.insert("Human", ["railsID": 1]))
        try bench.insert("Human", ["railsID": 2])
        interruption.arm(at: Self.loading) {
            try bench.insert("Human", ["railsID": 3])
            try bench.container.perform { context in
                try context.object(with: first)?["railsID"] = 4
                context.delete(try context.fetch(FetchRequest("Human"))[1])
                try context.save()
            }
        }
        let isLoaded = try index.load()
        #expect(isLoaded)
        requireInterrupted()
        #expect(index.count == 2)
        #expect(try index.objectIDs(for: ["railsID": [1, 2]]).isEmpty)
        #expect(try index.objectIDs(for: ["railsID": 4]) == [first])
        #expect(try index.count(of: ["railsID": 3]) == 1)
    }

    @Test func `during a load others ask the store`() throws {
        let (index, id) = (index, try bench.insert("Human", ["railsID": 1]))
        interruption.arm(at: Self.loading) {
            #expect(!index.isLoaded)
            #expect(try index.objectIDs(for: ["railsID": 1]) == [id])
            let isLoaded = try index.load()
            #expect(!isLoaded)
        }
        let isLoaded = try index.load()
        #expect(isLoaded)
        requireInterrupted()
        #expect(try index.objectIDs(for: ["railsID": 1]) == [id])
    }

    @Test func `a load that is flushed comes to nothing`() throws {
        let (cache, id) = (cache, try bench.insert("Human", ["railsID": 1]))
        interruption.arm(at: Self.loading) { cache.flush() }
        let isLoaded = try index.load()
        #expect(!isLoaded)
        requireInterrupted()
        #expect(!index.isLoaded)
        #expect(try index.objectIDs(for: ["railsID": 1]) == [id])
        #expect(index.isLoaded)
    }

    @Test func `during a save others ask the store`() throws {
        try index.load()
        let (bench, index, container) = (bench, index, bench.container)
        let mapping = try container.model.mapping(
            "Human", identifiedBy: ["railsID"], ["id": "railsID"])
        let operation = MappingOperation(
            try MappingPlan(MappingSet([mapping], roots: [.root: "Human"]), for: container.model),
            options: preloaded)
        interruption.arm(at: "INSERT INTO \"Human\"") {
            #expect(try index.objectIDs(for: ["railsID": 1]).isEmpty)
            let result = try container.perform { context in
                try operation.run(PayloadDocument(parsing: #"{"id": 1}"#), in: context)
            }
            #expect(result.total.inserted == 1)
        }
        let id = try bench.insert("Human", ["railsID": 1])
        requireInterrupted()
        #expect(try index.objectIDs(for: ["railsID": 1]) == [id])
    }

    private var preloaded: MappingOptions {
        var options = MappingOptions()
        options.identityLookup = .preloaded(cache)
        return options
    }

    @Test(arguments: [true, false])
    func `a unit of work that sees an older state never makes a second object`(
        isPreloaded: Bool
    ) throws {
        let container = bench.container
        let mapping = try container.model.mapping(
            "Human", identifiedBy: ["railsID"], ["id": "railsID", "name": "name"])
        try bench.load(#"{"id": 7}"#, mapping)
        let operation = MappingOperation(
            try MappingPlan(MappingSet([mapping], roots: [.root: "Human"]), for: container.model),
            options: isPreloaded ? preloaded : MappingOptions())
        try container.perform { context in
            #expect(try context.count(FetchRequest("Human")) == 1)
            try bench.load(#"{"id": 1}"#, mapping)
            let document = try PayloadDocument(parsing: #"[{"id": 1, "name": "A"}, {"id": 7}]"#)
            let result = try operation.run(document, in: context)
            #expect(result.total.inserted == 1)
            #expect(throws: StoreError.self) { try context.save() }
            context.rollback()
            let again = try operation.run(document, in: context)
            #expect(again.total.inserted == 0 && again.total.updated == 1)
            try context.save()
        }
        #expect(try bench.lines("Human", "railsID", "name") == ["7 | nil", #"1 | "A""#])
    }
}
