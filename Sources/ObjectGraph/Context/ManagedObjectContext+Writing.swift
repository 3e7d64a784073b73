/// The only ways in which rows of a context change.
extension ManagedObjectContext {
    /// Adds a new row of an entity.
    ///
    /// Returns its number.
    func insertRow(entity: Int) -> Int64 {
        let layout = model.layouts[entity]
        // Should the store fail, nothing will be saved; the object still needs a number of its own.
        let makeshift = -1 - Int64(state.tables[layout.root].entries.count)
        let number = recordingFailure(makeshift) { () throws(StoreError) in
            try backend.reserveNumbers(1, root: layout.root).lowerBound
        }
        insert([layout.defaults], numbers: [number], entity: entity)
        return number
    }

    /// Adds new rows of an entity, whose references are written already.
    ///
    /// Returns the position of the first; the others follow.
    @discardableResult
    package func insert(_ rows: [Row], numbers: [Int64], entity: Int) -> Int {
        let root = root(of: entity)
        let first = state.tables[root].entries.count
        state.tables[root].reserve(rows.count)
        for (row, number) in zip(rows, numbers) {
            state.tables[root].insert(row, number: number, entity: entity)
        }
        for relationship in model.references[root] {
            state.references[relationship].forgetPending()
        }
        return first
    }

    /// Writes one slot; an equal value is not written.
    package func set(_ value: Value, slot: Int, root: Int, at position: Int) {
        let old = state.tables[root].entries[position].row[slot]
        guard old != value else { return }
        indexPending(root, position)
        state.tables[root].set(value, slot: slot, at: position)
        for relationship in model.references[root]
        where model.relationships[relationship].storage == .reference(slot: slot) {
            let number = state.tables[root].entries[position].number
            let (before, after) = (old.number, value.number)
            state.references[relationship].move(number, from: before, to: after)
        }
    }

    /// Writes the attributes of a row at once; its references stay as they are.
    package func replaceAttributes(_ row: Row, root: Int, at position: Int) {
        indexPending(root, position)
        state.tables[root].replace(row, at: position)
    }

    /// Enters a row that is about to change into the indexes of pending references.
    private func indexPending(_ root: Int, _ position: Int) {
        let entry = state.tables[root].entries[position]
        guard entry.state == .clean else { return }
        for relationship in model.references[root] {
            guard case .reference(let slot) = model.relationships[relationship].storage,
                slot < entry.row.values.count
            else { continue }
            state.references[relationship].move(
                entry.number, from: nil, to: entry.row.reference(slot))
        }
    }
}

extension Value {
    fileprivate var number: Int64? {
        if case .integer(let number) = self { number } else { nil }
    }
}
