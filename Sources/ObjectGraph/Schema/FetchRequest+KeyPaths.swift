extension FetchRequest {
    /// Creates a request for the objects of a schema struct.
    ///
    /// It equals the request that is written with names:
    ///
    /// ```swift
    /// FetchRequest(Article.self, sortedBy: [.descending(\Article.createdAt)]) { $0.rating >= 4 }
    /// FetchRequest(
    ///     "Article", where: .attribute("rating") >= 4, sortedBy: [.descending("createdAt")])
    /// ```
    public init<E: Entity>(
        _ type: E.Type, sortedBy sortKeys: [SortKey] = [], limit: Int? = nil, offset: Int = 0,
        includesSubentities: Bool = true, where condition: (E) -> EntityPredicate = { _ in .true }
    ) {
        self.init(
            E.entityName, where: condition(E.schema), sortedBy: sortKeys, limit: limit,
            offset: offset,
            includesSubentities: includesSubentities)
    }
}

extension SortKey {
    /// Creates a key that sorts by a related object's attribute, least values first.
    ///
    /// The key path follows to-one relationships.
    public static func ascending<E: Entity, Destination: Entity, Value>(
        _ relationship: KeyPath<E, ToOne<Destination>>,
        _ attribute: KeyPath<Destination, Attribute<Value>>, _ options: TextOptions = []
    ) -> SortKey {
        .ascending("\(E.name(of: relationship)).\(Destination.name(of: attribute))", options)
    }

    /// Creates a key that sorts by a related object's attribute, greatest values first.
    ///
    /// The key path follows to-one relationships.
    public static func descending<E: Entity, Destination: Entity, Value>(
        _ relationship: KeyPath<E, ToOne<Destination>>,
        _ attribute: KeyPath<Destination, Attribute<Value>>, _ options: TextOptions = []
    ) -> SortKey {
        .descending("\(E.name(of: relationship)).\(Destination.name(of: attribute))", options)
    }
}
