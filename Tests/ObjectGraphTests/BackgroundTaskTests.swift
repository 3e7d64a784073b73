import Dispatch
import ObjectGraph
import Synchronization
import TestSupport
import Testing

@Suite("Units of work in the background", .endsInTime)
struct BackgroundTaskTests {
    private struct Refusal: Error {}

    private enum Local {
        @TaskLocal static var name = "nobody"
    }

    /// State that the units of work of one test share.
    private final class Notes: Sendable {
        let order = Mutex<[Int]>([])
        let saves = Atomic(0)
        let attempts = Atomic(0)
        let running = Atomic(0)
        let isOver = Atomic(false)
        let hasSaved = DispatchSemaphore(value: 0)

        var count: Int { order.withLock { $0.count } }

        /// Records that a unit of work runs, and returns the number of its runs so far.
        func note(_ number: Int) -> Int {
            order.withLock { order in
                order.append(number)
                return order.count { $0 == number }
            }
        }

        func countingAsRunning(_ work: () throws -> Void) rethrows {
            running.add(1, ordering: .sequentiallyConsistent)
            defer { running.subtract(1, ordering: .sequentiallyConsistent) }
            try work()
        }
    }

    private static func insertTag(_ context: ManagedObjectContext) throws {
        _ = context.insert("Tag")
        try context.save()
    }

    private static func tagCount(_ container: PersistentContainer) throws -> Int {
        try container.perform { try $0.count(FetchRequest("Tag")) }
    }

    private static func container(
        _ store: any PersistentStore = InMemoryStore()
    ) throws -> PersistentContainer {
        try PersistentContainer(model: ContractModel.make(), store: store)
    }

    @Test(arguments: StoreKind.allCases)
    func `while commits wait for one another, other tasks go on`(store: StoreKind) async throws {
        try await store.withStoreAwaiting { store in
            let container = try Self.container(store)
            let others = 64
            let getThrough = try await container.letsOthersRun(while: others) { _ in
                try await container.performBackgroundTask(Self.insertTag)
            }
            #expect(getThrough)
            #expect(try Self.tagCount(container) == others)
        }
    }

    @Test func `they begin in the order of the calls`() async throws {
        let container = try Self.container()
        let holders = await BackgroundHolders(container)
        let notes = Notes()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<20 {
                group.addTask {
                    try await container.performBackgroundTask { _ in
                        notes.order.withLock { $0.append(number) }
                    }
                }
                await container.waitForBackgroundTasks(number + 1)
            }
            holders.releaseFirst()
            try await group.waitForAll()
        }
        try await holders.releaseRest()
        #expect(notes.order.withLock { $0 } == Array(0..<20))
    }

    @Test(arguments: StoreKind.allCases)
    func `a unit that lost twice runs alone, and succeeds`(store: StoreKind) async throws {
        try await store.withStoreAwaiting { store in
            let container = try Self.container(store)
            try container.perform { context in
                context.insert("Person")["age"] = 0
                try context.save()
            }
            let notes = Notes()
            let subscription = container.backend.commits.add(for: container.model) { _ in
                notes.saves.add(1, ordering: .sequentiallyConsistent)
                notes.hasSaved.signal()
            }
            let steps = try await withThrowingTaskGroup(of: Int32.self) { group in
                for _ in 0..<6 {
                    group.addTask {
                        var steps: Int32 = 0
                        while !notes.isOver.load(ordering: .sequentiallyConsistent) {
                            // Without retries: an exclusive attempt would wait for the unit below,
                            // which waits for a save.
                            do {
                                try await container.performBackgroundTask { context in
                                    try notes.countingAsRunning { try Self.count(context) }
                                }
                                steps += 1
                            } catch StoreError.Code.conflict {
                                continue
                            }
                        }
                        return steps
                    }
                }
                try await container.performBackgroundTask(retryLimit: 2) { context in
                    let person = try context.fetch(FetchRequest("Person")).first
                    let age = person?["age"]
                    if notes.attempts.add(1, ordering: .relaxed).newValue < 3 {
                        // Waits until another task has saved after this unit has read.
                        let before = notes.saves.load(ordering: .sequentiallyConsistent)
                        while notes.saves.load(ordering: .sequentiallyConsistent) == before {
                            notes.hasSaved.wait()
                        }
                    } else {
                        #expect(notes.running.load(ordering: .sequentiallyConsistent) == 0)
                    }
                    guard case .integer(let number)? = age else { throw Refusal() }
                    person?["age"] = .integer(number + 1)
                    try context.save()
                }
                notes.isOver.store(true, ordering: .sequentiallyConsistent)
                return try await group.reduce(0, +)
            }
            #expect(notes.attempts.load(ordering: .relaxed) == 3)
            let age = try container.perform { try $0.fetch(FetchRequest("Person")).first?["age"] }
            #expect(age == .integer(Int64(steps) + 1))
            withExtendedLifetime(subscription) {}
        }
    }

    private static func count(_ context: ManagedObjectContext) throws {
        let person = try context.fetch(FetchRequest("Person")).first
        guard case .integer(let number)? = person?["age"] else { throw Refusal() }
        person?["age"] = .integer(number + 1)
        try context.save()
    }

    @Test func `the last error surfaces`() async throws {
        let container = try Self.container()
        let notes = Notes()
        let error = await #expect(throws: StoreError.self) {
            try await container.performBackgroundTask(retryLimit: 3) { _ in
                notes.attempts.add(1, ordering: .relaxed)
                throw StoreError(.conflict, "for a test")
            }
        }
        #expect(error?.code == .conflict)
        #expect(notes.attempts.load(ordering: .relaxed) == 4)
    }

    @Test func `what is done again is before all that came later`() async throws {
        let container = try Self.container()
        let holders = await BackgroundHolders(container, sparing: 1)
        let (notes, mayFail, mayEnd) = (
            Notes(), DispatchSemaphore(value: 0), DispatchSemaphore(value: 0)
        )
        func start(_ number: Int, _ work: @escaping @Sendable (Int) throws -> Void) -> Task<
            Void, any Error
        > {
            Task {
                try await container.performBackgroundTask(retryLimit: 2) { _ in
                    try work(notes.note(number))
                }
            }
        }
        let first = start(1) { count in
            guard count == 1 else { return }
            mayFail.wait()
            throw StoreError(.conflict, "for a test")
        }
        while notes.count < 1 { await Task.yield() }
        let second = start(2) { _ in mayEnd.wait() }
        await container.waitForBackgroundTasks(1)
        let third = start(3) { _ in }
        await container.waitForBackgroundTasks(2)
        // The second starts when the first has failed, and the first then keeps its
        // position in the order.
        mayFail.signal()
        while notes.count < 2 { await Task.yield() }
        await container.waitForBackgroundTasks(2)
        mayEnd.signal()
        for task in [first, second, third] { try await task.value }
        #expect(notes.order.withLock { $0 } == [1, 2, 1, 3])
        try await holders.release()
    }

    @Test func `errors of some do not harm the others`() async throws {
        let container = try Self.container()
        let failures = await withTaskGroup(of: Bool.self) { group in
            for number in 0..<60 {
                group.addTask {
                    do {
                        try await container.performBackgroundTask(retryLimit: 2) { context in
                            _ = context.insert("Tag")
                            switch number % 3 {
                            case 0: throw Refusal()
                            case 1: throw StoreError(.conflict, "for a test")
                            default: try context.save()
                            }
                        }
                        return false
                    } catch {
                        return true
                    }
                }
            }
            return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
        }
        #expect(failures == 40)
        #expect(try Self.tagCount(container) == 20)
        // No thread was lost.
        let holders = await BackgroundHolders(container)
        try await holders.release()
    }
}

/// Cancellation.
extension BackgroundTaskTests {
    @Test(arguments: StoreKind.allCases)
    func `a task cancelled while waiting changes nothing`(store: StoreKind) async throws {
        try await store.withStoreAwaiting { store in
            let container = try Self.container(store)
            let holders = await BackgroundHolders(container)
            let tasks = (0..<3).map { _ in
                Task { try await container.performBackgroundTask(Self.insertTag) }
            }
            await container.waitForBackgroundTasks(3)
            tasks[1].cancel()
            await #expect(throws: CancellationError.self) { try await tasks[1].value }
            #expect(container.background.waitingCount == 2)
            holders.releaseFirst()
            try await tasks[0].value
            try await tasks[2].value
            try await holders.releaseRest()
            #expect(try Self.tagCount(container) == 2)
        }
    }

    @Test func `a unit cancelled before it starts does not begin`() async throws {
        let container = try Self.container()
        let task = Task {
            while !Task.isCancelled { await Task.yield() }
            try await container.performBackgroundTask(Self.insertTag)
        }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(try Self.tagCount(container) == 0)
    }

    @Test func `cancelling a unit that waits to run alone lets the others begin`() async throws {
        let container = try Self.container()
        let holders = await BackgroundHolders(container, sparing: 1)
        let alone = Task {
            try await container.performBackgroundTask(retryLimit: 1) { _ in
                throw StoreError(.conflict, "for a test")
            }
        }
        await container.waitForBackgroundTasks(1)
        let other = Task { try await container.performBackgroundTask(Self.insertTag) }
        await container.waitForBackgroundTasks(2)
        alone.cancel()
        await #expect(throws: CancellationError.self) { try await alone.value }
        try await other.value
        #expect(try Self.tagCount(container) == 1)
        try await holders.release()
    }

    @Test func `the work is a part of the calling task`() async throws {
        let container = try Self.container()
        let task = Task {
            try await Local.$name.withValue("Anna") {
                try await container.performBackgroundTask { _ in
                    unsafe withUnsafeCurrentTask { unsafe $0?.cancel() }
                    return Task.isCancelled ? Local.name : "not cancelled"
                }
            }
        }
        #expect(try await task.value == "Anna")
        #expect(task.isCancelled)
    }
}
