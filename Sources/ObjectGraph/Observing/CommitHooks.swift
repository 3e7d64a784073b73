import Synchronization

/// Who is told of each commit of a store.
///
/// A hook is called in the task that commits, before the commit returns, in the order of commits:
/// the store is still locked. It must be short, and must not use the store.
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
    }

    private struct State: Sendable {
        var entries: [Entry] = []
        var nextKey = 0
    }

    private let state = Mutex(State())

    package init() {}

    /// Calls a hook after each commit from now on, as long as the subscription lives.
    ///
    /// A change set speaks in the numbers of a model, so commits for a model with other entities
    /// are left out.
    package func add(
        for model: ManagedObjectModel, _ hook: @escaping Hook
    ) -> CommitSubscription {
        let key = state.withLock { state in
            defer { state.nextKey += 1 }
            state.entries.append(Entry(key: state.nextKey, model: model, hook: hook))
            return state.nextKey
        }
        return CommitSubscription(self, key)
    }

    /// Tells everybody; a store calls it after a commit, while nobody else can commit.
    ///
    /// Costs one free lock when nobody listens.
    package func notify(_ changes: ChangeSet, of model: ManagedObjectModel) {
        let entries = state.withLock { $0.entries }
        for entry in entries where entry.model === model || entry.model.entities == model.entities {
            entry.hook(changes)
        }
    }

    /// How many hooks there are.
    package var count: Int { state.withLock { $0.entries.count } }

    fileprivate func remove(_ key: Int) {
        // What a hook holds must not be released under the lock: it may be a subscription itself.
        _ = state.withLock { state in
            state.entries.firstIndex { $0.key == key }.map { state.entries.remove(at: $0) }
        }
    }
}

/// Keeps a hook in place while it lives.
package final class CommitSubscription: Sendable {
    private let hooks: CommitHooks
    private let key: Int

    fileprivate init(_ hooks: CommitHooks, _ key: Int) {
        self.hooks = hooks
        self.key = key
    }

    deinit {
        hooks.remove(key)
    }
}
