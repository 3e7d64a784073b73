import ObjectGraph
import ObjectGraphSQL

/// The only connection that writes, with its state between commits.
///
/// A backend protects it with a lock.
final class StoreWriter {
    let connection: SQLiteConnection
    let schema: StoreSchema
    private let watch: SchemaWatch
    private let load: LoadState
    private let commits: CommitCount
    /// The file with its log, which exists by now.
    let file: OpenFile
    private var indexes: IndexKeeper
    /// The version of the file's content after this connection last wrote to it or opened it.
    private var knownVersion: UInt32

    init(
        _ connection: SQLiteConnection, _ schema: StoreSchema, _ watch: SchemaWatch,
        _ load: LoadState, _ commits: CommitCount
    ) {
        self.connection = connection
        self.commits = commits
        knownVersion = connection.fileVersion
        self.schema = schema
        self.watch = watch
        self.load = load
        indexes = IndexKeeper(schema)
        file = connection.openFile
    }

    /// Writes all changes in one transaction, or none.
    func commit(_ changes: ChangeSet, _ numbers: NumberBlocks) throws(StoreError) {
        let missing = indexes.missing(among: changes.indexes)
        if missing.isEmpty, !changes.changesVersion, changes.settledMarks.isEmpty { return }
        try CommitAttempts(changes, missing: missing).run { (plan) throws(StoreError) in
            try attempt(changes, missing, plan, numbers)
        }
        indexes.remember(missing)
        if changes.changesVersion { commits.increase() }
    }

    /// Executes work in one transaction, after a check that the schema of the file is unchanged.
    ///
    /// All writes of the writer use this function.
    func transaction<Result>(
        explain: (StoreError, SQLiteConnection) -> StoreError = { error, _ in error },
        _ work: () throws(StoreError) -> Result
    ) throws(StoreError) -> Result {
        let result = try connection.transaction(explain: explain) { () throws(StoreError) in
            let version = connection.fileVersion
            if version != knownVersion {
                // Another connection has written, in another container or in another process.
                commits.increase()
                knownVersion = version
            }
            try watch.check(connection)
            let result = try work()
            // A load indexes at its end, when it has all words.
            if !load.isRunning { try StoreSearch(connection).update(schema.sortedSearchIndexes) }
            try file.requireSameFiles(includingLog: true)
            return result
        }
        knownVersion = connection.fileVersion
        return result
    }

    /// Returns a number that changes when another connection has written to the file.
    func dataVersion() throws(StoreError) -> Int64 {
        try connection.number("PRAGMA data_version")
    }

    private func attempt(
        _ changes: ChangeSet, _ missing: [IndexDescription], _ plan: CommitAttempts.Plan,
        _ numbers: NumberBlocks
    ) throws(StoreError) {
        var rest: [Int: NumberBlocks.Block] = [:]
        do {
            let check = SQLiteReferenceCheck(schema: schema)
            let postponed = try transaction(explain: check.explain) { () throws(StoreError) in
                let hasMade = try makePostponed(for: changes)
                for clash in plan.clashes {
                    guard try indexes.release(clash, for: changes, connection) else { throw clash }
                }
                if changes.emptiesStore { try removeAll() }
                try StoreMetadata(connection).apply(changes.metadata)
                try StoreMarks(connection).apply(changes, at: commits.number)
                if plan.createsIndexesFirst { try make(missing, allowsPlain: true) }
                let hasPostponed = try SQLiteRowWriter.write(
                    changes, connection, schema, isContinued: load.isRunning)
                if changes.isCrossed(at: commits.number) {
                    let created = CreatedRows(changes, schema.model)
                    try CrossingCheck(connection, schema, changes, created).run()
                }
                if !plan.createsIndexesFirst { try make(missing, allowsPlain: false) }
                try ConnectionRegistry(connection).apply(changes)
                rest = numbers.removeReturned()
                try giveBack(rest)
                return hasMade || hasPostponed ? try PostponedIndexes(connection).names() : nil
            }
            if let postponed { load.remember(postponed: postponed) }
        } catch {
            for (root, block) in rest { numbers.put(block, root: root) }
            throw error
        }
    }

    private func make(
        _ missing: [IndexDescription], allowsPlain: Bool
    ) throws(StoreError) {
        var showsNewKeys = false
        for index in missing {
            let isNew = try indexes.ensure(
                index, origin: .load, allowsPlain: allowsPlain, connection)
            if isNew, index.isUnique { showsNewKeys = true }
        }
        // Views show the keys of other objects, which the first load has determined.
        let views = StoreViews(connection)
        if showsNewKeys, try views.exist { try views.update(schema) }
    }
}

extension StoreWriter {
    /// Counts a commit of this connection.
    func noteCommit() { commits.increase() }
}

/// Postponed indexes.
extension StoreWriter {
    /// Creates some or all of the postponed indexes, in a separate transaction.
    func makePostponed(_ names: Set<String>? = nil) throws(StoreError) {
        let left = try transaction { () throws(StoreError) in
            try PostponedIndexes(connection).make(names)
            return try PostponedIndexes(connection).names()
        }
        load.remember(postponed: left)
    }

    /// Creates the postponed indexes for changes; returns whether the record may be outdated.
    ///
    /// Before SQLite deletes a row, it searches for rows that reference it; without an index it
    /// scans the whole table for each row.
    private func makePostponed(for changes: ChangeSet) throws(StoreError) -> Bool {
        guard !changes.emptiesStore else { return try PostponedIndexes(connection).make() }
        let wanted = load.wanted
        var names = wanted
        if !changes.deleted.isEmpty {
            let roots = Set(changes.deleted.map { schema.model.layouts[$0.entity].root })
            for index in schema.referringIndexes where roots.contains(index.destinationRoot) {
                names.insert(index.name)
            }
        }
        guard !names.isEmpty else { return false }
        let hasMade = try PostponedIndexes(connection).make(names)
        return hasMade || !wanted.isEmpty
    }

    /// Creates all postponed indexes in a transaction.
    ///
    /// Call ``rememberNonePostponed()`` after its commit.
    func makeAllPostponed() throws(StoreError) {
        try PostponedIndexes(connection).make()
    }

    /// Records that no indexes are postponed after a transaction.
    func rememberNonePostponed() {
        load.remember(postponed: [])
    }
}

/// Repairs.
extension StoreWriter {
    /// Makes all repairs in one transaction, and returns the repairs.
    func repairLinks() throws(StoreError) -> [RepairReport.Step] {
        let steps = try transaction { () throws(StoreError) in
            try makeAllPostponed()
            return try StoreRepair(connection, schema).run()
                + StoreSearch(connection).repair(schema)
        }
        rememberNonePostponed()
        // What was read before no longer holds; a load memory, for instance, must not answer.
        noteCommit()
        return steps
    }
}

/// Connections.
extension StoreWriter {
    /// Makes connections in one transaction; `nil`, without any change, if a context must do it.
    ///
    /// A context must do the work if the file is read-only, because there may be nothing to write,
    /// and if an object would be invalid or not unique afterwards, which a context can report in
    /// detail.
    func connect(
        _ requests: [ConnectionRequest], registering changes: ChangeSet
    ) throws(StoreError) -> [ConnectionOutcome]? {
        let missing = indexes.missing(among: changes.indexes)
        do throws(StoreError) {
            let outcomes = try transaction { () throws(StoreError) in
                try makeAllPostponed()
                try make(missing, allowsPlain: true)
                try ConnectionRegistry(connection).apply(changes)
                try StoreMarks(connection).apply(changes, at: commits.number)
                return try ConnectionWriter.connect(requests, connection, schema)
            }
            indexes.remember(missing)
            commits.increase()
            rememberNonePostponed()
            return outcomes
        } catch  where [.incomplete, .uniqueness, .readOnly].contains(error.code) {
            return nil
        }
    }
}

/// Numbers.
extension StoreWriter {
    /// Advances the sequence of a tree, and returns numbers that are not used elsewhere.
    func reserve(
        _ count: Int, root: Int, _ numbers: NumberBlocks
    ) throws(StoreError) -> Range<Int64> {
        guard let name = schema.tables[root].map({ schema.model.layouts[$0.root].name }) else {
            throw StoreError(.invalidRequest, "no inheritance tree begins at entity \(root)")
        }
        let old = numbers.remove(root: root)
        do {
            let size = numbers.size(for: count, after: old)
            let block = try transaction { () throws(StoreError) in
                let next = try SequenceNumber.next(of: name, connection)
                // The remaining numbers are useful only if the sequence still ends where they do.
                let rest = old.flatMap { $0.numbers.upperBound == next ? $0.numbers : nil }
                let start = rest?.lowerBound ?? next
                let end = try SequenceNumber.sum(start, max(Int64(count), size), of: name)
                try SequenceNumber.write(end, of: name, connection)
                return NumberBlocks.Block(numbers: start..<end, size: size)
            }
            let range = block.numbers.lowerBound..<(block.numbers.lowerBound + Int64(count))
            let left = range.upperBound..<block.numbers.upperBound
            numbers.put(NumberBlocks.Block(numbers: left, size: size), root: root)
            return range
        } catch {
            if let old { numbers.put(old, root: root) }
            throw error
        }
    }

    /// Moves sequences back over unused numbers, so that the next process continues there.
    private func giveBack(_ blocks: [Int: NumberBlocks.Block]) throws(StoreError) {
        for (root, block) in blocks where !block.numbers.isEmpty {
            let name = schema.model.layouts[root].name
            try connection.execute(
                "UPDATE mercator_sequence SET next = ? WHERE entity = ? AND next = ?",
                [
                    .integer(block.numbers.lowerBound), .string(name),
                    .integer(block.numbers.upperBound),
                ])
        }
    }
}
