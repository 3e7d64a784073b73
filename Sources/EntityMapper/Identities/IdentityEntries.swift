import ObjectGraph

/// A bidirectional mapping between objects and keys.
///
/// Keys have indices. A key without objects keeps its index, and a removed object keeps an entry;
/// see ``isWorn``.
///
/// Integers are stored directly, without a `Value`.
///
/// - Invariant: `objectCount` is the number of objects with a key, and `keyCount` the number of
///   keys with an object.
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
    private var keyIndexes = IntegerTable()
    private(set) var objectCount = 0
    private(set) var keyCount = 0

    /// Reserves capacity for additional objects.
    mutating func reserve(_ count: Int, isInteger: Bool) {
        keyIndexes.reserve(count)
        heads.reserveCapacity(heads.count + count)
        if isInteger { integers.reserve(count) } else { others.reserveCapacity(count) }
    }

    /// Sets the key of an object, replacing any previous key.
    mutating func set(_ number: Int64, _ key: Int64) {
        move(number, to: integers.find(key, orInsert: heads.count))
    }

    /// Sets the key of an object, replacing any previous key.
    mutating func set(_ number: Int64, _ key: [Value]) {
        let index = others[key] ?? heads.count
        if index == heads.count { others[key] = index }
        move(number, to: index)
    }

    /// Removes the key of an object.
    mutating func remove(_ number: Int64) {
        guard let index = keyIndexes[number], index != 0 else { return }
        leave(number, index)
        keyIndexes.set(number, 0)
    }

    /// Tests whether an object has a key.
    func contains(_ number: Int64) -> Bool { keyIndexes[number].map { $0 != 0 } ?? false }

    /// Calls a closure with the numbers of the objects with a key.
    func forEachNumber(of key: Int64, _ body: (Int64) -> Void) {
        if let index = integers[key] { forEachNumber(at: index, body) }
    }

    /// Calls a closure with the numbers of the objects with a key.
    func forEachNumber(of key: [Value], _ body: (Int64) -> Void) {
        if let index = others[key] { forEachNumber(at: index, body) }
    }

    /// Indicates whether removed entries outnumber the current ones, so that reloading is due.
    var isWorn: Bool {
        heads.count > 2 * keyCount + Self.patience
            || keyIndexes.count > 2 * objectCount + Self.patience
    }

    /// The number of removed entries that is always tolerated.
    private static let patience = 65_536

    private func forEachNumber(at index: Int, _ body: (Int64) -> Void) {
        guard heads[index] != 0 else { return }
        body(heads[index])
        guard !further.isEmpty, let numbers = further[index] else { return }
        for number in numbers { body(number) }
    }

    private mutating func move(_ number: Int64, to index: Int) {
        if index == heads.count { heads.append(0) }
        let old = keyIndexes[number] ?? 0
        guard old != index else { return }
        if old != 0 { leave(number, old) }
        keyIndexes.set(number, index)
        objectCount += 1
        guard heads[index] != 0 else {
            heads[index] = number
            keyCount += 1
            return
        }
        further[index, default: []].insert(number)
    }

    private mutating func leave(_ number: Int64, _ index: Int) {
        objectCount -= 1
        guard heads[index] == number else {
            further[index]?.remove(number)
            if further[index]?.isEmpty == true { further[index] = nil }
            return
        }
        guard let next = further[index]?.popFirst() else {
            heads[index] = 0
            keyCount -= 1
            return
        }
        heads[index] = next
        if further[index]?.isEmpty == true { further[index] = nil }
    }
}
