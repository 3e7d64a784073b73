package import ObjectGraph

/// The state of loads in a context that is needed for the check after its save.
package struct ConnectionHistory: Sendable {
    /// The previous keys of objects, by the relationship that they connect.
    var formerKeys: [Int: Set<[Value]>] = [:]
    /// The relationships with new connections in the store.
    var whole: Set<Int> = []
    /// The outstanding checks of earlier commits, whose processes may have ended.
    var marks: [String: String] = [:]
    /// The relationships, at the storing ends, with owners that the connections determine.
    var settled: Set<ConnectionTarget> = []

    package init(
        formerKeys: [Int: Set<[Value]>] = [:], whole: Set<Int> = [], marks: [String: String] = [:],
        settled: Set<ConnectionTarget> = []
    ) {
        self.formerKeys = formerKeys
        self.whole = whole
        self.marks = marks
        self.settled = settled
    }

    mutating func merge(_ other: ConnectionHistory) {
        formerKeys.merge(other.formerKeys) { $0.union($1) }
        whole.formUnion(other.whole)
        settled.formUnion(other.settled)
        marks.merge(other.marks) { _, new in new }
    }
}
