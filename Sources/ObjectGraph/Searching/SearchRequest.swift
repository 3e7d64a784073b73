/// A request for the objects that a search finds, the most relevant ones first.
///
/// ```swift
/// let request = SearchRequest("Post", "harbour storm", in: ["title", "author.name"], limit: 20)
/// for hit in try container.search(request) {
///     print(hit.objectID, hit.excerpts.first?.text ?? "")
/// }
/// ```
public struct SearchRequest: Sendable, Hashable {
    /// The name of the entity whose objects are searched.
    public var entityName: String
    /// The words to find.
    public var query: SearchQuery
    /// The paths of the texts; if there are none, the searchable attributes of the entity.
    public var paths: [String]
    /// The condition that the objects satisfy besides.
    public var predicate: EntityPredicate
    /// The greatest number of hits; `nil` for no limit.
    public var limit: Int?
    /// The number of hits to skip.
    public var offset: Int
    /// The greatest number of characters of an excerpt.
    public var excerptLength: Int

    /// Creates a request for hits among the objects of an entity.
    ///
    /// - Parameters:
    ///   - entityName: The name of the entity.
    ///   - query: The words to find.
    ///   - paths: The paths of the texts, which may cross relationships; without any, the
    ///     searchable attributes of the entity.
    ///   - predicate: A condition that the objects satisfy besides.
    ///   - limit: The greatest number of hits; `nil` for no limit.
    ///   - offset: The number of hits to skip.
    ///   - excerptLength: The greatest number of characters of an excerpt.
    public init(
        _ entityName: String, _ query: SearchQuery, in paths: [String] = [],
        where predicate: EntityPredicate = .true, limit: Int? = nil, offset: Int = 0,
        excerptLength: Int = 160
    ) {
        self.entityName = entityName
        self.query = query
        self.paths = paths
        self.predicate = predicate
        self.limit = limit
        self.offset = offset
        self.excerptLength = excerptLength
    }
}
