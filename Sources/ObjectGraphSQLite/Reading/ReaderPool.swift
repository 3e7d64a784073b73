import ObjectGraph
import ObjectGraphSQL
import Synchronization

/// A connection that is used by one reader at a time.
///
/// The mutex proves to the compiler that the connection can move between tasks; it is
/// never contended.
final class ReaderConnection: Sendable {
    let connection: Mutex<SQLiteConnection>

    init(
        path: String, busyTimeout: Duration, hooks: StatementHooks
    ) throws(StoreError) {
        let connection = try SQLiteConnection(
            path: path, access: StoreFile(path).readAccess, busyTimeout: busyTimeout,
            hooks: hooks)
        self.connection = Mutex(connection)
    }
}

/// A pool of idle connections for reading.
final class ReaderPool: Sendable {
    private static let capacity = 8

    private let path: String
    private let busyTimeout: Duration
    private let hooks: StatementHooks
    private let idle = Mutex<[ReaderConnection]>([])

    init(path: String, busyTimeout: Duration, hooks: StatementHooks) {
        self.path = path
        self.busyTimeout = busyTimeout
        self.hooks = hooks
    }

    /// Returns a connection for one unit of work.
    func take() throws(StoreError) -> ReaderConnection {
        if let waiting = idle.withLock({ $0.popLast() }) { return waiting }
        return try ReaderConnection(path: path, busyTimeout: busyTimeout, hooks: hooks)
    }

    /// Returns a connection to the pool; if the pool is full, the connection is closed.
    func giveBack(_ connection: ReaderConnection) {
        idle.withLock { idle in
            if idle.count < ReaderPool.capacity { idle.append(connection) }
        }
    }

    /// Closes the idle connections.
    func closeIdle() {
        idle.withLock { $0 = [] }
    }
}
