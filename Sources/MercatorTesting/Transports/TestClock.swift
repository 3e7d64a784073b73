public import ObjectGraph
public import RemoteGraph
import Synchronization

/// A clock for tests whose waits take no real time.
///
/// ```swift
/// let clock = TestClock()
/// options.clock = clock
/// // …
/// #expect(clock.waits == [.seconds(2)])
/// ```
///
/// Each wait moves the clock forward and ends at once. Waits of a clock that is `paused`, and
/// limits of any clock, end when the clock reaches their end, or when their task is cancelled.
public final class TestClock: RemoteClock {
    private struct Sleeper {
        let end: Duration
        let continuation: CheckedContinuation<Void, Never>
    }

    private struct State {
        var elapsed = Duration.zero
        var waits: [Duration] = []
        var number = 0
        var sleepers: [Int: Sleeper] = [:]
    }

    /// Far ahead, so that no deadline of the clock passes for a transport while a test runs.
    private let start = ContinuousClock.now + .seconds(1 << 30)
    private let startDate: Timestamp
    private let isPaused: Bool
    private let state = Mutex(State())

    /// Creates a clock.
    ///
    /// - Parameters:
    ///   - date: The time of the calendar at the beginning.
    ///   - isPaused: Whether waits end only by ``advance(by:)``.
    public init(date: Timestamp = .distantPast, paused isPaused: Bool = false) {
        startDate = date
        self.isPaused = isPaused
    }

    /// The waits so far, in order.
    public var waits: [Duration] { state.withLock { $0.waits } }

    /// An instant in the distant future, plus the total time that the clock was advanced by.
    public var now: ContinuousClock.Instant { start + state.withLock { $0.elapsed } }

    /// The time of the calendar.
    public var date: Timestamp {
        let seconds = state.withLock { $0.elapsed.components.seconds }
        return Timestamp(seconds: startDate.seconds + seconds, nanoseconds: startDate.nanoseconds)
            ?? .distantFuture
    }

    /// Moves the clock forward.
    ///
    /// - Parameter duration: The time to advance the clock by.
    public func advance(by duration: Duration) {
        let sleepers = state.withLock { state in
            state.elapsed += duration
            let due = state.sleepers.filter { $0.value.end <= state.elapsed }
            for number in due.keys { state.sleepers[number] = nil }
            return due.values.map(\.continuation)
        }
        for sleeper in sleepers { sleeper.resume() }
    }

    /// Records a wait, and moves the clock forward unless it is paused.
    ///
    /// - Parameter duration: The time to wait.
    /// - Throws: `CancellationError` if the task is cancelled.
    public func sleep(for duration: Duration) async throws {
        guard !isPaused else { return try await sleep(untilLimit: duration) }
        try Task.checkCancellation()
        state.withLock { $0.waits.append(duration) }
        advance(by: duration)
    }

    /// Records a limit, and waits until the clock has reached it.
    ///
    /// - Parameter duration: The limit.
    /// - Throws: `CancellationError` if the task is cancelled.
    public func sleep(untilLimit duration: Duration) async throws {
        try Task.checkCancellation()
        let number = state.withLock { state in
            state.waits.append(duration)
            state.number += 1
            return state.number
        }
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isOver = state.withLock { state in
                    guard !Task.isCancelled else { return true }
                    state.sleepers[number] = Sleeper(
                        end: state.elapsed + duration, continuation: continuation)
                    return false
                }
                if isOver { continuation.resume() }
            }
        } onCancel: {
            state.withLock { $0.sleepers.removeValue(forKey: number) }?.continuation.resume()
        }
        try Task.checkCancellation()
    }
}
