import Synchronization

/// A signal for one waiting task, with a pending value that collects merged notifications.
///
/// A slow task therefore receives all reports since its last access, in bounded memory. Waiting
/// suspends the task and blocks no thread.
package final class ChangeSignal<Pending: Sendable>: Sendable {
    private struct State: Sendable {
        var pending: Pending
        var isRaised = false
        var waiter: CheckedContinuation<Void, Never>?
    }

    private let state: Mutex<State>

    package init(_ pending: Pending) {
        state = Mutex(State(pending: pending))
    }

    /// Indicates whether there was a report since the last ``take(_:)``.
    var isRaised: Bool { state.withLock { $0.isRaised } }

    /// Merges into the pending value, and resumes the waiting task if `merge` returns `true`.
    package func note(_ merge: (inout Pending) -> Bool) {
        let waiter = state.withLock { state -> CheckedContinuation<Void, Never>? in
            guard merge(&state.pending) else { return nil }
            state.isRaised = true
            defer { state.waiter = nil }
            return state.waiter
        }
        waiter?.resume()
    }

    /// Accesses the pending value and clears the signal.
    ///
    /// The next wait is then for later notifications.
    package func take<Result: Sendable>(_ body: (inout Pending) -> Result) -> Result {
        state.withLock { state in
            state.isRaised = false
            return body(&state.pending)
        }
    }

    /// Reads the pending value without changing the signal.
    func read<Result: Sendable>(_ body: (Pending) -> Result) -> Result {
        state.withLock { body($0.pending) }
    }

    /// Waits until the next report, the cancellation of the task, or the end of the interval.
    package func wait(atMost interval: Duration? = nil) async {
        guard let interval else { return await wait() }
        await withTaskGroup(of: Void.self) { group in
            group.addTask { await self.wait() }
            // `sleep` throws when it is cancelled, which ends the wait as well.
            group.addTask { try? await Task.sleep(for: interval) }
            await group.next()
            group.cancelAll()
        }
    }

    private func wait() async {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let goesOn = state.withLock { state in
                    // Checked under the lock: a cancellation either precedes the check, or
                    // finds the waiter.
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
