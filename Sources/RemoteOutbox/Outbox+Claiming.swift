import EntityMapper
import HTTPValues
import ObjectGraph
import OutboxEntries
import RemoteGraph
import RemotePlanning

/// The result of claiming an entry.
enum EntryClaim: Sendable {
    /// This process sends the entry; `isUncertain` if a sending may have been successful.
    case claimed(OutboxEntry, isUncertain: Bool)
    /// No request is necessary or possible.
    case settled(OutboxEntry, OutboxRound.Verdict)
}

extension Outbox {
    /// Reads all edits, and the user whose credential sends them.
    func readAgenda() async throws(RemoteError) -> Agenda {
        let user = try await manager.presentUserName()
        return try await perform { context in
            Agenda(
                dependencies: try EntryDependencies(EntryPlan(context), in: context), user: user)
        }
    }

    /// Claims an edit for this process, and fixes its request; `nil` if it has changed.
    func claim(_ step: EntryPlan.Step) async throws(RemoteError) -> EntryClaim? {
        do throws(RemoteError) {
            return try await perform { [self] context -> EntryClaim? in
                guard let step = try current(step, in: context) else { return nil }
                let claim = try claim(step, in: context)
                for entry in step.replaced { try context.move(entry, to: nil) }
                try context.save()
                return claim
            }
        } catch {
            // On a conflict, a concurrent process or edit came first.
            guard (error.cause as? StoreError)?.code.isOthersSave == true else { throw error }
            return nil
        }
    }

    /// Returns the current edit, folded with later ones; `nil` if it cannot be sent yet.
    private func current(
        _ step: EntryPlan.Step, in context: ManagedObjectContext
    ) throws(StoreError) -> EntryPlan.Step? {
        guard step.entry.isReadable else { return step }
        let entries = try EntryPlan.entries(of: step.entry.object, in: context)
        guard let first = EntryPlan(entries).steps[step.entry.object]?.first,
            first.entry.id == step.entry.id, canTake(first)
        else { return nil }
        return first
    }

    /// Tests whether the state of an edit allows that it is sent now.
    func canTake(_ step: EntryPlan.Step) -> Bool {
        step.isVoid || step.entry.isDue(at: now, within: options.retry.longestPause)
    }

    private func claim(
        _ step: EntryPlan.Step, in context: ManagedObjectContext
    ) throws -> EntryClaim {
        var entry = step.entry
        guard !step.isVoid else {
            try context.move(step.entry, to: nil)
            return .settled(entry, .none)
        }
        let isUncertain =
            entry.state == .sending && entry.kind == .create && !options.outbox.serverHonoursKeys
        if entry.request == nil {
            do throws(RemoteError) {
                guard let request = try fixedRequest(for: entry, in: context) else {
                    try Self.wrapping {
                        try context.move(step.entry, to: nil)
                        guard let object = try context.object(with: entry.object) else { return }
                        plan.mark(object, .clean)
                    }
                    return .settled(entry, .none)
                }
                entry.request = request
            } catch {
                guard error.storeError == nil else { throw error }
                fail(&entry, error, in: context)
                try context.move(step.entry, to: entry)
                return .settled(entry, .failed)
            }
        }
        entry.state = .sending
        entry.attempts += 1
        entry.claim = .init(
            owner: manager.entryOwner.name,
            end: now.advanced(by: options.outbox.lease).microseconds)
        return .claimed(
            try context.move(step.entry, to: entry) ?? entry, isUncertain: isUncertain)
    }

    /// Marks an entry and its object as failed.
    func fail(_ entry: inout OutboxEntry, _ error: RemoteError, in context: ManagedObjectContext) {
        entry.state = .failed
        entry.claim = nil
        entry.note(error, options.outbox)
        if let object = try? context.object(with: entry.object) {
            plan.mark(object, .failed)
        }
    }
}

/// Requests.
extension Outbox {
    /// Creates the request of an entry without secrets; `nil` if there are no changes any more.
    private func fixedRequest(
        for entry: OutboxEntry, in context: ManagedObjectContext
    ) throws(RemoteError) -> ResourceRequest? {
        let secrets = Secrets(plan.server)
        guard var request = try request(for: entry, in: context) else { return nil }
        // The version that was edited, not a version loaded later.
        request.headers["If-Match"] = entry.versionTag.flatMap { tag in
            entry.kind != .create && EntityTag(tag).form == .strong ? tag : nil
        }
        for field in request.headers.fields where secrets.hides(field: field.name) {
            request.headers[field.name] = nil
        }
        if options.outbox.serverHonoursKeys {
            request.headers.append(entry.key, to: options.idempotencyKeyField)
        }
        request.url = secrets.removing(from: request.url)
        return request
    }

    private func request(
        for entry: OutboxEntry, in context: ManagedObjectContext
    ) throws(RemoteError) -> ResourceRequest? {
        if entry.kind == .delete {
            guard let url = entry.url else {
                throw RemoteError(
                    .invalidRequest,
                    "the identifier of the deleted object is unknown, since no response had it")
            }
            return ResourceRequest(.delete, url, headers: plan.server.headers)
        }
        guard let object = try Self.wrapping({ try context.object(with: entry.object) }) else {
            throw RemoteError(
                .missingObject,
                "\(entry.object) was deleted here; delete objects by the outbox, or discard the "
                    + "entry")
        }
        guard entry.kind == .update else {
            let hasIdentifier = plan.identification(of: object.entity).contains {
                !object[$0].isNull
            }
            guard hasIdentifier, plan.route(for: object.entity, .put) != nil else {
                return try plan.request(.post, for: object).request
            }
            // An unrelated object with the same identifier must not be replaced: RFC 9110, section
            // 13.1.2.
            return try plan.request(.put, for: object, headers: ["If-None-Match": "*"]).request
        }
        let edits = entry.base.merging(entry.references) { value, _ in value }
        guard !edits.isEmpty, plan.route(for: object.entity, .patch) != nil else {
            return try plan.request(.put, for: object).request
        }
        let start = context.savepoint()
        defer { context.rollback(to: start) }
        object.rebase(on: edits)
        guard object.isUpdated else { return nil }
        return try plan.request(.patch, for: object).request
    }

    /// Returns the request of an entry with the secrets of the server.
    func outgoingRequest(of entry: OutboxEntry) throws(RemoteError) -> RemoteRequest? {
        guard let fixed = entry.request else { return nil }
        let secrets = Secrets(plan.server)
        let entity = entry.entityName.flatMap { plan.mappings.model[$0] }
        let descriptor = entity.flatMap { plan.request(for: $0, fixed.method) }
        var headers: HeaderFields = [:]
        for field in try plan.fields(descriptor?.headers, [:], nil).fields
        where secrets.hides(field: field.name) {
            headers[field.name] = field.value
        }
        for field in fixed.headers.fields { headers[field.name] = field.value }
        var url = URLReference(fixed.url)
        if let entity, let route = plan.route(for: entity, fixed.method) {
            // An earlier release has kept parameters that are left out now.
            url = URLReference(secrets.removing(from: fixed.url))
            let pairs = try plan.query(route.query.filter { secrets.hides(parameter: $0.key) })
            let query = [url.query ?? "", pairs].filter { !$0.isEmpty }
            url.query = query.isEmpty ? nil : query.joined(separator: "&")
        }
        return RemoteRequest(
            ResourceRequest(fixed.method, url.description, headers: headers, body: fixed.body))
    }
}

extension OutboxEntry {
    /// The earliest time of sending the entry; `nil` if it waits for a decision.
    var dueTime: Int64? {
        switch state {
        case .pending: 0
        case .waiting(let time): time.microseconds
        case .sending: claim?.end ?? 0
        case .failed, .conflict, .unconfirmed: nil
        }
    }

    /// Tests whether the entry may be sent.
    ///
    /// A time further away than any wait comes from a clock that was set back since, or that is
    /// wrong elsewhere, and is over.
    func isDue(at now: Timestamp, within limit: Duration) -> Bool {
        guard let dueTime else { return false }
        return dueTime <= now.microseconds || dueTime > now.advanced(by: limit).microseconds
    }

    /// Keeps an error as text, with the body of the response if that is wanted.
    mutating func note(_ error: RemoteError, _ options: OutboxOptions) {
        message = String(options.text(of: error).prefix(4096))
        status = error.status
    }

    /// Prepares the entry for a request with different content, and so a different key.
    mutating func rearm() {
        state = .pending
        claim = nil
        request = nil
        key = EntryOrder.identifier()
        attempts = 0
        message = nil
        status = nil
        conflict = nil
    }
}
