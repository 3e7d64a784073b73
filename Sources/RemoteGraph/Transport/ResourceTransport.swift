/// Sends one request to a server, and returns its response.
///
/// A transport has no policy: it follows no redirects, keeps no cookies and no cache, adds no
/// credentials and tries nothing again. These are steps above it, and so all transports behave
/// alike.
///
/// ```swift
/// let transport = CurlTransport()
/// let response = try await transport.send(TransportRequest(.get, "https://example.com/articles"))
/// for try await chunk in response.body { count += chunk.count }
/// ```
public protocol ResourceTransport: Sendable {
    /// Sends a request, and returns once the header fields of its response are there.
    ///
    /// Responses with any final status are returned, including errors; responses with a status 1xx
    /// are skipped. Cancelling the task ends the request and closes its connection in every phase.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - deadline: The deadline of the whole transfer, including the response's body; `nil` for
    ///     none.
    /// - Returns: The response; its body arrives while it is read.
    /// - Throws: ``TransportError``; `invalidField` or `invalidURL` before anything is sent.
    func send(
        _ request: TransportRequest, deadline: ContinuousClock.Instant?
    ) async throws(TransportError) -> TransportResponse
}

extension ResourceTransport {
    /// Sends a request without a deadline.
    ///
    /// - Parameter request: The request.
    /// - Returns: The response; its body arrives while it is read.
    /// - Throws: ``TransportError``.
    public func send(
        _ request: TransportRequest
    ) async throws(TransportError) -> TransportResponse {
        try await send(request, deadline: nil)
    }
}
