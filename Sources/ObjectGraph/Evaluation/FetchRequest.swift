/// A request for objects of one entity.
///
/// ```swift
/// let request = FetchRequest(
///     "Article", where: .attribute("rating") >= 4, sortedBy: [.descending("createdAt")],
///     limit: 20)
/// let articles = try context.fetch(request)
/// ```
public struct FetchRequest: Sendable, Hashable {
    /// The name of the entity to fetch.
    public var entityName: String
    /// The condition that the objects satisfy.
    public var predicate: EntityPredicate
    /// The order of the objects; objects that are equal under all keys are in order of insertion.
    public var sortKeys: [SortKey]
    /// The greatest number of objects; `nil` for no limit.
    public var limit: Int?
    /// The number of objects to skip.
    public var offset: Int
    /// Indicates whether objects of sub-entities are included.
    public var includesSubentities: Bool
    /// The names of the attributes that are read with the objects; `nil` for all.
    ///
    /// The other attributes are read on first access to such an attribute, or to a relationship,
    /// for 256 objects at once. For a list that shows two attributes of ten, this takes half the
    /// time or less. Observed results, and results with pending changes, always contain complete
    /// objects.
    public var attributesToFetch: [String]?

    /// Creates a request for objects of an entity.
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
