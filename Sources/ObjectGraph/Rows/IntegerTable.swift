/// A map from 64-bit keys to positions.
///
/// The numbers of a store, and most keys of payloads, lie in a narrow range: their positions are
/// stored in an array that begins at the lowest key, and a lookup is a subtraction. With too wide
/// gaps, the table becomes a hash table with open addressing and without removal; with filled gaps,
/// it becomes an array again. Both take a few nanoseconds where a `Dictionary` takes sixteen or
/// more, which matters for imports.
///
/// - Complexity: O(1) on average for lookup and insertion.
/// - Invariant: If `keys` is not empty, the capacity is a power of two and at least twice `count`,
///   so probing ends.
package struct IntegerTable: Sendable {
    /// The keys of a hash table, by bucket; empty if the table is an array from `base` on.
    private var keys: [Int64] = []
    /// Positions plus one, by bucket or by distance from `base`; zero marks an unused element.
    private var places: [Int32] = []
    private var base: Int64 = 0
    package private(set) var count = 0
    /// The number of keys with reserved capacity.
    private var expected = 0

    /// The greatest length of the array for each key.
    private static let spread = 8
    /// The greatest length of the array with few keys.
    private static let fewPlaces = 256
    /// The lowest magnitude that uses only the hash table, so that sums cannot overflow.
    private static let highestMagnitude: UInt64 = 1 << 62

    package init() {}

    /// Returns the position of a key.
    package subscript(key: Int64) -> Int? {
        let place: Int32
        if keys.isEmpty {
            let distance = UInt64(bitPattern: key &- base)
            guard distance < UInt64(places.count) else { return nil }
            place = places[Int(truncatingIfNeeded: distance)]
        } else {
            place = places[slot(of: key)]
        }
        return place == 0 ? nil : Int(place) - 1
    }

    /// Sets the position of a key.
    package mutating func set(_ key: Int64, _ position: Int) {
        let place = makePlace(for: key)
        if places[place] == 0 { count += 1 }
        places[place] = Int32(position + 1)
    }

    /// Returns the position of a key, after setting it to `position` if the key is new.
    package mutating func find(_ key: Int64, orInsert position: Int) -> Int {
        let place = makePlace(for: key)
        let known = places[place]
        guard known == 0 else { return Int(known) - 1 }
        count += 1
        places[place] = Int32(position + 1)
        return position
    }

    /// Reserves capacity for further keys.
    package mutating func reserve(_ additional: Int) {
        expected = max(expected, count + additional)
        if !keys.isEmpty, places.count < expected * 2 { grow() }
    }

    /// Returns the index of a key in `places`, growing the table if necessary.
    private mutating func makePlace(for key: Int64) -> Int {
        if keys.isEmpty {
            let distance = UInt64(bitPattern: key &- base)
            if distance < UInt64(places.count) { return Int(truncatingIfNeeded: distance) }
            widen(to: key)
            return makePlace(for: key)
        }
        if places.count < (count + 1) * 2 {
            grow()
            return makePlace(for: key)
        }
        let slot = slot(of: key)
        if places[slot] == 0 { keys[slot] = key }
        return slot
    }

    private func slot(of key: Int64) -> Int {
        let mask = places.count - 1
        // Fibonacci hashing: the multiplication distributes consecutive numbers over the high bits.
        let mixed = UInt64(bitPattern: key) &* 0x9E37_79B9_7F4A_7C15
        var slot = Int(truncatingIfNeeded: mixed >> 32) & mask
        while places[slot] != 0, keys[slot] != key { slot = (slot + 1) & mask }
        return slot
    }
}

/// Growing the table.
extension IntegerTable {
    private var mostPlaces: Int { max(Self.fewPlaces, max(count + 1, expected) * Self.spread) }

    /// Extends the array to a key, or changes to a hash table if the gaps would be too wide.
    @inline(never)
    private mutating func widen(to key: Int64) {
        guard key.magnitude < Self.highestMagnitude else { return hash(entries) }
        guard !places.isEmpty else {
            base = key
            places = Array(repeating: 0, count: max(16, expected))
            return
        }
        let old = places
        let end = base + Int64(old.count)
        let (range, overflow) = (max(end - 1, key)).subtractingReportingOverflow(min(base, key))
        guard !overflow, range < Int64(mostPlaces) else { return hash(entries) }
        // Doubling the length makes the cost of repeated extension constant for each key.
        if key < base {
            let additional = max(Int(base - key), old.count)
            base -= Int64(additional)
            places = Array(repeating: 0, count: additional) + old
        } else {
            let additional = max(Int(key - end) + 1, old.count)
            places.append(contentsOf: repeatElement(0, count: additional))
        }
    }

    /// Grows the hash table, or changes to an array if that is no larger.
    @inline(never)
    private mutating func grow() {
        let entries = entries
        guard let lowest = entries.lazy.map(\.key).min(),
            let highest = entries.lazy.map(\.key).max(),
            max(lowest.magnitude, highest.magnitude) < Self.highestMagnitude,
            highest - lowest < Int64(mostPlaces / 2)
        else { return hash(entries) }
        let range = highest - lowest
        keys = []
        base = lowest
        places = Array(repeating: 0, count: max(Int(range) + 1, max(count + 1, expected)))
        for (key, place) in entries { places[Int(key - base)] = place }
    }

    private mutating func hash(_ entries: [(key: Int64, place: Int32)]) {
        var capacity = 16
        while capacity < max(count + 1, expected) * 2 { capacity *= 2 }
        capacity = max(capacity, keys.isEmpty ? 0 : keys.count * 2)
        keys = Array(repeating: 0, count: capacity)
        places = Array(repeating: 0, count: capacity)
        for (key, place) in entries {
            let slot = slot(of: key)
            keys[slot] = key
            places[slot] = place
        }
    }

    private var entries: [(key: Int64, place: Int32)] {
        places.indices.lazy.filter { places[$0] != 0 }.map {
            (keys.isEmpty ? base + Int64($0) : keys[$0], places[$0])
        }
    }
}
