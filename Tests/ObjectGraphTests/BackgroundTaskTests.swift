import Dispatch
import ObjectGraph
import Synchronization
import TestSupport
import Testing

@Suite("Units of work in the background", .timeLimit(.minutes(2)))
struct BackgroundTaskTests {
    private struct Refusal: Error {}

    private enum Local {
        @TaskLocal static var name = "nobody"
    }

    /// What units of work of one test tell each other.
    private final class Notes: Sendable {
        let order = Mutex<[Int]>([])
        let saves = Atomic(0)
        let attempts = Atomic(0)
        let running = Atomic(0)
        let isOver = Atomic(false)
        let hasSaved = DispatchSemaphore(value: 0)

        func countingAsRunning(_ work: () throws -> Void) rethrows {
            running.add(1, ordering: .sequentiallyConsistent)
            defer { running.subtract(1, ordering: .sequentiallyConsistent) }
            try work()
        }
    }

    /// Units of work that hold every thread of a container until they are let go.
    private struct Holders: Sendable {
        private let gates: [DispatchSemaphore]
        private let tasks: [Task<Void, any Error>]

        /// Returns when all of them run.
        init(_ container: PersistentContainer, sparing spared: Int = 0) async {
            let (begun, begin) = AsyncStream<Void>.makeStream()
            let gates = (spared..<container.background.width).map { _ in
                DispatchSemaphore(value: 0)
            }
            self.gates = gates
            tasks = gates.map { gate in
                Task {
                    try await container.performBackgroundTask { _ in
                        begin.yield()
                        gate.wait()
                    }
                }
            }
            var running = 0
            guard !gates.isEmpty else { return }
            for await _ in begun {
                running += 1
                if running == gates.count { break }
            }
        }

        /// Lets the first go, so that one thread serves all who wait.
        func releaseFirst() { gates.first?.signal() }

        /// Lets the others go as well, and waits for the end of all.
        func releaseRest() async throws {
            for gate in gates.dropFirst() { gate.signal() }
            for task in tasks { try await task.value }
        }
    }

    private static func insertTag(_ context: ManagedObjectContext) throws {
        _ = context.insert("Tag")
        try context.save()
    }

    private static func tagCount(_ container: PersistentContainer) throws -> Int {
        try container.perform { try $0.count(FetchRequest("Tag")) }
    }

    /// Waits until so many wait to begin.
    private static func wait(_ container: PersistentContainer, for count: Int) async {
        while container.background.waitingCount != count { await Task.yield() }
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
            let isFirst = Atomic(true)
            let isOpen = DispatchSemaphore(value: 0)
            let others = 64
            // The first commit waits for tasks that need the pool. If the others blocked it, it would
            // wait in vain; the limit is only there so that this ends.
            let outcome = Mutex<DispatchTimeoutResult?>(nil)
            let subscription = container.backend.commits.add(for: container.model) { _ in
                guard isFirst.exchange(false, ordering: .relaxed) else { return }
                let result = isOpen.wait(timeout: .now() + 30)
                outcome.withLock { $0 = result }
            }
            try await withThrowingTaskGroup(of: Void.self) { group in
                for _ in 0..<others {
                    group.addTask { try await container.performBackgroundTask(Self.insertTag) }
                }
                await Self.wait(container, for: others - container.background.width)
                let sum = await withTaskGroup(of: Int.self) { independent in
                    for number in 0..<others { independent.addTask { number } }
                    return await independent.reduce(0, +)
                }
                #expect(sum == others * (others - 1) / 2)
                isOpen.signal()
                try await group.waitForAll()
            }
            #expect(outcome.withLock { $0 } == .success)
            #expect(try Self.tagCount(container) == others)
            withExtendedLifetime(subscription) {}
        }
    }

    @Test func `they begin in the order of the calls`() async throws {
        let container = try Self.container()
        let holders = await Holders(container)
        let notes = Notes()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<20 {
                group.addTask {
                    try await container.performBackgroundTask { _ in
                        notes.order.withLock { $0.append(number) }
                    }
                }
                await Self.wait(container, for: number + 1)
            }
            holders.releaseFirst()
            try await group.waitForAll()
        }
        try await holders.releaseRest()
        #expect(notes.order.withLock { $0 } == Array(0..<20))
    }

    @Test(arguments: StoreKind.allCases)
    func `who lost twice goes alone, and gets through`(store: StoreKind) async throws {
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
                            // The last attempt is alone: one more is enough.
                            try await container.performBackgroundTask(retryLimit: 1) { context in
                                try notes.countingAsRunning { try Self.count(context) }
                            }
                            steps += 1
                        }
                        return steps
                    }
                }
                try await container.performBackgroundTask(retryLimit: 2) { context in
                    let person = try context.fetch(FetchRequest("Person")).first
                    let age = person?["age"]
                    if notes.attempts.add(1, ordering: .relaxed).newValue < 3 {
                        // Somebody saves after this has read.
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
        // No thread was lost on the way.
        let holders = await Holders(container)
        holders.releaseFirst()
        try await holders.releaseRest()
    }
}

/// Cancelling.
extension BackgroundTaskTests {
    @Test(arguments: StoreKind.allCases)
    func `who is cancelled while waiting changes nothing`(store: StoreKind) async throws {
        try await store.withStoreAwaiting { store in
            let container = try Self.container(store)
            let holders = await Holders(container)
            let tasks = (0..<3).map { _ in
                Task { try await container.performBackgroundTask(Self.insertTag) }
            }
            await Self.wait(container, for: 3)
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

    @Test func `who was cancelled before does not begin`() async throws {
        let container = try Self.container()
        let task = Task {
            while !Task.isCancelled { await Task.yield() }
            try await container.performBackgroundTask(Self.insertTag)
        }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(try Self.tagCount(container) == 0)
    }

    @Test func `who waits to be alone and is cancelled lets the others begin`() async throws {
        let container = try Self.container()
        let holders = await Holders(container, sparing: 1)
        let alone = Task {
            try await container.performBackgroundTask(retryLimit: 1) { _ in
                throw StoreError(.conflict, "for a test")
            }
        }
        await Self.wait(container, for: 1)
        let other = Task { try await container.performBackgroundTask(Self.insertTag) }
        await Self.wait(container, for: 2)
        alone.cancel()
        await #expect(throws: CancellationError.self) { try await alone.value }
        try await other.value
        #expect(try Self.tagCount(container) == 1)
        holders.releaseFirst()
        try await holders.releaseRest()
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
