/// A set of hashes in a table with open addressing; no hash is 0, which marks an empty slot.
package struct HashTable: Sendable {
    package private(set) var count = 0
    /// The number of slots is zero or a power of two; at most three quarters are taken.
    private var slots: [UInt64] = []

    package init() {}

    /// Returns the first slot probed for a hash; 0 if it is empty.
    func firstSlot(of hash: UInt64) -> UInt64 {
        slots.isEmpty ? 0 : slots[Int(truncatingIfNeeded: hash) & (slots.count &- 1)]
    }

    package func contains(_ hash: UInt64) -> Bool {
        guard !slots.isEmpty else { return false }
        let mask = slots.count &- 1
        var slot = Int(truncatingIfNeeded: hash) & mask
        while slots[slot] != 0 {
            if slots[slot] == hash { return true }
            slot = (slot &+ 1) & mask
        }
        return false
    }

    /// Returns the number of hashes below a bound; `.max` is no bound.
    package func count(below bound: UInt64) -> Int {
        slots.count { $0 != 0 && ($0 < bound || bound == .max) }
    }

    /// Returns the number of hashes below a bound that a second set has, too.
    package func count(below bound: UInt64, in other: HashTable) -> Int {
        guard !other.slots.isEmpty else { return 0 }
        return slots.count {
            $0 != 0 && ($0 < bound || bound == .max) && other.contains($0)
        }
    }

    package mutating func insert(_ hash: UInt64) {
        reserve(count &+ 1)
        let mask = slots.count &- 1
        var slot = Int(truncatingIfNeeded: hash) & mask
        while slots[slot] != 0 {
            if slots[slot] == hash { return }
            slot = (slot &+ 1) & mask
        }
        slots[slot] = hash
        count &+= 1
    }

    /// Reserves capacity for a number of hashes.
    ///
    /// Inserting hashes in slot order into a smaller table would form long clusters.
    package mutating func reserve(_ count: Int) {
        guard 4 &* count > 3 &* slots.count else { return }
        var size = Swift.max(8, slots.count)
        while 4 &* count > 3 &* size { size &*= 2 }
        rebuild(size, below: .max)
    }

    /// Removes the hashes that are not below a bound.
    package mutating func keep(below bound: UInt64) { rebuild(slots.count, below: bound) }

    private mutating func rebuild(_ size: Int, below bound: UInt64) {
        let old = slots
        slots = [UInt64](repeating: 0, count: size)
        count = 0
        let mask = size &- 1
        for hash in old where hash != 0 && (hash < bound || bound == .max) {
            var slot = Int(truncatingIfNeeded: hash) & mask
            while slots[slot] != 0 { slot = (slot &+ 1) & mask }
            slots[slot] = hash
            count &+= 1
        }
    }
}

extension HashTable: Sequence {
    /// The hashes, in an order without meaning.
    package func makeIterator() -> some IteratorProtocol<UInt64> {
        slots.lazy.filter { $0 != 0 }.makeIterator()
    }
}

extension HashTable: Equatable {
    package static func == (left: Self, right: Self) -> Bool {
        left.count == right.count && left.allSatisfy(right.contains)
    }
}
