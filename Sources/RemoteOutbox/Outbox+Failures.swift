import ObjectGraph
import OutboxEntries
import RemoteGraph
import RemotePlanning
import ResourceMapping

/// Failures.
extension Outbox {
    /// Releases and updates a claimed entry; returns `none` if a different process has claimed it.
    func release(
        _ entry: OutboxEntry, _ verdict: OutboxRound.Verdict,
        _ change: @escaping @Sendable (inout OutboxEntry, ManagedObjectContext) throws -> Void
    ) async throws(RemoteError) -> OutboxRound.Verdict {
        try await settle { context in
            guard let entry = try context.current(entry) else { return .none }
            var changed = entry
            changed.claim = nil
            try change(&changed, context)
            try context.move(entry, to: changed)
            try context.save()
            return verdict
        }
    }

    /// Keeps an entry that the server has accepted, or may have, without sending it again.
    func hold(
        _ entry: OutboxEntry, _ message: String, status: Int? = nil
    ) async throws(RemoteError) -> OutboxRound.Verdict {
        try await release(entry, .unconfirmed) { entry, _ in
            entry.state = .unconfirmed
            entry.message = String(message.prefix(4096))
            entry.status = status
        }
    }

    /// Treats an error of a request.
    func treat(
        _ error: RemoteError, _ entry: OutboxEntry
    ) async throws(RemoteError) -> OutboxRound.Verdict {
        switch error.code {
        case .failedOutbox: return .none
        case .unauthorized, .missingCredential, .failedRefresh:
            return try await release(entry, .paused(error)) { entry, _ in
                entry.state = .pending
                entry.note(error, options.outbox)
            }
        case .otherUser:
            return try await release(entry, .waiting) { entry, _ in entry.state = .pending }
        case .cancelled:
            if mayBeSent(entry, error) { return try await treatUncertain(entry) }
            _ = try await release(entry, .none) { entry, _ in entry.state = .pending }
            throw error
        default: break
        }
        if let cause = error.storeError, cause.code.isOfAllSaves {
            throw RemoteError(
                .failedOutbox,
                "the store cannot be saved, so \(entry.object) is sent again with the same key "
                    + "after its claim: \(cause)", cause: error)
        }
        if error.mayPass {
            return mayBeSent(entry, error)
                ? try await treatUncertain(entry) : try await wait(entry, error)
        }
        if let status = error.status, (200...299).contains(status) {
            return try await hold(
                entry,
                "the server has accepted the edit, but the response cannot be applied: "
                    + options.outbox.text(of: error), status: status)
        }
        return try await release(entry, .failed) { [self] entry, context in
            fail(&entry, error, in: context)
        }
    }

    func wait(
        _ entry: OutboxEntry, _ error: RemoteError
    ) async throws(RemoteError) -> OutboxRound.Verdict {
        let wait = max(
            manager.wait(afterRounds: entry.attempts), options.retry.firstWait,
            min(error.retryAfter ?? .zero, options.retry.longestPause))
        let end = now.advanced(by: wait)
        return try await release(entry, .waiting) { entry, _ in
            entry.state = .waiting(until: end)
            entry.note(error, options.outbox)
        }
    }

    /// Whether the server may have created an object that a second request would create again.
    private func mayBeSent(_ entry: OutboxEntry, _ error: RemoteError) -> Bool {
        guard entry.kind == .create, !options.outbox.serverHonoursKeys else { return false }
        if let status = error.status { return [500, 502, 504].contains(status) }
        if error.code == .cancelled { return true }
        return (error.cause as? TransportError).map { $0.stage != .notSent } ?? false
    }

    /// Treats a creation that the server may have got, where it honours no keys.
    func treatUncertain(_ entry: OutboxEntry) async throws(RemoteError) -> OutboxRound.Verdict {
        let reason = "the response was lost; the server may have the object"
        switch options.outbox.onUnconfirmed {
        case .ask: return try await hold(entry, reason)
        case .resend:
            return try await release(entry, .waiting) { [self] entry, _ in
                entry.state = .waiting(until: now.advanced(by: options.retry.firstWait))
            }
        case .find(let makeRequest): return try await find(entry, reason, makeRequest)
        }
    }

    /// Sends an auxiliary request for an entry.
    func ask(
        _ request: RemoteRequest, about entry: OutboxEntry
    ) async throws(RemoteError) -> Exchange {
        try await manager.exchange(
            request.request, user: entry.user, within: options.outbox.lease)
    }

    /// Requests an object that the server may have.
    private func find(
        _ entry: OutboxEntry, _ reason: String,
        _ makeRequest: @escaping @Sendable (ManagedObject) throws -> RemoteRequest
    ) async throws(RemoteError) -> OutboxRound.Verdict {
        let request = try await perform { context in
            try context.object(with: entry.object).map(makeRequest)
        }
        guard let request else { return try await hold(entry, reason) }
        do throws(RemoteError) {
            var job = self.job(request, entry)
            let exchange = try await ask(request, about: entry)
            guard exchange.status == 200 else { throw plan.failure(.failedStatus, of: exchange) }
            job.target = entry.object
            let application = ResponseApplication(manager, job, exchange)
            switch try application.mapping().representationCount {
            case 1:
                guard case .saved(let saved) = try await application.run(),
                    case .bound? = saved.binding
                else { return try await hold(entry, reason) }
                return .sent
            case 0: return try await release(entry, .again) { entry, _ in entry.rearm() }
            default: return try await hold(entry, reason)
            }
        } catch {
            // Until a request succeeds, the entry is unchanged.
            guard error.mayPass else {
                return try await hold(entry, "\(reason); \(options.outbox.text(of: error))")
            }
            return try await release(entry, .waiting) { [self] entry, _ in
                entry.state = .sending
                entry.claim = .init(
                    owner: "", end: now.advanced(by: options.retry.longestWait).microseconds)
            }
        }
    }
}

extension RemoteError {
    /// Whether the same request may succeed later.
    var mayPass: Bool {
        switch code {
        case .failedTransfer, .timedOut, .paused: true
        case .failedStatus:
            status.map { [408, 421, 425, 429].contains($0) || $0 >= 500 } ?? false
        default: false
        }
    }
}
