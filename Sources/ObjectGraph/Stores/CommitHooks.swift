import Synchronization

/// The hooks that are called for each commit of a store.
///
/// A hook is called in the task that commits, before the commit returns, and in commit order. The
/// store is still locked, so a hook must be short and must not use the store.
///
/// ```swift
/// let subscription = backend.commits.add(for: model) { changes in cache.note(changes) }
/// ```
package final class CommitHooks: Sendable {
    package typealias Hook = @Sendable (ChangeSet) -> Void

    private struct Entry: Sendable {
        let key: Int
        let model: ManagedObjectModel
        let hook: Hook
        let onClose: (@Sendable () -> Void)?
    }

    private struct State: Sendable {
        var entries: [Entry] = []
        var nextKey = 0
    }

    private let state = Mutex(State())
    /// The number of commits that may be visible to readers before they are reported.
    private let running = Atomic(0)
    /// The gate that each commit of a container enters.
    package let gate = CommitGate()

    package init() {}

    /// Calls a hook after each commit from now on, for the lifetime of the subscription.
    ///
    /// The indices in a change set refer to a model, so commits for a model with other entities are
    /// skipped. `onClose` is called when a container has closed the store.
    package func add(
        for model: ManagedObjectModel, onClose: (@Sendable () -> Void)? = nil,
        _ hook: @escaping Hook
    ) -> CommitSubscription {
        let key = state.withLock { state in
            defer { state.nextKey += 1 }
            state.entries.append(
                Entry(key: state.nextKey, model: model, hook: hook, onClose: onClose))
            return state.nextKey
        }
        return CommitSubscription(self, key)
    }

    /// Calls the hooks; a store calls this function after a commit, while it still holds its lock.
    ///
    /// Without hooks it costs one uncontended lock.
    package func notify(_ changes: ChangeSet, of model: ManagedObjectModel) {
        let entries = state.withLock { $0.entries }
        for entry in entries where entry.model === model || entry.model.entities == model.entities {
            entry.hook(changes)
        }
    }

    /// Tells all subscribers that a container has closed the store; it may be open in another one.
    func noteClose() {
        for entry in state.withLock({ $0.entries }) { entry.onClose?() }
    }

    /// Calls the hooks after set-based connections, unless these have changed nothing.
    package func notify(
        _ outcomes: [ConnectionOutcome], of requests: [ConnectionRequest],
        in model: ManagedObjectModel
    ) {
        guard outcomes.contains(where: \.isChanged) else { return }
        notify(.connecting(requests, in: model), of: model)
    }

    /// Executes a commit and its report.
    ///
    /// A store whose readers can see a commit before the hooks are called uses this function.
    package func reporting<Result, Failure: Error>(
        _ commit: () throws(Failure) -> Result
    ) throws(Failure) -> Result {
        running.add(1, ordering: .sequentiallyConsistent)
        defer { running.subtract(1, ordering: .sequentiallyConsistent) }
        return try commit()
    }

    /// Indicates whether a commit may be visible that has not been reported.
    package var isReporting: Bool { running.load(ordering: .sequentiallyConsistent) > 0 }

    /// The number of hooks.
    package var count: Int { state.withLock { $0.entries.count } }

    func remove(_ key: Int) {
        // The hook must not be released under the lock: it may own a subscription itself.
        _ = state.withLock { state in
            state.entries.firstIndex { $0.key == key }.map { state.entries.remove(at: $0) }
        }
    }
}
