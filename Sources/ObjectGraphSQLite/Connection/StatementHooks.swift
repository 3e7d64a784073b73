import ObjectGraphSQL
import Synchronization

/// A counter of the statements of one store's connections, with optional closures that trace and
/// profile them.
///
/// Tests count statements to verify that the number for a request does not depend on its
/// number of keys.
final class StatementHooks: Sendable {
    private let counter = Atomic<Int>(0)
    let trace: (@Sendable (String) -> Void)?
    let profile: (@Sendable (StatementProfile) -> Void)?

    init(
        trace: (@Sendable (String) -> Void)?, profile: (@Sendable (StatementProfile) -> Void)? = nil
    ) {
        self.trace = trace
        self.profile = profile
    }

    /// The number of statements executed so far.
    var count: Int { counter.load(ordering: .relaxed) }

    /// Records the start of a statement.
    func note(_ sql: String) {
        counter.wrappingAdd(1, ordering: .relaxed)
        trace?(sql)
    }
}
