import Dispatch
package import ObjectGraph
import Synchronization

/// Units of work that hold the background threads of a container until they are let go.
package struct BackgroundHolders: Sendable {
    private let gates: [DispatchSemaphore]
    private let tasks: [Task<Void, any Error>]

    /// Holds every thread, or all but some, and returns when that is so.
    package init(_ container: PersistentContainer, sparing spared: Int = 0) async {
        let (begun, begin) = AsyncStream<Void>.makeStream()
        let gates = (spared..<container.background.width).map { _ in DispatchSemaphore(value: 0) }
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
    package func releaseFirst() { gates.first?.signal() }

    /// Lets the others go as well, and waits for the end of all.
    package func releaseRest() async throws {
        for gate in gates.dropFirst() { gate.signal() }
        for task in tasks { try await task.value }
    }

    /// Lets all go, and waits for their end.
    package func release() async throws {
        releaseFirst()
        try await releaseRest()
    }
}

extension PersistentContainer {
    /// Waits until so many background tasks wait to begin.
    package func waitForBackgroundTasks(_ count: Int) async {
        while background.waitingCount != count, !Task.isCancelled { await Task.yield() }
    }

    /// Whether other tasks get through while tasks wait for a commit.
    ///
    /// The first commit waits for tasks that need the threads of all tasks. If those who wait for the
    /// commit blocked these threads, it would wait in vain; the limit is only there so that this ends.
    ///
    /// - Parameters:
    ///   - count: How many tasks wait, more than there are threads.
    ///   - work: What each does; it commits.
    /// - Returns: Whether they do.
    /// - Throws: What the work throws.
    package func letsOthersRun(
        while count: Int, do work: @escaping @Sendable (Int) async throws -> Void
    ) async throws -> Bool {
        let isFirst = Atomic(true)
        let isOpen = DispatchSemaphore(value: 0)
        let hasWaitedInVain = Atomic(false)
        let subscription = backend.commits.add(for: model) { _ in
            guard isFirst.exchange(false, ordering: .relaxed) else { return }
            guard isOpen.wait(timeout: .now() + 30) == .timedOut else { return }
            hasWaitedInVain.store(true, ordering: .relaxed)
        }
        defer { withExtendedLifetime(subscription) {} }
        let sum = try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<count { group.addTask { try await work(number) } }
            await waitForBackgroundTasks(count - background.width)
            let sum = await withTaskGroup(of: Int.self) { others in
                for number in 0..<count { others.addTask { number } }
                return await others.reduce(0, +)
            }
            isOpen.signal()
            try await group.waitForAll()
            return sum
        }
        return sum == count * (count - 1) / 2 && !hasWaitedInVain.load(ordering: .relaxed)
    }
}
