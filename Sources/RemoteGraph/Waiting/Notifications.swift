import Synchronization

/// Notifications for which one task waits, in order.
///
/// A task that is slow finds all of them; nothing is lost between two waits.
final class Notifications<Element: Sendable>: Sendable {
    private struct State {
        var pending: [Element] = []
        var waiter: CheckedContinuation<Void, Never>?
    }

    private let state = Mutex(State())

    /// Adds a notification.
    func post(_ element: Element) {
        let waiter = state.withLock { state in
            state.pending.append(element)
            defer { state.waiter = nil }
            return state.waiter
        }
        waiter?.resume()
    }

    /// Returns the notifications since the last call.
    func take() -> [Element] {
        state.withLock { state in
            defer { state.pending = [] }
            return state.pending
        }
    }

    /// Waits until there is a notification, or the task is cancelled.
    func wait() async {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let goesOn = state.withLock { state in
                    guard state.pending.isEmpty, !Task.isCancelled else { return true }
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
