import HTTPValues
public import RemoteGraph
import Synchronization

/// A transport that plays a recording, strictly.
///
/// A request is answered by the first exchange with its method, URL and body that has not been
/// played yet, so exchanges of one URL keep their order. Any other request is an error.
///
/// ```swift
/// let transport = RecordedTransport(
///     try Recording("articles.jsonl"), faults: [.cut(afterBytes: 1000)])
/// // …
/// try transport.finish()               // throws if something was not asked for
/// ```
public final class RecordedTransport: ResourceTransport {
    /// A fault that is added to the recording.
    public enum Fault: Sendable, Hashable {
        /// None: the recorded exchange is played.
        case none
        /// The body ends with the error `incompleteBody` after a number of bytes.
        case cut(afterBytes: Int)
        /// The request fails.
        case error(TransportError)
        /// The server answers with a status and no body, such as 503.
        ///
        /// If there are seconds, the response has the field `Retry-After`.
        case status(Int, retryAfter: Int? = nil)
        /// The recorded exchange is played after a time.
        case wait(Duration)
    }

    private struct State {
        var exchanges: [Recording.Exchange]
        var faults: ArraySlice<Fault>
    }

    private let state: Mutex<State>
    private let redaction: Redaction
    private let clock: any RemoteClock

    /// Creates a transport.
    ///
    /// - Parameters:
    ///   - recording: The recording.
    ///   - faults: The faults of the first requests, in order. The exchange of a request with a
    ///     fault is not used up, so that the request can be repeated.
    ///   - redaction: The secrets that the recording lacks; they are ignored in requests.
    ///   - clock: The clock used by the transport for waiting.
    public init(
        _ recording: Recording, faults: [Fault] = [], redacting redaction: Redaction = Redaction(),
        clock: any RemoteClock = SystemClock()
    ) {
        self.clock = clock
        state = Mutex(State(exchanges: recording.exchanges, faults: faults[...]))
        self.redaction = redaction
    }

    /// Throws if exchanges of the recording were not played; tests call it at their end.
    ///
    /// - Throws: ``RecordingError`` with the method and the URL of each.
    public func finish() throws(RecordingError) {
        let left = state.withLock { $0.exchanges.map { "\($0.method.rawValue) \($0.url)" } }
        guard !left.isEmpty else { return }
        throw RecordingError(
            "expected all recorded requests, but \(left.count) were not sent: "
                + left.prefix(20).joined(separator: ", "))
    }

    /// Plays the exchange of a request.
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
        let bytes = try await request.body?.bytes() ?? []
        let body = redaction.body(bytes, request.headers)
        let url = redaction.url(request.url)
        let (exchange, fault) = try state.withLock {
            state throws(TransportError) -> (Recording.Exchange, Fault) in
            let index = state.exchanges.firstIndex {
                $0.method == request.method && $0.url == url && $0.body == body
            }
            guard let index else { throw Self.unexpected(request, url, state.exchanges) }
            let fault = state.faults.popFirst() ?? .none
            guard fault.playsExchange else { return (state.exchanges[index], fault) }
            return (state.exchanges.remove(at: index), fault)
        }
        if case .wait(let duration) = fault {
            do {
                try await clock.sleep(for: duration)
            } catch {
                throw TransportError(.cancelled, .sent, "the task was cancelled")
            }
        }
        return try Self.response(exchange, fault)
    }

    private static func unexpected(
        _ request: TransportRequest, _ url: String, _ exchanges: [Recording.Exchange]
    ) -> TransportError {
        let near = exchanges.first { $0.method == request.method && $0.url == url }
        let reason =
            near == nil
            ? "the recording has no further request of this method and URL"
            : "the recording has another body for it"
        return TransportError(
            .failed, .notSent,
            "unexpected request \(request.method.rawValue) \(url): \(reason); record it anew")
    }

    private static func response(
        _ exchange: Recording.Exchange, _ fault: Fault
    ) throws(TransportError) -> TransportResponse {
        if case .error(let error) = fault { throw error }
        if case .status(let status, let seconds) = fault {
            return TransportResponse(
                status, headers: seconds.map { ["Retry-After": "\($0)"] } ?? [:])
        }
        var error = exchange.error
        guard let response = exchange.response else {
            throw error ?? TransportError(.failed, .notSent, "the recording has no response")
        }
        var bytes = response.body
        if case .cut(let count) = fault {
            bytes = Array(bytes.prefix(max(0, count)))
            error = TransportError(
                .incompleteBody, .receiving(bytes: bytes.count), "the body is cut by the test")
        }
        return TransportResponse(
            response.status, headers: response.headers, version: response.version,
            body: ResponseBody(StoredBody(bytes.isEmpty ? [] : [bytes], error: error)))
    }
}

extension RecordedTransport.Fault {
    /// Whether the recorded exchange is played, so that it is used up.
    fileprivate var playsExchange: Bool {
        switch self {
        case .none, .wait: true
        case .cut, .error, .status: false
        }
    }
}
