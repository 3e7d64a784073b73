public import HTTPValues

/// The rule that decides whether and when a failed request is sent again.
///
/// ```swift
/// var policy = RetryPolicy()
/// policy.statuses.insert(500)
/// ```
///
/// Source: RFC 9110, sections 9.2.2 and 10.2.3.
public struct RetryPolicy: Sendable, Hashable {
    /// The greatest number of sendings, including the first.
    public var sendings = 3
    /// The statuses after which a request may be sent again.
    public var statuses: Set<Int> = [408, 425, 429, 502, 503, 504]
    /// The methods whose repetition has no further effect.
    public var methods: Set<ResourceRequest.Method> = idempotent
    /// The upper bound of the wait after the first sending; it doubles with each further one.
    public var firstWait = Duration.milliseconds(500)
    /// The maximum upper bound of a wait without `Retry-After`.
    public var longestWait = Duration.seconds(30)
    /// The maximum wait in `Retry-After`; beyond it, the request fails immediately.
    public var retryAfterLimit = Duration.seconds(60)
    /// The maximum pause of an origin, and of an outbox entry, by `Retry-After`.
    ///
    /// A longer one is shortened. A pause that seems longer, because a clock was set back, has
    /// ended.
    public var longestPause = Duration.seconds(3600)

    /// GET, HEAD, OPTIONS, PUT and DELETE.
    private static let idempotent: Set<ResourceRequest.Method> = [
        .get, .head, .options, .put, .delete,
    ]

    /// Creates the rule with its usual values.
    public init() {}

    /// The end of one sending.
    public enum Outcome: Sendable, Hashable {
        /// A response with a status.
        case status(Int)
        /// No complete response; the server has not got the request.
        case notSent
        /// No complete response; the server may have got the request.
        case interrupted
        /// A failure that a repetition cannot change, such as a wrong certificate.
        case permanent
    }

    /// The decision after one sending.
    public enum Decision: Sendable, Hashable {
        /// Sends the request again after a time.
        case retry(after: Duration)
        /// Fails, for a reason in words.
        case fail(String)
    }

    /// Decides after a sending.
    ///
    /// - Parameters:
    ///   - outcome: The end of the sending.
    ///   - method: The method of the request.
    ///   - isRepeatable: Indicates that the request has an idempotency key, or is a PATCH with
    ///     `If-Match`; then its method is insignificant.
    ///   - sendings: The number of sendings so far.
    ///   - retryAfter: The time in the response's `Retry-After`.
    ///   - generator: The source of the random part of the wait.
    /// - Returns: The decision. The wait is random from zero to a bound that doubles, and at least
    ///   `retryAfter`.
    public func decision(
        after outcome: Outcome, _ method: ResourceRequest.Method, isRepeatable: Bool = false,
        sendings: Int, retryAfter: Duration? = nil,
        using generator: inout some RandomNumberGenerator
    ) -> Decision {
        let mayRepeat = isRepeatable || methods.contains(method)
        switch outcome {
        case .permanent: return .fail("sending it again cannot help")
        case .status(421):
            // The request went to the wrong server, which did nothing; RFC 9110, section 15.5.20.
            guard sendings == 1 else { return .fail("it was sent twice") }
        case .status(let status):
            guard statuses.contains(status) else { return .fail("the status is final") }
            guard mayRepeat else { return .fail(Self.unsafe(method)) }
        case .interrupted:
            guard mayRepeat else { return .fail(Self.unsafe(method)) }
        case .notSent: break
        }
        guard sendings < self.sendings else { return .fail("it was tried \(sendings) times") }
        guard (retryAfter ?? .zero) <= retryAfterLimit else {
            return .fail("the server asks to wait longer than \(retryAfterLimit)")
        }
        return .retry(after: max(wait(sendings, using: &generator), retryAfter ?? .zero))
    }

    private static func unsafe(_ method: ResourceRequest.Method) -> String {
        "a second \(method.rawValue) could have another effect; add an idempotency key"
    }

    /// Returns the random wait after a number of sendings.
    package func wait(_ sendings: Int, using generator: inout some RandomNumberGenerator)
        -> Duration
    {
        let doublings = min(max(sendings - 1, 0), 30)
        let bound = min(longestWait, firstWait * (1 << doublings))
        return max(bound, .zero) * Double.random(in: 0...1, using: &generator)
    }
}
