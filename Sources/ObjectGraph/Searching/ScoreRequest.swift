/// A request for the relevance of the objects that an index finds, greatest first.
package struct ScoreRequest: Sendable, Hashable {
    /// The condition of the objects besides the search, with the limit and the offset.
    package let rows: RowRequest
    package let search: ResolvedSearch
}
