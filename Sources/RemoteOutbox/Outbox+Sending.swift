import EntityMapper
import HTTPValues
import ObjectGraph
import OutboxEntries
import RemoteGraph
public import RemotePlanning
import ResourceMapping

/// Sending.
extension Outbox {
    /// Sends all entries that may be sent now, each once.
    ///
    /// - Returns: The results of the entries.
    /// - Throws: ``RemoteError`` with code `failedOutbox` if the store cannot be read or saved, or
    ///   `cancelled`. Entries whose requests were answered have their responses saved.
    @discardableResult
    public func send() async throws(RemoteError) -> OutboxRound {
        let result = await withTaskGroup(
            of: (OutboxEntry, Result<OutboxRound.Verdict, RemoteError>).self
        ) { group -> Result<OutboxRound, RemoteError> in
            var course = OutboxCourse()
            do throws(RemoteError) {
                while true {
                    if course.needsSteps {
                        course.begin(try await readAgenda(), canTake)
                    }
                    if course.runningCount < max(options.outbox.width, 1),
                        let step = course.next()
                    {
                        guard
                            let (entry, isUncertain) = course.begin(
                                step, try await claim(step), canTake)
                        else { continue }
                        group.addTask { (entry, await attempt(entry, isUncertain)) }
                    } else if let (entry, result) = await group.next() {
                        course.end(entry, try result.get(), canTake)
                    } else {
                        return .success(try await refreshed(course.round))
                    }
                }
            } catch {
                group.cancelAll()
                return .failure(error)
            }
        }
        return try result.get()
    }

    /// Returns a round with its entries as they are after their treatment.
    private func refreshed(_ round: OutboxRound) async throws(RemoteError) -> OutboxRound {
        guard !(round.waiting + round.failed + round.conflicts + round.unconfirmed).isEmpty else {
            return round
        }
        let entries = try await perform { try EntryPlan.entries(in: $0) }
        var round = round
        round.refresh(from: entries)
        return round
    }

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
            return try await perform { try $0.metadata(entry.metadataKey) == nil }
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

    func job(_ request: RemoteRequest, _ entry: OutboxEntry) -> RemoteJob {
        var job = RemoteJob(request, entry.kind == .delete ? .delete : .save, entry.object)
        job.entry = entry
        job.user = entry.user
        job.timeLimit = options.outbox.lease
        job.companion = { [self] context, exchange, result in
            try finish(entry, in: context, versionTag: exchange.headers["ETag"], result)
        }
        return job
    }

    /// Removes an entry in the unit of work that applies its response, and completes dependents.
    ///
    /// - Throws: ``RemoteError`` with code `failedOutbox` if a different process has claimed the
    ///   entry.
    func finish(
        _ entry: OutboxEntry, in context: ManagedObjectContext, versionTag: String?,
        _ result: MappingResult?
    ) throws {
        guard let entry = try context.current(entry) else {
            throw RemoteError(
                .failedOutbox, "another process has sent \(entry.object), or the entry was decided")
        }
        let object = try context.object(with: entry.object)
        let names = object.map { plan.identification(of: $0.entity) } ?? []
        if entry.kind == .create, let object, !names.isEmpty,
            names.allSatisfy({ object[$0].isNull })
        {
            var held = entry
            held.state = .unconfirmed
            held.claim = nil
            held.message = Self.unknown
            try context.move(entry, to: held)
            return
        }
        try context.move(entry, to: nil)
        for later in try EntryPlan.entries(of: entry.object, in: context)
        where later.id != entry.id && later.request == nil {
            var changed = later
            changed.versionTag = versionTag
            let isOpen = later.kind == .delete && later.url == nil
            try context.move(
                later, to: isOpen ? try completed(changed, by: result, in: context) : changed)
        }
        guard entry.kind == .create, let object else { return }
        if try isDeleted(object) { return try discard(object) }
        try fillForeignKeys(of: object)
    }

    /// Deletes an object together with its unsent edits, which have no object any more.
    private func discard(_ object: ManagedObject) throws {
        for edit in try EntryPlan.entries(of: object.objectID, in: object.context)
        where edit.kind != .delete {
            try object.context.move(edit, to: nil)
        }
        object.context.delete(object)
    }

    /// Tests whether the object of a creation was deleted here as an object of a list, which had
    /// brought it before the answer.
    private func isDeleted(_ object: ManagedObject) throws(StoreError) -> Bool {
        try object.context.pendingDeletions(root: object.root).contains { edit in
            edit.isDeletion(of: object.entity) { name in
                object.entity.attribute(named: name) == nil ? nil : object[name]
            }
        }
    }

    /// Returns a deletion that was made while the creation was sent, with its URL; `nil` if the
    /// object has another deletion, because a list had brought it and it was deleted there, too.
    private func completed(
        _ deletion: OutboxEntry, by result: MappingResult?, in context: ManagedObjectContext
    ) throws -> OutboxEntry? {
        // The response to the creation identifies the object, even if a list has already contained
        // it.
        let root = deletion.entityName.flatMap { context.model.layout(named: $0)?.root }
        let created = try result?.array.lazy.compactMap { try context.object(with: $0) }
            .first { $0.layout.root == root }
        var completed = deletion
        if let created {
            try complete(&completed, with: created)
        } else if let root, result?.withdrawn.contains(root) == true {
            return nil
        } else {
            completed.state = .unconfirmed
            completed.message =
                "the server has created the object, but the response has no identifier"
        }
        return completed
    }

    /// Assigns a deletion to an object of the server, and deletes it locally with its unsent edits.
    func complete(_ deletion: inout OutboxEntry, with object: ManagedObject) throws {
        for name in plan.identification(of: object.entity) {
            deletion.identity[name] = object[name]
        }
        deletion.url = Secrets(plan.server).removing(
            from: try plan.request(.delete, for: object).request.url)
        try discard(object)
    }

    /// Sets the foreign keys of the objects that were connected to an object before it had its
    /// identifier.
    func fillForeignKeys(of parent: ManagedObject) throws {
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
