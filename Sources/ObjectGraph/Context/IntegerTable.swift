/// Finds a position by a 64-bit number: an open-addressing hash table without removal.
///
/// Look-ups cost a few nanoseconds where a `Dictionary` costs sixteen and more, which counts on the
/// import path. Complexity: look-up and insertion are O(1) on average.
///
/// - Invariant: the capacity is a power of two and at least twice `count`, so probing ends.
package struct IntegerTable: Sendable {
    /// A key and its position lie side by side: a look-up mostly touches one cache line.
    private struct Entry {
        /// The halves of the key: as one number it would take four bytes more.
        private let low: UInt32
        private let high: UInt32
        /// Position + 1; zero marks a free place.
        let place: Int32

        /// A free place.
        init() { (low, high, place) = (0, 0, 0) }

        init(key: Int64, position: Int) {
            low = UInt32(truncatingIfNeeded: key)
            high = UInt32(truncatingIfNeeded: key >> 32)
            place = Int32(position + 1)
        }

        var key: Int64 { Int64(high) << 32 | Int64(low) }
    }

    private var entries: [Entry] = []
    package private(set) var count = 0

    package init() {}

    /// The position stored for a key.
    package subscript(key: Int64) -> Int? {
        guard !entries.isEmpty else { return nil }
        let place = entries[slot(of: key)].place
        return place == 0 ? nil : Int(place) - 1
    }

    /// Stores a position for a key, in place of an earlier one.
    package mutating func set(_ key: Int64, _ position: Int) {
        if entries.count < (count + 1) * 2 { grow(to: max(16, entries.count * 2)) }
        let slot = slot(of: key)
        if entries[slot].place == 0 { count += 1 }
        entries[slot] = Entry(key: key, position: position)
    }

    /// The position stored for a key, or `position` after storing it.
    package mutating func find(_ key: Int64, orInsert position: Int) -> Int {
        if entries.count < (count + 1) * 2 { grow(to: max(16, entries.count * 2)) }
        let slot = slot(of: key)
        let place = entries[slot].place
        guard place == 0 else { return Int(place) - 1 }
        count += 1
        entries[slot] = Entry(key: key, position: position)
        return position
    }

    /// Makes room for further keys.
    package mutating func reserve(_ additional: Int) {
        let wanted = (count + additional) * 2
        guard entries.count < wanted else { return }
        var capacity = max(16, entries.count)
        while capacity < wanted { capacity *= 2 }
        grow(to: capacity)
    }

    private func slot(of key: Int64) -> Int {
        let mask = entries.count - 1
        var slot = Self.hash(of: key) & mask
        while entries[slot].place != 0, entries[slot].key != key { slot = (slot + 1) & mask }
        return slot
    }

    /// Fibonacci hashing: multiplication spreads neighbouring numbers over the high bits.
    ///
    /// But four that follow one another stay together, in one cache line, as identifiers mostly
    /// come.
    private static func hash(of key: Int64) -> Int {
        let mixed = UInt64(bitPattern: key >> 2) &* 0x9E37_79B9_7F4A_7C15
        return Int(truncatingIfNeeded: mixed >> 32) << 2 | Int(truncatingIfNeeded: key & 3)
    }

    private mutating func grow(to capacity: Int) {
        var grown = Array(repeating: Entry(), count: capacity)
        let mask = capacity - 1
        for entry in entries where entry.place != 0 {
            // No key is there twice: the next free place is the one.
            var slot = Self.hash(of: entry.key) & mask
            while grown[slot].place != 0 { slot = (slot + 1) & mask }
            grown[slot] = entry
        }
        entries = grown
    }
}
