import HTTPValues
import MercatorCCurl
import RemoteGraph

/// One request and its response; used by the thread of its loop only.
///
/// - Invariant: `easy` is valid until `deinit`, and `fields` and `message` as long.
@safe
final class CurlTransfer {
    let easy: UnsafeMutableRawPointer
    let job: CurlJob
    /// The header fields of the request, in libcurl's form.
    var fields: UnsafeMutablePointer<curl_slist>?
    /// The buffer for libcurl's own message about a failure; empty without one.
    let message: UnsafeMutablePointer<CChar>
    private var parser: ResponseHeadParser
    /// The failure that a callback has detected.
    private var failure: TransportError?
    /// Whether the reader has not been woken since the last part of the response.
    private var hasNews = false
    private var isReceivingPaused = false
    private var isSendingPaused = false
    private let begin = ContinuousClock.now
    /// The instant of the first byte of the response.
    private var firstByte: ContinuousClock.Instant?
    /// The instant of the last transferred bytes, and the number of bytes up to then.
    private var activity = ContinuousClock.now
    private var activeBytes: Int64 = 0

    /// Creates a transfer, or returns `nil` without memory.
    init?(_ job: CurlJob) {
        guard let easy = unsafe curl_easy_init() else { return nil }
        unsafe self.easy = easy
        self.job = job
        parser = ResponseHeadParser(limit: job.request.limits.headerBytes)
        unsafe message = .allocate(capacity: Int(CURL_ERROR_SIZE))
        unsafe message.initialize(repeating: 0, count: Int(CURL_ERROR_SIZE))
        unsafe mercator_set_pointer(easy, CURLOPT_ERRORBUFFER, message)
    }

    deinit {
        unsafe curl_easy_cleanup(easy)
        unsafe curl_slist_free_all(fields)
        unsafe message.deallocate()
    }

    func resumeReceiving() {
        guard isReceivingPaused else { return }
        isReceivingPaused = false
        updatePauses()
    }

    func resumeSending() {
        guard isSendingPaused else { return }
        isSendingPaused = false
        updatePauses()
    }

    private func updatePauses() {
        activity = .now
        let mask =
            (isReceivingPaused ? CURLPAUSE_RECV : 0) | (isSendingPaused ? CURLPAUSE_SEND : 0)
        unsafe curl_easy_pause(easy, mask)
    }
}

extension CurlTransfer {
    /// Records the start of sending the request; returns whether it may be sent.
    ///
    /// libcurl calls this a second time if it had reused a closed connection.
    func startRequest() -> Bool {
        activity = .now
        guard job.channel.stage != .notSent else {
            job.channel.reach(.sent)
            return true
        }
        return [.get, .head, .options].contains(job.request.method)
    }

    /// Reads a line of the header; returns whether to go on.
    func receive(line: UnsafeRawBufferPointer) -> Bool {
        activity = .now
        if firstByte == nil { firstByte = activity }
        do throws(TransportError) {
            if let head = try unsafe parser.read(line) {
                job.channel.open(head, wakes: false)
                hasNews = true
            }
            return failure == nil
        } catch {
            failure = error
            return false
        }
    }

    /// Accepts a part of the body; returns `nil` to pause until the reader has room.
    func receive(body: UnsafeRawBufferPointer) -> Bool? {
        guard job.channel.hasRoom() else {
            isReceivingPaused = true
            return nil
        }
        unsafe job.channel.write([UInt8](body), wakes: false)
        hasNews = true
        return true
    }

    /// Wakes the reader, once for all that has arrived since the last time.
    func wakeReader() {
        if hasNews { job.channel.wake() }
        hasNews = false
    }

    /// Fills a buffer with the next part of the body of the request.
    func send(into buffer: UnsafeMutableRawBufferPointer) -> Int {
        guard let upload = job.upload else { return 0 }
        switch unsafe upload.pipe.take(into: buffer) {
        case .bytes(let count): return count
        case .end: return 0
        case .nothingYet:
            isSendingPaused = true
            return mercator_read_pause
        case .failed(let error):
            failure = TransportError(error.kind, job.channel.stage, error.message)
            return mercator_read_abort
        }
    }

    /// Records the number of bytes that were moved in both directions.
    func progress(_ bytes: Int64) {
        guard bytes != activeBytes else { return }
        (activeBytes, activity) = (bytes, .now)
    }
}

extension CurlTransfer {
    /// The instant of the timeout, and the limit that the transfer exceeds then.
    var expiry: (ContinuousClock.Instant, TransportError.Phase) {
        let limits = job.request.limits
        let (own, phase): (ContinuousClock.Instant, TransportError.Phase) =
            switch job.channel.stage {
            case .notSent: (begin + limits.connect, .connect)
            case _ where isReceivingPaused || isSendingPaused: (.now + .seconds(60), .idle)
            default: (activity + limits.idle, .idle)
            }
        guard let deadline = job.deadline, deadline <= own else { return (own, phase) }
        return (deadline, .total)
    }

    func timeout(_ phase: TransportError.Phase) -> TransportError {
        let limits = job.request.limits
        let message =
            switch phase {
            case .connect: "there is no connection after \(limits.connect)"
            case .idle: "no byte has moved for \(limits.idle)"
            case .total: "the deadline has passed"
            }
        return TransportError(.timedOut(phase), job.channel.stage, message)
    }

    /// The end of the response, given the result of libcurl.
    func result(_ code: CURLcode) -> Result<TransportMetrics, TransportError> {
        if let failure { return .failure(failure) }
        guard code == CURLE_OK else {
            return .failure(error(code, isHeadComplete: parser.isComplete))
        }
        guard parser.isComplete else {
            return .failure(
                TransportError(
                    .invalidResponse, job.channel.stage,
                    "expected a response with a final status, found the end of the connection"))
        }
        let total = begin.duration(to: .now)
        return .success(metrics(firstByte.map { begin.duration(to: $0) } ?? total, total))
    }
}
