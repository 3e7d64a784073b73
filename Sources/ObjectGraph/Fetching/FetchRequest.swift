/// A question for objects of one entity.
///
/// ```swift
/// let request = FetchRequest(
///     "Article", where: .attribute("rating") >= 4, sortedBy: [.descending("createdAt")], limit: 20)
/// let articles = try context.fetch(request)
/// ```
public struct FetchRequest: Sendable, Hashable {
    /// The entity whose objects are wanted.
    public var entityName: String
    /// The condition they meet.
    public var predicate: EntityPredicate
    /// Their order; that of insertion after all keys.
    public var sortKeys: [SortKey]
    /// How many at most; `nil` for all.
    public var limit: Int?
    /// How many to pass over first.
    public var offset: Int
    /// Whether objects of sub-entities are wanted too.
    public var includesSubentities: Bool
    /// The attributes that are read with the objects; `nil` for all.
    ///
    /// The others are read when one of them is asked for, or a relationship: for 256 objects at once.
    /// A list that looks at two attributes of ten takes half the time or less. Observed results and answers
    /// with pending changes are always of whole objects.
    public var attributesToFetch: [String]?

    /// Asks for objects of an entity.
    public init(
        _ entityName: String, where predicate: EntityPredicate = .true,
        sortedBy sortKeys: [SortKey] = [], limit: Int? = nil, offset: Int = 0,
        includesSubentities: Bool = true, attributesToFetch: [String]? = nil
    ) {
        self.entityName = entityName
        self.predicate = predicate
        self.sortKeys = sortKeys
        self.limit = limit
        self.offset = offset
        self.includesSubentities = includesSubentities
        self.attributesToFetch = attributesToFetch
    }
}
