import ObjectGraph

/// A bidirectional mapping between objects and keys.
///
/// Keys have indices. A key without objects keeps its index, and a removed object keeps an entry;
/// see ``isWorn``.
///
/// Integers are stored directly, without a `Value`.
///
/// - Invariant: `objectCount` is the number of objects with a key, `keyCount` that of keys with an
///   object.
struct IdentityEntries: Sendable {
    private var integers = IntegerTable()
    private var others: [[Value]: Int] = [:]
    /// The number of the first object, by key index; 0 if there is none.
    ///
    /// The index 0 denotes no key.
    private var heads: [Int64] = [0]
    /// The other objects of a key, by key index.
    private var further: [Int: Set<Int64>] = [:]
    /// The key index, by number of the object.
    private var places = IntegerTable()
    private(set) var objectCount = 0
    private(set) var keyCount = 0

    /// Reserves capacity for additional objects.
    mutating func reserve(_ count: Int, isInteger: Bool) {
        places.reserve(count)
        heads.reserveCapacity(heads.count + count)
        if isInteger { integers.reserve(count) } else { others.reserveCapacity(count) }
    }

    /// Sets the key of an object, replacing an earlier one.
    mutating func set(_ number: Int64, _ key: Int64) {
        move(number, to: integers.find(key, orInsert: heads.count))
    }

    /// Sets the key of an object, replacing an earlier one.
    mutating func set(_ number: Int64, _ key: [Value]) {
        let place = others[key] ?? heads.count
        if place == heads.count { others[key] = place }
        move(number, to: place)
    }

    /// Removes the key of an object.
    mutating func remove(_ number: Int64) {
        guard let place = places[number], place != 0 else { return }
        leave(number, place)
        places.set(number, 0)
    }

    /// Tests whether an object has a key.
    func contains(_ number: Int64) -> Bool { places[number].map { $0 != 0 } ?? false }

    /// Calls a closure with the numbers of the objects with a key.
    func forEachNumber(of key: Int64, _ body: (Int64) -> Void) {
        if let place = integers[key] { forEachNumber(at: place, body) }
    }

    /// Calls a closure with the numbers of the objects with a key.
    func forEachNumber(of key: [Value], _ body: (Int64) -> Void) {
        if let place = others[key] { forEachNumber(at: place, body) }
    }

    /// Indicates whether removed entries outnumber the current ones, so that reloading is due.
    var isWorn: Bool {
        heads.count > 2 * keyCount + Self.patience || places.count > 2 * objectCount + Self.patience
    }

    /// The number of removed entries that is always tolerated.
    private static let patience = 65_536

    private func forEachNumber(at place: Int, _ body: (Int64) -> Void) {
        guard heads[place] != 0 else { return }
        body(heads[place])
        guard !further.isEmpty, let numbers = further[place] else { return }
        for number in numbers { body(number) }
    }

    private mutating func move(_ number: Int64, to place: Int) {
        if place == heads.count { heads.append(0) }
        let old = places[number] ?? 0
        guard old != place else { return }
        if old != 0 { leave(number, old) }
        places.set(number, place)
        objectCount += 1
        guard heads[place] != 0 else {
            heads[place] = number
            keyCount += 1
            return
        }
        further[place, default: []].insert(number)
    }

    private mutating func leave(_ number: Int64, _ place: Int) {
        objectCount -= 1
        guard heads[place] == number else {
            further[place]?.remove(number)
            if further[place]?.isEmpty == true { further[place] = nil }
            return
        }
        guard let next = further[place]?.popFirst() else {
            heads[place] = 0
            keyCount -= 1
            return
        }
        heads[place] = next
        if further[place]?.isEmpty == true { further[place] = nil }
    }
}
