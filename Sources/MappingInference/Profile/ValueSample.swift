/// A set of values, kept as hashes: all of them, or a sample selected by hash.
///
/// An integer and the text of its digits have the same hash.
package struct ValueSample: Sendable {
    package private(set) var hashes = HashTable()
    /// The sample contains the values whose hash is below.
    package private(set) var bound = UInt64.max

    package init() {}

    init(_ hashes: HashTable, below bound: UInt64) {
        self.hashes = hashes
        self.bound = bound
    }

    package var isExact: Bool { bound == .max }

    /// The number of distinct values; an estimate unless ``isExact``.
    package var count: Int {
        isExact ? hashes.count : Int(Double(hashes.count) / (Double(bound) / Double(UInt64.max)))
    }

    /// Returns how many values of the common sample range occur in a second set.
    ///
    /// - Complexity: O(*n*) in the values of the smaller set; of this one, if the second is sampled
    ///   more sparsely.
    package func found(in other: ValueSample) -> (found: Int, of: Int) {
        let bound = min(bound, other.bound)
        let count = self.bound == bound ? hashes.count : hashes.count(below: bound)
        let isSmaller = hashes.count <= other.hashes.count
        let (few, many) = isSmaller ? (hashes, other.hashes) : (other.hashes, hashes)
        return (few.count(below: bound, in: many), count)
    }

    package mutating func formUnion(_ other: ValueSample) {
        bound = min(bound, other.bound)
        hashes.reserve(hashes.count + other.hashes.count)
        for hash in other.hashes { hashes.insert(hash) }
        if bound != .max { hashes.keep(below: bound) }
    }

    /// The estimate of a sample's distinct values from the share of the hashes below its bound.
    static func estimate(_ count: Int, below bound: UInt64) -> Int {
        bound == .max ? count : Int(Double(count) * (Double(UInt64.max) / Double(bound)))
    }
}
