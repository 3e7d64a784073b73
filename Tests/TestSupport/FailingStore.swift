package import ObjectGraph
import Synchronization

/// A store that fails or is interrupted on request.
package final class FailingStore: PersistentStore {
    /// The operations of a store, each of which can fail separately.
    package enum Work: Sendable, CaseIterable {
        case reading, reserving, committing, endingLoad
    }

    private let store: any PersistentStore
    private let failing = Mutex<(work: Set<Work>, code: StoreError.Code)>(([], .failure))
    private let ended = Mutex(0)
    private let interruption = Mutex<(@Sendable () -> Void)?>(nil)

    /// Wraps a store; no operation fails initially.
    package init(_ store: any PersistentStore = InMemoryStore()) {
        self.store = store
    }

    /// Makes the given operations fail with a code from now on, and all others succeed.
    package func fail(_ work: Set<Work>, _ code: StoreError.Code = .failure) {
        failing.withLock { $0 = (work, code) }
    }

    /// The number of loads that have ended, successfully or not.
    package var endedLoads: Int { ended.withLock { $0 } }

    fileprivate func noteEnd() { ended.withLock { $0 += 1 } }

    /// Calls a closure once, after the next reader has acquired its snapshot and before its
    /// first request.
    package func interruptNextReader(_ work: @escaping @Sendable () -> Void) {
        interruption.withLock { $0 = work }
    }

    fileprivate func interrupt() {
        let work = interruption.withLock { work in
            defer { work = nil }
            return work
        }
        work?()
    }

    package func open(for model: ManagedObjectModel) throws(StoreError) -> StoreConnection {
        StoreConnection(FailingBackend(try store.open(for: model).backend, self))
    }

    fileprivate func check(_ work: Work) throws(StoreError) {
        let (all, code) = failing.withLock { $0 }
        guard all.contains(work) else { return }
        throw StoreError(code, "\(work) fails for a test")
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
        let reader = try backend.makeReader()
        store.interrupt()
        return reader
    }

    func reserveNumbers(_ count: Int, root: Int) throws(StoreError) -> Range<Int64> {
        try store.check(.reserving)
        return try backend.reserveNumbers(count, root: root)
    }

    func commit(_ changes: ChangeSet) throws(StoreError) {
        try store.check(.committing)
        try backend.commit(changes)
    }

    func beginLoad() { backend.beginLoad() }

    func endLoad() throws(StoreError) {
        store.noteEnd()
        try store.check(.endingLoad)
        try backend.endLoad()
    }
}
