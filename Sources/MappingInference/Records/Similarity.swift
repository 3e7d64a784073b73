/// The similarity of two sets of keys.
struct Similarity {
    /// The Jaccard index: the share of common keys in all keys.
    let jaccard: Double
    /// The share of common keys in the smaller set.
    let containment: Double
    let shared: Int

    init(_ left: Set<String>, _ right: Set<String>) {
        shared = left.intersection(right).count
        jaccard = Double(shared) / Double(max(left.count + right.count - shared, 1))
        containment = Double(shared) / Double(max(min(left.count, right.count), 1))
    }
}
