import ObjectGraph
import Synchronization

/// A store that can be read, and leaves no trace of what was tried on it.
///
/// The numbers it gives are ``ManagedObjectID/isProvisional``; the store's own counters stay.
final class DryRunBackend: StoreBackend {
    private let store: any StoreBackend
    /// Nobody is told of anything, since nothing is committed.
    let commits = CommitHooks()
    /// The next number of each tree.
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
