import Synchronization

/// Counts the statements that the connections of one store execute, and shows them to who asks.
///
/// Tests count statements to prove that a request does not cost more of them when it has more keys.
final class StatementHooks: Sendable {
    private let counter = Atomic<Int>(0)
    private let trace: (@Sendable (String) -> Void)?

    init(trace: (@Sendable (String) -> Void)?) {
        self.trace = trace
    }

    /// How many statements were executed so far.
    var count: Int { counter.load(ordering: .relaxed) }

    /// Notes that a statement begins.
    func note(_ sql: String) {
        counter.wrappingAdd(1, ordering: .relaxed)
        trace?(sql)
    }
}
