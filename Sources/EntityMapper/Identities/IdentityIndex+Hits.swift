import ObjectGraph

/// The objects that an index contains for the keys of a payload.
struct IdentityHits: Sendable {
    /// The numbers of the objects, in any order.
    var numbers: [Int64] = []
    /// The index of the key in the request, for each of the objects.
    var indices: [Int] = []

    fileprivate mutating func add(_ number: Int64, _ index: Int) {
        numbers.append(number)
        indices.append(index)
    }
}

extension IdentityIndex {
    /// Returns the objects for the keys of a payload; `nil` if the store must be queried instead.
    func hits(for table: IdentityTable) throws(StoreError) -> IdentityHits? {
        guard let version = try currentVersion() else { return nil }
        return register.read(version: version) { entries in
            var hits = IdentityHits()
            for (index, key) in table.integerKeys.enumerated() {
                entries.forEachNumber(of: key) { hits.add($0, index) }
            }
            for (index, key) in table.otherKeys.enumerated() {
                entries.forEachNumber(of: key) { hits.add($0, index) }
            }
            return hits
        }
    }

    /// Returns the positions in a context of the existing rows with any of the keys.
    ///
    /// The result is the same as for `ManagedObjectContext.positions(entity:slots:keys:)`.
    ///
    /// The indexed rows are loaded and compared with their keys. The context may see an older or a
    /// newer state of the store than the index; keys on which they disagree are looked up in the
    /// store.
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

    /// Returns the positions of the rows with any of the keys, and the keys to be looked up.
    ///
    /// Keys are looked up in the store if a row is missing or has a different key.
    private func verify(
        _ hits: IdentityHits, of table: IdentityTable, in context: ManagedObjectContext
    ) -> (found: [Int], doubtful: [[Value]]) {
        let layout = context.model.layouts[space.entity]
        let rows = context.state.tables[space.root]
        var found: [Int] = []
        var doubtful: [[Value]] = []
        for (number, index) in zip(hits.numbers, hits.indices) {
            guard let position = rows.position(of: number),
                let stored = rows.original(at: position),
                layout.includes(rows.entries[position].entity),
                table.index(ofKeyIn: stored) == index
            else {
                doubtful.append(table.key(at: index))
                continue
            }
            if rows.entries[position].state == .clean { found.append(position) }
        }
        for position in rows.changed where rows.isAlive(at: position) {
            let entry = rows.entries[position]
            guard layout.includes(entry.entity), table.index(ofKeyIn: entry.row) != nil else {
                continue
            }
            found.append(position)
        }
        return (found, doubtful)
    }
}
