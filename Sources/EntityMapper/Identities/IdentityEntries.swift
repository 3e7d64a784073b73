import ObjectGraph

/// Which objects have which key, and the other way round.
///
/// Keys and objects are numbered by places. A key that has lost its last object keeps its place, and
/// an object that left keeps an entry: see ``isWorn``.
///
/// Whole numbers are kept as such, without a `Value` around them.
///
/// - Invariant: `objectCount` is the number of objects that have a key, `keyCount` that of keys which
///   have an object.
struct IdentityEntries: Sendable {
    private var integers = IntegerTable()
    private var others: [[Value]: Int] = [:]
    /// By place of a key: the number of its object, 0 if it has none.
    ///
    /// The place 0 means no key.
    private var heads: [Int64] = [0]
    /// The objects of a key beyond the first.
    private var further: [Int: Set<Int64>] = [:]
    /// By number of an object: the place of its key.
    private var places = IntegerTable()
    private(set) var objectCount = 0
    private(set) var keyCount = 0

    /// Makes room for objects that are about to come.
    mutating func reserve(_ count: Int, isInteger: Bool) {
        places.reserve(count)
        heads.reserveCapacity(heads.count + count)
        if isInteger { integers.reserve(count) } else { others.reserveCapacity(count) }
    }

    /// Gives an object a key, in place of an earlier one.
    mutating func set(_ number: Int64, _ key: Int64) {
        move(number, to: integers.find(key, orInsert: heads.count))
    }

    /// Gives an object a key, in place of an earlier one.
    mutating func set(_ number: Int64, _ key: [Value]) {
        let place = others[key] ?? heads.count
        if place == heads.count { others[key] = place }
        move(number, to: place)
    }

    /// Takes an object's key away.
    mutating func remove(_ number: Int64) {
        guard let place = places[number], place != 0 else { return }
        leave(number, place)
        places.set(number, 0)
    }

    /// Whether an object has a key.
    func contains(_ number: Int64) -> Bool { places[number].map { $0 != 0 } ?? false }

    /// Calls a closure with the numbers of the objects that have a key.
    func forEachNumber(of key: Int64, _ body: (Int64) -> Void) {
        if let place = integers[key] { forEachNumber(at: place, body) }
    }

    /// Calls a closure with the numbers of the objects that have a key.
    func forEachNumber(of key: [Value], _ body: (Int64) -> Void) {
        if let place = others[key] { forEachNumber(at: place, body) }
    }

    /// Whether more is kept of what has left than of what is there, so that loading again is due.
    var isWorn: Bool {
        heads.count > 2 * keyCount + Self.patience || places.count > 2 * objectCount + Self.patience
    }

    /// How much that has left is kept in any case.
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
