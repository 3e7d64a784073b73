public import HTTPValues

/// A response whose body may still be arriving.
///
/// ```swift
/// let response = try await transport.send(request)
/// guard response.status == 200 else { return }
/// let payload = try await response.bytes(upTo: 1 << 26)
/// ```
public struct TransportResponse: Sendable {
    /// The status, from 200 to 599.
    public let status: Int
    /// The header fields; `Content-Encoding` refers to the body before decoding.
    public let headers: HeaderFields
    /// The version of HTTP.
    public let version: Version
    /// The decoded body, which can be read once.
    public let body: ResponseBody

    /// The versions of HTTP.
    public enum Version: String, Sendable, Hashable, Codable {
        /// HTTP/1.0.
        case http1 = "HTTP/1.0"
        /// HTTP/1.1.
        case http1Point1 = "HTTP/1.1"
        /// HTTP/2.
        case http2 = "HTTP/2"
        /// HTTP/3.
        case http3 = "HTTP/3"
    }

    /// Creates a response.
    ///
    /// - Parameters:
    ///   - status: The status.
    ///   - headers: The header fields.
    ///   - version: The version of HTTP.
    ///   - body: The decoded body.
    public init(
        _ status: Int, headers: HeaderFields = [:], version: Version = .http1Point1,
        body: ResponseBody = ResponseBody([])
    ) {
        self.status = status
        self.headers = headers
        self.version = version
        self.body = body
    }

    /// Times and sizes of the transfer; `nil` until the body has ended, and after a failure.
    public var metrics: TransportMetrics? { body.metrics }

    /// Reads the whole body.
    ///
    /// A body whose announced length exceeds the limit is given up at its first byte.
    ///
    /// - Parameter limit: The maximum number of bytes, after decoding.
    /// - Returns: The body.
    /// - Throws: ``TransportError``, of the kind `bodyTooLarge` if the limit is exceeded.
    public func bytes(upTo limit: Int) async throws(TransportError) -> [UInt8] {
        try await bytes(upTo: limit) { _ in }
    }

    /// Reads the whole body, and reports the number of bytes of each chunk.
    func bytes(
        upTo limit: Int, _ report: (Int) -> Void
    ) async throws(TransportError) -> [UInt8] {
        let announced = headers["Content-Length"].flatMap { Int($0) } ?? 0
        var bytes: [UInt8] = []
        var iterator = body.makeAsyncIterator()
        while let chunk = try await iterator.next(isolation: nil) {
            let count = max(bytes.count + chunk.count, announced)
            guard count <= limit else {
                throw TransportError(
                    .bodyTooLarge, .receiving(bytes: bytes.count),
                    "expected at most \(limit) bytes of body, found \(count) or more; raise the "
                        + "limit, or import the response as a stream")
            }
            bytes += chunk
            report(chunk.count)
        }
        return bytes
    }
}
