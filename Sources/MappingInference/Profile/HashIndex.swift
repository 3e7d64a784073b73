/// A set of hashes in order of insertion, with an index for each.
struct HashIndex {
    private(set) var hashes: [UInt64] = []
    /// A table with open addressing, at most half full.
    private var slots: [Slot] = []

    /// A slot of the table, which is empty at first.
    private struct Slot {
        /// The upper half of the hash, which tells most hashes apart without a look at the list.
        var tag: UInt32 = 0
        /// The number of the hash in the list, counted from 1.
        var number: UInt32 = 0

        var isEmpty: Bool { number == 0 }
        var index: Int { Int(number) &- 1 }

        static func tag(of hash: UInt64) -> UInt32 { UInt32(truncatingIfNeeded: hash >> 32) }
    }

    var count: Int { hashes.count }

    /// Returns the index of a hash; `nil` if it is unknown.
    func index(of hash: UInt64) -> Int? {
        guard !slots.isEmpty else { return nil }
        let mask = slots.count &- 1
        var slot = Int(truncatingIfNeeded: hash) & mask
        let tag = Slot.tag(of: hash)
        while !slots[slot].isEmpty {
            let index = slots[slot].index
            if slots[slot].tag == tag, hashes[index] == hash { return index }
            slot = (slot &+ 1) & mask
        }
        return nil
    }

    /// Adds a hash that is not there yet.
    mutating func append(_ hash: UInt64) {
        if 2 * (hashes.count + 1) > slots.count { rebuild(max(16, 2 * slots.count)) }
        hashes.append(hash)
        insert(hash, number: UInt32(hashes.count))
    }

    /// Keeps the hashes at some indices, in their order.
    mutating func keep(_ indices: [Int]) {
        hashes = indices.map { hashes[$0] }
        rebuild(slots.count)
    }

    private mutating func rebuild(_ size: Int) {
        slots = [Slot](repeating: Slot(), count: size)
        for (index, hash) in hashes.enumerated() { insert(hash, number: UInt32(index + 1)) }
    }

    private mutating func insert(_ hash: UInt64, number: UInt32) {
        let mask = slots.count &- 1
        var slot = Int(truncatingIfNeeded: hash) & mask
        while !slots[slot].isEmpty { slot = (slot &+ 1) & mask }
        slots[slot] = Slot(tag: Slot.tag(of: hash), number: number)
    }
}
