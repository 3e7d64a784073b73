/// The functions through which all changes of rows are made.
extension ManagedObjectContext {
    /// Adds a new row with the default values of an entity, and returns its number.
    func insertRow(entity: Int) -> Int64 {
        let layout = model.layouts[entity]
        // If the store fails, nothing will be saved, but the object still needs a unique number.
        let makeshift = makeshiftNumbers - 1
        let number = recordingFailure(makeshift) { () throws(StoreError) in
            try reserveNumbers(1, root: layout.root).lowerBound
        }
        if number == makeshift { makeshiftNumbers = makeshift }
        insert(layout.defaults, number: number, entity: entity)
        return number
    }

    private func insert(_ row: Row, number: Int64, entity: Int) {
        let root = root(of: entity)
        state.tables[root].reserve(1)
        state.tables[root].insert(row, number: number, entity: entity)
    }

    /// Adds the rows of a block with their references, and returns the position of the first row.
    ///
    /// The positions of the other rows follow it.
    @discardableResult
    package func insert(_ rows: RowBlock, numbers: [Int64], entity: Int) -> Int {
        let root = root(of: entity)
        let first = state.tables[root].entries.count
        state.tables[root].insert(rows, numbers: numbers, entity: entity)
        for relationship in model.references[root]
        where state.references[relationship].wantsMoves {
            guard let slot = slot(of: relationship, in: entity) else { continue }
            for (index, number) in numbers.enumerated() {
                guard let target = Row(rows, at: index).reference(slot) else { continue }
                state.references[relationship].move(number, from: nil, to: target)
            }
        }
        return first
    }

    /// Writes one slot unless it has an equal value.
    package func set(_ value: Value, slot: Int, root: Int, at position: Int) {
        let old = state.tables[root].entries[position].row[slot]
        guard old != value else { return }
        indexPending(root, position)
        state.tables[root].set(value, slot: slot, at: position)
        let entry = state.tables[root].entries[position]
        if case .reference(let relationship) = model.layouts[entry.entity].slots[slot].content {
            state.references[relationship].move(entry.number, from: old.number, to: value.number)
        }
    }

    /// Replaces the attributes of a row; its references must be the same.
    package func replaceAttributes(_ row: Row, root: Int, at position: Int) {
        indexPending(root, position)
        state.tables[root].replace(row, at: position)
    }

    /// Adds a row that is about to change to the indexes of pending references.
    private func indexPending(_ root: Int, _ position: Int) {
        guard state.tables[root].entries[position].state == .clean else { return }
        let entry = state.tables[root].entries[position]
        for relationship in model.references[root] where state.references[relationship].isIndexed {
            guard let slot = slot(of: relationship, in: entry.entity) else { continue }
            state.references[relationship].move(
                entry.number, from: nil, to: entry.row.reference(slot))
        }
    }

    /// Returns the slot of a reference in the rows of an entity; `nil` if they do not have it.
    ///
    /// Sub-entities use the same slot numbers for different properties, so the number
    /// alone is ambiguous.
    private func slot(of relationship: Int, in entity: Int) -> Int? {
        let layout = model.relationships[relationship]
        guard case .reference(let slot) = layout.storage,
            model.layouts[layout.entity].includes(entity)
        else { return nil }
        return slot
    }
}

extension Value {
    fileprivate var number: Int64? {
        if case .integer(let number) = self { number } else { nil }
    }
}
