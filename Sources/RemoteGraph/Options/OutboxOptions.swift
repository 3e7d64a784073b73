public import ObjectGraph
public import RemotePlanning

/// The settings of an outbox.
///
/// ```swift
/// options.outbox.onConflict = .merge
/// options.outbox.serverHonoursKeys = false
/// options.outbox.onUnconfirmed = .find { article in
///     try remote.request(named: "articles", query: ["reference": article["reference"]])
/// }
/// ```
public struct OutboxOptions: Sendable {
    /// The treatment of an edit of an object that was changed on the server as well.
    public enum ConflictPolicy: String, Sendable, Hashable, CaseIterable {
        /// The version of the server is mapped, and the edit is given up.
        case serverWins
        /// The edit is sent once more, for the version of the server.
        case clientWins
        /// Attributes that were changed on one side only are taken from there, and the edit is sent
        /// again; if one was changed on both sides, the entry waits as with ``manual``.
        case merge
        /// The entry waits for `Outbox.resolve(_:with:)`.
        case manual
    }

    /// The treatment of a creation that the server may have got or not.
    public enum UnconfirmedPolicy: Sendable {
        /// The entry waits for `Outbox.confirm(_:as:)`, `Outbox.retry(_:)` or
        /// `Outbox.discard(_:)`.
        case ask
        /// The object is sent again; the server may have it twice then.
        case resend
        /// A request for the object is sent.
        ///
        /// If the response has one representation, the object is bound to it; if it has none, the
        /// object is sent again; otherwise, the entry waits as with ``ask``.
        case find(@Sendable (ManagedObject) throws -> RemoteRequest)
    }

    /// The treatment of conflicts: ``ConflictPolicy/manual``.
    public var onConflict = ConflictPolicy.manual
    /// Whether the server does a request with a key only once: `true`.
    ///
    /// The key is the field ``RemoteOptions/idempotencyKeyField``. If not, it is not sent, and a
    /// creation whose response is lost is treated by ``onUnconfirmed``.
    public var serverHonoursKeys = true
    /// The treatment of creations that the server may have got: ``UnconfirmedPolicy/ask``.
    public var onUnconfirmed = UnconfirmedPolicy.ask
    /// Whether the message of an entry has the body of the response that refused it: `false`.
    ///
    /// A body may repeat confidential values of the request.
    public var keepsErrorBodies = false
    /// The maximum number of entries that are sent at a time: 4.
    public var width = 4
    /// The duration of a process's claim on an entry: 2 minutes.
    ///
    /// All attempts in a round take at most this time together. If the process ends before, the
    /// entry is later sent again with the same key and the same bytes.
    public var lease = Duration.seconds(120)

    /// The time after which `Outbox.run()` looks for entries of other processes: 30 seconds.
    public var interval = Duration.seconds(30)

    /// Creates settings with the values that each property names.
    public init() {}

    /// Returns an error as an entry keeps it.
    package func text(of error: RemoteError) -> String {
        keepsErrorBodies ? error.description : error.descriptionWithoutBody
    }
}
