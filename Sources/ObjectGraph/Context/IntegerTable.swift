/// Finds a position by a 64-bit number.
///
/// Numbers that a store has handed out lie close to each other, and so do most keys of payloads: their
/// positions lie in an array from the lowest number on, and a look-up is a subtraction. Where the gaps
/// get too wide, the table turns into a hash table, with open addresses and without removal; and back
/// where they are filled. Either costs a few nanoseconds where a `Dictionary` costs sixteen and more,
/// which counts on the import path. Complexity: look-up and insertion are O(1) on average.
///
/// - Invariant: with `keys`, the capacity is a power of two and at least twice `count`, so probing ends.
package struct IntegerTable: Sendable {
    /// By place; empty while a place is the distance from `base`.
    private var keys: [Int64] = []
    /// Position + 1, by place; zero marks a free place.
    private var places: [Int32] = []
    private var base: Int64 = 0
    package private(set) var count = 0
    /// For how many keys room is to be made at once.
    private var expected = 0

    /// How many places an array may have for each key.
    private static let spread = 8
    /// How many places an array may have for few keys.
    private static let fewPlaces = 256
    /// Above it only the hash table takes keys, so that sums of places cannot overflow.
    private static let highestMagnitude: UInt64 = 1 << 62

    package init() {}

    /// The position stored for a key.
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

    /// Stores a position for a key, in place of an earlier one.
    package mutating func set(_ key: Int64, _ position: Int) {
        let place = makePlace(for: key)
        if places[place] == 0 { count += 1 }
        places[place] = Int32(position + 1)
    }

    /// The position stored for a key, or `position` after storing it.
    package mutating func find(_ key: Int64, orInsert position: Int) -> Int {
        let place = makePlace(for: key)
        let known = places[place]
        guard known == 0 else { return Int(known) - 1 }
        count += 1
        places[place] = Int32(position + 1)
        return position
    }

    /// Makes room for further keys.
    package mutating func reserve(_ additional: Int) {
        expected = max(expected, count + additional)
        if !keys.isEmpty, places.count < expected * 2 { grow() }
    }

    /// The place of a key, which is free if the key is new.
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
        // Fibonacci hashing: multiplication spreads neighbouring numbers over the high bits.
        let mixed = UInt64(bitPattern: key) &* 0x9E37_79B9_7F4A_7C15
        var slot = Int(truncatingIfNeeded: mixed >> 32) & mask
        while places[slot] != 0, keys[slot] != key { slot = (slot + 1) & mask }
        return slot
    }
}

/// Making room.
extension IntegerTable {
    private var mostPlaces: Int { max(Self.fewPlaces, max(count + 1, expected) * Self.spread) }

    /// Brings a key into the array, unless the gaps would be too wide.
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
        // Twice as many places, so that widening step by step costs a constant for each key.
        if key < base {
            let additional = max(Int(base - key), old.count)
            base -= Int64(additional)
            places = Array(repeating: 0, count: additional) + old
        } else {
            let additional = max(Int(key - end) + 1, old.count)
            places.append(contentsOf: repeatElement(0, count: additional))
        }
    }

    /// Makes more places in the hash table, or turns it into an array where that takes no more.
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
