/// The times of a request in its manager, from the call to its end.
///
/// Each instant belongs to one part, so that the sum of the parts is ``total``.
///
/// ```swift
/// if case .ended(let request, let metrics, _) = event { show(request.url, metrics.waiting) }
/// ```
public struct RemoteMetrics: Sendable, Hashable {
    /// The time for waiting: for credentials, for other requests to the origin, between attempts,
    /// and for other units of work.
    public internal(set) var waiting = Duration.zero
    /// The time for sending and receiving, in all attempts, with redirects.
    public internal(set) var transfer = Duration.zero
    /// The time for parsing the body.
    public internal(set) var parsing = Duration.zero
    /// The time for mapping the payload to objects.
    public internal(set) var mapping = Duration.zero
    /// The time for saving the objects.
    public internal(set) var saving = Duration.zero
    /// The number of attempts.
    public internal(set) var attempts = 0

    /// The time from the call to the end.
    public var total: Duration { waiting + transfer + parsing + mapping + saving }

    init() {}
}

extension RemoteMetrics: CustomStringConvertible {
    /// The total, the parts, and the number of attempts.
    public var description: String {
        "\(total): waiting \(waiting), transfer \(transfer), parsing \(parsing), mapping "
            + "\(mapping), saving \(saving); attempts: \(attempts)"
    }
}
