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

    deinit {
        pool.giveBack(connection)
    }
}
