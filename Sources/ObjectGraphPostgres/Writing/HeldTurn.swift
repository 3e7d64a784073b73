import ObjectGraph
import Synchronization

/// The turn of a unit of work or a commit, held by a connection of its own until it is released.
///
/// The transactions that read and write begin after it, and are others. The server grants the lock
/// in the order of the requests.
final class HeldTurn: Sendable {
    private let pool: ConnectionPool
    private let connection: PooledConnection

    /// Waits for the turn, alone or shared with other writers.
    ///
    /// - Throws: ``StoreError`` with code `busy` if others keep it until the busy timeout.
    init(_ pool: ConnectionPool, isAlone: Bool) throws(StoreError) {
        self.pool = pool
        connection = try pool.take()
        try connection.connection.withLock { (connection) throws(StoreError) in
            try pool.replaceIfLost(&connection) { (connection) throws(StoreError) in
                try Turn.wait(connection, isAlone: isAlone)
            }
        }
    }

    /// Waits for the turn alone, without a transaction while another unit of work has it: the units
    /// that wait would otherwise have all connections of a pooler, of which the one with the turn
    /// needs another.
    ///
    /// - Throws: ``StoreError`` with code `busy` if others keep it until the busy timeout.
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
