import HTTPValues
import RemotePlanning

/// Waits and credentials.
extension Sending {
    func sleep(_ wait: Duration) async throws(RemoteError) {
        sender.observe(.retrying(event, after: wait))
        try await pause(wait)
    }

    private func pause(_ wait: Duration) async throws(RemoteError) {
        do {
            try await sender.options.clock.sleep(for: wait)
        } catch {
            throw .cancelled
        }
    }

    /// Waits until the end of the origin's pause.
    func waitForOrigin() async throws(RemoteError) {
        let clock = sender.options.clock
        while let wait = sender.pauses.wait(origin, at: clock.now) {
            let isTooLong = deadline.map { clock.now + wait >= $0 } ?? false
            guard wait <= sender.options.retry.retryAfterLimit, !isTooLong else {
                var error = RemoteError(
                    .paused,
                    "the server has asked earlier to wait, so the request was not sent; send it "
                        + "later")
                error.retryAfter = wait
                throw error
            }
            try await pause(wait)
        }
    }

    /// Returns the credential for the origin, if it may get one.
    func credential() async throws(RemoteError) -> Credential? {
        guard let keeper = sender.credentials, keeper.covers(origin) else { return nil }
        let credential = try await keeper.credential()
        sender.options.cookies?.use(credential.map(keeper.identity))
        return credential
    }

    /// Obtains a new credential after a rejected one; returns whether there is one.
    mutating func renew(
        after credential: Credential?, _ exchange: Exchange
    ) async throws(RemoteError) -> Bool {
        guard let keeper = sender.credentials, keeper.covers(origin), !isRenewed,
            exchange.finalOrigin == origin
        else { return false }
        do throws(RemoteError) {
            let current: Credential?
            if let credential {
                try checkReplay()
                current = try await keeper.renewed(after: credential)
            } else {
                current = try await keeper.latest()
                if current != nil { try checkReplay() }
            }
            isRenewed = true
            return current != nil
        } catch {
            guard error.code != .cancelled else { throw error }
            throw sender.plan.noting(exchange, in: error)
        }
    }

    private func checkReplay() throws(RemoteError) {
        guard isReplayable else {
            throw RemoteError(
                .bodyNotReplayable,
                "the credential was rejected, and the body can be read only once; use bytes or a "
                    + "file, or send the request again")
        }
    }
}

/// One attempt.
extension Sending {
    /// Sends once and follows redirects.
    func exchange(
        _ credential: Credential?
    ) async throws(RemoteError) -> Result<Exchange, TransportError> {
        let secrets = Secrets(sender.plan.server)
        let own = Set(credential?.fields.fields.map { $0.name.lowercased() } ?? [])
        var chain = RedirectChain(transportRequest(credential), sender.options) { name in
            secrets.isSecret(field: name) || own.contains(name.lowercased())
        }
        while true {
            let progress = progress(of: chain.request)
            let response: TransportResponse
            do throws(TransportError) {
                response = try await send(chain.request, progress)
            } catch {
                return .failure(error)
            }
            let isFollowed: Bool
            do throws(RemoteError) {
                isFollowed = try chain.follow(response)
            } catch {
                throw await failure(error, response, credential)
            }
            guard isFollowed else {
                return await finished(response, chain.request, credential, progress)
            }
            sender.observe(
                .redirected(
                    event, status: response.status, to: secrets.hiding(chain.request.url)))
            _ = await Self.beginning(of: response, limit: RemoteError.bodyLimit)
        }
    }

    /// Sends a request of the chain with cookies, and stores the cookies of the response.
    private func send(
        _ request: TransportRequest, _ progress: TransferProgress?
    ) async throws(TransportError) -> TransportResponse {
        try request.body?.check()
        var request = request
        if let progress, let body = request.body { request.body = progress.counting(body) }
        let (jar, clock) = (sender.options.cookies, sender.options.clock)
        if let jar, request.headers["Cookie"] == nil {
            request.headers["Cookie"] = jar.field(for: request.url, at: clock.date)
        }
        let response = try await sender.transport.send(request, deadline: deadline)
        jar?.store(response.headers.values(of: "Set-Cookie"), from: request.url, at: clock.date)
        return response
    }

    /// Returns the counter of a sending, if there is an observer.
    private func progress(of request: TransportRequest) -> TransferProgress? {
        guard let observer = sender.options.observer else { return nil }
        return TransferProgress(sending: request.body?.length) { [event] progress in
            observer.observe(.progressed(event, progress))
        }
    }

    private func transportRequest(_ credential: Credential?) -> TransportRequest {
        var result = request
        if result.headers["User-Agent"] == nil { result.headers["User-Agent"] = UserAgent.text }
        for field in credential?.fields.fields ?? [] { result.headers[field.name] = field.value }
        return result
    }

    /// Adds the response to the error of a redirect.
    private func failure(
        _ error: RemoteError, _ response: TransportResponse, _ credential: Credential?
    ) async -> RemoteError {
        let body = await Self.beginning(of: response, limit: RemoteError.bodyLimit)
        return sender.plan.noting(
            exchange(response, nil, credential, (try? body.get()) ?? []), in: error)
    }

    /// Reads the body of the last response; a failed one's need not be complete.
    private func finished(
        _ response: TransportResponse, _ last: TransportRequest, _ credential: Credential?,
        _ progress: TransferProgress?
    ) async -> Result<Exchange, TransportError> {
        guard !(200...299).contains(response.status) else {
            if let reader {
                await reader(exchange(response, last, credential, []), response.body)
                return .success(exchange(response, last, credential, []))
            }
            do throws(TransportError) {
                let body = try await response.bytes(upTo: sender.options.bodyLimit) {
                    progress?.addReceived($0)
                }
                return .success(exchange(response, last, credential, body))
            } catch {
                return .failure(error)
            }
        }
        return await Self.beginning(of: response, limit: RemoteError.bodyLimit)
            .map { exchange(response, last, credential, $0) }
    }

    /// Reads the beginning of a body, up to its end, a failure or the limit; fails only if the task
    /// is cancelled.
    private static func beginning(
        of response: TransportResponse, limit: Int
    ) async -> Result<[UInt8], TransportError> {
        var bytes: [UInt8] = []
        var iterator = response.body.makeAsyncIterator()
        do throws(TransportError) {
            while bytes.count < limit, let chunk = try await iterator.next(isolation: nil) {
                bytes += chunk.prefix(limit - bytes.count)
            }
        } catch {
            if error.kind == .cancelled { return .failure(error) }
        }
        return .success(bytes)
    }

    private func exchange(
        _ response: TransportResponse, _ last: TransportRequest?, _ credential: Credential?,
        _ body: [UInt8]
    ) -> Exchange {
        Exchange(
            response: ReceivedResponse(
                to: request.method, request.url, from: last?.url,
                status: response.status, headers: response.headers, body: body),
            identity: credential.flatMap { sender.credentials?.identity(of: $0) },
            version: response.version, metrics: response.metrics, date: sender.options.clock.date,
            stopwatch: stopwatch, attempts: attempts)
    }

    func observe(_ exchange: Exchange, _ duration: Duration) {
        sender.observe(
            .received(
                event,
                RemoteEvent.Response(
                    status: exchange.status, version: exchange.version,
                    count: reader == nil || exchange.status > 299
                        ? exchange.body.count : exchange.metrics?.bytesReceived ?? 0,
                    duration: duration, metrics: exchange.metrics)))
    }
}
