import ObjectGraph
import ObjectGraphSQL
import Synchronization

/// The connections of a store that nothing uses at the moment.
final class IdleConnections: Sendable {
    private let all = Mutex<[PooledConnection]>([])

    /// Returns one of them, which the caller uses.
    func take() -> PooledConnection? { all.withLock { $0.popLast() } }

    /// Adds a connection, unless there are as many as wanted.
    func add(_ connection: PooledConnection, upTo capacity: Int) {
        all.withLock { if $0.count < capacity { $0.append(connection) } }
    }

    /// Closes all of them.
    func removeAll() {
        // Closing takes time, so it is done without the lock.
        _ = all.withLock { all in
            defer { all = [] }
            return all
        }
    }
}

/// A pool of idle connections for reading.
final class ConnectionPool: Sendable {
    /// The maximum number of attempts for work that the server aborts on conflicts.
    private static let attempts = 10

    private let source: ConnectionSource
    private let capacity: Int

    init(_ source: ConnectionSource, capacity: Int) {
        self.source = source
        self.capacity = capacity
    }

    /// The maximum time of waiting for locks and connections.
    var busyTimeout: Duration { source.settings.busyTimeout }

    /// Returns a connection for one unit of work.
    func take() throws(StoreError) -> PooledConnection { try source.take() }

    /// Begins a transaction that reads one state; a connection that was lost while it was idle is
    /// replaced.
    func begin(
        _ connection: inout sending PostgresConnection, _ watch: SchemaWatch
    ) throws(StoreError) {
        try replaceIfLost(&connection) { (connection) throws(StoreError) in
            try connection.beginReading(watch)
        }
    }

    /// Executes work that begins a transaction; a connection that was lost while it was idle is
    /// replaced.
    func replaceIfLost(
        _ connection: inout sending PostgresConnection,
        _ work: (PostgresConnection) throws(StoreError) -> Void
    ) throws(StoreError) {
        do throws(StoreError) {
            if connection.isInTransaction { try connection.execute("ROLLBACK") }
            try work(connection)
        } catch {
            guard connection.isLost, error.code != .busy else { throw error }
            connection = try source.connect()
            try work(connection)
        }
    }

    /// Executes work that may be repeated, without a transaction.
    ///
    /// It is repeated if an idle connection was lost, and if the server aborts it on a conflict:
    /// with a pooler, the role may have a stricter isolation level than wanted.
    func perform<Result: Sendable>(
        _ work: (PostgresConnection) throws(StoreError) -> Result
    ) throws(StoreError) -> Result {
        let (pooled, source) = (try take(), source)
        defer { giveBack(pooled) }
        return try pooled.connection.withLock { (connection) throws(StoreError) in
            var attempt = 1
            while true {
                do throws(StoreError) {
                    return try work(connection)
                } catch  where error.code == .unreachable && attempt == 1 {
                    connection = try source.connect()
                } catch  where error.code == .conflict && attempt < ConnectionPool.attempts {}
                attempt += 1
            }
        }
    }

    /// Ends the transaction of a connection and returns it to the pool; if that fails or the pool
    /// is full, the connection is closed.
    func giveBack(_ connection: PooledConnection) {
        let isUsable = connection.connection.withLock { connection in
            do throws(StoreError) {
                if connection.isInTransaction { try connection.execute("ROLLBACK") }
                return !connection.isLost
            } catch {
                return false
            }
        }
        if isUsable { source.idle.add(connection, upTo: capacity) }
    }
}
