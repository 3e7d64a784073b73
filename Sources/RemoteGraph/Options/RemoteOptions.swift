public import EntityMapper
public import ObjectGraph
public import RemotePlanning

/// The settings of a manager.
///
/// ```swift
/// var options = RemoteOptions()
/// options.retry.sendings = 5
/// options.timeLimit = .seconds(20)
/// let manager = ObjectManager(remote, in: container, over: transport, options: options)
/// ```
public struct RemoteOptions: Sendable {
    /// The policy for retrying failed requests.
    public var retry = RetryPolicy()
    /// The limits of each sending.
    public var limits = TransportLimits()
    /// The maximum time for a request with all its sendings, waits and redirects; `nil` for none.
    public var timeLimit: Duration?
    /// The maximum number of bytes of a response, after decoding: 64 MiB; imports have none.
    public var bodyLimit = 1 << 26
    /// Whether an import with a checkpoint requests the rest of a truncated body: `true`.
    ///
    /// It follows the policy ``retry``; attempts that received a part of the body do not count.
    public var resumesImports = true
    /// The maximum number of redirects of a request: 20.
    public var redirectLimit = 20
    /// Whether a redirect may send the body of a request to a different origin: `false`.
    public var sendsBodiesToOtherOrigins = false
    /// The lower-case names of hosts that may be used without TLS, in addition to loopback.
    public var cleartextHosts: Set<String> = []
    /// The maximum number of requests to an origin at a time: 6.
    ///
    /// One of them less may be imports, and at most 5.
    public var width = 6
    /// The meaning of statuses.
    public var statusRules = StatusRules.standard
    /// The name of the header field that makes a POST or PATCH repeatable: `Idempotency-Key`.
    ///
    /// Source: the draft "The Idempotency-Key HTTP Header Field" of the IETF.
    public var idempotencyKeyField = "Idempotency-Key"
    /// The use of stored responses.
    public var freshness = Freshness.revalidate
    /// Whether PUT, PATCH and DELETE are conditional on the stored version of the resource: `true`.
    ///
    /// The version is the strong `ETag` of the last response. If the server's version differs, the
    /// outcome is a conflict. A request that sets a condition gets no other.
    ///
    /// Source: RFC 9110, section 13.1.1.
    public var sendsIfMatch = true
    /// The cookies of servers; `nil` to ignore them.
    public var cookies: CookieJar?
    /// The treatment of invalid values and records in responses.
    public var mapping = MappingOptions()
    /// The sending of edits from the outbox.
    public var outbox = OutboxOptions()
    /// The observer of the decisions of mappings; `nil` for none.
    public var mappingObserver: (any MappingObserver)?
    /// Changes or checks the objects of a response before they are saved; `nil` for nothing.
    ///
    /// It is called in the unit of work that applies a response, possibly several times, with the
    /// result of the mapping if there is one; a streamed import calls it for each batch. If it
    /// throws, nothing is saved, and the request fails with code `failedMapping`.
    ///
    /// Source: RestKit, rule 163.
    public var willSave: (@Sendable (ManagedObjectContext, MappingResult?) throws -> Void)?
    /// The clock of all waits.
    public var clock: any RemoteClock = SystemClock()
    /// The source of the random part of waits.
    public var generator: any RandomNumberGenerator & Sendable = SystemRandomNumberGenerator()
    /// The observer of requests; `nil` for none.
    public var observer: (any RemoteObserver)?

    /// Creates settings with the values that each property names.
    public init() {}

    /// Returns the deadline of a request that begins now, with an optional additional limit.
    func deadline(within ownLimit: Duration? = nil) -> ContinuousClock.Instant? {
        [timeLimit, ownLimit].compactMap(\.self).min().map { clock.now + $0 }
    }
}
