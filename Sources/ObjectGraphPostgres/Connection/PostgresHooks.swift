package import ObjectGraphSQL
import Synchronization

/// Counts the statements and the round trips of the connections of one store, and passes the
/// statements to optional closures that trace and profile them.
package final class PostgresHooks: Sendable {
    private let statements = Atomic<Int>(0)
    private let trips = Atomic<Int>(0)
    let trace: (@Sendable (String) -> Void)?
    let profile: (@Sendable (StatementProfile) -> Void)?

    package init(
        trace: (@Sendable (String) -> Void)?, profile: (@Sendable (StatementProfile) -> Void)? = nil
    ) {
        self.trace = trace
        self.profile = profile
    }

    /// The number of statements so far.
    package var count: Int { statements.load(ordering: .relaxed) }

    /// The number of times that a connection has waited for an answer so far.
    package var roundTrips: Int { trips.load(ordering: .relaxed) }

    /// Records a statement that is sent.
    func note(_ sql: String) {
        statements.wrappingAdd(1, ordering: .relaxed)
        trace?(sql)
    }

    /// Records a wait for a response.
    func noteRoundTrip() {
        trips.wrappingAdd(1, ordering: .relaxed)
    }
}
