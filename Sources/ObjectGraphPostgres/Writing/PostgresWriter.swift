import ObjectGraph
import ObjectGraphSQL

/// The connection of a backend that writes, with its state between commits.
///
/// A backend protects it with a lock. Other backends write at the same time.
final class PostgresWriter {
    /// The maximum number of attempts for a commit that the server aborts on conflicts.
    private static let attempts = 3

    let schema: StoreSchema
    let commits: CommitCount
    var indexes: IndexKeeper
    private let source: ConnectionSource
    private let watch: SchemaWatch
    private var connection: PostgresConnection
    private var record: WriterRecord
    private var notices: CommitNotices?
    /// The update of the search indexes by the current transaction.
    private var search: SearchUpdate?
    /// The number of concurrent commits seen by the last transaction.
    private var knownOthers: Int64

    init(
        _ connection: PostgresConnection, _ source: ConnectionSource, _ schema: StoreSchema,
        _ watch: SchemaWatch, _ commits: CommitCount, isReadOnly: Bool
    ) throws(StoreError) {
        self.connection = connection
        self.source = source
        self.schema = schema
        self.watch = watch
        self.commits = commits
        if source.settings.listens { notices = CommitNotices(schema: source.settings.schema) }
        indexes = IndexKeeper(schema)
        let today = try WriterRecord.today(connection)
        record = WriterRecord(day: today)
        // Remaining rows are still counted.
        if !isReadOnly { try? WriterRecord.removeDead(connection, today: today) }
        knownOthers = try record.others(connection)
    }

    deinit {
        // A remaining row is still counted.
        try? record.close(connection)
    }

    /// Returns a number that changes when a different backend has written.
    func others() throws(StoreError) -> Int64 {
        do throws(StoreError) {
            return try readOthers()
        } catch  where error.code == .unreachable {
            return try readOthers()
        }
    }

    private func readOthers() throws(StoreError) -> Int64 {
        let connection = try open()
        guard var notices else { return try record.others(connection) }
        defer { self.notices = notices }
        return try notices.others(connection, record)
    }

    /// Writes all changes in one transaction, or none.
    ///
    /// `hasTurn` indicates that the unit of work excludes other writers, see ``Turn``.
    func commit(_ changes: ChangeSet, hasTurn: Bool) throws(StoreError) {
        let missing = try missing(among: changes.indexes)
        if missing.isEmpty, !changes.changesVersion, changes.settledMarks.isEmpty { return }
        try CommitAttempts(changes, missing: missing).run { (plan) throws(StoreError) in
            try attempt(changes, missing, plan, hasTurn: hasTurn)
        }
        indexes.remember(missing)
        if changes.changesVersion { commits.increase() }
    }

    /// Writes all changes with two round trips, regardless of their number.
    ///
    /// The first one begins, locks rows, compares versions, writes and checks references; the
    /// second one commits. Each copied table adds a round trip, and so do several changed rows,
    /// whose unique values may have to be cleared. Changes to indexes, and conflicting concurrent
    /// changes, add further ones.
    private func attempt(
        _ changes: ChangeSet, _ missing: [IndexDescription], _ plan: CommitAttempts.Plan,
        hasTurn: Bool
    ) throws(StoreError) {
        for clash in plan.clashes {
            guard try indexes.canRelease(clash, for: changes, open()) else { throw clash }
        }
        let isAlone = !missing.isEmpty || !plan.clashes.isEmpty || changes.emptiesStore
        var unique = UniqueNames()
        var steps = TransactionSteps(
            excludesWriters: isAlone, hasTurn: hasTurn, missing: missing)
        steps.beginning = { [schema] (connection) throws(StoreError) in
            try RowLocks(connection: connection, schema: schema).lock(changes)
            guard ChangeWriter.clearsUniqueValues(changes) else { return }
            try connection.send(IndexEntry.uniqueQuestion, PostgresParameters()) {
                (rows) throws(StoreError) in
                try rows.forEachRow { (row) throws(StoreError) in
                    try unique.add(IndexEntry(row), schema)
                }
            }
        }
        steps.ending = { [commits] (connection) throws(StoreError) in
            try StoreMarks(connection).apply(changes, at: commits.number)
        }
        try transaction(steps) { (connection) throws(StoreError) in
            for clash in plan.clashes {
                guard try indexes.release(clash, for: changes, connection) else { throw clash }
            }
            if plan.createsIndexesFirst { try make(missing, allowsPlain: true, connection) }
            // Which unique values are cleared depends on an answer.
            if ChangeWriter.clearsUniqueValues(changes) { try connection.awaitAnswers() }
            try write(changes, unique, connection)
            if !plan.createsIndexesFirst { try make(missing, allowsPlain: false, connection) }
        }
    }

    /// Writes rows, links and registered connections, and checks the rules between them.
    private func write(
        _ changes: ChangeSet, _ unique: UniqueNames, _ connection: PostgresConnection
    ) throws(StoreError) {
        if changes.emptiesStore { try schema.removeAll(connection) }
        try StoreMetadata(connection).apply(changes.metadata)
        let created = CreatedRows(changes, schema.model)
        var rows = PostgresRowWriter(connection, schema, changes, created)
        try ChangeWriter(schema, unique).write(changes, with: &rows)
        let references = PostgresReferenceCheck(connection, schema)
        try references.release(changes.deleted)
        try references.requireEnds(of: changes, created)
        try ConnectionRegistry(connection).apply(changes)
        try rows.copies.run(connection)
        try search?.ask()
        lazy var crossing = CrossingCheck(connection, schema, changes, created)
        if !changes.followUps.isEmpty || crossing.hasSubjects { try waitForTurn(connection) }
        // The responses include the number of concurrent commits.
        try connection.awaitAnswers()
        if changes.isCrossed(at: commits.number) { try crossing.run() }
    }

    /// Returns the indexes that the store lacks.
    ///
    /// Indexes that are not known are looked for first, because a transaction that creates one
    /// excludes all other writers.
    func missing(among wanted: [IndexDescription]) throws(StoreError) -> [IndexDescription] {
        guard !indexes.missing(among: wanted).isEmpty else { return [] }
        do throws(StoreError) {
            try indexes.readKnown(try open())
        } catch  where error.code == .unreachable {
            try indexes.readKnown(try open())
        }
        return indexes.missing(among: wanted)
    }

    func make(
        _ missing: [IndexDescription], allowsPlain: Bool, _ connection: PostgresConnection
    ) throws(StoreError) {
        for index in missing {
            try indexes.ensure(index, origin: .load, allowsPlain: allowsPlain, connection)
        }
    }
}

/// Transactions.
extension PostgresWriter {
    /// Executes work in one transaction, after checking that the schema has not changed.
    ///
    /// Work is retried if the server aborts it on a conflict, or if the connection was lost before
    /// the commit.
    func transaction<Result>(
        _ steps: TransactionSteps, _ work: (PostgresConnection) throws(StoreError) -> Result
    ) throws(StoreError) -> Result {
        var attempt = 1
        while true {
            let connection = try open()
            var isEnding = false
            do throws(StoreError) {
                if record.isUnsettled { _ = try record.settle(connection) }
                if record.isOld { try renewRecord(connection) }
                let search = SearchUpdate(connection, schema)
                self.search = search
                let result = try connection.deferring { () throws(StoreError) in
                    try begin(steps, connection)
                    let result = try work(connection)
                    try search.ask()
                    return result
                }
                try search.read()
                isEnding = true
                try end(steps, connection)
                return result
            } catch {
                // The error of a check is not the server's, whose last one may be older.
                let failure = connection.failure.flatMap { $0.error == error ? $0 : nil }
                if !connection.isLost { try? connection.execute("ROLLBACK") }
                if let failure, Turn.isTaken(failure) { throw .turnTaken }
                let isEnded = failure?.isEndedForAnother == true
                let isCut = connection.isLost && !isEnding && error.code != .busy
                guard isEnded || isCut, attempt < Self.attempts else {
                    throw isCut
                        ? .notDone(error)
                        : explained(error, failure, steps.missing, connection)
                }
                attempt += 1
            }
        }
    }

    /// Replaces the row of the backend by a new one.
    private func renewRecord(_ connection: PostgresConnection) throws(StoreError) {
        try? record.close(connection)
        record = WriterRecord(day: try WriterRecord.today(connection))
        knownOthers = try record.others(connection)
    }

    private func begin(
        _ steps: TransactionSteps, _ connection: PostgresConnection
    ) throws(StoreError) {
        try connection.begin(
            source.settings.engine.writing,
            locking: "mercator_indexes IN \(steps.excludesWriters ? "EXCLUSIVE" : "ROW SHARE")",
            watch)
        if !steps.hasTurn { try Turn.share(connection) }
        try record.askForOthers(connection) { others in self.observe(others) }
        try steps.beginning(connection)
    }

    /// Commits; if the answer is lost, finds out whether the commit has arrived.
    private func end(
        _ steps: TransactionSteps, _ connection: PostgresConnection
    ) throws(StoreError) {
        do throws(StoreError) {
            try connection.deferring { () throws(StoreError) in
                try search?.write()
                try steps.ending(connection)
                try record.raise(connection)
                try notices?.announce(connection)
                try connection.execute("COMMIT", [])
            }
        } catch {
            guard connection.isLost || connection.failure?.sqlState == "40003" else { throw error }
            // A failure before the commit leaves its transaction open.
            guard connection.isLost || !connection.isInTransaction else { throw .notDone(error) }
            record.forget()
            guard try hasArrived() else { throw .notDone(error) }
            return
        }
        record.remember()
    }

    /// Queries on a new connection whether the last commit has arrived, until the busy timeout.
    private func hasArrived() throws(StoreError) -> Bool {
        let deadline = ContinuousClock.now + source.settings.busyTimeout
        while true {
            do throws(StoreError) {
                return try record.settle(try open())
            } catch {
                guard ContinuousClock.now > deadline else {
                    ConnectionSource.pause(milliseconds: 50)
                    continue
                }
                throw StoreError(
                    .unknownOutcome,
                    "the connection was lost while the server committed, and it cannot be asked "
                        + "whether it did (\(error.message)); when it can be reached again, read "
                        + "what was saved")
            }
        }
    }

    /// Adds the concurrent commits since the last transaction.
    private func observe(_ others: Int64) {
        guard others != knownOthers else { return }
        commits.increase()
        knownOthers = others
    }

    /// Serializes dependent commits until the end of the transaction: the second one sees the
    /// first.
    private func waitForTurn(_ connection: PostgresConnection) throws(StoreError) {
        try connection.execute("SELECT value FROM mercator_store WHERE key = 'turn' FOR UPDATE", [])
        try record.askForOthers(connection) { others in self.observe(others) }
        try connection.awaitAnswers()
    }

    /// Returns the connection, which is replaced if it was lost.
    private func open() throws(StoreError) -> PostgresConnection {
        if connection.isLost { connection = try source.connect() }
        return connection
    }
}

extension StoreError {
    /// Returns the error for a commit that has not arrived, so that the unit of work can be
    /// repeated.
    fileprivate static func notDone(_ cause: StoreError) -> StoreError {
        StoreError(
            .conflict,
            "nothing was written, since the commit did not arrive (\(cause.message)); repeat the "
                + "work", sql: cause.sql)
    }
}

extension PostgresFailure {
    /// Indicates whether the server aborted the transaction on a conflict.
    fileprivate var isEndedForAnother: Bool { sqlState == "40001" || sqlState == "40P01" }
}
