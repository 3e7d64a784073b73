/// Something that keeps an object graph: ``InMemoryStore``, or `SQLiteStore` of ObjectGraphSQLite.
///
/// A store is named when a ``PersistentContainer`` is made, and opened by it.
public protocol PersistentStore: Sendable {
    /// Opens the store for a model, and creates or extends what it keeps where needed.
    ///
    /// - Throws: ``StoreError``, with code `schemaMismatch` when the store was made for a model that
    ///   cannot be brought to this one.
    func open(for model: ManagedObjectModel) throws(StoreError) -> StoreConnection
}

/// An open store.
///
/// Only a ``PersistentContainer`` makes use of it.
public struct StoreConnection: Sendable {
    package let backend: any StoreBackend

    package init(_ backend: any StoreBackend) {
        self.backend = backend
    }
}

/// What a store does for the contexts of a container.
///
/// All requests are for sets.
package protocol StoreBackend: Sendable {
    /// Who is told of commits: in their order, after each has succeeded, before it returns.
    ///
    /// Backends that were opened by the same store value share them.
    var commits: CommitHooks { get }

    /// A number that is another one once somebody has written to the store whom ``commits`` does not
    /// hear of; `nil` if that cannot be told now without waiting.
    func foreignVersion() throws(StoreError) -> Int64?

    /// A consistent view of what is committed now, for one unit of work.
    func makeReader() throws(StoreError) -> any StoreReader

    /// Numbers that no other object of the inheritance tree has or will get, in any process.
    func reserveNumbers(_ count: Int, root: Int) throws(StoreError) -> Range<Int64>

    /// Writes everything, or nothing if it throws.
    ///
    /// - Throws: ``StoreError`` with code `conflict` if a row was written or a checkpoint moved since
    ///   it was read, or `uniqueness` if two objects would share what must be unique.
    func commit(_ changes: ChangeSet) throws(StoreError)

    /// Makes connections inside the store, in order, as one commit; as many statements for a million
    /// sources as for ten.
    ///
    /// It gives what a context would have saved, but for versions: a row that changes gets a higher
    /// one, however many requests change it.
    ///
    /// - Parameters:
    ///   - requests: Each ``ConnectionRequest/isSetBased(in:)``.
    ///   - changes: Indexes and connections to register with it, no rows.
    /// - Returns: What came of each; `nil`, and nothing has changed, if the store leaves the work to a
    ///   context: because it cannot do it, or because an object would not be valid afterwards, which
    ///   a context can say in full.
    /// - Throws: ``StoreError``; nothing has changed then.
    func connect(
        _ requests: [ConnectionRequest], registering changes: ChangeSet
    ) throws(StoreError) -> [ConnectionOutcome]?

    /// Says that many commits follow that bring new objects, until ``endLoad()``; see ``StoreLoad``.
    func beginLoad()

    /// Finishes what a load has left for its end.
    func endLoad() throws(StoreError)

    /// Removes every object, or brings back those of the store's seed; numbers stay used.
    func reset() throws(StoreError)

    /// Writes what is committed now to a new file.
    func backUp(to path: String) throws(StoreError)

    /// Finds what no save leaves behind; at most `limit` problems.
    func checkIntegrity(limit: Int) throws(StoreError) -> IntegrityReport

    /// Repairs what ``checkIntegrity(limit:)`` finds in references, links, places and sequences.
    func repairLinks(limit: Int) throws(StoreError) -> RepairReport
}

/// A store whose commit waits for another one, and leaves nothing behind if that fails.
package protocol RevocableBackend: AnyObject, StoreBackend {
    /// Checks everything, calls `finish`, and makes the changes visible; none if either throws.
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

    /// Has nothing to prepare.
    package func beginLoad() {}

    /// Has left nothing.
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

/// Answers questions about one consistent state of a store.
///
/// It belongs to one unit of work.
package protocol StoreReader: AnyObject {
    /// The rows that match, in order.
    func rows(matching request: RowRequest) throws(StoreError) -> [StoredRow]

    /// The rows that match, in order, of which the other slots may be missing: of all rows, or of none.
    func parts(
        _ slots: [Int], ofRowsMatching request: RowRequest
    ) throws(StoreError) -> [StoredRow]

    /// How many rows match; limit and offset count too.
    func count(matching request: RowRequest) throws(StoreError) -> Int

    /// The rows with these numbers, in any order; numbers without a row are left out.
    func rows(root: Int, numbers: [Int64]) throws(StoreError) -> [StoredRow]

    /// The rows of an entity's family whose slots hold one of the keys; each key has a value for
    /// each slot. In any order. `null` equals `null`.
    func rows(entity: Int, slots: [Int], keys: LookupKeys) throws(StoreError) -> [StoredRow]

    /// The rows whose to-one relationship (kept as a reference) leads to one of the destinations.
    func rows(referringThrough relationship: Int, to destinations: [Int64])
        throws(StoreError) -> [StoredRow]

    /// The links of a relationship (kept as links) that leave the sources.
    func links(of relationship: Int, from sources: [Int64]) throws(StoreError) -> [StoredLink]

    /// The links of a relationship (kept as links) that arrive at the destinations.
    func links(of relationship: Int, to destinations: [Int64]) throws(StoreError) -> [StoredLink]

    /// The connections that loads have registered, in order of registration.
    func connections() throws(StoreError) -> [ConnectionDescription]

    /// The same, and what commits have left to check.
    func registeredConnections() throws(StoreError) -> RegisteredConnections

    /// The state of the store that is read; `nil` where nobody can tell.
    var version: StoreVersion? { get }

    /// The text of a checkpoint; `nil` if there is none.
    func checkpoint(_ key: CheckpointKey) throws(StoreError) -> String?
}

extension StoreReader {
    package func registeredConnections() throws(StoreError) -> RegisteredConnections {
        RegisteredConnections(descriptions: try connections())
    }

    package var version: StoreVersion? { nil }

    /// Whole rows: where they lie in memory already, leaving something out saves nothing.
    package func parts(
        _ slots: [Int], ofRowsMatching request: RowRequest
    ) throws(StoreError) -> [StoredRow] {
        try rows(matching: request)
    }
}

/// A question for rows: a ``FetchRequest`` with its names resolved.
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
