import ObjectGraph
package import ResourceMapping

/// A request with its response.
package struct Exchange: Sendable {
    let method: ResourceRequest.Method
    /// The URL that was requested, before redirects.
    let url: String
    /// The URL that responded, after redirects; `nil` if the redirects failed.
    let finalURL: String?
    /// The identity of the user whose credential was sent; `nil` without a credential.
    let identity: String?
    package let status: Int
    package let headers: HeaderFields
    let version: TransportResponse.Version
    /// The whole body; of a failed response, its beginning; empty if a reader has read it.
    let body: [UInt8]
    let metrics: TransportMetrics?
    /// The arrival time of the response.
    let date: Timestamp
    let stopwatch: Stopwatch?
    var attempts: [RemoteError.Attempt] = []
    /// The reason why the request was not sent again; `nil` if that was out of the question.
    var finalReason: String?

    /// The origin that responded.
    var finalOrigin: Origin? { finalURL.flatMap { Origin($0) } }

    /// Indicates whether a redirect changed the URL.
    var isRedirected: Bool { finalURL != url }

    /// The header fields as pairs.
    var fields: [(name: String, value: String)] { headers.fields.map { ($0.name, $0.value) } }
}

extension RemotePlan {
    /// Creates the error for a response.
    package func failure(
        _ code: RemoteError.Code, _ message: String? = nil, of exchange: Exchange,
        cause: (any Error)? = nil
    ) -> RemoteError {
        var text = message ?? "the server reports a failure"
        if let reason = exchange.finalReason { text += "; \(reason)" }
        var error = failure(
            code, text, status: exchange.status, fields: exchange.fields, body: exchange.body,
            exchange.method, exchange.url, now: exchange.date)
        error.attempts = exchange.attempts
        error.cause = cause ?? error.cause
        return error
    }

    /// Adds the response to an error of its treatment.
    func noting(_ exchange: Exchange, in error: RemoteError) -> RemoteError {
        failure(error.code, error.message, of: exchange, cause: error.cause)
    }
}
