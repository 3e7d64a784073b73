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
    private var elements: [Int32] = []
    private var base: Int64 = 0
    package private(set) var count = 0
    /// The number of keys with reserved capacity.
    private var expected = 0

    /// The greatest length of the array for each key.
    private static let spread = 8
    /// The greatest length of the array with few keys.
    private static let lengthForFewKeys = 256
    /// The lowest magnitude that uses only the hash table, so that sums cannot overflow.
    private static let highestMagnitude: UInt64 = 1 << 62

    package init() {}

    /// Returns the position of a key.
    package subscript(key: Int64) -> Int? {
        guard keys.isEmpty else { return hashedPosition(of: key) }
        let distance = UInt64(bitPattern: key &- base)
        guard distance < UInt64(elements.count) else { return nil }
        let element = elements[Int(truncatingIfNeeded: distance)]
        return element == 0 ? nil : Int(element) - 1
    }

    /// Returns the position of a key in a hash table; not inlined, so that arrays are.
    @inline(never)
    private func hashedPosition(of key: Int64) -> Int? {
        let element = elements[slot(of: key)]
        return element == 0 ? nil : Int(element) - 1
    }

    /// Sets the position of a key.
    package mutating func set(_ key: Int64, _ position: Int) {
        let index = makeIndex(for: key)
        if elements[index] == 0 { count += 1 }
        elements[index] = Int32(position + 1)
    }

    /// Returns the position of a key, after setting it to `position` if the key is new.
    package mutating func find(_ key: Int64, orInsert position: Int) -> Int {
        let index = makeIndex(for: key)
        let known = elements[index]
        guard known == 0 else { return Int(known) - 1 }
        count += 1
        elements[index] = Int32(position + 1)
        return position
    }

    /// Reserves capacity for further keys.
    package mutating func reserve(_ additional: Int) {
        expected = max(expected, count + additional)
        if !keys.isEmpty, elements.count < expected * 2 { grow() }
    }

    /// Returns the index of a key in `elements`, growing the table if necessary.
    private mutating func makeIndex(for key: Int64) -> Int {
        if keys.isEmpty {
            let distance = UInt64(bitPattern: key &- base)
            if distance < UInt64(elements.count) { return Int(truncatingIfNeeded: distance) }
            widen(to: key)
            return makeIndex(for: key)
        }
        if elements.count < (count + 1) * 2 {
            grow()
            return makeIndex(for: key)
        }
        let slot = slot(of: key)
        if elements[slot] == 0 { keys[slot] = key }
        return slot
    }

    private func slot(of key: Int64) -> Int {
        let mask = elements.count - 1
        // Fibonacci hashing: the multiplication distributes consecutive numbers over the high bits.
        let mixed = UInt64(bitPattern: key) &* 0x9E37_79B9_7F4A_7C15
        var slot = Int(truncatingIfNeeded: mixed >> 32) & mask
        while elements[slot] != 0, keys[slot] != key { slot = (slot + 1) & mask }
        return slot
    }
}

/// Growing the table.
extension IntegerTable {
    private var greatestLength: Int {
        max(Self.lengthForFewKeys, max(count + 1, expected) * Self.spread)
    }

    /// Extends the array to a key, or changes to a hash table if the gaps would be too wide.
    @inline(never)
    private mutating func widen(to key: Int64) {
        guard key.magnitude < Self.highestMagnitude else { return hash(entries) }
        guard !elements.isEmpty else {
            base = key
            elements = Array(repeating: 0, count: max(16, expected))
            return
        }
        let old = elements
        let end = base + Int64(old.count)
        let (range, overflow) = (max(end - 1, key)).subtractingReportingOverflow(min(base, key))
        guard !overflow, range < Int64(greatestLength) else { return hash(entries) }
        // Doubling the length makes the cost of repeated extension constant for each key.
        if key < base {
            let additional = max(Int(base - key), old.count)
            base -= Int64(additional)
            elements = Array(repeating: 0, count: additional) + old
        } else {
            let additional = max(Int(key - end) + 1, old.count)
            elements.append(contentsOf: repeatElement(0, count: additional))
        }
    }

    /// Grows the hash table, or changes to an array if that is no larger.
    @inline(never)
    private mutating func grow() {
        let entries = entries
        guard let lowest = entries.lazy.map(\.key).min(),
            let highest = entries.lazy.map(\.key).max(),
            max(lowest.magnitude, highest.magnitude) < Self.highestMagnitude,
            highest - lowest < Int64(greatestLength / 2)
        else { return hash(entries) }
        let range = highest - lowest
        keys = []
        base = lowest
        elements = Array(repeating: 0, count: max(Int(range) + 1, max(count + 1, expected)))
        for (key, element) in entries { elements[Int(key - base)] = element }
    }

    private mutating func hash(_ entries: [(key: Int64, element: Int32)]) {
        var capacity = 16
        while capacity < max(count + 1, expected) * 2 { capacity *= 2 }
        capacity = max(capacity, keys.isEmpty ? 0 : keys.count * 2)
        keys = Array(repeating: 0, count: capacity)
        elements = Array(repeating: 0, count: capacity)
        for (key, element) in entries {
            let slot = slot(of: key)
            keys[slot] = key
            elements[slot] = element
        }
    }

    private var entries: [(key: Int64, element: Int32)] {
        elements.indices.lazy.filter { elements[$0] != 0 }.map {
            (keys.isEmpty ? base + Int64($0) : keys[$0], elements[$0])
        }
    }
}
