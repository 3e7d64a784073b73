import Synchronization

/// A store backend for dry runs, which reads from another backend and rejects commits.
///
/// The numbers that it reserves are ``ManagedObjectID/isProvisional``; the counters of the store
/// are unchanged.
final class DryRunBackend: StoreBackend {
    private let store: any StoreBackend
    /// The hooks of the store; the dry run itself never commits.
    var commits: CommitHooks { store.commits }
    /// The next number of each inheritance tree, by the index of its root.
    private let nextNumbers = Mutex<[Int: Int64]>([:])

    init(_ store: any StoreBackend) {
        self.store = store
    }

    func makeReader() throws(StoreError) -> any StoreReader {
        try store.makeReader()
    }

    func reserveNumbers(_ count: Int, root: Int) -> Range<Int64> {
        nextNumbers.withLock { nextNumbers in
            let next = nextNumbers[root] ?? ManagedObjectID.firstProvisionalNumber
            nextNumbers[root] = next + Int64(count)
            return next..<(next + Int64(count))
        }
    }

    func foreignVersion() throws(StoreError) -> Int64? {
        try store.foreignVersion()
    }

    func commit(_ changes: ChangeSet) throws(StoreError) {
        throw StoreError(.readOnly, "nothing of a dry run can be saved")
    }
}

extension ManagedObjectContext {
    /// Creates a context with the same pending changes, all isolated from the store.
    package func dryRunCopy() -> ManagedObjectContext {
        let copy = ManagedObjectContext(model: model, backend: DryRunBackend(backend))
        copy.state = state
        return copy
    }
}
