import Synchronization

/// Lets one task wait for what others note.
///
/// What is noted while nobody waits is kept in one value that the notes are merged into, so a task
/// that is slow finds all of it, in bounded memory. No thread is blocked by waiting.
final class ChangeSignal<Pending: Sendable>: Sendable {
    private struct State: Sendable {
        var pending: Pending
        var isRaised = false
        var waiter: CheckedContinuation<Void, Never>?
    }

    private let state: Mutex<State>

    init(_ pending: Pending) {
        state = Mutex(State(pending: pending))
    }

    /// Whether something was noted since ``take(_:)``.
    var isRaised: Bool { state.withLock { $0.isRaised } }

    /// Merges something into the pending value, and wakes who waits if `merge` says so.
    func note(_ merge: (inout Pending) -> Bool) {
        let waiter = state.withLock { state -> CheckedContinuation<Void, Never>? in
            guard merge(&state.pending) else { return nil }
            state.isRaised = true
            defer { state.waiter = nil }
            return state.waiter
        }
        waiter?.resume()
    }

    /// Takes what was noted; the next wait is for what is noted after that.
    func take<Result: Sendable>(_ body: (inout Pending) -> Result) -> Result {
        state.withLock { state in
            state.isRaised = false
            return body(&state.pending)
        }
    }

    /// Changes the pending value; whether something was noted stays as it is.
    func update(_ body: (inout Pending) -> Void) {
        state.withLock { body(&$0.pending) }
    }

    /// Waits until something is noted, the task is cancelled, or the time is over.
    func wait(atMost interval: Duration?) async {
        guard let interval else { return await wait() }
        await withTaskGroup(of: Void.self) { group in
            group.addTask { await self.wait() }
            // It throws when it is cancelled, which ends the wait as well.
            group.addTask { try? await Task.sleep(for: interval) }
            await group.next()
            group.cancelAll()
        }
    }

    private func wait() async {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let goesOn = state.withLock { state in
                    // Looked at under the lock: a cancellation comes before this, or finds the waiter.
                    guard !state.isRaised, !Task.isCancelled else { return true }
                    precondition(state.waiter == nil, "one task at a time waits for a signal")
                    state.waiter = continuation
                    return false
                }
                if goesOn { continuation.resume() }
            }
        } onCancel: {
            let waiter = state.withLock { state in
                defer { state.waiter = nil }
                return state.waiter
            }
            waiter?.resume()
        }
    }
}
