/// Finding rows by the values of some attributes, for many keys at once.
extension ManagedObjectContext {
    /// The positions of the living rows of an entity's family whose slots hold one of the keys now,
    /// in the order of their numbers.
    ///
    /// One request to the store.
    ///
    /// - Complexity: O(rows found + pending changes of the tree).
    package func positions(
        entity: Int, slots: [Int], keys: LookupKeys
    ) throws(StoreError) -> [Int] {
        let layout = model.layouts[entity]
        let root = layout.root
        let stored = try reader().rows(entity: entity, slots: slots, keys: keys)
        register(stored, root: root)
        var found: [Int] = []
        for row in stored {
            guard let position = state.tables[root].position(of: row.number),
                state.tables[root].entries[position].state == .clean
            else { continue }
            found.append(position)
        }
        let changed = state.tables[root].changed
        if !changed.isEmpty {
            let wanted = Set(keys.values)
            for position in changed where state.tables[root].isAlive(at: position) {
                let entry = state.tables[root].entries[position]
                guard layout.includes(entry.entity), wanted.contains(slots.map { entry.row[$0] })
                else { continue }
                found.append(position)
            }
        }
        return found.sorted {
            state.tables[root].entries[$0].number < state.tables[root].entries[$1].number
        }
    }
}
