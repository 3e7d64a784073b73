import EntityMapper
import HTTPValues
import MercatorPayload
import ObjectGraph
import OutboxEntries
import RemoteGraph
import RemotePlanning

/// The server's version of an object, in conflict with an edit.
private enum ServerVersion: Sendable {
    case gone, unknown
    case known(ResponseMapping, versionTag: String?)
}

/// Conflicts.
extension Outbox {
    /// The number of conflicts of an entry that are merged before it waits for a decision.
    private static let mergeLimit = 3

    /// Treats a refused edit.
    func treat(
        _ conflict: RemoteConflict, _ entry: OutboxEntry
    ) async throws(RemoteError) -> OutboxRound.Verdict {
        let error = conflict.error
        // The server still processes an earlier sending of the same key.
        if error.status == 409, error.retryAfter != nil,
            entry.attempts > 1 || error.attempts.count > 1
        {
            return try await wait(entry, error)
        }
        let version: ServerVersion
        do throws(RemoteError) {
            version =
                conflict.kind == .gone ? .gone : try await serverVersion(of: entry, refusing: error)
        } catch {
            return try await treat(error, entry)
        }
        return try await settle { [self] context in
            guard let entry = try context.current(entry) else { return .none }
            let verdict =
                switch version {
                case .gone: try treatGone(entry, in: context)
                case .unknown: try keepConflict(entry, OutboxConflict(), in: context)
                case .known(let mapping, let tag):
                    try treat(mapping, tag, entry, error.status, in: context)
                }
            try context.save()
            return verdict
        }
    }

    /// Returns the version of the server: from the response that refuses the edit, if a descriptor
    /// applies to it, or else by a request.
    private func serverVersion(
        of entry: OutboxEntry, refusing error: RemoteError
    ) async throws(RemoteError) -> ServerVersion {
        guard let refused = try outgoingRequest(of: entry) else { return .unknown }
        if let response = ReceivedResponse(error, to: refused.request),
            let mapping = try? mapping(of: response, to: refused)
        {
            return .known(mapping, versionTag: response.headers["ETag"])
        }
        let request = try await perform { [plan] context -> RemoteRequest? in
            if let object = try context.object(with: entry.object) {
                return try? plan.request(.get, for: object)
            }
            return RemoteRequest(
                ResourceRequest(.get, refused.request.url, headers: try plan.fields(nil, [:], nil)))
        }
        guard let request else { return .unknown }
        let exchange = try await ask(request, about: entry)
        switch exchange.status {
        case 200, 203:
            guard let mapping = try? mapping(of: exchange.response, to: request) else {
                return .unknown
            }
            return .known(mapping, versionTag: exchange.headers["ETag"])
        case 404, 410: return .gone
        case 401:
            throw plan.failure(.unauthorized, "the server demands another credential", of: exchange)
        case 408, 421, 425, 429, 500...: throw plan.failure(.failedStatus, of: exchange)
        default: return .unknown
        }
    }

    /// Returns the mapping of a response that is not applied by itself.
    private func mapping(
        of response: ReceivedResponse, to request: RemoteRequest
    ) throws(RemoteError) -> ResponseMapping {
        try plan.mapping(of: response, to: request, options.mapping, options.mappingObserver)
    }

    private func treatGone(
        _ entry: OutboxEntry, in context: ManagedObjectContext
    ) throws -> OutboxRound.Verdict {
        let conflict = OutboxConflict(isGone: true, base: entry.base)
        guard options.outbox.onConflict == .serverWins else {
            return try keepConflict(entry, conflict, in: context)
        }
        if let object = try context.object(with: entry.object) { context.delete(object) }
        for own in try EntryPlan.entries(of: entry.object, in: context) {
            try context.move(own, to: nil)
        }
        return .resolved(entry, conflict)
    }

    /// Lets an entry wait for a decision.
    private func keepConflict(
        _ entry: OutboxEntry, _ conflict: OutboxConflict, versionTag: String? = nil,
        in context: ManagedObjectContext
    ) throws -> OutboxRound.Verdict {
        var changed = entry
        changed.state = .conflict
        changed.claim = nil
        changed.conflict = conflict
        changed.versionTag = versionTag
        try context.move(entry, to: changed)
        if let object = try context.object(with: entry.object) {
            plan.mark(object, conflict.isGone ? .gone : .conflict)
        }
        return .conflict
    }

    /// Maps the version of the server, and applies the policy.
    private func treat(
        _ mapping: ResponseMapping, _ tag: String?, _ entry: OutboxEntry,
        _ status: Int?, in context: ManagedObjectContext
    ) throws -> OutboxRound.Verdict {
        let later = try EntryPlan.entries(of: entry.object, in: context).filter {
            $0.id != entry.id
        }
        // The versions are compared first, and later edits restored then.
        var operation = mapping.operation
        operation.edits.answered.formUnion(later.map(\.id) + [entry.id])
        func keepLater(_ object: ManagedObject) {
            for entry in later { entry.reapply(to: object) }
            if !later.isEmpty { plan.markEdited(object) }
        }
        let before = context.savepoint()
        let object = try context.object(with: entry.object)
        if let object { plan.mark(object, .clean) }
        let result = try operation.run(mapping.document, in: context)
        guard let object, entry.kind != .delete else {
            return try treatDeletion(entry, tag, before, in: context)
        }
        guard result.array.contains(entry.object) else {
            context.rollback(to: before)
            return try keepConflict(entry, OutboxConflict(), in: context)
        }
        let conflict = conflict(of: entry, object)
        let isSame =
            conflict.mine == conflict.theirs
            && entry.references.keys.allSatisfy { object.changedReferences[$0] == nil }
        if isSame || options.outbox.onConflict == .serverWins {
            keepLater(object)
            try finish(entry, in: context, versionTag: tag, nil)
            return isSame ? .sent : .resolved(entry, conflict)
        }
        entry.reapply(to: object)
        guard var next = resolution(of: entry, conflict) else {
            keepLater(object)
            return try keepConflict(entry, conflict, versionTag: tag, in: context)
        }
        for (name, value) in conflict.theirs where next.base[name] == nil { object[name] = value }
        plan.mark(object, .edited)
        keepLater(object)
        next.versionTag = tag
        try context.move(entry, to: next)
        return .again
    }

    /// Returns both versions of an object; the server's has been mapped into the object.
    private func conflict(of entry: OutboxEntry, _ object: ManagedObject) -> OutboxConflict {
        let state = plan.synchronizationAttribute(of: object.entity)
        let names =
            entry.kind == .create
            ? object.changedAttributes.filter { $0 != state } : entry.base.keys.sorted()
        var conflict = OutboxConflict(base: entry.base)
        for name in names {
            conflict.mine[name] = object.committedValue(of: name)
            conflict.theirs[name] = object[name]
        }
        return conflict
    }

    /// Returns the entry as it is sent once more; `nil` if a decision is necessary.
    private func resolution(of entry: OutboxEntry, _ conflict: OutboxConflict) -> OutboxEntry? {
        var next = entry.rebased(on: conflict)
        next.resolutions += 1
        switch options.outbox.onConflict {
        case .clientWins where entry.resolutions == 0: return next
        case .merge where entry.resolutions < Self.mergeLimit && conflict.attributes.isEmpty:
            for (name, base) in conflict.base where conflict.mine[name] == base {
                next.base[name] = nil
            }
            return next
        default: return nil
        }
    }

    /// Applies the policy to a deletion; the version of the server was mapped.
    private func treatDeletion(
        _ entry: OutboxEntry, _ tag: String?, _ before: Savepoint,
        in context: ManagedObjectContext
    ) throws -> OutboxRound.Verdict {
        guard options.outbox.onConflict != .serverWins else {
            try context.move(entry, to: nil)
            return .resolved(entry, OutboxConflict())
        }
        context.rollback(to: before)
        guard options.outbox.onConflict == .clientWins, entry.resolutions == 0 else {
            return try keepConflict(entry, OutboxConflict(), versionTag: tag, in: context)
        }
        var next = entry.rebased(on: OutboxConflict())
        next.resolutions = 1
        next.versionTag = tag
        try context.move(entry, to: next)
        return .again
    }
}

extension OutboxEntry {
    /// Returns the entry as an edit of the server's version.
    func rebased(on conflict: OutboxConflict) -> OutboxEntry {
        var next = self
        next.rearm()
        // An object that the server has is not created again.
        if kind == .create, !conflict.theirs.isEmpty { next.kind = .update }
        next.base = kind == .delete ? [:] : conflict.theirs
        return next
    }
}

extension OutboxRound.Verdict {
    fileprivate static func resolved(_ entry: OutboxEntry, _ conflict: OutboxConflict) -> Self {
        var entry = entry
        entry.conflict = conflict
        return .resolved(entry)
    }
}
