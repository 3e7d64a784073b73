/// Navigation of relationships. Each pair is stored at one end; see ``RelationshipLayout``.
extension ManagedObjectContext: GraphNavigator {
    package func storedRow(root: Int, number: Int64) throws(StoreError) -> StoredRow? {
        guard let position = try position(root: root, number) else { return nil }
        return state.tables[root].entries[position].stored
    }

    /// Returns the destinations of a relationship; for a deleted object, the remaining links.
    package func destinations(
        of relationship: Int, from number: Int64
    ) throws(StoreError) -> [Int64] {
        let layout = model.relationships[relationship]
        let root = root(of: layout.destination)
        switch layout.storage {
        case .reference:
            guard let target = try reference(layout, of: number),
                state.isAlive(root: root, target)
            else { return [] }
            return [target]
        case .links:
            try load(relationship, from: [number])
            return (state.links[relationship].list(of: number) ?? []).map(\.destination)
                .filter { state.isAlive(root: root, $0) }
        case .inverseReference(let other):
            try load(relationship, from: [number])
            let sources = referring(through: model.relationships[other], to: number)
            return layout.isToMany ? sources : Array(sources.prefix(1))
        case .inverseLinks(let other):
            try load(relationship, from: [number])
            return state.links[other].arriving(at: number)
                .filter { state.isAlive(root: root, $0.source) }
                .sorted { $0.arrivalOrder < $1.arrivalOrder }.map(\.source)
        }
    }

    /// Returns the objects that a relationship references, or that reference its object.
    ///
    /// There may be several for a one-to-one relationship if concurrent commits have written
    /// different rows.
    package func holders(
        of layout: RelationshipLayout, from number: Int64
    ) throws(StoreError) -> [Int64] {
        guard case .inverseReference(let other) = layout.storage else {
            return try destinations(of: layout.index, from: number)
        }
        try load(layout.index, from: [number])
        return referring(through: model.relationships[other], to: number)
    }

    /// Returns the reference in the slot of a relationship, whether or not its object still exists.
    func reference(
        _ layout: RelationshipLayout, of number: Int64
    ) throws(StoreError) -> Int64? {
        let root = root(of: layout.entity)
        _ = try position(root: root, number)
        guard case .reference(let slot) = layout.storage,
            let position = state.tables[root].position(of: number),
            slot < state.tables[root].entries[position].row.count
        else { return nil }
        return state.tables[root].entries[position].row.reference(slot)
    }

    /// Returns the current rows with a reference to an object, in the order of the inverse.
    ///
    /// The committed rows must have been loaded.
    func referring(through layout: RelationshipLayout, to number: Int64) -> [Int64] {
        guard case .reference(let slot) = layout.storage else { return [] }
        let root = root(of: layout.entity)
        if state.tables[root].changed.isEmpty {
            return Array(state.references[layout.index].committed(at: number))
        }
        if !state.references[layout.index].isIndexed {
            state.references[layout.index].index(
                state.tables[root], slot: slot, sources: model.layouts[layout.entity])
        }
        let committed = state.references[layout.index].committed(at: number).filter { source in
            guard let position = state.tables[root].position(of: source) else { return true }
            return state.tables[root].entries[position].state == .clean
        }
        let pending = state.references[layout.index].pending(at: number)
        let sources = committed + pending.filter { state.isAlive(root: root, $0) }
        guard sources.count > 1 else { return sources }
        guard let slot = model.positionSlot(of: layout) else { return sources.sorted() }
        return sources.map { (listPosition($0, root, slot) ?? .max, $0) }
            .sorted { $0 < $1 }.map(\.1)
    }

    /// Returns the position of a loaded row among the rows that reference the same object.
    func listPosition(_ number: Int64, _ root: Int, _ slot: Int) -> Int64? {
        guard let position = state.tables[root].position(of: number) else { return nil }
        return state.tables[root].entries[position].row.reference(slot)
    }
}

extension StoredLink {
    /// The sort key of a link by its position at the destination, then by the age of the source.
    fileprivate var arrivalOrder: (Int64, Int64) { (inversePosition ?? .max, source) }
}
