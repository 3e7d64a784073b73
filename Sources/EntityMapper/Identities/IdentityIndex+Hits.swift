import ObjectGraph

/// Which keys of a payload the memory knows objects for.
struct IdentityHits: Sendable {
    /// The objects, in any order.
    var numbers: [Int64] = []
    /// For each of the objects, the place of its key among those that were asked for.
    var places: [Int] = []

    fileprivate mutating func add(_ number: Int64, _ place: Int) {
        numbers.append(number)
        places.append(place)
    }
}

extension IdentityIndex {
    /// The objects of the keys of a payload; `nil` if the store has to be asked instead.
    func hits(for table: IdentityTable) throws(StoreError) -> IdentityHits? {
        guard let version = try currentVersion() else { return nil }
        return register.read(version: version) { entries in
            var hits = IdentityHits()
            for (place, key) in table.integerKeys.enumerated() {
                entries.forEachNumber(of: key) { hits.add($0, place) }
            }
            for (place, key) in table.otherKeys.enumerated() {
                entries.forEachNumber(of: key) { hits.add($0, place) }
            }
            return hits
        }
    }

    /// The positions in a context of the living rows that have one of the keys now, as
    /// `ManagedObjectContext.positions(entity:slots:keys:)` finds them.
    ///
    /// The store is asked for the rows that the memory knows, and what it said is compared with
    /// what is in them. The context may see an older state of the store than the memory, or a newer
    /// one: where they disagree about a key, the store is asked for that key.
    func positions(
        _ table: IdentityTable, in context: ManagedObjectContext
    ) throws(StoreError) -> [Int] {
        guard let hits = try hits(for: table) else {
            return try context.positions(
                entity: space.entity, slots: space.slots, keys: table.keys)
        }
        try context.load(root: space.root, hits.numbers)
        var (found, doubtful) = verify(hits, of: table, in: context)
        if !doubtful.isEmpty {
            found += try context.positions(
                entity: space.entity, slots: space.slots, keys: .values(doubtful))
        }
        let entries = context.state.tables[space.root].entries
        return Set(found).sorted { entries[$0].number < entries[$1].number }
    }

    /// The positions of the rows that have one of the keys now, and the keys that are to be asked
    /// for, since a row that should have one is not there or has another one.
    private func verify(
        _ hits: IdentityHits, of table: IdentityTable, in context: ManagedObjectContext
    ) -> (found: [Int], doubtful: [[Value]]) {
        let layout = context.model.layouts[space.entity]
        let rows = context.state.tables[space.root]
        var found: [Int] = []
        var doubtful: [[Value]] = []
        for (number, place) in zip(hits.numbers, hits.places) {
            guard let position = rows.position(of: number),
                let stored = rows.original(at: position),
                layout.includes(rows.entries[position].entity), table.place(of: stored) == place
            else {
                doubtful.append(table.key(at: place))
                continue
            }
            if rows.entries[position].state == .clean { found.append(position) }
        }
        for position in rows.changed where rows.isAlive(at: position) {
            let entry = rows.entries[position]
            guard layout.includes(entry.entity), table.place(of: entry.row) != nil else { continue }
            found.append(position)
        }
        return (found, doubtful)
    }
}
