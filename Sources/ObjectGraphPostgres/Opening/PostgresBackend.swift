package import ObjectGraph
import ObjectGraphSQL
import Synchronization

/// An open database, with one connection for writing and several for reading.
///
/// The writer is protected by a lock, which is held during a commit and granted in the order of the
/// requests; other backends write at the same time. Each unit of work reads through a connection of
/// its own, and sees one state of the database.
package final class PostgresBackend: StoreBackend {
    package let commits: CommitHooks
    let hooks: PostgresHooks
    let seed: SeedContent?
    let schema: StoreSchema
    let writer: FairMutex<PostgresWriter>
    let pool: ConnectionPool
    let watch: SchemaWatch
    private let numbers = NumberBlocks()
    private let reservation = Mutex<Void>(())
    let commitCount = CommitCount()
    private let isReadOnly: Bool
    private let engine: PostgresEngine
    /// Indicates whether connections can be made with temporary tables.
    private let joinsTemporaryTables: Bool
    /// Indicates whether units of work share the connections of a pooler to the server.
    private let sharesConnections: Bool

    init(
        _ source: ConnectionSource, _ options: PostgresStore.Options, _ model: ManagedObjectModel,
        _ commits: CommitHooks
    ) throws(StoreError) {
        let opener = PostgresStoreOpener(source: source, options: options, model: model)
        let (connection, schema) = try opener.open()
        let source = try source.opened(by: connection)
        self.commits = commits
        self.schema = schema
        hooks = source.hooks
        seed = SeedContent(options, model)
        isReadOnly = options.isReadOnly
        engine = options.engine
        // A statement cannot join a reference table of Citus with a temporary one.
        let citus =
            try options.engine.hasTemporaryTables
            ? connection.number("SELECT count(*) FROM pg_extension WHERE extname = 'citus'") : 1
        joinsTemporaryTables = !options.isReadOnly && citus == 0
        sharesConnections = !options.preparesStatements
        watch = SchemaWatch(source.endpoint, schema)
        pool = ConnectionPool(source, capacity: options.readers)
        writer = FairMutex(
            try PostgresWriter(
                connection, source, schema, watch, commitCount, isReadOnly: options.isReadOnly))
    }

    /// The number of statements that all connections of this backend have executed; for tests.
    package var statementCount: Int { hooks.count }

    /// The number of round trips of all connections of this backend; for tests.
    package var roundTrips: Int { hooks.roundTrips }

    /// Creates a consistent view of the database as of its first request.
    package func makeReader() throws(StoreError) -> any StoreReader {
        try PostgresReader(schema, watch, commitCount, pool)
    }

    /// Reserves numbers that are not used elsewhere; most calls are served from memory.
    package func reserveNumbers(_ count: Int, root: Int) throws(StoreError) -> Range<Int64> {
        try reserveNumbers(count, root: root, beside: nil)
    }

    /// Reserves numbers; a pooler may have no second connection.
    package func reserveNumbers(
        _ count: Int, root: Int, beside reader: (any StoreReader)?
    ) throws(StoreError) -> Range<Int64> {
        if let range = numbers.take(count, root: root) { return range }
        try requireWritable()
        if sharesConnections { try (reader as? PostgresReader)?.interrupt() }
        return try reservation.withLock { (_) throws(StoreError) in
            // A concurrent task may have reserved a block while this one waited for the lock.
            if let range = numbers.take(count, root: root) { return range }
            return try pool.perform { (connection) throws(StoreError) in
                try NumberReservation(connection: connection, schema: schema, numbers: numbers)
                    .reserve(count, root: root)
            }
        }
    }

    /// Returns a backend whose unit of work excludes all concurrent commits.
    package func alone() throws(StoreError) -> any StoreBackend {
        guard !isReadOnly, engine.hasLocks else { return self }
        return LoneBackend(
            self,
            try sharesConnections ? HeldTurn(polling: pool) : HeldTurn(pool, isAlone: true))
    }

    /// Writes all changes in one transaction, or none.
    package func commit(_ changes: ChangeSet) throws(StoreError) {
        try commit(changes, hasTurn: false)
    }

    func commit(_ changes: ChangeSet, hasTurn: Bool) throws(StoreError) {
        guard !changes.isEmpty else { return }
        try requireWritable()
        try withTurn(hasTurn) { (hasTurn) throws(StoreError) in
            try writer.withLock { (writer) throws(StoreError) in
                try commits.reporting { () throws(StoreError) in
                    try writer.commit(changes, hasTurn: hasTurn)
                    commits.notify(commitCount.report(changes), of: schema.model)
                }
            }
        }
    }

    /// Executes a commit, and once more with the turn if a unit of work has excluded it.
    func withTurn<Result>(
        _ hasTurn: Bool, _ commit: (_ hasTurn: Bool) throws(StoreError) -> Result
    ) throws(StoreError) -> Result {
        do throws(StoreError) {
            return try commit(hasTurn)
        } catch  where error == .turnTaken {
            if sharesConnections {
                return try pool.afterTurns { () throws(StoreError) in
                    try commit(false)
                }
            }
            let turn = try HeldTurn(pool, isAlone: false)
            defer { withExtendedLifetime(turn) {} }
            return try commit(true)
        }
    }

    /// Makes connections in one transaction, with a number of statements that is independent of the
    /// number of rows.
    package func connect(
        _ requests: [ConnectionRequest], registering changes: ChangeSet
    ) throws(StoreError) -> [ConnectionOutcome]? {
        try connect(requests, registering: changes, hasTurn: false)
    }

    func connect(
        _ requests: [ConnectionRequest], registering changes: ChangeSet, hasTurn: Bool
    ) throws(StoreError) -> [ConnectionOutcome]? {
        // There may be nothing to write, or no table for the sets.
        guard joinsTemporaryTables else { return nil }
        return try withTurn(hasTurn) { (hasTurn) throws(StoreError) in
            try writer.withLock { (writer) throws(StoreError) in
                try commits.reporting { () throws(StoreError) in
                    let outcomes = try writer.connect(
                        requests, registering: changes, hasTurn: hasTurn)
                    if let outcomes { commits.notify(outcomes, of: requests, in: schema.model) }
                    return outcomes
                }
            }
        }
    }

    /// Changes a set of rows in one transaction.
    package func change(_ change: SetChange) throws(StoreError) -> Int? {
        try self.change(change, hasTurn: false)
    }

    func change(_ change: SetChange, hasTurn: Bool) throws(StoreError) -> Int? {
        // There may be nothing to write, or tables on several servers.
        guard joinsTemporaryTables else { return nil }
        return try withTurn(hasTurn) { (hasTurn) throws(StoreError) in
            try writer.withLock { (writer) throws(StoreError) in
                let count = try writer.change(change, hasTurn: hasTurn)
                if let count, count > 0 {
                    commits.notify(change.possibleChanges(in: schema.model), of: schema.model)
                }
                return count
            }
        }
    }

    /// Returns the number of commits of other backends.
    package func foreignVersion() throws(StoreError) -> Int64? {
        let version = writer.withLockIfAvailable { writer in
            Result { () throws(StoreError) in try writer.others() }
        }
        return try version?.get()
    }

    /// Has the server compute statistics of the tables that the load has filled.
    ///
    /// Results do not depend on it, and the server does it later on its own, so a failure does not
    /// fail the load.
    package func endLoad() throws(StoreError) {
        guard !isReadOnly else { return }
        try? pool.perform { (connection) throws(StoreError) in
            try TableStatistics(connection: connection, schema: schema).makeMissing()
        }
    }

    func requireWritable() throws(StoreError) {
        guard isReadOnly else { return }
        throw StoreError(.readOnly, "the store was opened for reading only")
    }
}
