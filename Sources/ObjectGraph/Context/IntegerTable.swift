/// Finds a position by a 64-bit number: an open-addressing hash table without removal.
///
/// Look-ups cost a few nanoseconds where a `Dictionary` costs sixteen and more, which counts on the
/// import path. Complexity: look-up and insertion are O(1) on average.
///
/// - Invariant: the capacity is a power of two and at least twice `count`, so probing ends.
package struct IntegerTable: Sendable {
    private var keys: [Int64] = []
    /// Position + 1; zero marks a free place.
    private var places: [Int32] = []
    package private(set) var count = 0

    package init() {}

    /// The position stored for a key.
    package subscript(key: Int64) -> Int? {
        guard !places.isEmpty else { return nil }
        let place = places[slot(of: key)]
        return place == 0 ? nil : Int(place) - 1
    }

    /// Stores a position for a key, in place of an earlier one.
    package mutating func set(_ key: Int64, _ position: Int) {
        if places.count < (count + 1) * 2 { grow(to: max(16, places.count * 2)) }
        let slot = slot(of: key)
        if places[slot] == 0 {
            count += 1
            keys[slot] = key
        }
        places[slot] = Int32(position + 1)
    }

    /// The position stored for a key, or `position` after storing it.
    package mutating func find(_ key: Int64, orInsert position: Int) -> Int {
        if places.count < (count + 1) * 2 { grow(to: max(16, places.count * 2)) }
        let slot = slot(of: key)
        guard places[slot] == 0 else { return Int(places[slot]) - 1 }
        count += 1
        keys[slot] = key
        places[slot] = Int32(position + 1)
        return position
    }

    /// Makes room for further keys.
    package mutating func reserve(_ additional: Int) {
        let wanted = (count + additional) * 2
        guard places.count < wanted else { return }
        var capacity = max(16, places.count)
        while capacity < wanted { capacity *= 2 }
        grow(to: capacity)
    }

    private func slot(of key: Int64) -> Int {
        let mask = places.count - 1
        // Fibonacci hashing: multiplication spreads neighbouring numbers over the high bits.
        let mixed = UInt64(bitPattern: key) &* 0x9E37_79B9_7F4A_7C15
        var slot = Int(truncatingIfNeeded: mixed >> 32) & mask
        while places[slot] != 0, keys[slot] != key { slot = (slot + 1) & mask }
        return slot
    }

    private mutating func grow(to capacity: Int) {
        let (oldKeys, oldPlaces) = (keys, places)
        keys = Array(repeating: 0, count: capacity)
        places = Array(repeating: 0, count: capacity)
        for (key, place) in zip(oldKeys, oldPlaces) where place != 0 {
            let slot = slot(of: key)
            keys[slot] = key
            places[slot] = place
        }
    }
}
