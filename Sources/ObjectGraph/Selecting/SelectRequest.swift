/// A request for values of objects, or of groups of objects, instead of the objects themselves.
///
/// ```swift
/// // The titles of the ten best articles, with the names of their authors.
/// SelectRequest(
///     "Article", ["title", "author.name"], where: .attribute("rating") >= 4,
///     sortedBy: [.descending("rating")], limit: 10)
/// // The number of articles and the best rating for each author with five or more articles.
/// SelectRequest(
///     "Article", ["author.name", .count, .maximum("rating")], having: .count >= 5,
///     sortedBy: [.descending(.count)])
/// ```
///
/// If a column is an aggregate of groups, such as ``ValueExpression/count``, the objects are
/// grouped by all other columns, and each group is a row. Without other columns there is exactly
/// one group, also of no objects. An aggregate of related objects, such as `.count("comments")`, is
/// a value of each object and groups nothing.
///
/// Rows of objects are in the order of the sort keys, then of insertion; rows of groups in the
/// order of the sort keys, then of the other columns.
public struct SelectRequest: Sendable, Hashable {
    /// The name of the entity.
    public var entityName: String
    /// The values of each row.
    public var columns: [ValueExpression]
    /// The condition that the objects satisfy.
    public var predicate: EntityPredicate
    /// The condition that the groups satisfy, on their columns and aggregates.
    public var groupPredicate: EntityPredicate
    /// The order of the rows; of groups by columns and aggregates.
    public var sortKeys: [SortKey]
    /// The greatest number of rows; `nil` for no limit.
    public var limit: Int?
    /// The number of rows to skip.
    public var offset: Int
    /// Indicates whether objects of sub-entities are included.
    public var includesSubentities: Bool
    /// Indicates whether equal rows occur once.
    public var isDistinct: Bool

    /// Creates a request for values.
    public init(
        _ entityName: String, _ columns: [ValueExpression],
        where predicate: EntityPredicate = .true, having groupPredicate: EntityPredicate = .true,
        sortedBy sortKeys: [SortKey] = [], limit: Int? = nil, offset: Int = 0,
        includesSubentities: Bool = true, isDistinct: Bool = false
    ) {
        self.entityName = entityName
        self.columns = columns
        self.predicate = predicate
        self.groupPredicate = groupPredicate
        self.sortKeys = sortKeys
        self.limit = limit
        self.offset = offset
        self.includesSubentities = includesSubentities
        self.isDistinct = isDistinct
    }
}

extension SelectRequest {
    /// The request for the objects whose values are selected.
    var objects: FetchRequest {
        FetchRequest(
            entityName, where: predicate, sortedBy: sortKeys, limit: limit, offset: offset,
            includesSubentities: includesSubentities)
    }
}
