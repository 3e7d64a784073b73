package import ObjectGraph
import ObjectGraphSQL
import Synchronization

/// An open file, with one connection for writing and several for reading.
///
/// A lock protects the writer. The lock is held during a commit and granted in the order of the
/// requests. Each unit of work reads through a separate connection and a single state of the file;
/// because of the write-ahead log, readers and the writer do not wait for each other.
package final class SQLiteBackend: StoreBackend {
    package let commits: CommitHooks
    private let path: String
    private let options: SQLiteStore.Options
    private let hooks: StatementHooks
    let schema: StoreSchema
    private let watch: SchemaWatch
    private let model: ManagedObjectModel
    private let isClosed = Mutex(false)
    /// The writer; `nil` after the store was closed and the last unit of work has ended its reads.
    private let writer: FairMutex<StoreWriter?>
    private let numbers: NumberBlocks
    private let readers: ReaderPool
    private let load: LoadState
    private let commitCount = CommitCount()

    init(
        path: String, options: SQLiteStore.Options, model: ManagedObjectModel,
        commits: CommitHooks
    ) throws(StoreError) {
        let hooks = StatementHooks(trace: options.trace, profile: options.profile)
        let opener = SQLiteStoreOpener(path: path, options: options, model: model, hooks: hooks)
        let seed = options.isReadOnly ? nil : options.seed.map(StoreFile.init)
        // The check precedes the creation of files, so that an invalid seed leaves no file.
        if let seed, StoreFile(path).isMissingOrEmpty { try seed.requireStore("the seed ", hooks) }
        let connection = try opener.connect()
        if let seed { try StoreCopy(from: seed, "the seed ", isSeed: true).run(into: connection) }
        let schema = try opener.search(try opener.prepare(connection), connection)
        self.commits = commits
        self.path = path
        self.options = options
        self.hooks = hooks
        self.schema = schema
        self.model = model
        numbers = NumberBlocks()
        watch = SchemaWatch(path, schema)
        load = LoadState(postponed: try PostponedIndexes(connection).names())
        let writer = StoreWriter(connection, schema, watch, load, commitCount)
        readers = ReaderPool(
            writer.file, path: path, busyTimeout: options.busyTimeout, hooks: hooks)
        self.writer = FairMutex(writer)
    }

    /// The writer is closed last.
    ///
    /// Only a connection that can write empties the log; otherwise a copy of the file alone would
    /// lack the latest commits.
    ///
    /// A reader may outlive the backend, so the writer does as well.
    deinit {
        readers.close { [writer] in writer.withLock { $0 = nil } }
    }

    /// The number of statements that all connections of this backend have executed; for tests.
    package var statementCount: Int { hooks.count }

    /// Creates a consistent view of the file as of its first request.
    package func makeReader() throws(StoreError) -> any StoreReader {
        let isComplete = load.postponed.isEmpty
        let reader = SQLiteReader(
            schema, watch, commitCount, pool: readers, connection: try readers.take())
        return isComplete ? reader : ReindexingReader(self, reader)
    }

    /// Reserves numbers that are not used elsewhere; most calls are served from memory.
    package func reserveNumbers(_ count: Int, root: Int) throws(StoreError) -> Range<Int64> {
        if let range = numbers.take(count, root: root) { return range }
        func reserve(_ writer: StoreWriter?) throws(StoreError) -> Range<Int64> {
            let writer = try open(writer)
            // Another task may have reserved a block while this one waited for the lock.
            if let range = numbers.take(count, root: root) { return range }
            return try writer.reserve(count, root: root, numbers)
        }
        let range = try writer.withLockIfAvailable { (writer) throws(StoreError) in
            try reserve(writer)
        }
        if let range { return range }
        numbers.noteWait()
        // Out of turn: the caller waits for at most one commit, instead of all waiting ones.
        return try writer.withLockOutOfTurn { (writer) throws(StoreError) in try reserve(writer) }
    }

    /// Writes all changes in one transaction, or none.
    package func commit(_ changes: ChangeSet) throws(StoreError) {
        guard !changes.isEmpty else { return }
        try writer.withLock { (writer) throws(StoreError) in
            let writer = try open(writer)
            try commits.reporting { () throws(StoreError) in
                try writer.commit(changes, numbers)
                commits.notify(commitCount.report(changes), of: schema.model)
            }
        }
    }

    /// Makes connections in one transaction.
    ///
    /// The number of statements is independent of the number of rows.
    package func connect(
        _ requests: [ConnectionRequest], registering changes: ChangeSet
    ) throws(StoreError) -> [ConnectionOutcome]? {
        try writer.withLock { (writer) throws(StoreError) in
            let writer = try open(writer)
            return try commits.reporting { () throws(StoreError) in
                let outcomes = try writer.connect(requests, registering: changes)
                if let outcomes { commits.notify(outcomes, of: requests, in: schema.model) }
                return outcomes
            }
        }
    }

    /// Changes a set of rows in one transaction.
    package func change(_ change: SetChange) throws(StoreError) -> Int? {
        try writer.withLock { (writer) throws(StoreError) in
            let count = try open(writer).change(change)
            if let count, count > 0 {
                commits.notify(change.possibleChanges(in: schema.model), of: schema.model)
            }
            return count
        }
    }

    /// Closes all connections; units of work that are reading end first.
    ///
    /// The writer is closed last, as in `deinit`: after the last reader.
    package func close() {
        isClosed.withLock { $0 = true }
        readers.close { [writer] in writer.withLock { $0 = nil } }
    }

    private func open(_ writer: StoreWriter?) throws(StoreError) -> StoreWriter {
        guard let writer, !isClosed.withLock(\.self) else { throw .closed(path) }
        return writer
    }

    /// Returns SQLite's `data_version` in the view of the connection that writes.
    ///
    /// Commits of that connection do not change it: "The integer values returned by two invocations
    /// of PRAGMA data_version from the same connection will be different if changes were committed
    /// to the database by any other connection in the interim." (sqlite.org/pragma.html)
    package func foreignVersion() throws(StoreError) -> Int64? {
        let version = writer.withLockIfAvailable { writer in
            Result { () throws(StoreError) in try open(writer).dataVersion() }
        }
        return try version?.get()
    }
}

/// Loads of many commits.
extension SQLiteBackend {
    /// Begins a load; until it ends, indexes that only make reading faster can be dropped.
    package func beginLoad() {
        load.begin()
    }

    /// Ends a load, and completes all indexes unless another load is running.
    package func endLoad() throws(StoreError) {
        guard load.end(), !load.postponed.isEmpty || !schema.searchIndexes.isEmpty else { return }
        try writer.withLock { (writer) throws(StoreError) in try open(writer).makePostponed() }
    }

    /// Requests postponed indexes for a query.
    ///
    /// They are created immediately if the query can wait and no load is running, otherwise with
    /// the next commit of the load.
    func want(_ names: Set<String>, canWait: Bool) {
        let away = load.want(names)
        guard !away.isEmpty, canWait, !load.isRunning else { return }
        // Results are the same without the indexes, and the next query requests them again.
        try? writer.withLock { (writer) throws(StoreError) in try open(writer).makePostponed(away) }
    }
}

/// Operations on the file as a whole.
extension SQLiteBackend {
    /// Removes all objects, or restores the objects of the seed if there is one.
    package func reset() throws(StoreError) {
        guard options.seed != nil else {
            try writer.withLock { (writer) throws(StoreError) in
                let writer = try open(writer)
                try commits.reporting { () throws(StoreError) in
                    try writer.reset()
                    notifyOfReset()
                }
            }
            return
        }
        // A copy of the seed is migrated to this model by opening it.
        let copy = try TemporaryDatabase()
        defer { copy.remove() }
        var options = options
        options.isReadOnly = false
        options.migrationBackup = nil
        let schema = try SQLiteBackend(
            path: copy.path, options: options, model: model, commits: CommitHooks()
        ).schema
        try writer.withLock { (writer) throws(StoreError) in
            let writer = try open(writer)
            try commits.reporting { () throws(StoreError) in
                try writer.reset(to: StoreFile(copy.path), schema)
                notifyOfReset()
            }
        }
    }

    /// Reports to the commit hooks that anything may have changed.
    private func notifyOfReset() {
        commitCount.increase()
        var changes = ChangeSet()
        changes.emptiesStore = true
        commits.notify(commitCount.report(changes), of: schema.model)
    }

    /// Writes the current state to a new file.
    package func backUp(to path: String) throws(StoreError) {
        let source = StoreCopy(from: StoreFile(self.path), "")
        try StoreFile(path).fill(busyTimeout: options.busyTimeout, hooks) {
            (connection) throws(StoreError) in try source.run(into: connection)
        }
    }

    /// Checks the whole file in a single state.
    package func checkIntegrity(limit: Int) throws(StoreError) -> IntegrityReport {
        want(load.postponed, canWait: true)
        let reader = try readers.take()
        defer { readers.giveBack(reader) }
        return try reader.use { (connection) throws(StoreError) in
            try connection.execute("BEGIN")
            defer { try? connection.execute("COMMIT") }
            try watch.check(connection)
            return try IntegrityCheck(connection, schema, limit: limit)
                .report(FileCheck(connection: connection))
        }
    }

    /// Makes all repairs that do not lose an object, in one transaction.
    package func repairLinks(limit: Int) throws(StoreError) -> RepairReport {
        try RepairReport.repairing {
            () throws(StoreError) in
            try writer.withLock { (writer) throws(StoreError) in try open(writer).repairLinks() }
        } check: {
            () throws(StoreError) in
            try checkIntegrity(limit: limit)
        }
    }
}
