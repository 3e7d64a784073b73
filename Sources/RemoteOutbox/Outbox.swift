public import EntityMapper
public import ObjectGraph
public import OutboxEntries
public import RemoteGraph
public import RemotePlanning

/// Edits that are saved locally and sent when the network is available.
///
/// An edit and its entry are saved in one commit, so that a crash cannot separate them:
///
/// ```swift
/// try container.perform { context in
///     try context.object(with: article)?["title"] = "Maps"
///     try manager.outbox.update(article, in: context)
///     try context.save()
/// }
/// try await manager.outbox.run()      // in a task that lasts as long as the program
/// ```
///
/// The entries of an object are sent in order, after the creations of objects that it references;
/// independent entries are sent concurrently. Unsent edits of an object form one request. The first
/// attempt fixes the bytes of a request; retries have the same bytes and the same idempotency key,
/// until the response is saved together with the removal of the entry. Until then, mapping neither
/// overwrites edited values nor restores deleted objects.
///
/// | response | effect |
/// |---|---|
/// | 2xx | mapped, and the entry is removed |
/// | 401 | the round ends; all entries wait for a new credential |
/// | 404, 410 | a deletion has succeeded; any other edit is a conflict |
/// | 409, 412 | conflict, see ``OutboxOptions/onConflict`` |
/// | 408, 421, 425, 429, 5xx, no response | the entry waits, at least for `Retry-After` |
/// | any further status | the entry fails; only dependent entries wait |
///
/// Processes that share a store send each entry once: a process claims it for a time (see
/// ``OutboxOptions/lease``), after which it is available again.
///
/// A backup contains the entries, and a store restored from it sends them. A store that begins with
/// a seed has none of the seed's.
public struct Outbox: Sendable {
    let manager: ObjectManager
    var plan: RemotePlan { manager.plan }
    var options: RemoteOptions { manager.options }
    var now: Timestamp { options.clock.date }

    init(_ manager: ObjectManager) { self.manager = manager }

    /// Returns the edits that were not sent, in order.
    ///
    /// - Returns: The entries; edits of an object that will be one request are one entry.
    /// - Throws: ``RemoteError`` with code `failedOutbox` if the store cannot be read.
    /// - Complexity: O(entries).
    public func entries() throws(RemoteError) -> [OutboxEntry] {
        try upgrade()
        return try Self.wrapping {
            try manager.container.perform { context in
                try EntryPlan(context).all.filter { !$0.isVoid }.map(\.entry)
            }
        }
    }

    /// Returns the synchronization state of an object.
    ///
    /// - Parameter object: The object.
    /// - Returns: `clean` without entries; otherwise the state of the first entry. A creation that
    ///   is unconfirmed counts as failed.
    /// - Throws: ``RemoteError`` with code `failedOutbox` if the store cannot be read.
    /// - Complexity: O(entries of the object).
    public func state(of object: ManagedObjectID) throws(RemoteError) -> SynchronizationState {
        try upgrade()
        let entries = try Self.wrapping {
            try manager.container.perform { try EntryPlan.entries(of: object, in: $0) }
        }
        guard let entry = EntryPlan(entries).all.first(where: { !$0.isVoid })?.entry else {
            return .clean
        }
        return switch entry.state {
        case .pending, .waiting: .edited
        case .sending: .sending
        case .failed, .unconfirmed: .failed
        case .conflict: entry.conflict?.isGone == true ? .gone : .conflict
        }
    }
}

extension ObjectManager {
    /// The edits that are sent when there is a network.
    public var outbox: Outbox { Outbox(self) }
}

/// Units of work.
extension Outbox {
    /// Upgrades the entries of earlier versions.
    private func upgrade() throws(RemoteError) {
        try Self.wrapping {
            try manager.entryOwner.upgrade(
                manager.container, retryLimit: options.mapping.retryLimit)
        }
    }

    /// Converts errors of the store to errors of the outbox.
    static func wrapping<Result>(_ work: () throws -> Result) throws(RemoteError) -> Result {
        do { return try work() } catch { throw RemoteError(ofOutbox: error) }
    }

    /// Runs a unit of work, with retries on conflicts.
    func perform<Result: Sendable>(
        retryLimit: Int = 0, _ work: @Sendable (ManagedObjectContext) throws -> Result
    ) async throws(RemoteError) -> Result {
        try upgrade()
        do {
            return try await manager.container.performBackgroundTask(
                retryLimit: retryLimit, work)
        } catch {
            throw RemoteError(ofOutbox: error)
        }
    }

    /// Runs a unit of work after a response, which is not sent again only because the store is
    /// busy.
    ///
    /// If the task is cancelled before, the work runs once nevertheless.
    func settle<Result: Sendable>(
        _ work: @escaping @Sendable (ManagedObjectContext) throws -> Result
    ) async throws(RemoteError) -> Result {
        let isPatient = !Task.isCancelled
        let task = Task { [options, manager] in
            let perform = {
                try await manager.container.performBackgroundTask(
                    retryLimit: options.mapping.retryLimit, work)
            }
            return isPatient ? try await options.patiently(perform) : try await perform()
        }
        do {
            return try await withTaskCancellationHandler {
                try await task.value
            } onCancel: {
                if isPatient { task.cancel() }
            }
        } catch {
            throw RemoteError(ofOutbox: error)
        }
    }
}

extension RemoteError {
    /// The store error among the causes, or `nil`.
    var storeError: StoreError? {
        var next: (any Error)? = self
        while let error = next {
            if let error = error as? StoreError { return error }
            next = (error as? any CausedError)?.cause
        }
        return nil
    }

    init(ofOutbox error: any Error) {
        self =
            switch error {
            case let error as RemoteError: error
            case is CancellationError: .cancelled
            default:
                RemoteError(
                    .failedOutbox,
                    "the outbox could not be read or saved, and nothing was changed: \(error)",
                    cause: error)
            }
    }
}
