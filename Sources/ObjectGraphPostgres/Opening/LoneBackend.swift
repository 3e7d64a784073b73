import ObjectGraph
import ObjectGraphSQL
import Synchronization

/// The backend of a unit of work that excludes the commits of all others while it exists.
///
/// The turn is held by a connection of its own, because the transaction that reads must begin after
/// it, and the one that writes is another.
final class LoneBackend: StoreBackend {
    private let store: PostgresBackend
    private let pool: ConnectionPool
    private let turn: PooledConnection
    var commits: CommitHooks { store.commits }

    /// Waits for the turn.
    ///
    /// - Throws: ``StoreError`` with code `busy` if others keep it until the busy timeout.
    init(_ store: PostgresBackend, _ pool: ConnectionPool) throws(StoreError) {
        self.store = store
        self.pool = pool
        turn = try pool.take()
        try turn.connection.withLock { (connection) throws(StoreError) in
            try pool.replaceIfLost(&connection) { (connection) throws(StoreError) in
                try Turn.take(connection)
            }
        }
    }

    deinit {
        pool.giveBack(turn)
    }

    func alone() -> any StoreBackend { self }

    func foreignVersion() throws(StoreError) -> Int64? { try store.foreignVersion() }

    func makeReader() throws(StoreError) -> any StoreReader { try store.makeReader() }

    func reserveNumbers(_ count: Int, root: Int) throws(StoreError) -> Range<Int64> {
        try store.reserveNumbers(count, root: root)
    }

    func commit(_ changes: ChangeSet) throws(StoreError) {
        try store.commit(changes, hasTurn: true)
    }

    func connect(
        _ requests: [ConnectionRequest], registering changes: ChangeSet
    ) throws(StoreError) -> [ConnectionOutcome]? {
        try store.connect(requests, registering: changes, hasTurn: true)
    }

    func beginLoad() { store.beginLoad() }

    func endLoad() throws(StoreError) { try store.endLoad() }

    func reset() throws(StoreError) { try store.reset() }

    func backUp(to path: String) throws(StoreError) { try store.backUp(to: path) }

    func checkIntegrity(limit: Int) throws(StoreError) -> IntegrityReport {
        try store.checkIntegrity(limit: limit)
    }

    func repairLinks(limit: Int) throws(StoreError) -> RepairReport {
        try store.repairLinks(limit: limit)
    }
}
