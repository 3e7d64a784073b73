import HTTPValues
import ObjectGraph
package import RemotePlanning

/// A response with the circumstances of its arrival.
@dynamicMemberLookup
package struct Exchange: Sendable {
    package let response: ReceivedResponse
    /// The identity of the user whose credential was sent; `nil` without a credential.
    let identity: String?
    let version: TransportResponse.Version
    let metrics: TransportMetrics?
    /// The arrival time of the response.
    let date: Timestamp
    let stopwatch: Stopwatch?
    var attempts: [RemoteError.Attempt] = []
    /// The reason why the request was not sent again; `nil` if that was out of the question.
    var finalReason: String?

    /// Accesses a part of the response.
    package subscript<Part>(dynamicMember part: KeyPath<ReceivedResponse, Part>) -> Part {
        response[keyPath: part]
    }

    /// The origin that responded.
    var finalOrigin: Origin? { response.finalURL.flatMap { Origin($0) } }

    /// Indicates whether a redirect changed the URL.
    var isRedirected: Bool { response.finalURL != response.url }
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
