import HTTPValues
public import RemoteGraph

/// A transport with libcurl.
///
/// One thread serves all requests. Connections are kept and reused, with HTTP/2 where the server
/// offers it by ALPN, and HTTP/1.1 otherwise. TLS is version 1.2 or later, and the certificate is
/// always verified. `gzip` and `deflate` are decoded.
///
/// The environment has no influence: neither the variables for proxies nor a `.netrc` file are
/// read. Releasing the transport cancels its requests and ends their bodies, so keep it while one
/// is read.
///
/// A connection that the server closed while it was unused may fail at the moment of its reuse.
/// libcurl then sends a `GET`, `HEAD` or `OPTIONS` once more on a new connection, as RFC 9112,
/// section 9.3.1 describes; requests with other methods fail with the kind `reset`.
///
/// ```swift
/// let transport = CurlTransport()
/// let response = try await transport.send(TransportRequest(.get, "https://example.com/articles"))
/// ```
public final class CurlTransport: ResourceTransport {
    /// The settings of a transport.
    public struct Options: Sendable, Hashable {
        /// The path of a PEM file with the certificates of trusted authorities.
        ///
        /// `nil` for the authorities of the system.
        public var certificateAuthorities: String?
        /// The URL of a proxy, without user information; `nil` for none.
        ///
        /// An example is `http://proxy.example.com:3128`.
        public var proxy: String?
        /// Whether HTTP/2 is used with servers that offer it: `true`.
        public var allowsHTTP2 = true

        /// Creates settings with the values that each property names.
        public init() {}
    }

    private let options: Options
    private let loop: CurlLoop

    /// Creates a transport.
    ///
    /// - Parameter options: The settings.
    public init(_ options: Options = Options()) {
        self.options = options
        loop = CurlLoop()
    }

    deinit {
        loop.stop()
    }

    /// Sends a request, and returns after the header fields of its response have arrived.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - deadline: The deadline for the whole transfer; `nil` for none.
    /// - Returns: The response; its body arrives while it is read.
    /// - Throws: ``TransportError``.
    public func send(
        _ request: TransportRequest, deadline: ContinuousClock.Instant?
    ) async throws(TransportError) -> TransportResponse {
        try request.check()
        guard !Task.isCancelled else { throw .cancelled(.notSent) }
        guard options.proxy?.contains("@") != true else {
            throw TransportError(
                .invalidURL, .notSent,
                "expected the URL of a proxy without user information; name another proxy")
        }
        let channel = loop.start(request, options, deadline: deadline)
        let body = ChannelBody(channel)
        let head = try await channel.head()
        return TransportResponse(
            head.status, headers: head.headers, version: head.version,
            body: ResponseBody(try decoded(body, head, request)))
    }

    /// Returns the source of the decoded body.
    private func decoded(
        _ body: ChannelBody, _ head: ResponseChannel.Head, _ request: TransportRequest
    ) throws(TransportError) -> any ResponseBodySource {
        guard let coding = head.headers["Content-Encoding"], request.method != .head,
            head.status != 204, head.status != 304
        else { return body }
        let names = coding.split(separator: ",").map { $0.trimmed.lowercased() }
            .filter { $0 != "identity" && !$0.isEmpty }
        switch (names.first, names.count) {
        case (nil, _): return body
        case ("gzip"?, 1), ("x-gzip"?, 1): return DecodedBody(body, .gzip)
        case ("deflate"?, 1): return DecodedBody(body, .deflate)
        default:
            throw TransportError(
                .unsupportedCoding, .receiving(bytes: 0),
                "expected a body with the coding gzip, deflate or identity, found "
                    + "\(coding.debugDescription); the server ignores Accept-Encoding")
        }
    }
}
