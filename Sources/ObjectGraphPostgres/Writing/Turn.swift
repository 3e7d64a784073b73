import ObjectGraph
import ObjectGraphSQL

/// The right to write exclusively, in any process: a lock of the table `mercator_turn`.
///
/// Each writer shares the lock until the end of its transaction. A unit of work that has failed
/// twice on conflicts acquires it exclusively before it reads, and so succeeds.
///
/// A writer never waits for the lock while it holds other locks, or blocks other writers of its
/// process: one of them may belong to the unit that has the turn. It ends instead, shares the turn
/// by a ``HeldTurn``, and begins again.
enum Turn {
    static let creation = "CREATE TABLE mercator_turn (id bigint PRIMARY KEY)"

    private static let sharing = "LOCK TABLE mercator_turn IN ROW SHARE MODE NOWAIT"

    /// Shares the turn until the end of the transaction, or fails if a unit of work has it.
    static func share(_ connection: PostgresConnection) throws(StoreError) {
        if connection.settings.engine.hasLocks { try connection.execute(sharing, []) }
    }

    /// Tests whether a transaction failed because a unit of work has the turn.
    static func isTaken(_ failure: PostgresFailure) -> Bool {
        failure.sqlState == "55P03" && failure.sql == sharing
    }

    /// Acquires the turn in a transaction, unless a different unit of work has it or waits for it.
    ///
    /// It waits for the commits that share the turn. Only one unit of work at a time thus needs a
    /// second transaction.
    static func takeIfFree(_ connection: PostgresConnection) throws(StoreError) {
        try connection.execute("BEGIN")
        try connection.execute(
            "LOCK TABLE mercator_turn IN SHARE UPDATE EXCLUSIVE MODE NOWAIT")
        try connection.execute("LOCK TABLE mercator_turn IN EXCLUSIVE MODE")
    }

    /// Tests in a separate transaction whether no unit of work has the turn.
    static func isFree(_ connection: PostgresConnection) throws(StoreError) -> Bool {
        do throws(StoreError) {
            try connection.transaction { () throws(StoreError) in
                try connection.execute(sharing, [])
            }
            return true
        } catch {
            guard let failure = connection.failure, isTaken(failure) else { throw error }
            return false
        }
    }

    /// Acquires or shares the turn in a transaction, in the order of requests.
    static func wait(_ connection: PostgresConnection, isAlone: Bool) throws(StoreError) {
        try connection.execute("BEGIN")
        try connection.execute(
            "LOCK TABLE mercator_turn IN \(isAlone ? "EXCLUSIVE" : "ROW SHARE") MODE")
    }
}

extension StoreError {
    /// The error of a commit that a unit of work excludes.
    static let turnTaken = StoreError(
        .busy,
        "a unit of work that others made repeat has the store for itself")
}
