public import HTTPValues

/// A request as a transport sends it.
///
/// ```swift
/// var request = TransportRequest(.post, "https://example.com/articles", body: .bytes(json))
/// request.headers["Content-Type"] = "application/json"
/// request.limits.idle = .seconds(10)
/// ```
public struct TransportRequest: Sendable {
    /// The method.
    public var method: ResourceRequest.Method
    /// The absolute URL, `http` or `https`, with all necessary escapes and without user
    /// information.
    public var url: String
    /// The header fields, which are sent in this order.
    ///
    /// `Host`, `Content-Length`, `Transfer-Encoding` and `Connection` are set by the transport. It
    /// also sets `Accept-Encoding` if it is missing, and no other field.
    public var headers: HeaderFields
    /// The body, or `nil`.
    public var body: RequestBody?
    /// The limits of time and size.
    public var limits: TransportLimits
    /// Whether an open connection must not be used, because the server rejected the request on one.
    ///
    /// Source: RFC 9110, sections 15.5.9 and 15.5.20.
    public var usesNewConnection = false

    /// Creates a request.
    ///
    /// - Parameters:
    ///   - method: The method.
    ///   - url: The absolute URL.
    ///   - headers: The header fields.
    ///   - body: The body.
    ///   - limits: The limits of time and size.
    public init(
        _ method: ResourceRequest.Method, _ url: String, headers: HeaderFields = [:],
        body: RequestBody? = nil, limits: TransportLimits = TransportLimits()
    ) {
        self.method = method
        self.url = url
        self.headers = headers
        self.body = body
        self.limits = limits
    }

    /// Throws if the URL or a header field cannot be sent; each transport does this first.
    ///
    /// - Throws: ``TransportError`` of the kind `invalidURL`, or `invalidField` with the name of
    ///   the field and without its value.
    public func check() throws(TransportError) {
        for name in HeaderRules.transportFields where headers[name] != nil {
            throw TransportError(
                .invalidField(name), .notSent,
                "the field \(name) is set by the transport; remove it from the request")
        }
        if let name = headers.unsendableName.map({ String($0.prefix(80)) }) {
            throw TransportError(
                .invalidField(name), .notSent,
                "expected a token as the name of a field and visible ASCII characters as its "
                    + "value, found others in the field \(name.debugDescription); encode the value")
        }
        guard isURLValid else {
            throw TransportError(
                .invalidURL, .notSent,
                "expected an absolute URL with the scheme http or https, a host, no user "
                    + "information, and ASCII characters only; add a base or escapes")
        }
    }

    /// Whether the URL has a scheme of HTTP, a host, visible ASCII characters, and no user
    /// information.
    private var isURLValid: Bool {
        let scheme = ["http://", "https://"].first { url.lowercased().hasPrefix($0) }
        guard let scheme, url.utf8.allSatisfy({ 0x21...0x7E ~= $0 && $0 != UInt8(ascii: "\\") })
        else { return false }
        let authority = url.dropFirst(scheme.count).prefix { !"/?#".contains($0) }
        return authority.first.map { $0 != ":" } == true && !authority.contains("@")
    }
}

/// The limits of a request.
public struct TransportLimits: Sendable, Hashable {
    /// The maximum time for the look-up of the name, the connection, and TLS: 10 seconds.
    public var connect: Duration = .seconds(10)
    /// The maximum time without any byte from or to the server: 60 seconds.
    ///
    /// Time spent waiting for the request's body or for the reader of the response is excluded.
    public var idle: Duration = .seconds(60)
    /// The maximum number of bytes of the header fields of the response: 64 KiB.
    ///
    /// The fields of skipped responses with a status 1xx count as well.
    public var headerBytes = 1 << 16

    /// Creates limits with the values that each property names.
    public init() {}
}
