/// A set of hashes in order of insertion, with an index for each.
struct HashIndex {
    private(set) var hashes: [UInt64] = []
    /// A table with open addressing, at most half full.
    private var slots: [Int32?] = []

    var count: Int { hashes.count }

    /// Returns the index of a hash; `nil` if it is unknown.
    func index(of hash: UInt64) -> Int? {
        guard !slots.isEmpty else { return nil }
        let mask = slots.count &- 1
        var slot = Int(truncatingIfNeeded: hash) & mask
        while let index = slots[slot].map(Int.init) {
            if hashes[index] == hash { return index }
            slot = (slot &+ 1) & mask
        }
        return nil
    }

    /// Adds a hash that is not there yet.
    mutating func append(_ hash: UInt64) {
        if 2 * (hashes.count + 1) > slots.count { rebuild(max(16, 2 * slots.count)) }
        place(hash, Int32(hashes.count))
        hashes.append(hash)
    }

    /// Keeps the hashes at some indices, in their order.
    mutating func keep(_ indices: [Int]) {
        hashes = indices.map { hashes[$0] }
        rebuild(slots.count)
    }

    private mutating func rebuild(_ size: Int) {
        slots = [Int32?](repeating: nil, count: size)
        for (index, hash) in hashes.enumerated() { place(hash, Int32(index)) }
    }

    private mutating func place(_ hash: UInt64, _ index: Int32) {
        let mask = slots.count &- 1
        var slot = Int(truncatingIfNeeded: hash) & mask
        while slots[slot] != nil { slot = (slot &+ 1) & mask }
        slots[slot] = index
    }
}
