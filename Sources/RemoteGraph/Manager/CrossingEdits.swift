import ObjectGraph
import Synchronization

/// The edits that the server has answered while other requests were under way.
///
/// The response to an earlier request may describe the objects as they were before the edit, and
/// must not overwrite what the edit has sent, nor bring back or delete an object.
final class CrossingEdits: Sendable {
    private struct State {
        var count = 0
        /// The numbers of the requests under way.
        var requests: Set<Int> = []
        /// The edits since the first of these requests, by the number of the request before.
        var edits: [(number: Int, edit: PendingEdit)] = []
    }

    private let state = Mutex(State())

    /// Registers a request, and returns its number, the next one.
    func begin() -> Int {
        state.withLock { state in
            state.count += 1
            state.requests.insert(state.count)
            return state.count
        }
    }

    /// Removes a request, and the edits that no other one crosses.
    func end(_ number: Int) {
        state.withLock { state in
            state.requests.remove(number)
            guard !state.edits.isEmpty else { return }
            let first = state.requests.min() ?? .max
            state.edits.removeAll { $0.number < first }
        }
    }

    /// Adds an edit that the server has answered, before the answer is saved.
    ///
    /// A unit of work that does not see the pending edit in the store any more finds it here.
    func note(_ edit: PendingEdit) {
        state.withLock { state in
            guard !state.requests.isEmpty else { return }
            state.edits.append((state.count, edit))
        }
    }

    /// Returns the edits that have been answered since a request began.
    func edits(since number: Int) -> [PendingEdit] {
        state.withLock { $0.edits.filter { $0.number >= number }.map(\.edit) }
    }
}
