extension ObjectManager {
    /// Creates the poller for a key, replacing an earlier one.
    ///
    /// Nothing is sent before its outcomes are read. Requests for one key never overlap, even with
    /// a replaced poller's.
    ///
    /// ```swift
    /// let poller = manager.poll("inbox", every: .seconds(60)) { try await $0.load("messages") }
    /// for await result in poller { show(result) }
    /// ```
    ///
    /// - Parameters:
    ///   - key: The key.
    ///   - interval: The least time from the end of a request to the beginning of the next; it is
    ///     positive.
    ///   - jitter: The greatest random addition to each interval, as a part of it from 0 to 1, by
    ///     which the requests of many clients are spread.
    ///   - request: Sends the request by the manager.
    /// - Returns: The poller, which keeps the manager.
    public func poll(
        _ key: String, every interval: Duration, jitter: Double = 0.1,
        _ request: @escaping @Sendable (ObjectManager) async throws -> RemoteOutcome
    ) -> Poller {
        Poller(key, every: interval, jitter: jitter, sender, pollerRegistry) {
            try await request(self)
        }
    }

    /// The valid pollers.
    public var pollers: Pollers { Pollers(registry: pollerRegistry) }
}

/// The valid pollers of a manager.
///
/// ```swift
/// manager.pollers.remove("inbox")
/// manager.pollers.removeAll()          // no further request is sent by any of them
/// ```
public struct Pollers: Sendable {
    let registry: PollerRegistry

    /// The keys, in no order.
    public var keys: [String] { registry.keys }

    /// Makes the poller for a key invalid, and cancels its request.
    ///
    /// - Parameter key: The key; without a poller for it, nothing happens.
    public func remove(_ key: String) { registry.remove(key) }

    /// Makes all pollers invalid, and cancels their requests.
    public func removeAll() { registry.removeAll() }
}
