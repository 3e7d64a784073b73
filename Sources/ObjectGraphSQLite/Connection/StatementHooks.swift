import ObjectGraphSQL
import Synchronization

/// A counter of the statements of one store's connections, with an optional trace closure.
///
/// Tests count statements to verify that the number for a request does not depend on its
/// number of keys.
final class StatementHooks: Sendable {
    private let counter = Atomic<Int>(0)
    let trace: (@Sendable (String) -> Void)?

    init(trace: (@Sendable (String) -> Void)?) {
        self.trace = trace
    }

    /// The number of statements executed so far.
    var count: Int { counter.load(ordering: .relaxed) }

    /// Records the start of a statement.
    func note(_ sql: String) {
        counter.wrappingAdd(1, ordering: .relaxed)
        trace?(sql)
    }
}
