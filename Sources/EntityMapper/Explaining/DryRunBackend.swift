import ObjectGraph
import Synchronization

/// A store that can be read, and leaves no trace of what was tried on it.
final class DryRunBackend: StoreBackend {
    private let store: any StoreBackend
    /// Those of the store: others commit to it, a dry run does not.
    var commits: CommitHooks { store.commits }
    /// Far behind every number that a store has given out.
    private let nextNumber = Mutex(Int64(1) << 62)

    init(_ store: any StoreBackend) {
        self.store = store
    }

    func makeReader() throws(StoreError) -> any StoreReader {
        try store.makeReader()
    }

    func reserveNumbers(_ count: Int, root: Int) -> Range<Int64> {
        nextNumber.withLock { next in
            defer { next += Int64(count) }
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
