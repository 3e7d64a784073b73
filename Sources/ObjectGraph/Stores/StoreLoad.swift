/// A load of many commits into a store, from its creation until its end.
///
/// Each commit is complete and immediately visible. A store can postpone work that only makes
/// reading faster to the end: creating an index once costs less than updating it with each commit.
package final class StoreLoad {
    private let backend: any StoreBackend
    private var isOver = false

    /// Begins a load.
    package init(_ backend: any StoreBackend) {
        self.backend = backend
        backend.beginLoad()
    }

    /// Ends the load of a failed operation.
    ///
    /// The operation reports its error; the store can do the postponed work later.
    deinit {
        try? end()
    }

    /// Ends the load, unless it has ended.
    package func end() throws(StoreError) { try takeEnd()?() }

    /// Returns the work at the end of the load, for execution elsewhere; `nil` after the end.
    package func takeEnd() -> (@Sendable () throws(StoreError) -> Void)? {
        guard !isOver else { return nil }
        isOver = true
        return { [backend] () throws(StoreError) in try backend.endLoad() }
    }
}
