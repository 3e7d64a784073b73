/// A request for rows: a ``FetchRequest`` with resolved names.
package struct RowRequest: Sendable, Hashable {
    package var entity: Int
    package var includesSubentities: Bool
    package var predicate: EntityPredicate
    package var sortKeys: [SortKey]
    package var limit: Int?
    package var offset: Int

    package init(
        entity: Int, includesSubentities: Bool = true, predicate: EntityPredicate = .true,
        sortKeys: [SortKey] = [], limit: Int? = nil, offset: Int = 0
    ) {
        self.entity = entity
        self.includesSubentities = includesSubentities
        self.predicate = predicate
        self.sortKeys = sortKeys
        self.limit = limit
        self.offset = offset
    }
}
