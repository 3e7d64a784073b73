extension ManagedObjectContext {
    /// Fetches the objects that satisfy a condition on the properties of the schema struct.
    ///
    /// ```swift
    /// let recent = try context.fetch(
    ///     Article.self, sortedBy: [.descending("createdAt")], limit: 10
    /// ) {
    ///     $0.rating >= 4
    /// }
    /// ```
    ///
    /// To read few attributes of many objects, name these attributes; the others are read on first
    /// access, as described for ``FetchRequest/attributesToFetch``:
    ///
    /// ```swift
    /// for article in try context.fetch(Article.self, attributes: [\.title, \.rating]) {
    ///     print(article.title, article.rating)
    /// }
    /// ```
    ///
    /// - Throws: ``StoreError`` if the store cannot be read, or with code `invalidRequest` if a key
    ///   path of `attributes` does not lead to an attribute, or if an attribute has no substitute
    ///   for stored values that do not fit (``AttributeValue/placeholder``).
    @inlinable
    public func fetch<E: Entity>(
        _ type: E.Type, attributes: [PartialKeyPath<E>]? = nil, sortedBy sortKeys: [SortKey] = [],
        limit: Int? = nil, offset: Int = 0,
        where condition: (E) -> EntityPredicate = { _ in .true }
    ) throws(StoreError) -> [Object<E>] {
        var request = FetchRequest(
            E.entityName, where: condition(try readableSchema(type)), sortedBy: sortKeys,
            limit: limit,
            offset: offset)
        if let attributes { request.attributesToFetch = try names(of: attributes) }
        return try handles(matching: request) { Object(unchecked: $0) }
    }

    /// Fetches the first object that satisfies a condition, or `nil` if there is none.
    ///
    /// ```swift
    /// let newest = try context.first(Article.self, sortedBy: [.descending("createdAt")]) {
    ///     $0.rating >= 4
    /// }
    /// ```
    ///
    /// - Throws: The errors of ``fetch(_:attributes:sortedBy:limit:offset:where:)``, which reads
    ///   one object here.
    public func first<E: Entity>(
        _ type: E.Type, sortedBy sortKeys: [SortKey] = [],
        where condition: (E) -> EntityPredicate = { _ in .true }
    ) throws(StoreError) -> Object<E>? {
        try fetch(type, sortedBy: sortKeys, limit: 1, where: condition).first
    }

    @usableFromInline
    func names<E: Entity>(of attributes: [PartialKeyPath<E>]) throws(StoreError) -> [String] {
        let schema = schema(E.self)
        var names: [String] = []
        for path in attributes {
            guard let name = (schema[keyPath: path] as? any AttributeProperty)?.nameInModel else {
                throw StoreError(
                    .invalidRequest, "\(path) leads to no attribute of \(E.entityName)")
            }
            names.append(name)
        }
        return names
    }
}
