/// A store of an object graph: ``InMemoryStore``, or `SQLiteStore` of ObjectGraphSQLite.
///
/// A store is passed to the initializer of a ``PersistentContainer``, which opens it.
public protocol PersistentStore: Sendable {
    /// Opens the store for a model, and creates or extends its content where necessary.
    ///
    /// - Throws: ``StoreError``, with code `schemaMismatch` if the store was created for a model
    ///   that cannot be migrated to this one.
    func open(for model: ManagedObjectModel) throws(StoreError) -> StoreConnection
}

/// An open store, for use by a ``PersistentContainer`` only.
public struct StoreConnection: Sendable {
    package let backend: any StoreBackend

    package init(_ backend: any StoreBackend) {
        self.backend = backend
    }
}

/// The requests and commits that a store executes for the contexts of a container.
///
/// All requests are for sets.
package protocol StoreBackend: Sendable {
    /// Commit observers, called in commit order after success, before `commit(_:)` returns.
    ///
    /// Backends that were opened from the same store value share them.
    var commits: CommitHooks { get }

    /// Returns a number that changes after writes that are not reported to ``commits``; `nil` if it
    /// is not available without waiting.
    func foreignVersion() throws(StoreError) -> Int64?

    /// Creates a consistent view of what is committed now, for one unit of work.
    func makeReader() throws(StoreError) -> any StoreReader

    /// Reserves numbers that no other object of the inheritance tree has or will get,
    /// in any process.
    func reserveNumbers(_ count: Int, root: Int) throws(StoreError) -> Range<Int64>

    /// Writes all changes, or none if it throws.
    ///
    /// - Throws: ``StoreError`` with code `conflict` if a row was written or a checkpoint updated
    ///   since it was read, or `uniqueness` if two objects would share a unique value.
    func commit(_ changes: ChangeSet) throws(StoreError)

    /// Makes connections inside the store, in order and in one commit, with a number of statements
    /// that is independent of the number of sources.
    ///
    /// The result is the same as that of a save by a context, except for versions: the
    /// version of a changed row increases, by an amount that may depend on the number of
    /// requests that change it.
    ///
    /// - Parameters:
    ///   - requests: The connections, each of which satisfies
    ///     ``ConnectionRequest/isSetBased(in:)``.
    ///   - changes: Indexes and connections to register in the same commit, without rows.
    /// - Returns: The result of each request; `nil`, without any change, if a context must do the
    ///   work instead: because the store does not support it, or because an object would be invalid
    ///   afterwards, which a context can report in detail.
    /// - Throws: ``StoreError``; nothing has changed then.
    func connect(
        _ requests: [ConnectionRequest], registering changes: ChangeSet
    ) throws(StoreError) -> [ConnectionOutcome]?

    /// Begins a load of many commits with new objects, which lasts until ``endLoad()``; see
    /// ``StoreLoad``.
    func beginLoad()

    /// Completes the work that was postponed to the end of a load.
    func endLoad() throws(StoreError)

    /// Removes all objects, or restores those of the store's seed; numbers are not used again.
    func reset() throws(StoreError)

    /// Writes what is committed now to a new file.
    func backUp(to path: String) throws(StoreError)

    /// Finds conditions that no save produces, at most `limit` of them.
    func checkIntegrity(limit: Int) throws(StoreError) -> IntegrityReport

    /// Repairs the problems of ``checkIntegrity(limit:)`` in references, links, positions
    /// and sequences.
    func repairLinks(limit: Int) throws(StoreError) -> RepairReport
}

/// A store whose commit can include the commit of another store, and is undone if that fails.
package protocol RevocableBackend: AnyObject, StoreBackend {
    /// Checks everything, calls `finish`, and makes the changes visible; makes no change if
    /// either throws.
    func commit(
        _ changes: ChangeSet, after finish: () throws(StoreError) -> Void
    ) throws(StoreError)
}

extension StoreBackend {
    /// Leaves all connections to contexts.
    package func connect(
        _ requests: [ConnectionRequest], registering changes: ChangeSet
    ) throws(StoreError) -> [ConnectionOutcome]? {
        nil
    }

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
        StoreError(.invalidRequest, "only a store in a file can be \(work)")
    }
}

/// Reads one consistent state of a store, for one unit of work.
package protocol StoreReader: AnyObject {
    /// Returns the matching rows, in order.
    func rows(matching request: RowRequest) throws(StoreError) -> [StoredRow]

    /// Returns the matching rows in order; slots other than the given ones may be missing, in all
    /// rows or in none.
    func parts(
        _ slots: [Int], ofRowsMatching request: RowRequest
    ) throws(StoreError) -> [StoredRow]

    /// Returns the number of matching rows, with the limit and the offset applied.
    func count(matching request: RowRequest) throws(StoreError) -> Int

    /// Returns the rows with these numbers, in any order; numbers without a row are left out.
    func rows(root: Int, numbers: [Int64]) throws(StoreError) -> [StoredRow]

    /// Returns the rows of an entity's family whose slots hold one of the keys, in any order.
    ///
    /// Each key has one value for each slot. `null` equals `null`.
    func rows(entity: Int, slots: [Int], keys: LookupKeys) throws(StoreError) -> [StoredRow]

    /// Returns the rows that reference one of the destinations, for a to-one relationship stored
    /// as references.
    func rows(referringThrough relationship: Int, to destinations: [Int64])
        throws(StoreError) -> [StoredRow]

    /// Returns the links of some sources, for a relationship stored as links.
    func links(of relationship: Int, from sources: [Int64]) throws(StoreError) -> [StoredLink]

    /// Returns the links that arrive at some destinations, for a relationship stored as links.
    func links(of relationship: Int, to destinations: [Int64]) throws(StoreError) -> [StoredLink]

    /// Returns the connections registered by loads, in order of registration.
    func connections() throws(StoreError) -> [ConnectionDescription]

    /// Returns the registered connections, with the checks that commits have left to be done.
    func registeredConnections() throws(StoreError) -> RegisteredConnections

    /// The version of the store that is read; `nil` if it is not available.
    var version: StoreVersion? { get }

    /// Returns the text of a checkpoint; `nil` if there is none.
    func checkpoint(_ key: CheckpointKey) throws(StoreError) -> String?
}

extension StoreReader {
    package func registeredConnections() throws(StoreError) -> RegisteredConnections {
        RegisteredConnections(descriptions: try connections())
    }

    package var version: StoreVersion? { nil }

    /// Returns complete rows: if they are in memory already, leaving out slots saves nothing.
    package func parts(
        _ slots: [Int], ofRowsMatching request: RowRequest
    ) throws(StoreError) -> [StoredRow] {
        try rows(matching: request)
    }
}

/// A request for rows: a ``FetchRequest`` with resolved names.
package struct RowRequest: Sendable, Hashable {
    package var entity: Int
    package var includesSubentities: Bool
    package var predicate: EntityPredicate
    package var sortKeys: [SortKey]
    package var limit: Int?
    package var offset: Int

    package init(
        entity: Int, includesSubentities: Bool = true, predicate: EntityPredicate = .true,
        sortKeys: [SortKey] = [], limit: Int? = nil, offset: Int = 0
    ) {
        self.entity = entity
        self.includesSubentities = includesSubentities
        self.predicate = predicate
        self.sortKeys = sortKeys
        self.limit = limit
        self.offset = offset
    }
}
