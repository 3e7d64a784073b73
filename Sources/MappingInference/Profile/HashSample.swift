/// A set of hashes that keeps a sample once it has more than its capacity: those below a bound.
///
/// The bound is halved when the sample is full. It depends on the values alone, so the samples of
/// two sets contain the same values, whatever the order in which they came.
struct HashSample {
    private var bound = UInt64.max
    private var count = 0
    let capacity: Int
    /// A table with open addressing; 0 marks an empty slot, and no hash is 0.
    private var slots: [UInt64] = []
    /// Hashes that are not in the table yet.
    private var waiting: [UInt64] = []
    /// Whether a slot was taken; kept so that the loads are not left out.
    private var isLoaded = false
    private static let batch = 64

    init(capacity: Int) {
        self.capacity = max(capacity, 16)
    }

    /// Adds a hash.
    mutating func insert(_ hash: UInt64) {
        guard hash < bound else { return }
        waiting.append(hash)
        if waiting.count >= Self.batch { flush() }
    }

    /// Enters the hashes that wait, whose slots are loaded together first: a large table is not in
    /// the cache, and loads that follow each other wait for each other.
    mutating func flush() {
        while 4 &* (count &+ waiting.count) > 3 &* slots.count { grow() }
        guard !waiting.isEmpty else { return }
        var loaded: UInt64 = 0
        let mask = slots.count &- 1
        for hash in waiting { loaded |= slots[Int(truncatingIfNeeded: hash) & mask] }
        isLoaded = loaded != 0
        for hash in waiting where hash < bound {
            if place(hash) { count += 1 }
            while count > capacity { halve() }
        }
        waiting.removeAll(keepingCapacity: true)
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

    /// The sample as it is kept in a profile.
    var result: ValueSample {
        var all = self
        all.flush()
        var sample = ValueSample()
        sample.hashes.reserveCapacity(all.count)
        for hash in all.slots where hash != 0 { sample.hashes.insert(hash) }
        sample.bound = all.bound
        return sample
    }
}

extension ValueSample {
    /// The estimate of a sample's distinct values from the share of the hashes below its bound.
    static func estimate(_ count: Int, below bound: UInt64) -> Int {
        bound == .max ? count : Int(Double(count) * (Double(UInt64.max) / Double(bound)))
    }
}
