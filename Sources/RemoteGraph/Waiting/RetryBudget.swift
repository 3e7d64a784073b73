import Synchronization

/// The limit of repetitions: a fifth of the requests of the last minute, but at least ten.
///
/// It keeps many clients from overloading a server that has just recovered.
final class RetryBudget: Sendable {
    private static let minimum = 10
    private static let share = 5

    private struct State {
        var requests: [ContinuousClock.Instant] = []
        var retries: [ContinuousClock.Instant] = []

        mutating func forget(before start: ContinuousClock.Instant) {
            requests.removeFirst(requests.firstIndex { $0 > start } ?? requests.count)
            retries.removeFirst(retries.firstIndex { $0 > start } ?? retries.count)
        }
    }

    private let state = Mutex(State())

    /// Counts a request.
    func add(at now: ContinuousClock.Instant) {
        state.withLock { state in
            // Removing the old ones for each request would be quadratic.
            if state.requests.count.isMultiple(of: 1000) {
                state.forget(before: now - .seconds(60))
            }
            state.requests.append(now)
        }
    }

    /// Counts a repetition if there is room for it; returns whether there is.
    func allowsRetry(at now: ContinuousClock.Instant) -> Bool {
        state.withLock { state in
            state.forget(before: now - .seconds(60))
            let limit = max(Self.minimum, state.requests.count / Self.share)
            guard state.retries.count < limit else { return false }
            state.retries.append(now)
            return true
        }
    }
}
