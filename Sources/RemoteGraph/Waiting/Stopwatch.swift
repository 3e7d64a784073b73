import Synchronization

/// Measures the parts of a request; each instant belongs to one part.
final class Stopwatch: Sendable {
    typealias Part = any WritableKeyPath<RemoteMetrics, Duration> & Sendable

    private struct State {
        var metrics = RemoteMetrics()
        var part: Part = \.waiting
        var start: ContinuousClock.Instant
    }

    private let clock: any RemoteClock
    private let state: Mutex<State>

    /// Starts with the part of waiting.
    init(_ clock: any RemoteClock) {
        self.clock = clock
        state = Mutex(State(start: clock.now))
    }

    /// Ends the current part and begins the next one.
    func begin(_ part: Part) {
        let now = clock.now
        state.withLock { state in
            state.metrics[keyPath: state.part] += state.start.duration(to: now)
            (state.part, state.start) = (part, now)
        }
    }

    /// Counts an attempt and begins its transfer.
    func beginAttempt() {
        begin(\.transfer)
        state.withLock { $0.metrics.attempts += 1 }
    }

    /// Returns the times until now.
    func read() -> RemoteMetrics {
        begin(\.waiting)
        return state.withLock { $0.metrics }
    }
}
