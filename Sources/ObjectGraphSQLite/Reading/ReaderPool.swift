import ObjectGraph
import ObjectGraphSQL
import Synchronization

/// A connection that is used by one reader at a time.
///
/// The mutex proves to the compiler that the connection can move between tasks; it is
/// never contended.
final class ReaderConnection: Sendable {
    private let connection: Mutex<SQLiteConnection?>

    init(
        path: String, busyTimeout: Duration, hooks: StatementHooks
    ) throws(StoreError) {
        let connection = try SQLiteConnection(
            path: path, access: StoreFile(path).readAccess, busyTimeout: busyTimeout,
            hooks: hooks)
        self.connection = Mutex(connection)
    }

    /// Uses the connection, which is open until its return.
    func use<Result: Sendable>(
        _ work: (SQLiteConnection) throws(StoreError) -> Result
    ) throws(StoreError) -> Result {
        try connection.withLock { (connection) throws(StoreError) in
            guard let connection else { throw .closed("the connection of a reader") }
            return try work(connection)
        }
    }

    /// Closes the connection now, even if this value is in use elsewhere.
    func close() { connection.withLock { $0 = nil } }
}

/// A pool of idle connections for reading.
final class ReaderPool: Sendable {
    private static let capacity = 8

    /// The file that the writer has opened.
    let file: OpenFile
    private let path: String
    private let busyTimeout: Duration
    private let hooks: StatementHooks
    private let state = Mutex(State())

    private struct State: Sendable {
        var idle: [ReaderConnection] = []
        /// The number of connections in use.
        var used = 0
        /// The work after the pool was closed and the last connection was returned.
        ///
        /// `nil` while the pool is open, and after the work.
        var end: (@Sendable () -> Void)?
        var isClosed = false
    }

    init(_ file: OpenFile, path: String, busyTimeout: Duration, hooks: StatementHooks) {
        self.file = file
        self.path = path
        self.busyTimeout = busyTimeout
        self.hooks = hooks
    }

    /// Returns a connection for one unit of work.
    func take() throws(StoreError) -> ReaderConnection {
        let waiting = try state.withLock { (state) throws(StoreError) in
            guard !state.isClosed else { throw StoreError.closed(path) }
            state.used += 1
            return state.idle.popLast()
        }
        if let waiting { return waiting }
        do throws(StoreError) {
            // A new connection would open another file that is at the path now.
            try file.requireSameFiles(includingLog: false)
            return try ReaderConnection(path: path, busyTimeout: busyTimeout, hooks: hooks)
        } catch {
            release()
            throw error
        }
    }

    /// Returns a connection to the pool; if the pool is full or closed, the connection is closed.
    func giveBack(_ connection: ReaderConnection) {
        let isKept = state.withLock { state in
            guard !state.isClosed, state.idle.count < ReaderPool.capacity else { return false }
            state.idle.append(connection)
            return true
        }
        if isKept { release() } else { drop(connection) }
    }

    /// Closes a connection instead of reusing it.
    func drop(_ connection: ReaderConnection) {
        connection.close()
        release()
    }

    /// Records the return of a connection.
    private func release() {
        let end = state.withLock { state in
            state.used -= 1
            return state.used == 0 ? state.end.take() : nil
        }
        end?()
    }

    /// Closes the idle connections, and connections in use on their return; opens no more.
    ///
    /// - Parameter end: Called when no connection is in use any more.
    func close(then end: @escaping @Sendable () -> Void) {
        let isUsed = state.withLock { state in
            guard !state.isClosed else { return true }
            state.isClosed = true
            state.idle = []
            if state.used > 0 { state.end = end }
            return state.used > 0
        }
        if !isUsed { end() }
    }
}
