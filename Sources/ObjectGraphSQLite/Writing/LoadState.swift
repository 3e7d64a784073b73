import Synchronization

/// What an open file knows about loads of many commits: how many are under way, which indexes are
/// postponed for them, and which of these somebody has asked for meanwhile.
///
/// The file itself says which indexes are away (``PostponedIndexes``); this is the memory of it, so
/// that questions cost nothing where none is. Loads of other processes are known from when the file is
/// opened.
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

    /// Whether a load is under way through this open file.
    var isRunning: Bool { state.withLock { $0.running > 0 } }

    /// The indexes that are away.
    var postponed: Set<String> { state.withLock { $0.postponed } }

    /// Those among them that somebody has asked for.
    var wanted: Set<String> { state.withLock { $0.wanted } }

    /// A load begins.
    func begin() {
        state.withLock { $0.running += 1 }
    }

    /// A load ends; whether it was the last one, and has left indexes to make.
    func end() -> Bool {
        state.withLock { state in
            state.running -= 1
            return state.running == 0 && !state.postponed.isEmpty
        }
    }

    /// Somebody asks for indexes; those of them that are away.
    func want(_ names: Set<String>) -> Set<String> {
        state.withLock { state in
            let away = names.intersection(state.postponed)
            state.wanted.formUnion(away)
            return away
        }
    }

    /// A transaction has left these away.
    func remember(postponed: Set<String>) {
        state.withLock { state in
            state.postponed = postponed
            state.wanted.formIntersection(postponed)
        }
    }
}
