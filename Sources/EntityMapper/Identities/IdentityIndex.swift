public import ObjectGraph

/// An in-memory index of the identities of an entity and its sub-entities, from keys to objects.
///
/// It is created by an ``IdentityCache``. On first use it loads the whole entity; each save through
/// the container updates it before the save returns. It contains committed objects only. If another
/// process has written to the store, it reloads.
///
/// ```swift
/// let index = try cache.index(of: "Article", by: ["articleID"])
/// let known = try index.objectIDs(for: ["articleID": [1, 2, 3]])
/// ```
///
/// Keys are typed: the string `"1"` does not equal the number 1. An object with a `null` in its key
/// has no identity and is not in the index.
public final class IdentityIndex: Sendable {
    /// The entity of the indexed objects; the index includes its sub-entities.
    public let entityName: String
    /// The attributes of the key, in the entity's declaration order.
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

    /// Indicates whether the index is loaded.
    public var isLoaded: Bool { register.readAny { _ in true } ?? false }

    /// The number of indexed objects; 0 before loading.
    public var count: Int { register.readAny(\.objectCount) ?? 0 }

    /// The number of distinct keys; 0 before loading.
    public var keyCount: Int { register.readAny(\.keyCount) ?? 0 }

    /// Tests whether an object is in the index.
    public func contains(_ id: ManagedObjectID) -> Bool {
        guard id.entityName == container.model.layouts[space.root].name else { return false }
        return register.readAny { $0.contains(id.number) } ?? false
    }

    /// Loads the whole entity, regardless of the current contents.
    ///
    /// Other tasks do not wait; during loading, they query the store as if there were no index.
    ///
    /// - Returns: Whether the index is loaded. It is not if there are more objects than the limit
    ///   of the cache, or if another task is loading the index or has just saved; the next look-up
    ///   then tries again.
    /// - Throws: `StoreError` if the store cannot be read.
    /// - Complexity: O(objects of the entity), with one request for each 50 000.
    @discardableResult
    public func load() throws(StoreError) -> Bool {
        guard let version = try container.backend.foreignVersion() else { return false }
        try load(version)
        return isLoaded
    }

    /// Removes all contents; the index reloads on its next use.
    public func flush() { register.flush() }

    /// Returns the version of the current entries; `nil` if the store must be queried instead.
    ///
    /// The index is loaded if it is not loaded yet, or if another process has written to the store.
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

    /// The number of rows read at once, limited because rows are much larger than their entries.
    private static let pageSize = 50_000

    /// Reads the entries from one state of the store; `nil` if their number exceeds the limit.
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
