/// Tells a store that many commits belong together, from its making until it ends.
///
/// Each commit is a whole for itself, and everybody sees it at once. What a store may leave for the
/// end is what only makes reading fast: an index that is made once costs less than one that grows
/// with each commit.
package final class StoreLoad {
    private let backend: any StoreBackend
    private var isOver = false

    /// Begins.
    package init(_ backend: any StoreBackend) {
        self.backend = backend
        backend.beginLoad()
    }

    /// A load that fails has an error of its own to tell, and the store can do what is left later.
    deinit {
        try? end()
    }

    /// Ends, once.
    package func end() throws(StoreError) { try takeEnd()?() }

    /// What is to be done at the end, for who does it elsewhere; nothing if it is done.
    package func takeEnd() -> (@Sendable () throws(StoreError) -> Void)? {
        guard !isOver else { return nil }
        isOver = true
        return { [backend] () throws(StoreError) in try backend.endLoad() }
    }
}
