package import ObjectGraph
import Synchronization

/// A store that can be told to fail, for tests of what happens then.
package final class FailingStore: PersistentStore {
    /// What a store does; each can fail by itself.
    package enum Work: Sendable, CaseIterable {
        case reading, reserving, committing
    }

    private let store: any PersistentStore
    private let failing = Mutex<Set<Work>>([])

    /// Wraps a store; nothing fails until told.
    package init(_ store: any PersistentStore = InMemoryStore()) {
        self.store = store
    }

    /// Makes some work fail from now on, and all other work succeed.
    package func fail(_ work: Set<Work>) {
        failing.withLock { $0 = work }
    }

    package func open(for model: ManagedObjectModel) throws(StoreError) -> StoreConnection {
        StoreConnection(FailingBackend(try store.open(for: model).backend, self))
    }

    fileprivate func check(_ work: Work) throws(StoreError) {
        guard failing.withLock({ $0.contains(work) }) else { return }
        throw StoreError(.failure, "\(work) fails for a test")
    }
}

private struct FailingBackend: StoreBackend {
    private let backend: any StoreBackend
    private let store: FailingStore

    init(_ backend: any StoreBackend, _ store: FailingStore) {
        self.backend = backend
        self.store = store
    }

    var commits: CommitHooks { backend.commits }

    func foreignVersion() throws(StoreError) -> Int64? {
        try store.check(.reading)
        return try backend.foreignVersion()
    }

    func makeReader() throws(StoreError) -> any StoreReader {
        try store.check(.reading)
        return try backend.makeReader()
    }

    func reserveNumbers(_ count: Int, root: Int) throws(StoreError) -> Range<Int64> {
        try store.check(.reserving)
        return try backend.reserveNumbers(count, root: root)
    }

    func commit(_ changes: ChangeSet) throws(StoreError) {
        try store.check(.committing)
        try backend.commit(changes)
    }
}
