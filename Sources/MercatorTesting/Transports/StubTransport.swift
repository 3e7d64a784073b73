public import HTTPValues
public import RemoteGraph
import Synchronization

/// A transport without a network, whose responses a closure makes.
///
/// ```swift
/// let stub = StubTransport { request in
///     TransportResponse(200, json: #"{"articles": []}"#)
/// }
/// // …
/// #expect(stub.requests.map(\.url) == ["https://example.com/articles"])
/// ```
public final class StubTransport: ResourceTransport {
    private let respond:
        @Sendable (TransportRequest) async throws(TransportError) -> TransportResponse
    private let received = Mutex<[TransportRequest]>([])

    /// Creates a transport.
    ///
    /// - Parameter respond: Returns the response to a request, or throws an error.
    public init(
        _ respond:
            @escaping @Sendable (TransportRequest) async throws(TransportError) ->
            TransportResponse
    ) {
        self.respond = respond
    }

    /// The requests so far, in order, excluding requests that could not be sent.
    public var requests: [TransportRequest] { received.withLock { $0 } }

    /// Returns the response that the closure makes.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - deadline: The instant before which the request must be sent; `nil` for none.
    /// - Returns: The response.
    /// - Throws: ``TransportError``.
    public func send(
        _ request: TransportRequest, deadline: ContinuousClock.Instant?
    ) async throws(TransportError) -> TransportResponse {
        try request.checkSending(deadline)
        received.withLock { $0.append(request) }
        let response = try await respond(request)
        guard !Task.isCancelled else { throw .cancelled(.receiving(bytes: 0)) }
        return response
    }
}

extension TransportRequest {
    /// Throws if a transport would send nothing.
    func checkSending(_ deadline: ContinuousClock.Instant?) throws(TransportError) {
        try check()
        guard !Task.isCancelled else { throw .cancelled(.notSent) }
        guard deadline.map({ $0 > .now }) != false else {
            throw TransportError(.timedOut(.total), .notSent, "the deadline has passed")
        }
    }
}

extension TransportResponse {
    /// Creates a response with a payload of JSON.
    ///
    /// - Parameters:
    ///   - status: The status.
    ///   - headers: The header fields; `Content-Type: application/json` is added if it is missing.
    ///   - json: The text of the payload.
    public init(_ status: Int, headers: HeaderFields = [:], json: String) {
        var headers = headers
        if headers["Content-Type"] == nil { headers["Content-Type"] = "application/json" }
        self.init(status, headers: headers, body: ResponseBody(Array(json.utf8)))
    }

    /// Creates a response whose body is cut.
    ///
    /// - Parameters:
    ///   - status: The status.
    ///   - headers: The header fields.
    ///   - bytes: The bytes before the cut.
    ///   - error: The error at the cut.
    public init(
        _ status: Int, headers: HeaderFields = [:], cutAfter bytes: [UInt8],
        error: TransportError.Kind = .incompleteBody
    ) {
        let error = TransportError(
            error, .receiving(bytes: bytes.count), "the body is cut by the test")
        self.init(
            status, headers: headers,
            body: ResponseBody(StoredBody(bytes.isEmpty ? [] : [bytes], error: error)))
    }
}
