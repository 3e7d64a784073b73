public import ObjectGraph

/// The source of time for waits and measurements, which tests can replace.
///
/// ```swift
/// var options = RemoteOptions()
/// options.clock = TestClock()          // of MercatorTesting: waits end at once
/// ```
public protocol RemoteClock: Sendable {
    /// The current instant, for durations and deadlines.
    var now: ContinuousClock.Instant { get }
    /// The current time of the calendar, for `Retry-After` and the expiry of credentials.
    var date: Timestamp { get }
    /// Waits.
    ///
    /// - Parameter duration: The time to wait.
    /// - Throws: `CancellationError` if the task is cancelled.
    func sleep(for duration: Duration) async throws
    /// Waits for a time limit of a concurrent operation, which cancels the wait when it ends.
    ///
    /// The default calls ``sleep(for:)``.
    ///
    /// A clock whose waits take no time must not pass a limit by itself.
    ///
    /// - Parameter duration: The limit.
    /// - Throws: `CancellationError` if the task is cancelled.
    func sleep(untilLimit duration: Duration) async throws
}

extension RemoteClock {
    /// Waits as long as ``sleep(for:)``.
    ///
    /// - Parameter duration: The limit.
    /// - Throws: `CancellationError` if the task is cancelled.
    public func sleep(untilLimit duration: Duration) async throws { try await sleep(for: duration) }
}

/// The clock of the system.
///
/// ```swift
/// SystemClock().date      // now
/// ```
public struct SystemClock: RemoteClock {
    /// Creates the clock.
    public init() {}

    /// The current instant.
    public var now: ContinuousClock.Instant { .now }

    /// The current time of the calendar.
    public var date: Timestamp { .now }

    /// Waits.
    ///
    /// - Parameter duration: The time to wait.
    /// - Throws: `CancellationError` if the task is cancelled.
    public func sleep(for duration: Duration) async throws { try await Task.sleep(for: duration) }
}
