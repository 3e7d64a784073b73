/// A search in texts of one object that has words to find, at least in one of its alternatives.
package struct ResolvedSearch: Sendable, Hashable {
    /// The query, in which a part can be excluded only beside one that is included.
    package let query: SearchQuery.Node
    /// The attributes.
    package let paths: [ResolvedPath]
    /// The equivalent condition on single texts.
    package let condition: ResolvedPredicate
}
