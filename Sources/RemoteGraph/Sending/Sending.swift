import HTTPValues
import RemotePlanning

/// The sending of one request: attempts, waits between them, and at most one new credential.
///
/// A request whose body is read while it arrives may be changed and run again, for the rest of a
/// body that was cut.
struct Sending {
    let sender: RequestSender
    /// The request, without the credential.
    var request: TransportRequest
    let origin: Origin
    let event: RemoteEvent.Request
    /// The deadline of the request; by default, from the options.
    var deadline: ContinuousClock.Instant?
    /// The user without whose credential the request is not sent; `nil` for any.
    var user: String?
    /// The use of the body of a success, which otherwise is read as a whole.
    var reader: BodyReader?
    let stopwatch: Stopwatch?
    var attempts: [RemoteError.Attempt] = []
    /// Whether the request was repeated with a new credential.
    var isRenewed = false

    /// Reads a body while it arrives; the unread rest is discarded.
    typealias BodyReader = @Sendable (Exchange, ResponseBody) async -> Void

    /// Checks a request with a number in its manager, and a body if it differs from its own.
    init(
        _ sender: RequestSender, _ request: ResourceRequest, body: RequestBody? = nil,
        _ number: Int, _ stopwatch: Stopwatch? = nil
    ) throws(RemoteError) {
        self.sender = sender
        self.stopwatch = stopwatch
        let (method, url) = (request.method, request.url)
        self.request = TransportRequest(
            method, url, headers: request.headers,
            body: body ?? request.body.map(RequestBody.bytes), limits: sender.options.limits)
        event = RemoteEvent.Request(
            number: number, method: method, url: Secrets(sender.plan.server).hiding(url))
        deadline = sender.options.deadline()
        do throws(RemoteError) {
            try SendingRules(cleartextHosts: sender.options.cleartextHosts).check(url)
            guard let origin = Origin(url) else { throw .cancelled }
            self.origin = origin
        } catch {
            var error = error
            error.note(method, url, Secrets(sender.plan.server))
            throw error
        }
    }

    /// Whether the request can be sent again.
    var isReplayable: Bool { request.body?.isReplayable ?? true }

    /// Sends until there is a final response.
    mutating func run() async throws(RemoteError) -> Exchange {
        do throws(RemoteError) {
            while true {
                if let exchange = try await attempt() { return exchange }
            }
        } catch {
            throw described(error)
        }
    }

    /// Waits before a request for the rest of a truncated body.
    ///
    /// - Parameters:
    ///   - error: The error of the body.
    ///   - isPartial: Whether a part of it is used, so that sendings are counted anew.
    ///   - isResumable: Whether the rest may be requested.
    ///   - advice: The remedy if it may not.
    /// - Throws: ``RemoteError`` if the request is not to be sent again.
    mutating func wait(
        afterCut error: TransportError, isPartial: Bool, isResumable: Bool, _ advice: String
    ) async throws(RemoteError) {
        if let last = attempts.popLast() {
            if isPartial { (attempts, isRenewed) = ([], false) }
            attempts.append(.init(status: nil, failure: "\(error)", duration: last.duration))
        }
        do throws(RemoteError) {
            guard isResumable else {
                throw RemoteError(error.code, "\(error); \(advice)", cause: error)
            }
            try await wait(after: error, advice)
        } catch {
            throw described(error)
        }
    }

    /// Adds the request and its attempts to an error without a response.
    private func described(_ error: RemoteError) -> RemoteError {
        guard error.status == nil else { return error }
        var error = error
        error.note(request.method, request.url, Secrets(sender.plan.server))
        error.attempts = attempts
        return error
    }

    /// Sends once; returns the response if it is final, and waits otherwise.
    private mutating func attempt() async throws(RemoteError) -> Exchange? {
        try await waitForOrigin()
        let credential = try await credential()
        guard user == nil || user == credential?.identity else {
            throw RemoteError(
                .otherUser,
                "the edit was made by another user than that of the credential; it is sent when "
                    + "that user has signed in")
        }
        try await enterTurn()
        let start = sender.options.clock.now
        let result = try await sendInTurn(credential, at: start)
        let duration = start.duration(to: sender.options.clock.now)
        switch result {
        case .success(let exchange):
            attempts.append(.init(status: exchange.status, failure: nil, duration: duration))
            observe(exchange, duration)
            return try await judge(exchange, credential)
        case .failure(let error):
            attempts.append(.init(status: nil, failure: "\(error)", duration: duration))
            try await wait(after: error)
            return nil
        }
    }

    /// Waits before the request is sent again.
    private func wait(
        after error: TransportError, _ advice: String? = nil
    ) async throws(RemoteError) {
        guard error.kind != .cancelled else { throw .cancelled }
        let (wait, reason) = wait(after: error.outcome, retryAfter: nil)
        guard let wait else {
            let text = ["\(error)", reason, advice].compactMap(\.self).joined(separator: "; ")
            throw RemoteError(error.code, text, cause: error)
        }
        try await sleep(wait)
    }

    private func enterTurn() async throws(RemoteError) {
        guard reader != nil else { return try await sender.turns.enter(origin) }
        try await sender.streamTurns.enter(origin)
        do throws(RemoteError) {
            try await sender.turns.enter(origin)
        } catch {
            sender.streamTurns.leave(origin)
            throw error
        }
    }

    /// Sends once, and ends the turn of the request.
    private func sendInTurn(
        _ credential: Credential?, at start: ContinuousClock.Instant
    ) async throws(RemoteError) -> Result<Exchange, TransportError> {
        stopwatch?.beginAttempt()
        defer {
            stopwatch?.begin(\.waiting)
            sender.turns.leave(origin)
            if reader != nil { sender.streamTurns.leave(origin) }
        }
        if attempts.isEmpty { sender.budget.add(at: start) }
        sender.observe(.sent(event, attempt: attempts.count + 1))
        return try await exchange(credential)
    }

    /// Returns a response if it is final; waits, or gets a new credential, otherwise.
    private mutating func judge(
        _ exchange: Exchange, _ credential: Credential?
    ) async throws(RemoteError) -> Exchange? {
        var exchange = exchange
        exchange.attempts = attempts
        if exchange.status == 401 {
            if try await renew(after: credential, exchange) { return nil }
            sender.credentials?.reject(credential)
        }
        let retryAfter = exchange.headers["Retry-After"].flatMap {
            RetryAfter.wait($0, now: exchange.date, date: exchange.headers["Date"])
        }
        if exchange.status == 429 || exchange.status == 503, let retryAfter {
            let pause = min(retryAfter, sender.options.retry.longestPause)
            sender.pauses.pause(origin, until: sender.options.clock.now + pause)
        }
        let (wait, reason) = wait(after: .status(exchange.status), retryAfter: retryAfter)
        guard let wait else {
            if mayRepeat(exchange.status) { exchange.finalReason = reason }
            return exchange
        }
        request.usesNewConnection = exchange.status == 408 || exchange.status == 421
        try await sleep(wait)
        return nil
    }

    private func mayRepeat(_ status: Int) -> Bool {
        status == 421 || sender.options.retry.statuses.contains(status)
    }

    /// Returns the wait before the request is sent again, or the reason why it is not.
    private func wait(
        after outcome: RetryPolicy.Outcome, retryAfter: Duration?
    ) -> (Duration?, String) {
        let decision = sender.decision(
            after: outcome, request, sendings: attempts.count, retryAfter: retryAfter)
        guard case .retry(let wait) = decision else {
            guard case .fail(let reason) = decision else { return (nil, "") }
            return (nil, reason)
        }
        let now = sender.options.clock.now
        guard isReplayable else { return (nil, "its body can be read only once") }
        if let deadline, now + wait >= deadline {
            return (nil, "the next attempt would exceed the time limit")
        }
        guard sender.budget.allowsRetry(at: now) else {
            return (nil, "too many requests were sent again in the last minute")
        }
        return (wait, "")
    }
}
