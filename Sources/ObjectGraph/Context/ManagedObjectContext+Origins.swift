/// Following relationships in reverse, with or without an inverse.
extension ManagedObjectContext {
    /// Returns the existing objects that reference each of the given objects by a relationship.
    ///
    /// One request is made, whether or not the relationship has an inverse.
    package func sources(
        of relationship: Int, to numbers: [Int64]
    ) throws(StoreError) -> [Int64: [Int64]] {
        let layout = model.relationships[relationship]
        let root = root(of: layout.entity)
        var result: [Int64: [Int64]] = [:]
        if let inverse = layout.inverse {
            try load(root: self.root(of: layout.destination), numbers)
            try load(inverse, from: numbers)
            for number in numbers { result[number] = try destinations(of: inverse, from: number) }
            return result
        }
        // A relationship without an inverse is stored at its own end.
        switch layout.storage {
        case .links:
            try loadArrivals(of: relationship, to: numbers)
            for number in numbers {
                result[number] = state.links[relationship].arriving(at: number).map(\.source)
                    .filter { state.isAlive(root: root, $0) }
            }
        case .reference, .inverseReference, .inverseLinks:
            try loadReferring(through: relationship, to: numbers)
            for number in numbers { result[number] = referring(through: layout, to: number) }
        }
        return result
    }

    /// Returns the objects with a pending change of a relationship.
    ///
    /// The result includes objects that no longer have a destination.
    package func changedSources(of relationship: Int) -> Set<Int64> {
        let layout = model.relationships[relationship]
        switch layout.storage {
        case .reference(let slot):
            return Set(changes(of: layout, slot: slot).map(\.number))
        case .inverseReference(let other):
            guard case .reference(let slot) = model.relationships[other].storage else { return [] }
            return Set(changes(of: model.relationships[other], slot: slot).flatMap(\.targets))
        case .links:
            return Set(
                state.links[relationship].touched.map {
                    state.links[relationship].list(at: $0).source
                })
        case .inverseLinks(let other):
            return Set(
                state.links[other].touched.flatMap { position in
                    let list = state.links[other].list(at: position)
                    return (list.original + list.current).map(\.destination)
                })
        }
    }

    /// Returns the rows with a changed reference, with its stored and its current value.
    private func changes(
        of layout: RelationshipLayout, slot: Int
    ) -> [(number: Int64, targets: [Int64])] {
        let table = state.tables[root(of: layout.entity)]
        return table.changed.compactMap { position in
            let entry = table.entries[position]
            guard model.layouts[layout.entity].includes(entry.entity) else { return nil }
            let old = table.original(at: position)?.reference(slot)
            let new = table.isAlive(at: position) ? entry.row.reference(slot) : nil
            return old == new ? nil : (entry.number, [old, new].compactMap { $0 })
        }
    }
}
