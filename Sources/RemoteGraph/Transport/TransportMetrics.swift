/// Times and sizes of a transfer; the phases do not overlap, so their times add up.
public struct TransportMetrics: Sendable, Hashable {
    /// The time for the look-up of the name; zero on an open connection.
    public var nameLookup: Duration
    /// The time for the connection; zero on an open connection.
    public var connect: Duration
    /// The time for TLS; zero on an open connection, and without TLS.
    public var tls: Duration
    /// The time for sending the request and waiting for the first byte of the response.
    public var firstByte: Duration
    /// The time from the first byte of the response to the last; includes waits for its reader.
    public var transfer: Duration
    /// The number of bytes of the body, before decoding.
    public var bytesReceived: Int
    /// The number of bytes of the body that were sent.
    public var bytesSent: Int
    /// Whether the connection was open before.
    public var isConnectionReused: Bool

    /// Creates metrics; all are zero.
    public init() {
        (nameLookup, connect, tls, firstByte, transfer) = (.zero, .zero, .zero, .zero, .zero)
        (bytesReceived, bytesSent, isConnectionReused) = (0, 0, false)
    }
}
