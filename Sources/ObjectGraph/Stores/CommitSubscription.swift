/// A handle that keeps a hook registered for its own lifetime.
package final class CommitSubscription: Sendable {
    private let hooks: CommitHooks
    private let key: Int

    init(_ hooks: CommitHooks, _ key: Int) {
        self.hooks = hooks
        self.key = key
    }

    deinit {
        hooks.remove(key)
    }
}
