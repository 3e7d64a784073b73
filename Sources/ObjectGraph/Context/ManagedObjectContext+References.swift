/// Writing relationships that are stored as references, from either end.
extension ManagedObjectContext {
    /// Sets the destinations of a relationship, and keeps its inverse consistent.
    ///
    /// A to-one relationship gets the first destination. Objects that no longer exist are omitted.
    /// In a one-to-one or one-to-many relationship, a destination is removed from its previous
    /// owner. If the inverse is ordered, a new object is added at the end.
    package func set(
        _ relationship: Int, of number: Int64, to destinations: [Int64]
    ) throws(StoreError) {
        let layout = model.relationships[relationship]
        let root = root(of: layout.destination)
        let living = destinations.filter { state.isAlive(root: root, $0) }
        let wanted = layout.isToMany ? living.withoutRepeats : Array(living.prefix(1))
        switch layout.storage {
        case .reference: try setReference(layout, of: number, to: wanted.first)
        case .links: try setLinks(layout, of: number, to: wanted)
        case .inverseReference(let other):
            try setReferring(layout, through: model.relationships[other], to: number, wanted)
        case .inverseLinks(let other):
            try setArrivals(layout, through: model.relationships[other], at: number, wanted)
        }
    }

    private func setReference(
        _ layout: RelationshipLayout, of number: Int64, to target: Int64?
    ) throws(StoreError) {
        let old = try reference(layout, of: number)
        guard old != target else { return }
        if let inverse = layout.inverse.map({ model.relationships[$0] }), !inverse.isToMany {
            if let target {
                for holder in try holders(of: inverse, from: target) {
                    try write(layout, of: holder, nil)
                }
            }
            if layout.isSymmetric {
                if let old { try write(layout, of: old, nil) }
                if let target { try write(layout, of: target, number) }
            }
        }
        guard let target, let slot = model.positionSlot(of: layout) else {
            return try write(layout, of: number, target)
        }
        let position = try nextPosition(behind: target, through: layout, slot)
        try write(layout, of: number, target)
        try write(.integer(position), slot, of: number, root(of: layout.entity))
        state.references[layout.index].nextPositions[target] = position + 1
    }

    /// Writes the slot of a reference and clears its position, without any other change.
    func write(
        _ layout: RelationshipLayout, of number: Int64, _ target: Int64?
    ) throws(StoreError) {
        let root = root(of: layout.entity)
        guard case .reference(let slot) = layout.storage,
            try reference(layout, of: number) != target
        else { return }
        try write(target.map(Value.integer) ?? .null, slot, of: number, root)
        if let order = model.positionSlot(of: layout) { try write(.null, order, of: number, root) }
    }

    private func write(
        _ value: Value, _ slot: Int, of number: Int64, _ root: Int
    ) throws(StoreError) {
        guard let position = try position(root: root, number) else { return }
        set(value, slot: slot, root: root, at: position)
    }

    private func setReferring(
        _ layout: RelationshipLayout, through other: RelationshipLayout, to number: Int64,
        _ wanted: [Int64]
    ) throws(StoreError) {
        let current = try holders(of: layout, from: number)
        let kept = Set(wanted)
        for source in current where !kept.contains(source) { try write(other, of: source, nil) }
        try load(root: root(of: other.entity), wanted)
        for source in wanted { try write(other, of: source, number) }
        if let slot = model.positionSlot(of: other) {
            try renumber(wanted, slot, root(of: other.entity))
            state.references[other.index].nextPositions[number] = Int64(wanted.count)
        }
    }

    /// Assigns the positions 0, 1, 2 … to rows, and writes the changed rows.
    private func renumber(_ numbers: [Int64], _ slot: Int, _ root: Int) throws(StoreError) {
        for (index, number) in numbers.enumerated() {
            try write(.integer(Int64(index)), slot, of: number, root)
        }
    }

    /// Returns a position after all rows that reference an object.
    ///
    /// The position is computed once and then incremented, so that adding rows one by
    /// one is linear.
    private func nextPosition(
        behind target: Int64, through layout: RelationshipLayout, _ slot: Int
    ) throws(StoreError) -> Int64 {
        if let known = state.references[layout.index].nextPositions[target] { return known }
        try loadReferring(through: layout.index, to: [target])
        let root = root(of: layout.entity)
        let others = referring(through: layout, to: target)
        let positions = others.compactMap { listPosition($0, root, slot) }
        if positions.count == others.count,
            let next = positions.isEmpty ? 0 : positions.last?.nextPosition
        {
            return next
        }
        try renumber(others, slot, root)
        return Int64(others.count)
    }
}
