import HTTPValues
import ObjectGraph
import RemotePlanning

/// Conditional requests, based on stored responses.
extension ObjectManager {
    /// The response to a request, or the outcome if none needs to be applied.
    enum Answer {
        case exchange(Exchange, to: ResourceRequest)
        case outcome(RemoteOutcome)
    }

    /// Sends a request with its condition, unless its last response is still fresh.
    ///
    /// If the server responds that nothing has changed, but the stored response is unusable, the
    /// request is repeated without a condition. If it so responds to an unconditional request, this
    /// is repeated bypassing all caches.
    func answer(
        _ job: RemoteJob, _ event: RemoteEvent.Request, _ start: Int, _ stopwatch: Stopwatch
    ) async throws(RemoteError) -> Answer {
        let own = job.request.request
        let deadline = options.deadline(within: job.timeLimit)
        // The request of an entry is the same at each sending.
        let known = job.entry == nil ? try await validators.known(for: own) : nil
        if let roots = validators.freshRoots(known) { return .outcome(.fresh(roots)) }
        let request = known?.condition(own) ?? own
        let exchange = try await send(request, job, event, deadline, stopwatch)
        guard exchange.status == 304, let known, request != own else {
            guard exchange.status == 304, let uncached = own.uncached else {
                return .exchange(exchange, to: request)
            }
            return .exchange(try await send(uncached, job, event, deadline, stopwatch), to: own)
        }
        if let roots = try await validators.confirmed(known, by: exchange, to: own) {
            mappingOrder.mapped(start, job.request.key)
            return .outcome(.notModified(roots))
        }
        let whole = own.uncached ?? own
        return .exchange(try await send(whole, job, event, deadline, stopwatch), to: own)
    }

    private func send(
        _ request: ResourceRequest, _ job: RemoteJob, _ event: RemoteEvent.Request,
        _ deadline: ContinuousClock.Instant?, _ stopwatch: Stopwatch
    ) async throws(RemoteError) -> Exchange {
        var sending = try Sending(sender, request, body: job.body, event.number, stopwatch)
        sending.deadline = deadline
        sending.user = job.user
        let exchange = try await sending.run()
        if EntityTag(exchange.headers)?.form == .malformed {
            sender.observe(.malformedTag(event))
        }
        return exchange
    }

    /// Requests the object after a retried change was refused, since the first attempt may have
    /// succeeded.
    ///
    /// Returns `nil` if the refusal has a different reason.
    ///
    /// Source: RFC 9110, section 13.1.1, on a state-changing request that has already succeeded.
    func outcome(
        ofRefused request: ResourceRequest, _ exchange: Exchange, _ job: RemoteJob,
        _ event: RemoteEvent.Request, _ start: Int, _ stopwatch: Stopwatch
    ) async throws(RemoteError) -> RemoteOutcome? {
        guard exchange.status == 412, exchange.attempts.count > 1, job.target != nil,
            request.method == .put || request.method == .patch,
            request.headers["If-Match"] != nil
        else { return nil }
        var question = job
        question.request.request.method = .get
        question.request.request.body = nil
        for name in ["Content-Type", "If-Match", options.idempotencyKeyField] {
            question.request.request.headers[name] = nil
        }
        var sending = try Sending(sender, question.request.request, event.number, stopwatch)
        let found = try await sending.run()
        return try await ResponseApplication(self, question, found, start).confirm(request)
    }
}

extension ResourceRequest {
    /// The request for a response that comes from the server itself; `nil` if this request has a
    /// condition, or demands that already.
    ///
    /// Source: RFC 9111, section 5.2.1.4.
    fileprivate var uncached: ResourceRequest? {
        guard method == .get, !hasCondition, !CacheControl(headers).contains("no-cache") else {
            return nil
        }
        var request = self
        request.headers["Cache-Control"] = "no-cache"
        return request
    }
}
