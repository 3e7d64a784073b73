extension PersistentContainer {
    /// Returns the objects that a search finds, the most relevant ones first.
    ///
    /// ```swift
    /// for hit in try container.search(SearchRequest("Post", "harbour storm", limit: 20)) {
    ///     print(hit)
    /// }
    /// ```
    ///
    /// - Throws: The errors of ``ManagedObjectContext/search(_:)``.
    /// - Complexity: As for ``ManagedObjectContext/search(_:)``, in a separate unit of work.
    public func search(_ request: SearchRequest) throws -> [SearchHit] {
        try read { context in try context.search(request) }
    }

    /// Returns the objects of a schema struct that a search finds, the most relevant ones first.
    ///
    /// ```swift
    /// let hits = try container.search(Post.self, "harbour storm", in: \.title, \.author.name) {
    ///     $0.likes > 10
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - type: The schema struct.
    ///   - query: The words to find.
    ///   - attributes: The texts, which may belong to related objects; without any, the
    ///     searchable attributes.
    ///   - limit: The greatest number of hits; `nil` for no limit.
    ///   - offset: The number of hits to skip.
    ///   - condition: A condition that the objects satisfy besides.
    /// - Returns: The hits.
    /// - Throws: The errors of ``ManagedObjectContext/search(_:)``.
    public func search<E: Entity>(
        _ type: E.Type, _ query: SearchQuery, in attributes: PartialKeyPath<E>...,
        limit: Int? = nil, offset: Int = 0,
        where condition: (E) -> EntityPredicate = { _ in .true }
    ) throws -> [SearchHit] {
        try search(
            SearchRequest(
                E.entityName, query, in: attributes.map { "\(E.searchedPath($0))" },
                where: condition(E.schema), limit: limit, offset: offset))
    }
}
