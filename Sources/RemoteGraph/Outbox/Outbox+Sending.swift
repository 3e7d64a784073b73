import EntityMapper
import ObjectGraph
import ResourceMapping

/// Sending.
extension Outbox {
    /// Sends all entries that may be sent now, each once.
    ///
    /// - Returns: What became of the entries.
    /// - Throws: ``RemoteError`` with code `failedOutbox` if the store cannot be read or saved, or
    ///   `cancelled`. Entries whose requests were answered have their responses saved.
    @discardableResult
    public func send() async throws(RemoteError) -> OutboxRound {
        let result = await withTaskGroup(
            of: (OutboxEntry, Result<OutboxRound.Verdict, RemoteError>).self
        ) { group -> Result<OutboxRound, RemoteError> in
            var (round, tried, queue, running) = (OutboxRound(), Set<String>(), [Step](), 0)
            var isOutdated = true
            do throws(RemoteError) {
                while true {
                    if queue.isEmpty, isOutdated, round.pause == nil {
                        queue = try await sendable(excluding: tried).reversed()
                        isOutdated = false
                    }
                    if running < max(options.outbox.width, 1), let step = queue.popLast() {
                        tried.insert(step.entry.id)
                        switch try await claim(step) {
                        case .claimed(let entry, let isUncertain):
                            running += 1
                            group.addTask { (entry, await attempt(entry, isUncertain)) }
                        case .settled(let entry, let verdict):
                            round.note(verdict, entry)
                            isOutdated = true
                        case nil:
                            tried.remove(step.entry.id)
                            isOutdated = true
                        }
                        continue
                    }
                    guard let (entry, result) = await group.next() else { break }
                    running -= 1
                    isOutdated = true
                    let verdict = try result.get()
                    round.note(verdict, entry)
                    if case .again = verdict { tried.remove(entry.id) }
                    if round.pause != nil { queue = [] }
                }
                return .success(round)
            } catch {
                group.cancelAll()
                return .failure(error)
            }
        }
        return try result.get()
    }

    private typealias Step = EntryPlan.Step
    private static let unknown =
        "the server has accepted the object, but it is unknown which one it is"

    /// Sends a claimed entry, and applies the response.
    private func attempt(
        _ entry: OutboxEntry, _ isUncertain: Bool
    ) async -> Result<OutboxRound.Verdict, RemoteError> {
        do throws(RemoteError) {
            if isUncertain { return .success(try await treatUncertain(entry)) }
            return .success(try await exchange(entry))
        } catch {
            return .failure(error)
        }
    }

    private func exchange(_ entry: OutboxEntry) async throws(RemoteError) -> OutboxRound.Verdict {
        guard let request = try outgoingRequest(of: entry) else { return .none }
        let outcome: RemoteOutcome
        do throws(RemoteError) {
            outcome = try await manager.perform(job(request, entry))
        } catch {
            return try await treat(error, entry)
        }
        switch outcome {
        case .saved(let saved):
            if case .unbound(let reason) = saved.binding {
                return try await hold(entry, "\(Self.unknown): \(reason)")
            }
            guard saved.binding == nil else { return .sent }
            // A creation without an identifier is kept by the commit of the response.
            return try await perform { try $0.checkpoint(entry.checkpoint) == nil }
                ? .sent : .unconfirmed
        case .accepted:
            return try await hold(entry, "the server has accepted the request, but not done it yet")
        case .conflict(let conflict): return try await treat(conflict, entry)
        case .mapped, .notModified, .fresh, .deleted, .superseded: return .sent
        case .empty, .unchanged:
            try await settle { context in
                try finish(entry, in: context, versionTag: nil, nil)
                try context.save()
            }
            return .sent
        }
    }

    private func job(_ request: RemoteRequest, _ entry: OutboxEntry) -> RemoteJob {
        var job = RemoteJob(request, entry.kind == .delete ? .delete : .save, entry.object)
        job.entry = entry.checkpoint.name
        job.user = entry.user
        job.timeLimit = options.outbox.lease
        job.companion = { [self] context, exchange, result in
            try finish(entry, in: context, versionTag: exchange.headers["ETag"], result)
        }
        return job
    }

    /// Removes an entry in the unit of work that applies its response, and completes what depends
    /// on it.
    ///
    /// - Throws: ``RemoteError`` with code `failedOutbox` if another process has claimed the entry
    ///   meanwhile.
    func finish(
        _ entry: OutboxEntry, in context: ManagedObjectContext, versionTag: String?,
        _ result: MappingResult?
    ) throws {
        try requireClaim(entry, in: context)
        let object = try context.object(with: entry.object)
        let names = object.map { plan.identification(of: $0.entity) } ?? []
        if entry.kind == .create, let object, !names.isEmpty,
            names.allSatisfy({ object[$0].isNull })
        {
            var held = entry
            held.state = .unconfirmed
            held.claim = nil
            held.message = Self.unknown
            move(entry, to: held, in: context)
            return
        }
        move(entry, to: nil, in: context)
        for later in try EntryPlan.entries(in: context)
        where later.object == entry.object && later.id != entry.id && later.request == nil {
            var changed = later
            changed.versionTag = versionTag
            if later.kind == .delete, later.url == nil {
                try complete(&changed, by: result, in: context)
            }
            move(later, to: changed, in: context)
        }
        if entry.kind == .create, let object { try fillForeignKeys(of: object) }
    }

    /// Throws unless the entry is as this process has claimed it.
    func requireClaim(_ entry: OutboxEntry, in context: ManagedObjectContext) throws {
        guard try context.checkpoint(entry.checkpoint) == entry.text else {
            throw RemoteError(
                .failedOutbox, "another process has sent \(entry.object), or the entry was decided")
        }
    }

    /// Fixes the URL of a deletion that was made while the creation was sent.
    private func complete(
        _ deletion: inout OutboxEntry, by result: MappingResult?, in context: ManagedObjectContext
    ) throws {
        guard
            let created = try result?.array.lazy.compactMap({
                try context.object(with: $0)
            }).first(where: \.isInserted)
        else {
            deletion.state = .unconfirmed
            deletion.message =
                "the server has created the object, but the response has no identifier"
            return
        }
        for name in plan.identification(of: created.entity) {
            deletion.identity[name] = created[name]
        }
        deletion.url = Secrets(plan.server).removing(
            from: try plan.request(.delete, for: created).request.url)
        context.delete(created)
    }

    /// Sets the foreign keys of the objects that were connected to an object before it had its
    /// identifier.
    private func fillForeignKeys(of parent: ManagedObject) throws {
        let (context, model) = (parent.context, parent.context.model)
        for connection in plan.mappings.mappings.mappings.flatMap(\.connections) {
            guard !connection.keys.isEmpty,
                let entity = model.layout(named: connection.entity),
                let relationship = model.relationship(
                    named: connection.relationship, of: entity.index),
                model.layouts[relationship.destination].includes(parent.layout.index)
            else { continue }
            let children = try context.sources(of: relationship.index, to: [parent.number])
            for number in children[parent.number] ?? [] {
                let child = context.object(root: entity.root, number)
                for key in connection.keys where child[key.source].isNull {
                    child[key.source] = parent[key.destination]
                }
            }
        }
    }
}

/// Failures.
extension Outbox {
    /// Gives up the claim of an entry and changes it; returns `none` if another process has it.
    func release(
        _ entry: OutboxEntry, _ verdict: OutboxRound.Verdict,
        _ change: @escaping @Sendable (inout OutboxEntry, ManagedObjectContext) throws -> Void
    ) async throws(RemoteError) -> OutboxRound.Verdict {
        try await settle { [self] context in
            guard try context.checkpoint(entry.checkpoint) == entry.text else { return .none }
            var changed = entry
            changed.claim = nil
            try change(&changed, context)
            move(entry, to: changed, in: context)
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
                entry.note(error)
            }
        case .otherUser:
            return try await release(entry, .waiting) { entry, _ in entry.state = .pending }
        case .cancelled:
            if mayBeSent(entry, error) { return try await treatUncertain(entry) }
            _ = try await release(entry, .none) { entry, _ in entry.state = .pending }
            throw error
        default: break
        }
        if error.mayPass {
            return mayBeSent(entry, error)
                ? try await treatUncertain(entry) : try await wait(entry, error)
        }
        if let status = error.status, (200...299).contains(status) {
            return try await hold(
                entry,
                "the server has accepted the edit, but the response cannot be applied: "
                    + "\(error)", status: status)
        }
        return try await release(entry, .failed) { [self] entry, context in
            fail(&entry, error, in: context)
        }
    }

    func wait(
        _ entry: OutboxEntry, _ error: RemoteError
    ) async throws(RemoteError) -> OutboxRound.Verdict {
        let wait = max(
            manager.sender.wait(afterRounds: entry.attempts), options.retry.firstWait,
            error.retryAfter ?? .zero)
        let end = now.advanced(by: wait)
        return try await release(entry, .waiting) { entry, _ in
            entry.state = .waiting(until: end)
            entry.note(error)
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

    /// Sends a request about an entry, apart from that of the entry itself.
    func ask(
        _ request: RemoteRequest, about entry: OutboxEntry
    ) async throws(RemoteError) -> Exchange {
        var outgoing = OutgoingRequest(0, request.request)
        outgoing.user = entry.user
        outgoing.deadline = options.deadline(within: options.outbox.lease)
        return try await manager.sender.send(outgoing)
    }

    /// Asks the server for an object that it may have.
    private func find(
        _ entry: OutboxEntry, _ reason: String,
        _ makeRequest: @escaping @Sendable (ManagedObject) throws -> RemoteRequest
    ) async throws(RemoteError) -> OutboxRound.Verdict {
        let request = try await perform { context in
            try context.object(with: entry.object).map(makeRequest)
        }
        guard let request else { return try await hold(entry, reason) }
        do throws(RemoteError) {
            var job = job(request, entry)
            let exchange = try await ask(request, about: entry)
            job.target = entry.object
            let application = ResponseApplication(manager, job, exchange, 0)
            let count = exchange.status == 200 ? try application.representationCount() : nil
            switch count {
            case 1:
                guard case .saved(let saved) = try await application.run(),
                    case .bound? = saved.binding
                else { return try await hold(entry, reason) }
                return .sent
            case 0: return try await release(entry, .again) { entry, _ in entry.rearm() }
            default: return try await hold(entry, reason)
            }
        } catch {
            // Until the server can be asked, the entry stays what it is.
            guard error.mayPass else { return try await hold(entry, "\(reason); \(error)") }
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
