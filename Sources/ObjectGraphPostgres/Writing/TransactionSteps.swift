import ObjectGraph
import ObjectGraphSQL

/// The parts of a writer's transaction around its work.
struct TransactionSteps {
    /// Indicates whether other writers are excluded from the beginning.
    ///
    /// Two transactions that have written rows and then both create an index would deadlock, and
    /// making connections reads whole tables before it writes.
    var excludesWriters = false
    /// Indicates whether the unit of work has the turn already.
    var hasTurn = false
    /// The indexes that the transaction creates, for messages.
    var missing: [IndexDescription] = []
    /// Statements of the first round trip.
    var beginning: (PostgresConnection) throws(StoreError) -> Void = { _ in }
    /// Statements of the last round trip, before `COMMIT`.
    var ending: (PostgresConnection) throws(StoreError) -> Void = { _ in }
}
