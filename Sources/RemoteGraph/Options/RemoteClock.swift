public import ObjectGraph

/// The time by which a manager waits and measures, as a parameter for tests.
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
    /// Waits for the limit of something that runs meanwhile, and that cancels the wait if it ends
    /// before; by default, as long as ``sleep(for:)``.
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
