import ObjectGraph
import ObjectGraphSQL
import Synchronization

/// A connection that is used by one reader at a time.
///
/// The mutex proves to the compiler that the connection can move between tasks; it is
/// never contended.
final class PooledConnection: Sendable {
    let connection: Mutex<PostgresConnection>

    init(_ source: ConnectionSource) throws(StoreError) {
        connection = Mutex(try source.connect())
    }
}

/// A pool of idle connections for reading.
final class ConnectionPool: Sendable {
    private let source: ConnectionSource
    private let capacity: Int
    private let idle = Mutex<[PooledConnection]>([])

    init(_ source: ConnectionSource, capacity: Int) {
        self.source = source
        self.capacity = capacity
    }

    /// Returns a connection for one unit of work.
    func take() throws(StoreError) -> PooledConnection {
        while let waiting = idle.withLock({ $0.popLast() }) {
            if waiting.connection.withLock({ !$0.isLost }) { return waiting }
        }
        return try PooledConnection(source)
    }

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
            guard connection.isLost else { throw error }
            connection = try source.connect()
            try work(connection)
        }
    }

    /// Executes work that may be repeated, without a transaction.
    ///
    /// A connection that was lost while it was idle is replaced.
    func perform<Result: Sendable>(
        _ work: (PostgresConnection) throws(StoreError) -> Result
    ) throws(StoreError) -> Result {
        let (pooled, source) = (try take(), source)
        defer { giveBack(pooled) }
        return try pooled.connection.withLock { (connection) throws(StoreError) in
            do throws(StoreError) {
                return try work(connection)
            } catch  where error.code == .unreachable {
                connection = try source.connect()
                return try work(connection)
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
        guard isUsable else { return }
        idle.withLock { idle in
            if idle.count < capacity { idle.append(connection) }
        }
    }

    /// Closes the idle connections.
    func closeIdle() {
        idle.withLock { $0 = [] }
    }
}
