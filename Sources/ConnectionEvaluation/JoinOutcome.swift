package import ObjectGraph

/// The result of the evaluation of a connection.
package struct JoinOutcome {
    /// The sources with a changed relationship, with the previous destinations.
    var changed: [(source: Int64, before: [Int64])] = []
    /// The number of changed sources that have a destination.
    package var connected = 0
    /// The keys without a destination, with the number of sources for each.
    package var missing: [[Value]: Int] = [:]
    /// The sources with keys that no destination can have.
    package var mismatches: Set<Int64> = []
    /// The sources of a to-one relationship with several matching destinations.
    package var ambiguities: [(source: Int64, count: Int)] = []
}
