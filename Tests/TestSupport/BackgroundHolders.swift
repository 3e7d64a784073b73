import Dispatch
package import ObjectGraph
import Synchronization

/// Units of work that occupy the background threads of a container until released.
package struct BackgroundHolders: Sendable {
    private let gates: [DispatchSemaphore]
    private let tasks: [Task<Void, any Error>]

    /// Occupies all but `spared` threads, and returns when they are occupied.
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

    /// Releases the first thread, which then serves all waiting tasks.
    package func releaseFirst() { gates.first?.signal() }

    /// Releases the other threads, and waits for all units of work to end.
    package func releaseRest() async throws {
        for gate in gates.dropFirst() { gate.signal() }
        for task in tasks { try await task.value }
    }

    /// Releases all threads, and waits for all units of work to end.
    package func release() async throws {
        releaseFirst()
        try await releaseRest()
    }
}

extension PersistentContainer {
    /// Waits until `count` background tasks are queued.
    package func waitForBackgroundTasks(_ count: Int) async {
        while background.waitingCount != count, !Task.isCancelled { await Task.yield() }
    }

    /// Tests whether other tasks make progress while tasks wait for a commit.
    ///
    /// The first commit waits for tasks on the cooperative thread pool. If the tasks waiting for
    /// the commit blocked these threads, it would never end; the time limit only ensures that
    /// the test does.
    ///
    /// - Parameters:
    ///   - count: The number of waiting tasks, larger than the number of threads.
    ///   - work: The work of each task, which commits.
    /// - Returns: `true` if the other tasks made progress.
    /// - Throws: Errors of `work`.
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
