import ObjectGraphSQL
import Synchronization

/// The state of loads of many commits in an open file.
///
/// It consists of the number of running loads, the postponed indexes, and the postponed indexes
/// that were requested in the meantime.
///
/// The file records the postponed indexes (see ``PostponedIndexes``); this is a copy in memory, so
/// that queries have no cost without such indexes. Indexes postponed by other processes are
/// detected when the file is opened.
final class LoadState: Sendable {
    private struct State {
        var running = 0
        var postponed: Set<String> = []
        var wanted: Set<String> = []
    }

    private let state: Mutex<State>

    init(postponed: Set<String>) {
        state = Mutex(State(postponed: postponed))
    }

    /// Indicates whether a load is running through this open file.
    var isRunning: Bool { state.withLock { $0.running > 0 } }

    /// The postponed indexes.
    var postponed: Set<String> { state.withLock { $0.postponed } }

    /// The postponed indexes that were requested.
    var wanted: Set<String> { state.withLock { $0.wanted } }

    /// Records the start of a load.
    func begin() {
        state.withLock { $0.running += 1 }
    }

    /// Records the end of a load.
    ///
    /// Returns whether it was the last one.
    func end() -> Bool {
        state.withLock { state in
            state.running -= 1
            return state.running == 0
        }
    }

    /// Records a request for indexes, and returns the postponed indexes among them.
    func want(_ names: Set<String>) -> Set<String> {
        state.withLock { state in
            let away = names.intersection(state.postponed)
            state.wanted.formUnion(away)
            return away
        }
    }

    /// Records the indexes that are postponed after a transaction.
    func remember(postponed: Set<String>) {
        state.withLock { state in
            state.postponed = postponed
            state.wanted.formIntersection(postponed)
        }
    }
}
