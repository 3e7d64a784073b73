public import ObjectGraph

/// The identities of the objects of one entity and its sub-entities, in memory: key → objects.
///
/// An ``IdentityCache`` makes it. It loads itself when it is first asked, with the whole entity, and
/// follows what is saved through the container, before the save returns. It never learns what was
/// not committed. When another process has written to the store, it loads again.
///
/// ```swift
/// let index = try cache.index(of: "Article", by: ["articleID"])
/// let known = try index.objectIDs(for: ["articleID": [1, 2, 3]])
/// ```
///
/// Keys are typed: the text `"1"` is not the number 1. An object with a `null` in its key has no
/// identity and is not in the index.
public final class IdentityIndex: Sendable {
    /// The entity whose objects are known, those of its sub-entities included.
    public let entityName: String
    /// The attributes of the key, in the order in which the entity declares them.
    public let attributes: [String]
    let container: PersistentContainer
    let register: IdentityRegister
    private let limit: Int
    private let subscription: CommitSubscription

    var space: IdentitySpacePlan { register.space }

    init(_ space: IdentitySpacePlan, in container: PersistentContainer, limit: Int) {
        let layout = container.model.layouts[space.entity]
        let register = IdentityRegister(space, container.model)
        entityName = layout.name
        attributes = space.slots.map { layout.slots[$0].name }
        self.container = container
        self.register = register
        self.limit = limit
        subscription = container.backend.commits.add(for: container.model) { changes in
            register.note(changes, limit: limit)
        }
    }

    /// Whether the entity is in memory.
    public var isLoaded: Bool { register.readAny { _ in true } ?? false }

    /// How many objects are in memory; 0 before loading.
    public var count: Int { register.readAny(\.objectCount) ?? 0 }

    /// How many different keys the objects in memory have; 0 before loading.
    public var keyCount: Int { register.readAny(\.keyCount) ?? 0 }

    /// Whether an object is in memory.
    public func contains(_ id: ManagedObjectID) -> Bool {
        guard id.entityName == container.model.layouts[space.root].name else { return false }
        return register.readAny { $0.contains(id.number) } ?? false
    }

    /// Reads the whole entity, whatever is in memory.
    ///
    /// Nobody waits meanwhile: others ask the store as if there were no index.
    ///
    /// - Returns: Whether the entity is in memory now. It is not if it has more objects than the
    ///   limit of the cache; or if at this moment somebody saves or loads the same index, and then
    ///   the next look-up tries again.
    /// - Throws: `StoreError` if the store cannot be read.
    /// - Complexity: O(objects of the entity), one request for each 50 000.
    @discardableResult
    public func load() throws(StoreError) -> Bool {
        guard let version = try container.backend.foreignVersion() else { return false }
        try load(version)
        return isLoaded
    }

    /// Forgets everything; the index loads again when it is next asked.
    public func flush() { register.flush() }

    /// The version of the entries that are true now; `nil` if the store has to be asked instead.
    ///
    /// Loads if nobody has, or if somebody unheard has written.
    func currentVersion() throws(StoreError) -> Int64? {
        guard let version = try container.backend.foreignVersion() else { return nil }
        if register.read(version: version, { _ in true }) == nil, !register.isOverfull {
            try load(version)
        }
        return version
    }

    private func load(_ version: Int64) throws(StoreError) {
        guard let ticket = register.begin() else { return }
        do {
            register.finish(ticket, try storedEntries(), version: version)
        } catch {
            register.abandon(ticket)
            throw error
        }
    }

    /// How many rows are read at once: what is read is many times larger than what is kept of it.
    private static let pageSize = 50_000

    /// What the store has, read from one state of it; `nil` if it is more than may be kept.
    private func storedEntries() throws(StoreError) -> IdentityEntries? {
        let reader = try container.backend.makeReader()
        var request = RowRequest(entity: space.entity)
        let count = try reader.count(matching: request)
        guard count <= limit else { return nil }
        var entries = IdentityEntries()
        entries.reserve(count, isInteger: space.isInteger)
        request.limit = Self.pageSize
        while request.offset < count {
            for stored in try reader.rows(matching: request) {
                register.enter(stored, into: &entries)
            }
            request.offset += Self.pageSize
        }
        return entries
    }
}
