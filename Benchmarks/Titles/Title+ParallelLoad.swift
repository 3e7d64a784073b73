import Mercator
import Synchronization

/// Tasks that map and save pages into a container during the lifetime of this object.
final class ParallelLoad {
    private let pages: ParallelPages
    private let container: PersistentContainer
    private let state = State()
    private var tasks: [Task<Void, any Error>] = []

    private final class State: Sendable {
        let isOver = Atomic(false)
        let saves = Atomic(0)
        let failures = Atomic(0)
    }

    /// Starts the tasks, and returns after as many saves as there are tasks, or after a failure.
    init(_ pages: ParallelPages, tasks count: Int, in container: PersistentContainer) throws {
        self.pages = pages
        self.container = container
        tasks = (0..<count).map { task in
            let saves = [0, 1].map { pages.save(page: task + 1, round: $0, in: container) }
            return Task.detached { [state] in
                do {
                    while true {
                        for save in saves {
                            guard !state.isOver.load(ordering: .relaxed) else { return }
                            try await save()
                            state.saves.add(1, ordering: .relaxed)
                        }
                    }
                } catch {
                    state.failures.add(1, ordering: .relaxed)
                    throw error
                }
            }
        }
        try Waiting.result { [state] in
            while state.saves.load(ordering: .relaxed) < count,
                state.failures.load(ordering: .relaxed) == 0
            {
                await Task.yield()
            }
        }
    }

    deinit {
        state.isOver.store(true, ordering: .relaxed)
        // No work may overlap with the next sample. Failures have been checked before.
        try? Waiting.result { [tasks] in
            for task in tasks { _ = await task.result }
        }
    }

    /// Maps and saves the page that no other task uses.
    func runFirstPage() throws {
        try Waiting.result(of: pages.save(page: 0, round: 0, in: container))
        try Title.require(
            state.failures.load(ordering: .relaxed) == 0, "one of the other tasks has failed")
    }
}
