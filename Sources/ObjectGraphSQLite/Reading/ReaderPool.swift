import ObjectGraph
import Synchronization

/// A connection that one reader at a time uses.
///
/// The lock is there for the compiler: it proves that a connection can move between tasks. Nobody
/// ever waits for it.
final class ReaderConnection: Sendable {
    let connection: Mutex<SQLiteConnection>

    init(
        path: String, options: SQLiteStore.Options, hooks: StatementHooks
    ) throws(StoreError) {
        let connection = try SQLiteConnection(
            path: path, access: StoreFile(path).readAccess, busyTimeout: options.busyTimeout,
            hooks: hooks)
        self.connection = Mutex(connection)
    }
}

/// Connections that wait for the next unit of work.
final class ReaderPool: Sendable {
    private static let capacity = 8

    private let path: String
    private let options: SQLiteStore.Options
    private let hooks: StatementHooks
    private let idle = Mutex<[ReaderConnection]>([])

    init(path: String, options: SQLiteStore.Options, hooks: StatementHooks) {
        self.path = path
        self.options = options
        self.hooks = hooks
    }

    /// A connection for one unit of work.
    func take() throws(StoreError) -> ReaderConnection {
        if let waiting = idle.withLock({ $0.popLast() }) { return waiting }
        return try ReaderConnection(path: path, options: options, hooks: hooks)
    }

    /// Takes a connection back; one too many is closed.
    func giveBack(_ connection: ReaderConnection) {
        idle.withLock { idle in
            if idle.count < ReaderPool.capacity { idle.append(connection) }
        }
    }

    /// Closes the connections that nobody uses.
    func closeIdle() {
        idle.withLock { $0 = [] }
    }
}
