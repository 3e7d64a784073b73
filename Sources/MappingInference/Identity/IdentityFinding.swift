/// The candidates for the identity of a node's records, and the best one.
struct IdentityFinding {
    /// The candidates, the best one first.
    var candidates: [IdentityCandidate] = []
    /// The best candidate with sufficient confidence.
    var best: IdentityCandidate?
    /// The contradiction that excludes an identity (I6).
    var contradiction: String?
    /// The best candidate with insufficient confidence.
    var possible: IdentityCandidate?

    /// Transfers the fit of a URL to a key in it, which is unique within the collection.
    mutating func distinguish(_ key: SchemaNodeID, by url: SchemaNodeID) {
        guard let own = candidates.firstIndex(where: { $0.nodes == [key] }),
            let fit = candidates.first(where: { $0.nodes == [url] && $0.isUsable })?.fit,
            !fit.isLink
        else { return }
        candidates[own].fit = fit
        if candidates[own].isStrong { best = candidates[own] }
    }
}
