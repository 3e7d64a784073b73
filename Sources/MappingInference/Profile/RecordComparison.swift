/// The comparison of two kinds of records by the objects that both contain (S2).
struct RecordComparison {
    /// The identities that occur in both.
    private(set) var common = 0
    /// The number of shared scalars that were compared, and the number that are equal.
    private(set) var compared = 0
    private(set) var equal = 0

    /// The share of equal values.
    var agreement: Double { compared == 0 ? 0 : Double(equal) / Double(compared) }

    /// Indicates overlapping identities of two types.
    var contradicts: Bool { compared >= 2 && agreement < Threshold.half }

    /// Compares the records of two nodes that share values of a candidate.
    ///
    /// - Parameters:
    ///   - left: The first record type.
    ///   - right: The second record type.
    init(_ left: Side, _ right: Side) {
        let columns = left.columns.compactMap { name, column in
            right.columns[name].map { (column, $0) }
        }
        let (small, large) =
            left.table.entries.count <= right.table.entries.count
            ? (left.table, right.table) : (right.table, left.table)
        let isSwapped = left.table.entries.count > right.table.entries.count
        for (hash, entry) in small.entries {
            guard let other = large.entries[hash] else { continue }
            common += 1
            let (first, second) = isSwapped ? (other, entry) : (entry, other)
            for (one, two) in columns {
                guard first.hashes.indices.contains(one), second.hashes.indices.contains(two)
                else { continue }
                let pair = (first.hashes[one], second.hashes[two])
                guard pair.0 > 1, pair.1 > 1 else { continue }
                compared += 1
                if pair.0 == pair.1 { equal += 1 }
            }
        }
    }

    /// A record type with its table and comparable columns.
    struct Side {
        let table: KeyTable
        /// The index in the columns of the node, by the name of the member.
        let columns: [String: Int]
    }
}
