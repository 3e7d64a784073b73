public import ObjectGraph
import Synchronization

/// The identities of whole entities, in memory: for a container, one ``IdentityIndex`` for each
/// combination of an entity and attributes that somebody asks for.
///
/// Any number of operations and tasks share one cache. An index loads itself when it is first
/// asked, and follows every save through the container. When another process has written to the
/// store, it notices and loads again.
///
/// ```swift
/// let cache = IdentityCache(for: container)
/// var operation = MappingOperation(plan)
/// operation.options.identityLookup = .preloaded(cache)
/// for page in pages { try operation.run(page, in: container).requireNoIssues() }
/// ```
///
/// An identity takes about 100 bytes if it is a whole number, and 200 to 300 if it is a text or has
/// several parts. Entities with more objects than ``limit`` are not kept: operations ask the store
/// for them.
public final class IdentityCache: Sendable {
    /// The store whose objects are known.
    public let container: PersistentContainer
    /// How many objects an index keeps at most.
    public let limit: Int
    private let known = Mutex<[IdentitySpacePlan: IdentityIndex]>([:])

    /// Makes an empty cache; nothing is read yet.
    ///
    /// - Parameters:
    ///   - container: The store whose objects are to be known.
    ///   - limit: How many objects an index keeps at most.
    public init(for container: PersistentContainer, limit: Int = 2_000_000) {
        self.container = container
        self.limit = limit
    }

    /// The index of an entity, its sub-entities included, by some attributes; their order does not
    /// matter.
    ///
    /// The same question gets the same index.
    ///
    /// - Throws: `StoreError` with code `invalidRequest` if the model has no such entity or attribute,
    ///   or an attribute holds arrays or dictionaries, which cannot identify.
    public func index(
        of entityName: String, by attributes: [String]
    ) throws(StoreError) -> IdentityIndex {
        index(try IdentitySpacePlan(entityName, attributes, in: container.model))
    }

    /// The indexes that were asked for so far, by entity and attributes.
    public var indexes: [IdentityIndex] {
        known.withLock { Array($0.values) }.sorted {
            ($0.entityName, $0.attributes.joined(separator: ","))
                < ($1.entityName, $1.attributes.joined(separator: ","))
        }
    }

    /// Loads what operations with a plan will ask for, before the first of them does.
    ///
    /// - Throws: `StoreError` if the store cannot be read, or the plan is for another model.
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

    /// Forgets everything; an index loads again when it is next asked.
    public func flush() {
        for index in indexes { index.flush() }
    }

    /// The index of an identity space.
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
    /// Whether both are the same cache, not just caches of the same store.
    public static func == (left: IdentityCache, right: IdentityCache) -> Bool { left === right }

    /// Feeds what tells this cache from others.
    public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

extension IdentitySpacePlan {
    /// The space of an entity and attributes by their names.
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
