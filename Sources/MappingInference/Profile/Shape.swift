/// The counts of values at a node, for the rules M before the values are read.
struct Shape {
    /// The kinds; integers of any size are one kind here.
    var kinds = KindCounts()
    /// The scalars that equal the key of the object they are in (M2).
    var equalToKey = 0

    static func += (left: inout Shape, right: Shape) {
        left.kinds.merge(right.kinds)
        left.equalToKey += right.equalToKey
    }
}

extension KindCounts {
    var count: Int { nulls + scalars + objects + arrays }

    /// The share of the most frequent kind among the values that are not null.
    var alikeness: Double {
        let most = max(booleans, numbers, texts, objects, arrays)
        return count > nulls ? Double(most) / Double(count - nulls) : 0
    }
}

/// A sample of a node's keys, selected by hash, if there are too many for a node each.
struct KeyTally {
    private(set) var counts: [UInt64: Int] = [:]
    private(set) var bound = UInt64.max
    /// Indicates whether all keys are numbers, UUIDs, long hex numbers, days or months (M1).
    var areOdd = true
    private static let capacity = 4096

    mutating func add(_ hash: UInt64, _ count: Int = 1) {
        guard hash < bound else { return }
        counts[hash, default: 0] += count
        while counts.count > Self.capacity {
            bound = bound / 2 + 1
            counts = counts.filter { $0.key < bound }
        }
    }

    mutating func add(_ other: KeyTally) {
        areOdd = areOdd && other.areOdd
        bound = min(bound, other.bound)
        counts = counts.filter { $0.key < bound }
        for (hash, count) in other.counts { add(hash, count) }
    }

    /// The number of distinct keys.
    var distinct: Int { ValueSample.estimate(counts.count, below: bound) }
    /// The number of objects that have the most frequent key.
    var mostFrequent: Int { counts.values.max() ?? 0 }
}
