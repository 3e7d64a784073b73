/// A set of hashes that keeps a sample once it has more than its capacity: those below a bound.
///
/// The bound is halved when the sample is full. It depends on the values alone, so the samples of
/// two sets contain the same values, whatever the order in which they came.
struct HashSample {
    private(set) var bound = UInt64.max
    private(set) var count = 0
    let capacity: Int
    /// A table with open addressing; 0 marks an empty slot, and no hash is 0.
    private var slots: [UInt64] = []

    init(capacity: Int) {
        self.capacity = max(capacity, 16)
    }

    /// Adds a hash, and returns whether it was new and is kept.
    @discardableResult
    mutating func insert(_ hash: UInt64) -> Bool {
        guard hash < bound else { return false }
        if 4 &* (count &+ 1) > 3 &* slots.count { grow() }
        guard place(hash) else { return false }
        count += 1
        while count > capacity { halve() }
        return hash < bound
    }

    private mutating func place(_ hash: UInt64) -> Bool {
        let mask = slots.count &- 1
        var slot = Int(truncatingIfNeeded: hash) & mask
        while slots[slot] != 0 {
            if slots[slot] == hash { return false }
            slot = (slot &+ 1) & mask
        }
        slots[slot] = hash
        return true
    }

    private mutating func grow() { rebuild(max(8, 2 * slots.count)) }

    private mutating func halve() {
        bound = bound / 2 + 1
        rebuild(slots.count)
    }

    private mutating func rebuild(_ size: Int) {
        let old = slots
        slots = [UInt64](repeating: 0, count: size)
        count = 0
        for hash in old where hash != 0 && hash < bound {
            if place(hash) { count += 1 }
        }
    }

    /// The hashes, in no order.
    var hashes: [UInt64] { slots.filter { $0 != 0 } }

    /// The sample as it is kept in a profile.
    var result: ValueSample {
        var sample = ValueSample()
        sample.hashes = Set(hashes)
        sample.bound = bound
        return sample
    }
}

extension ValueSample {
    /// The estimate of a sample's distinct values from the share of the hashes below its bound.
    static func estimate(_ count: Int, below bound: UInt64) -> Int {
        bound == .max ? count : Int(Double(count) * (Double(UInt64.max) / Double(bound)))
    }
}
