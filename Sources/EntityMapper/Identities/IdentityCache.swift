public import ObjectGraph
import Synchronization

/// An in-memory cache of the identities of a container.
///
/// It has one ``IdentityIndex`` for each requested combination of an entity and attributes.
///
/// Any number of operations and tasks can share a cache. An index loads itself on first use, and is
/// updated by every save through the container. If another process has written to the store, the
/// index detects this and reloads.
///
/// ```swift
/// let cache = IdentityCache(for: container)
/// var operation = MappingOperation(plan)
/// operation.options.identityLookup = .preloaded(cache)
/// for page in pages { try operation.run(page, in: container).requireNoIssues() }
/// ```
///
/// An identity uses about 100 bytes if it is an integer, and 200 to 300 if it is a string or has
/// several parts. Entities with more objects than ``limit`` are not cached: operations look them up
/// in the store.
public final class IdentityCache: Sendable {
    /// The container whose identities are cached.
    public let container: PersistentContainer
    /// The maximum number of objects in an index.
    public let limit: Int
    private let known = Mutex<[IdentitySpacePlan: IdentityIndex]>([:])

    /// Creates an empty cache, without reading anything.
    ///
    /// - Parameters:
    ///   - container: The container whose identities are to be cached.
    ///   - limit: The maximum number of objects in an index.
    public init(for container: PersistentContainer, limit: Int = 2_000_000) {
        self.container = container
        self.limit = limit
    }

    /// Returns the index of an entity, including its sub-entities, by some attributes in any order.
    ///
    /// Equal arguments return the same index.
    ///
    /// - Throws: `StoreError` with code `invalidRequest` if the model has no such entity or
    ///   attribute, or if the type of an attribute is an array or a dictionary, which cannot
    ///   identify objects.
    public func index(
        of entityName: String, by attributes: [String]
    ) throws(StoreError) -> IdentityIndex {
        index(try IdentitySpacePlan(entityName, attributes, in: container.model))
    }

    /// The indexes requested so far, ordered by entity and attributes.
    public var indexes: [IdentityIndex] {
        known.withLock { Array($0.values) }.sorted {
            ($0.entityName, $0.attributes.joined(separator: ","))
                < ($1.entityName, $1.attributes.joined(separator: ","))
        }
    }

    /// Loads all indexes that operations with a plan will use.
    ///
    /// - Throws: `StoreError` if the store cannot be read, or if the plan is for a different model.
    public func load(for plan: MappingPlan) throws(StoreError) {
        guard plan.model === container.model || plan.model.entities == container.model.entities
        else {
            throw StoreError(
                .invalidRequest,
                "the plan was made for another model than the cache's; make it with container.model"
            )
        }
        for space in plan.spaces { try index(space).load() }
    }

    /// Removes all contents; an index reloads on its next use.
    public func flush() {
        for index in indexes { index.flush() }
    }

    /// Returns the index of an identity space.
    func index(_ space: IdentitySpacePlan) -> IdentityIndex {
        known.withLock { known in
            if let index = known[space] { return index }
            let index = IdentityIndex(space, in: container, limit: limit)
            known[space] = index
            return index
        }
    }
}

extension IdentityCache: Hashable {
    /// Tests whether two references are to the same cache, not only to caches of the same store.
    public static func == (left: IdentityCache, right: IdentityCache) -> Bool { left === right }

    /// Hashes the identity of the cache.
    public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

extension IdentitySpacePlan {
    /// Creates the identity space of an entity and attributes given by name.
    fileprivate init(
        _ entityName: String, _ attributes: [String], in model: ManagedObjectModel
    ) throws(StoreError) {
        guard let layout = model.layout(named: entityName) else {
            let advice = Suggestion.text(for: entityName, among: model.entities.map(\.name))
            throw StoreError(.invalidRequest, "the model has no entity '\(entityName)'\(advice)")
        }
        guard !attributes.isEmpty else {
            throw StoreError(
                .invalidRequest, "\(entityName): no attributes are named; name at least one")
        }
        var slots: Set<Int> = []
        var types: [AttributeType] = []
        for name in attributes {
            guard let slot = layout.slotIndexes[name],
                let attribute = layout.slots[slot].attribute
            else {
                let names = layout.slots.filter { $0.attribute != nil }.map(\.name)
                let advice = Suggestion.text(for: name, among: names)
                throw StoreError(
                    .invalidRequest, "\(entityName) has no attribute '\(name)'\(advice)")
            }
            guard attribute.type.isOrdered else {
                throw StoreError(
                    .invalidRequest,
                    "\(entityName).\(name) cannot identify: it holds \(attribute.type.word)")
            }
            slots.insert(slot)
            types.append(attribute.type)
        }
        let integers: [AttributeType] = [.integer16, .integer32, .integer64]
        self.init(
            entity: layout.index, root: layout.root, slots: slots.sorted(),
            isInteger: slots.count == 1 && integers.contains(types[0]))
    }
}
