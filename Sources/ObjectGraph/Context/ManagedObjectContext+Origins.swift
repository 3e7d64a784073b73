/// Following relationships against their direction, whether or not they have an inverse.
extension ManagedObjectContext {
    /// The living objects from which a relationship leads to one of these.
    ///
    /// One request, or two.
    package func sources(
        of relationship: Int, leadingTo numbers: [Int64]
    ) throws(StoreError) -> Set<Int64> {
        let layout = model.relationships[relationship]
        let root = root(of: layout.entity)
        var sources: Set<Int64> = []
        switch layout.storage {
        case .reference:
            try loadReferring(through: relationship, to: numbers)
            for number in numbers { sources.formUnion(referring(through: layout, to: number)) }
        case .links:
            try loadArrivals(of: relationship, to: numbers)
            for number in numbers {
                let arriving = state.links[relationship].arriving(at: number)
                sources.formUnion(arriving.map(\.source))
            }
        case .inverseReference(let inverse), .inverseLinks(let inverse):
            try load(self.root(of: layout.destination), numbers, inverse)
            for number in numbers {
                sources.formUnion(try destinations(of: inverse, from: number))
            }
        }
        return sources.filter { state.isAlive(root: root, $0) }
    }

    private func load(
        _ root: Int, _ numbers: [Int64], _ relationship: Int
    ) throws(StoreError) {
        try load(root: root, numbers)
        try load(relationship, from: numbers)
    }

    /// The objects from which a relationship leads, or led, elsewhere because of a pending change.
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
                    state.links[relationship].lists[$0].source
                })
        case .inverseLinks(let other):
            return Set(
                state.links[other].touched.flatMap { position in
                    let list = state.links[other].lists[position]
                    return (list.original + list.current).map(\.destination)
                })
        }
    }

    /// The rows whose reference differs from what is stored, and both of its values.
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
