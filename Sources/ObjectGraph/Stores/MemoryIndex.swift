/// A hash index over the rows of an entity's family.
///
/// It keeps no keys: they are read from the rows of a table, and compared without creating values.
struct MemoryIndex: Sendable {
    let entity: Int
    let slots: [Int]
    private(set) var isUnique: Bool
    /// Indicates, by entity, whether its rows are in the index.
    private let covers: [Bool]
    /// The first row of each key; further ones are chained.
    private var heads = HashedNumbers()
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

    /// Returns the numbers of the rows with one of the keys, in the table of the index.
    func numbers(for keys: LookupKeys, in table: MemoryTable) -> [Int64] {
        var numbers: [Int64] = []
        switch keys {
        case .integers(let integers):
            guard slots.count == 1 else { return [] }
            let slot = slots[0]
            for integer in integers {
                append(Value.integer(integer).keyHash, to: &numbers) {
                    table[$0]?.row.reference(slot) == integer
                }
            }
        case .values(let keys):
            for key in keys where !key.isEmpty && key.count == slots.count {
                append(key.keyHash, to: &numbers) { number in
                    guard let row = table[number]?.row else { return false }
                    return zip(slots, key).allSatisfy { row.isSame($0, as: $1) }
                }
            }
        }
        return numbers
    }

    /// Appends the numbers of the rows with the wanted key.
    private func append(
        _ hash: Int, to numbers: inout [Int64], where isWanted: (Int64) -> Bool
    ) {
        var number = heads.number(hash: hash, where: isWanted)
        while number != 0 {
            numbers.append(number)
            number = chains.number(after: number)
        }
    }

    /// Adds a row of a table without checking uniqueness.
    mutating func insert(_ stored: StoredRow, of table: MemoryTable) {
        guard covers[stored.entity], !slots.isEmpty else { return }
        _ = insert(stored.number, stored.row, table)
    }

    /// Two rows that would share a unique key.
    struct Clash {
        var number: Int64
        var holder: Int64
    }

    /// Applies changes of rows that a table has already, or returns two rows with the same unique
    /// key and changes nothing.
    ///
    /// Old keys are removed before new ones are added, so that rows can exchange their keys.
    mutating func apply(_ changes: [RowChange], in table: MemoryTable) -> Clash? {
        for move in changes where moves(move) {
            if let old = covered(move.old) { remove(move.number, old.row) }
        }
        for (position, move) in changes.enumerated() {
            guard let new = covered(move.new), moves(move) else { continue }
            let holder = insert(move.number, new.row, table)
            guard holder != 0, isUnique, !hasNull(new.row) else { continue }
            for done in changes[...position].reversed() where moves(done) {
                if let new = covered(done.new) { remove(done.number, new.row) }
            }
            addOld(changes, in: table)
            return Clash(number: move.number, holder: holder)
        }
        return nil
    }

    /// Reverts the effect of ``apply(_:in:)``.
    mutating func revert(_ changes: [RowChange], in table: MemoryTable) {
        for move in changes where moves(move) {
            if let new = covered(move.new) { remove(move.number, new.row) }
        }
        addOld(changes, in: table)
    }

    /// Adds the old keys of changes that a table has already.
    private mutating func addOld(_ changes: [RowChange], in table: MemoryTable) {
        let moves = changes.filter(moves)
        guard moves.contains(where: { covered($0.old) != nil }) else { return }
        var before = table
        for move in moves { before.set(move.old, at: move.number) }
        for move in moves {
            if let old = covered(move.old) { _ = insert(move.number, old.row, before) }
        }
    }

    private func covered(_ stored: StoredRow?) -> StoredRow? {
        stored.flatMap { covers[$0.entity] && !slots.isEmpty ? $0 : nil }
    }

    /// Tests whether a change gives a row another key.
    private func moves(_ change: RowChange) -> Bool {
        guard change.old != nil else { return covered(change.new) != nil }
        return switch (covered(change.old), covered(change.new)) {
        case (nil, nil): false
        case (let old?, let new?): !hasSameKey(old.row, new.row)
        default: true
        }
    }

    private func hasSameKey(_ left: Row, _ right: Row) -> Bool {
        slots.allSatisfy { left.isSame($0, as: right) }
    }

    private func hasNull(_ row: Row) -> Bool { slots.contains(where: row.isNull) }

    /// Adds a row, and returns another row with the same key; `0` if there is none.
    private mutating func insert(_ number: Int64, _ row: Row, _ table: MemoryTable) -> Int64 {
        let hash = row.keyHash(slots)
        let holder = heads.number(hash: hash) { other in
            table[other].map { hasSameKey($0.row, row) } ?? false
        }
        if holder == 0 {
            heads.insert(number, hash: hash)
        } else {
            heads.exchange(holder, for: number)
            if !hasNull(row) { surplus += 1 }
        }
        chains.insert(number, before: holder == 0 ? nil : holder)
        return holder
    }

    private mutating func remove(_ number: Int64, _ row: Row) {
        let (wasHead, next) = chains.remove(number)
        if wasHead, next == 0 { return heads.remove(number) }
        if wasHead { heads.exchange(number, for: next) }
        if !hasNull(row) { surplus -= 1 }
    }
}
