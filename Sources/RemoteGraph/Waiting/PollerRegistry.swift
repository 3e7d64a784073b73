import Synchronization

/// The pollers of a manager, at most one for each key.
final class PollerRegistry: Sendable {
    private struct Running {
        let poller: Int
        let cancel: @Sendable () -> Void
    }

    private struct State {
        var count = 0
        /// The numbers of the valid pollers.
        var pollers: [String: Int] = [:]
        var running: [Int: Running] = [:]

        /// Takes out the work that a condition on its poller selects.
        mutating func takeRunning(_ isSelected: (Int) -> Bool) -> [Running] {
            let taken = running.filter { isSelected($0.value.poller) }
            for number in taken.keys { running[number] = nil }
            return Array(taken.values)
        }
    }

    private let state = Mutex(State())
    /// The requests for a key, one at a time.
    let turns = Turns<String>(width: 1)

    /// The keys of the valid pollers, in no order.
    var keys: [String] { state.withLock { Array($0.pollers.keys) } }

    /// Makes a new poller the one for a key, and returns its number.
    func add(_ key: String) -> Int {
        remove(key)
        return state.withLock { state in
            state.count += 1
            state.pollers[key] = state.count
            return state.count
        }
    }

    func isValid(_ poller: Int, _ key: String) -> Bool {
        state.withLock { $0.pollers[key] == poller }
    }

    /// Starts work of a poller, which is cancelled with it; `nil` if the poller is not valid.
    func start<Value: Sendable>(
        _ poller: Int, _ key: String, _ work: @escaping @Sendable () async -> Value
    ) -> (task: Task<Value, Never>, number: Int)? {
        state.withLock { state in
            guard state.pollers[key] == poller else { return nil }
            let task = Task { await work() }
            state.count += 1
            state.running[state.count] = Running(poller: poller) { task.cancel() }
            return (task, state.count)
        }
    }

    func end(_ number: Int) { state.withLock { $0.running[number] = nil } }

    /// Invalidates the poller of a key, optionally only the one with a number.
    func remove(_ key: String, _ number: Int? = nil) {
        let running = state.withLock { state -> [Running] in
            guard let poller = state.pollers[key], number == nil || poller == number else {
                return []
            }
            state.pollers[key] = nil
            return state.takeRunning { $0 == poller }
        }
        for work in running { work.cancel() }
    }

    func removeAll() {
        let running = state.withLock { state in
            state.pollers = [:]
            return state.takeRunning { _ in true }
        }
        for work in running { work.cancel() }
    }
}
