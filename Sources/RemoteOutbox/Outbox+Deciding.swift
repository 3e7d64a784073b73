import EntityMapper
import HTTPValues
public import ObjectGraph
public import OutboxEntries
import RemoteGraph
public import RemotePlanning

/// Decisions about entries that are not sent by themselves.
///
/// All methods throw ``RemoteError`` with code `failedOutbox`, and change nothing, if the store
/// cannot be saved, or if the entry has been sent or decided, or is being sent.
extension Outbox {
    /// A way to end a conflict.
    public enum Resolution: Sendable, Hashable {
        /// The edit is sent for the version of the server; an object that the server does not have
        /// any more is created again.
        case mine
        /// The edit is given up, as by ``Outbox/discard(_:)``.
        case theirs
        /// The attributes get these values, which are sent for the version of the server.
        case values([String: Value])
    }

    /// Sends an entry again that has failed, or that is unconfirmed or in a conflict.
    ///
    /// The request is made anew from the object, with a new key. An entry that waits is sent by the
    /// next round, with the same key.
    ///
    /// - Parameter entry: The entry.
    /// - Throws: ``RemoteError``.
    public func retry(_ entry: OutboxEntry) async throws(RemoteError) {
        try await decide(entry) { [self] step, context in
            var next = step.entry
            guard next.isReadable else {
                throw RemoteError(.failedOutbox, next.message ?? "\(next) cannot be read")
            }
            if case .waiting = next.state { next.state = .pending } else { next.rearm() }
            try context.move(step.entry, to: next)
            if let object = try context.object(with: next.object) {
                plan.mark(object, .edited)
            }
        }
    }

    /// Assigns the object of an unconfirmed entry to an object of the server.
    ///
    /// The server's object is merged into the object of a creation: references, edits, values and
    /// identifier. The edits of both are sent, but the creation is not. An unconfirmed deletion
    /// deletes the server's object.
    ///
    /// ```swift
    /// for entry in try manager.outbox.entries() where entry.state == .unconfirmed {
    ///     if let match = choice(entry) { try await manager.outbox.confirm(entry, as: match) }
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - entry: An entry in the state `unconfirmed`.
    ///   - identifier: An object with the server's identifier, such as an element of a list.
    /// - Throws: ``RemoteError``.
    public func confirm(
        _ entry: OutboxEntry, as identifier: ManagedObjectID
    ) async throws(RemoteError) {
        try await decide(entry) { [self] step, context in
            guard step.entry.state == .unconfirmed, step.entry.kind != .update else {
                throw RemoteError(
                    .failedOutbox,
                    "\(step.entry) is not unconfirmed, so it is known which object it is")
            }
            let root = step.entry.object.entityName
            guard let other = try context.object(with: identifier), identifier.entityName == root,
                identifier != step.entry.object,
                plan.identification(of: other.entity).allSatisfy({ !other[$0].isNull })
            else {
                throw RemoteError(
                    .failedOutbox,
                    "expected another \(root) with an identifier of the server, found "
                        + "\(identifier)")
            }
            guard let object = try context.object(with: step.entry.object) else {
                return try confirmDeletion(step.entry, of: other)
            }
            let later = try later(step, in: context)
            try context.move(step.entry, to: nil)
            try context.join(other, into: object).apply(to: object)
            plan.mark(object, later.isEmpty ? .clean : .edited)
            if try context.moveEntries(of: identifier, to: object.objectID) {
                plan.markEdited(object)
            }
            try fillForeignKeys(of: object)
        }
    }

    /// Makes a deletion apply to an object; the deletion or its creation is unconfirmed.
    private func confirmDeletion(_ entry: OutboxEntry, of other: ManagedObject) throws {
        let context = other.context
        let entries = try EntryPlan.entries(of: entry.object, in: context)
        guard let deletion = entries.last(where: { $0.kind == .delete }) else {
            throw RemoteError(
                .failedOutbox,
                "the object of \(entry) does not exist any more; discard the entry")
        }
        for edit in entries where edit.id != deletion.id { try context.move(edit, to: nil) }
        var next = deletion
        next.rearm()
        try complete(&next, with: other)
        try context.move(deletion, to: next)
    }

    /// Ends a conflict.
    ///
    /// ```swift
    /// for entry in try manager.outbox.entries() where entry.state == .conflict {
    ///     try await manager.outbox.resolve(entry, with: .values(choice(entry.conflict)))
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - entry: An entry in the state `conflict`.
    ///   - resolution: The way to end the conflict.
    /// - Throws: ``RemoteError``.
    public func resolve(
        _ entry: OutboxEntry, with resolution: Resolution
    ) async throws(RemoteError) {
        guard resolution != .theirs else { return try await discard(entry) }
        try await decide(entry) { [self] step, context in
            guard step.entry.state == .conflict, let conflict = step.entry.conflict else {
                throw RemoteError(.failedOutbox, "\(step.entry) is not in a conflict; retry it")
            }
            var next = step.entry.rebased(on: conflict)
            next.resolutions = 0
            if conflict.isGone {
                next.kind = .create
                next.versionTag = nil
            }
            if let object = try context.object(with: next.object) {
                if case .values(let values) = resolution {
                    for (name, value) in values {
                        guard object.entity.attribute(named: name) != nil else {
                            throw RemoteError(
                                .failedOutbox, "\(object.entity.name) has no attribute '\(name)'")
                        }
                        if !conflict.isGone, next.base[name] == nil {
                            next.base[name] = object[name]
                        }
                        object[name] = value
                    }
                }
                plan.mark(object, .edited)
            }
            try context.move(step.entry, to: next)
        }
    }

    /// Discards an edit: the object is reverted to its last known state on the server.
    ///
    /// A new object is deleted locally. The edited attributes and to-one relationships of an
    /// existing object are set to the server's values in the conflict, or else to the values before
    /// the edit, without a request. A locally deleted object is requested from the server; if that
    /// fails, the entry remains.
    ///
    /// - Parameter entry: The entry.
    /// - Throws: ``RemoteError``.
    public func discard(_ entry: OutboxEntry) async throws(RemoteError) {
        if entry.kind == .delete, entry.url != nil { return try await restore(entry) }
        try await decide(entry) { [self] step, context in
            try context.move(step.entry, to: nil)
            let later = try later(step, in: context)
            guard step.entry.isReadable,
                let object = try context.object(with: step.entry.object)
            else { return }
            let isGone = step.entry.conflict?.isGone == true
            guard step.entry.kind != .create && !isGone else {
                for other in later { try context.move(other, to: nil) }
                context.delete(object)
                return
            }
            try giveUp(step.entry, later, object)
        }
    }

    /// Returns the entries of an edit's object that are not part of the edit.
    private func later(
        _ step: EntryPlan.Step, in context: ManagedObjectContext
    ) throws(StoreError) -> [OutboxEntry] {
        try EntryPlan.entries(of: step.entry.object, in: context).filter { other in
            other.id != step.entry.id && !step.replaced.contains { $0.id == other.id }
        }
    }

    /// Gives attributes their values from before an edit, unless a later entry edits them as well.
    private func giveUp(
        _ entry: OutboxEntry, _ later: [OutboxEntry], _ object: ManagedObject
    ) throws(StoreError) {
        var (values, references) = (entry.base, entry.references)
        if let theirs = entry.conflict?.theirs { values.merge(theirs) { _, theirs in theirs } }
        for other in later {
            var next = other
            for name in other.base.keys {
                if let value = values.removeValue(forKey: name) { next.base[name] = value }
            }
            for name in other.references.keys {
                if let number = references.removeValue(forKey: name) {
                    next.references[name] = number
                }
            }
            try object.context.move(other, to: next)
        }
        for (name, value) in values where object.entity.attribute(named: name) != nil {
            object[name] = value
        }
        for (name, number) in references { object.setReference(name, to: number) }
        plan.mark(object, later.isEmpty ? .clean : .edited)
    }

    /// Requests a deleted object, and removes its entry together with the response.
    private func restore(_ entry: OutboxEntry) async throws(RemoteError) {
        guard let url = entry.url else { return }
        var get = entry
        get.request = ResourceRequest(.get, url, headers: try plan.fields(nil, [:], nil))
        guard let request = try outgoingRequest(of: get) else { return }
        var job = RemoteJob(request, .list)
        job.user = entry.user
        job.entry = entry
        job.companion = { [self] context, _, _ in
            let step = try undecided(entry, in: context)
            for own in step.replaced + [step.entry] { try context.move(own, to: nil) }
        }
        let outcome = try await manager.perform(job)
        guard case .mapped = outcome else {
            throw RemoteError(
                .failedOutbox, "expected the deleted object, found \(outcome); the entry remains")
        }
    }

    /// Runs a decision about an entry as it is in the store, and saves it.
    private func decide(
        _ entry: OutboxEntry,
        _ change: @Sendable (EntryPlan.Step, ManagedObjectContext) throws -> Void
    ) async throws(RemoteError) {
        try await perform(retryLimit: options.mapping.retryLimit) { [self] context in
            let step = try undecided(entry, in: context)
            try change(step, context)
            for other in step.replaced { try context.move(other, to: nil) }
            try context.save()
        }
    }

    /// Returns the edit of an entry, which no process is sending.
    private func undecided(
        _ entry: OutboxEntry, in context: ManagedObjectContext
    ) throws -> EntryPlan.Step {
        let entries =
            entry.isReadable
            ? try EntryPlan.entries(of: entry.object, in: context)
            : try EntryPlan.entries(in: context)
        guard let step = EntryPlan(entries).all.first(where: { $0.entry.id == entry.id }) else {
            throw RemoteError(.failedOutbox, "\(entry) was sent or decided meanwhile")
        }
        guard step.entry.state != .sending || (step.entry.claim?.end ?? 0) <= now.microseconds
        else { throw RemoteError(.failedOutbox, "\(entry) is being sent; wait for the end") }
        return step
    }
}
