/// The requests and commits that a store executes for the contexts of a container.
///
/// All requests are for sets.
package protocol StoreBackend: Sendable {
    /// Commit observers, called in commit order after success, before `commit(_:)` returns.
    ///
    /// Backends that were opened from the same store value share them.
    var commits: CommitHooks { get }

    /// Indicates whether readers may see a commit that has not been reported to ``commits`` yet.
    var isReporting: Bool { get }

    /// Returns a number that changes after writes that are not reported to ``commits``.
    ///
    /// The result is `nil` if it is not available without waiting.
    func foreignVersion() throws(StoreError) -> Int64?

    /// Creates a consistent view of the committed state, for one unit of work.
    func makeReader() throws(StoreError) -> any StoreReader

    /// Returns a backend for one unit of work that excludes all other commits, as far as possible.
    ///
    /// It is used after several attempts that conflicted with other commits.
    ///
    /// - Throws: ``StoreError`` with code `busy` if others commit until the busy timeout.
    func alone() throws(StoreError) -> any StoreBackend

    /// Reserves numbers that are unique in the inheritance tree, in all processes and forever.
    func reserveNumbers(_ count: Int, root: Int) throws(StoreError) -> Range<Int64>

    /// Reserves numbers for a unit of work with an open reader.
    ///
    /// The backend may release the reader's locks for other units. The reader's next request
    /// continues with the same state, or throws `conflict`.
    func reserveNumbers(
        _ count: Int, root: Int, beside reader: (any StoreReader)?
    ) throws(StoreError) -> Range<Int64>

    /// Writes all changes, or none if it throws.
    ///
    /// - Throws: ``StoreError`` with code `conflict` if a row was written or an entry updated
    ///   since it was read, or `uniqueness` if two objects would share a unique value.
    func commit(_ changes: ChangeSet) throws(StoreError)

    /// Makes connections inside the store, in order and in one commit.
    ///
    /// The number of statements is independent of the number of sources.
    ///
    /// The result equals the result of a save by a context, except for versions: the version of a
    /// changed row increases, by an amount that may depend on the number of requests that change
    /// it.
    ///
    /// - Parameters:
    ///   - requests: The connections; each satisfies ``ConnectionRequest/isSetBased(in:)``.
    ///   - changes: Indexes and connections to register in the same commit, without rows.
    /// - Returns: The result of each request; `nil`, without any change, if a context must do the
    ///   work instead: because the store does not support it, or because an object would be invalid
    ///   afterwards, which a context can report in detail.
    /// - Throws: ``StoreError``; nothing has changed then.
    func connect(
        _ requests: [ConnectionRequest], registering changes: ChangeSet
    ) throws(StoreError) -> [ConnectionOutcome]?

    /// Changes all rows that satisfy a condition inside the store, in one commit.
    ///
    /// The result equals the result of a save by a context.
    ///
    /// - Parameter change: The change; it satisfies ``SetChange/isSetBased(in:)``.
    /// - Returns: The number of changed rows; `nil`, without any change, if a context must do the
    ///   work instead: because the store does not support it, or because it would fail, which a
    ///   context can report in detail.
    /// - Throws: ``StoreError``; nothing has changed then.
    func change(_ change: SetChange) throws(StoreError) -> Int?

    /// Begins a load of many commits with new objects; it lasts until ``endLoad()``.
    ///
    /// See ``StoreLoad``.
    func beginLoad()

    /// Completes the work that was postponed to the end of a load.
    func endLoad() throws(StoreError)

    /// Removes all objects, or restores the objects of the store's seed; numbers are not reused.
    func reset() throws(StoreError)

    /// Closes the connections to the store.
    ///
    /// Later requests throw ``StoreError`` with code `closed`.
    func close()

    /// Writes the committed state to a new file.
    func backUp(to path: String) throws(StoreError)

    /// Finds up to `limit` conditions that no save produces.
    func checkIntegrity(limit: Int) throws(StoreError) -> IntegrityReport

    /// Repairs problems that ``checkIntegrity(limit:)`` finds.
    ///
    /// The repairs concern references, links, positions and sequences.
    func repairLinks(limit: Int) throws(StoreError) -> RepairReport
}

/// A store that commits together with another store.
///
/// The commit of the other store is part of the commit of this store, which is undone if the other
/// commit fails.
package protocol RevocableBackend: AnyObject, StoreBackend {
    /// Checks everything, calls `finish`, and makes the changes visible, or else changes nothing.
    ///
    /// A failure of the check or of `finish` is thrown.
    func commit(
        _ changes: ChangeSet, after finish: () throws(StoreError) -> Void
    ) throws(StoreError)
}

extension StoreBackend {
    package var isReporting: Bool { commits.isReporting }

    /// Reserves numbers without regard to the reader, because it holds no locks.
    package func reserveNumbers(
        _ count: Int, root: Int, beside reader: (any StoreReader)?
    ) throws(StoreError) -> Range<Int64> {
        try reserveNumbers(count, root: root)
    }

    /// Returns this backend: only units of work of the same process are excluded, by the container.
    package func alone() throws(StoreError) -> any StoreBackend { self }

    /// Leaves all connections to contexts.
    package func connect(
        _ requests: [ConnectionRequest], registering changes: ChangeSet
    ) throws(StoreError) -> [ConnectionOutcome]? {
        nil
    }

    /// Leaves all changes of sets to contexts.
    package func change(_ change: SetChange) throws(StoreError) -> Int? { nil }

    /// Does nothing: this kind of store has no connections.
    package func close() {}

    /// Does nothing: this kind of store needs no preparation.
    package func beginLoad() {}

    /// Does nothing: this kind of store postpones no work.
    package func endLoad() throws(StoreError) {}

    package func reset() throws(StoreError) {
        var changes = ChangeSet()
        changes.emptiesStore = true
        try commit(changes)
    }

    package func backUp(to path: String) throws(StoreError) {
        throw needsFile("backed up; save its objects to an SQLiteStore")
    }

    package func checkIntegrity(limit: Int) throws(StoreError) -> IntegrityReport {
        throw needsFile("checked; what is in memory was checked when it was saved")
    }

    package func repairLinks(limit: Int) throws(StoreError) -> RepairReport {
        throw needsFile("repaired; what is in memory was checked when it was saved")
    }

    private func needsFile(_ work: String) -> StoreError {
        StoreError(.invalidRequest, "only a store in a file or a database can be \(work)")
    }
}
