/// The values of the slots that an index covers.
///
/// The first value is stored separately, because most keys have only one and then need no array.
struct IndexKey: Sendable, Hashable {
    private let first: Value
    private let rest: [Value]

    init?(_ values: [Value]) {
        guard let first = values.first else { return nil }
        self.first = first
        rest = values.count == 1 ? [] : Array(values.dropFirst())
    }

    init?(_ row: Row, _ slots: [Int]) {
        guard let slot = slots.first else { return nil }
        first = row[slot]
        rest = slots.count == 1 ? [] : slots.dropFirst().map { row[$0] }
    }

    /// Indicates whether a value is `null`; such keys need not be unique.
    var hasNull: Bool { first.isNull || rest.contains(where: \.isNull) }
}

/// A hash index over the rows of an entity's family.
struct MemoryIndex: Sendable {
    let entity: Int
    let slots: [Int]
    private(set) var isUnique: Bool
    /// Indicates, by entity, whether its rows are in the index.
    private let covers: [Bool]
    /// The first row of each key; further ones are chained.
    private var heads: [IndexKey: Int64] = [:]
    private var chains = NumberChains()
    /// The number of rows that share a key, without `null`, with another row.
    private var surplus = 0

    init(entity: Int, slots: [Int], isUnique: Bool, model: ManagedObjectModel) {
        self.entity = entity
        self.slots = slots
        self.isUnique = isUnique
        covers = model.entities.indices.map { model.layouts[entity].includes($0) }
    }

    /// Indicates whether no two rows share a key without `null`.
    var canBeUnique: Bool { surplus == 0 }

    mutating func makeUnique(_ flag: Bool) { isUnique = flag }

    /// Tests whether lookups for an entity can use the index.
    func serves(entity: Int, slots: [Int]) -> Bool { self.slots == slots && covers[entity] }

    /// Returns the numbers of the rows with a key, ascending.
    func numbers(for key: IndexKey) -> [Int64] {
        heads[key].map { chains.numbers(from: $0) } ?? []
    }

    /// Adds a row without checking uniqueness.
    mutating func insert(_ stored: StoredRow) {
        guard covers[stored.entity], let key = IndexKey(stored.row, slots) else { return }
        _ = insert(stored.number, key)
    }

    /// Two rows that would share a unique key.
    struct Clash {
        var number: Int64
        var holder: Int64
    }

    /// Applies changes of rows, or returns two rows with the same unique key and changes nothing.
    ///
    /// Old keys are removed before new ones are added, so that rows can exchange their keys.
    mutating func apply(_ changes: [RowChange]) -> Clash? {
        let moves = changes.compactMap(move)
        for move in moves {
            if let old = move.old { remove(move.number, old) }
        }
        for (position, move) in moves.enumerated() {
            guard let new = move.new, let holder = insert(move.number, new), isUnique,
                !new.hasNull
            else { continue }
            for done in moves[...position].reversed() {
                if let new = done.new { remove(done.number, new) }
            }
            for move in moves {
                if let old = move.old { _ = insert(move.number, old) }
            }
            return Clash(number: move.number, holder: holder)
        }
        return nil
    }

    /// Reverts the effect of ``apply(_:)``.
    mutating func revert(_ changes: [RowChange]) {
        let moves = changes.compactMap(move)
        for move in moves {
            if let new = move.new { remove(move.number, new) }
        }
        for move in moves {
            if let old = move.old { _ = insert(move.number, old) }
        }
    }

    private struct Move {
        var number: Int64
        var old: IndexKey?
        var new: IndexKey?
    }

    private func move(_ change: RowChange) -> Move? {
        let old = change.old.flatMap { covers[$0.entity] ? IndexKey($0.row, slots) : nil }
        let new = change.new.flatMap { covers[$0.entity] ? IndexKey($0.row, slots) : nil }
        return old == new ? nil : Move(number: change.number, old: old, new: new)
    }

    /// Adds a row, and returns another row with the same key, if any.
    private mutating func insert(_ number: Int64, _ key: IndexKey) -> Int64? {
        let holder = heads.updateValue(number, forKey: key)
        chains.insert(number, before: holder)
        if holder != nil, !key.hasNull { surplus += 1 }
        return holder
    }

    private mutating func remove(_ number: Int64, _ key: IndexKey) {
        let (wasHead, next) = chains.remove(number)
        if wasHead, next == 0 {
            heads[key] = nil
            return
        }
        if wasHead { heads[key] = next }
        if !key.hasNull { surplus -= 1 }
    }
}
