public import RemoteGraph
import Synchronization

/// A transport that records the traffic of another transport.
///
/// ```swift
/// let transport = RecordingTransport(CurlTransport(), redacting: redaction)
/// // …
/// try transport.recording.write(to: "articles.jsonl")
/// ```
///
/// A body is recorded while it is read; a body that is dropped before its end is recorded as cut
/// there. Unsent and cancelled requests are not recorded.
public final class RecordingTransport: ResourceTransport {
    private let transport: any ResourceTransport
    private let redaction: Redaction
    private let log = ExchangeLog()

    /// Creates a transport.
    ///
    /// - Parameters:
    ///   - transport: The transport that sends the requests.
    ///   - redaction: The secrets to replace.
    public init(
        _ transport: any ResourceTransport, redacting redaction: Redaction = Redaction()
    ) {
        self.transport = transport
        self.redaction = redaction
    }

    /// The exchanges so far, without secrets.
    public var recording: Recording {
        var recording = Recording()
        recording.exchanges = log.exchanges.filter {
            let isUnsent =
                switch $0.error?.kind {
                case .invalidField, .invalidURL, .unreadableBody, .cancelled: true
                default: $0.error == nil && $0.response == nil
                }
            return !isUnsent
        }.map(redacted)
        return recording
    }

    private func redacted(_ exchange: Recording.Exchange) -> Recording.Exchange {
        var exchange = exchange
        exchange.body = redaction.body(exchange.body, exchange.headers)
        exchange.url = redaction.url(exchange.url)
        exchange.headers = redaction.headers(exchange.headers)
        if let response = exchange.response {
            exchange.response?.body = redaction.body(response.body, response.headers)
            exchange.response?.headers = redaction.headers(response.headers)
        }
        return exchange
    }

    /// Sends a request with the other transport, and records the exchange.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - deadline: The instant of the timeout for the whole transfer; `nil` for none.
    /// - Returns: The response.
    /// - Throws: ``TransportError``.
    public func send(
        _ request: TransportRequest, deadline: ContinuousClock.Instant?
    ) async throws(TransportError) -> TransportResponse {
        let log = log
        let index = log.add(request)
        var request = request
        request.body = request.body.map { body in
            body.observed { part in log.change(index) { $0.body += part } }
        }
        do throws(TransportError) {
            let response = try await transport.send(request, deadline: deadline)
            log.change(index) {
                $0.response = Recording.Response(
                    status: response.status, version: response.version, headers: response.headers)
            }
            let body = RecordedBody(response.body, log, index)
            return TransportResponse(
                response.status, headers: response.headers, version: response.version,
                body: ResponseBody(body))
        } catch {
            log.change(index) { $0.error = error }
            throw error
        }
    }
}

/// The exchanges of a recording that is being made.
final class ExchangeLog: Sendable {
    private let state = Mutex<[Recording.Exchange]>([])

    var exchanges: [Recording.Exchange] { state.withLock { $0 } }

    func add(_ request: TransportRequest) -> Int {
        state.withLock { exchanges in
            exchanges.append(
                Recording.Exchange(
                    method: request.method, url: request.url, headers: request.headers, body: []))
            return exchanges.count - 1
        }
    }

    func change(_ index: Int, _ body: (inout Recording.Exchange) -> Void) {
        state.withLock { body(&$0[index]) }
    }
}

/// A body that is recorded while it is read.
private final class RecordedBody: ResponseBodySource {
    private let body: ResponseBody
    private let log: ExchangeLog
    private let index: Int
    private let isEnded = Mutex(false)

    init(_ body: ResponseBody, _ log: ExchangeLog, _ index: Int) {
        self.body = body
        self.log = log
        self.index = index
    }

    deinit {
        guard !isEnded.withLock({ $0 }) else { return }
        log.change(index) { exchange in
            let count = exchange.response?.body.count ?? 0
            exchange.error = TransportError(
                .incompleteBody, .receiving(bytes: count), "the recording ends here")
        }
    }

    func nextChunk() async throws(TransportError) -> [UInt8]? {
        var iterator = body.makeAsyncIterator()
        do throws(TransportError) {
            let chunk = try await iterator.next()
            if let chunk {
                log.change(index) { $0.response?.body += chunk }
            } else {
                isEnded.withLock { $0 = true }
            }
            return chunk
        } catch {
            isEnded.withLock { $0 = true }
            log.change(index) { $0.error = error }
            throw error
        }
    }

    var metrics: TransportMetrics? { body.metrics }
}
