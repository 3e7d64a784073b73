import ObjectGraph
import Synchronization

/// The writer's turn, held on a separate connection until it is released.
///
/// The transactions of the unit of work begin once the lock is granted. The server grants it in the
/// order of the requests.
final class HeldTurn: Sendable {
    private let pool: ConnectionPool
    private let connection: PooledConnection

    /// Waits for the turn, exclusively or shared with other writers.
    ///
    /// - Throws: ``StoreError`` with code `busy` if it is not granted within the busy timeout.
    init(_ pool: ConnectionPool, isAlone: Bool) throws(StoreError) {
        self.pool = pool
        connection = try pool.take()
        try connection.connection.withLock { (connection) throws(StoreError) in
            try pool.replaceIfLost(&connection) { (connection) throws(StoreError) in
                try Turn.wait(connection, isAlone: isAlone)
            }
        }
    }

    /// Waits for the exclusive turn, without a transaction while a different unit of work has it.
    ///
    /// Waiting units would otherwise use all connections of a pooler, although the one with the
    /// turn needs a second connection.
    ///
    /// - Throws: ``StoreError`` with code `busy` if it is not granted within the busy timeout.
    init(polling pool: ConnectionPool) throws(StoreError) {
        self.pool = pool
        let connection = try pool.take()
        self.connection = connection
        try pool.untilFree { () throws(StoreError) in
            try connection.connection.withLock { (connection) throws(StoreError) in
                do throws(StoreError) {
                    try pool.replaceIfLost(&connection, Turn.takeIfFree)
                    return true
                } catch {
                    let isTaken = connection.failure?.sqlState == "55P03"
                    if connection.isInTransaction { try connection.execute("ROLLBACK") }
                    guard isTaken else { throw error }
                    return false
                }
            }
        }
    }

    deinit {
        pool.giveBack(connection)
    }
}

/// Waiting for a turn without a transaction.
extension ConnectionPool {
    /// Executes a commit that a unit of work with the turn has excluded, once it has ended.
    func afterTurns<Result>(
        _ commit: () throws(StoreError) -> Result
    ) throws(StoreError) -> Result {
        var result: Result?
        try untilFree { () throws(StoreError) in
            guard try perform(Turn.isFree) else { return false }
            do throws(StoreError) { result = try commit() } catch  where error == .turnTaken {
                return false
            }
            return true
        }
        guard let result else { throw .turnTaken }
        return result
    }

    /// Repeats an attempt that does not wait until it succeeds, or the busy timeout has passed.
    fileprivate func untilFree(_ attempt: () throws(StoreError) -> Bool) throws(StoreError) {
        let deadline = ContinuousClock.now + busyTimeout
        while try !attempt() {
            guard ContinuousClock.now < deadline else { throw .turnTaken }
            ConnectionSource.pause(milliseconds: .random(in: 2...20))
        }
    }
}
