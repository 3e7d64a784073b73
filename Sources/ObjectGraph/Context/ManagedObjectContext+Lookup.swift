/// Looking up rows by the values of some attributes, for many keys at once.
extension ManagedObjectContext {
    /// Returns the positions of the existing rows with one of the keys in the given slots.
    ///
    /// The rows belong to an entity's family; the positions are in the order of the row numbers.
    ///
    /// - Complexity: One request to the store, and O(*r* + *c*) for *r* rows found and *c* pending
    ///   changes of the tree.
    package func positions(
        entity: Int, slots: [Int], keys: LookupKeys
    ) throws(StoreError) -> [Int] {
        let layout = model.layouts[entity]
        let root = layout.root
        let stored = try reader().rows(entity: entity, slots: slots, keys: keys)
        var found = state.tables[root].load(stored)
        let changed = state.tables[root].changed
        if !changed.isEmpty {
            found.removeAll { state.tables[root].entries[$0].state != .clean }
            let wanted = Set(keys.values)
            for position in changed where state.tables[root].isAlive(at: position) {
                let entry = state.tables[root].entries[position]
                guard layout.includes(entry.entity), wanted.contains(slots.map { entry.row[$0] })
                else { continue }
                found.append(position)
            }
        }
        let entries = state.tables[root].entries
        return found.sorted { entries[$0].number < entries[$1].number }
    }
}
