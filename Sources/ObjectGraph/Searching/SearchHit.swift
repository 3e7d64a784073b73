/// An object that a search has found.
public struct SearchHit: Sendable, Hashable, Identifiable {
    /// The object.
    public let objectID: ManagedObjectID
    /// The relevance, which is comparable with other hits of the same search only.
    ///
    /// Files rank by the BM25 function of SQLite. Other stores prefer objects with more of the
    /// words in shorter texts.
    public let score: Double
    /// The places of the words, one for each text that has any, in the order of the paths.
    public let excerpts: [SearchExcerpt]

    /// The object.
    public var id: ManagedObjectID { objectID }
}

extension SearchHit: CustomStringConvertible {
    /// The object and its excerpts, with the words in brackets.
    public var description: String {
        let lines = excerpts.map { "\($0.path): \($0.marked("[", "]"))" }
        return ([objectID.description] + lines).joined(separator: "\n  ")
    }
}
