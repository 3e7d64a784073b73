/// Following and writing relationships. Each is kept at one end only; see ``RelationshipLayout``.
extension ManagedObjectContext: GraphNavigator {
    package func storedRow(root: Int, number: Int64) throws(StoreError) -> StoredRow? {
        guard let position = try position(root: root, number) else { return nil }
        return state.tables[root].entries[position].stored
    }

    package func destinations(
        of relationship: Int, from number: Int64
    ) throws(StoreError) -> [Int64] {
        let layout = model.relationships[relationship]
        switch layout.storage {
        case .reference(let slot):
            let root = root(of: layout.entity)
            guard let position = try position(root: root, number),
                let target = state.tables[root].entries[position].row.reference(slot),
                state.isAlive(root: self.root(of: layout.destination), target)
            else { return [] }
            return [target]
        case .links:
            try load(relationship, from: [number])
            let root = root(of: layout.destination)
            return (state.links[relationship].list(of: number) ?? []).map(\.destination)
                .filter { state.isAlive(root: root, $0) }
        case .inverseReference(let other):
            try load(relationship, from: [number])
            let sources = referring(through: model.relationships[other], to: number)
            return layout.isToMany ? sources : Array(sources.prefix(1))
        case .inverseLinks(let other):
            try load(relationship, from: [number])
            let root = root(of: layout.destination)
            return state.links[other].arriving(at: number)
                .filter { state.isAlive(root: root, $0.source) }
                .sorted { $0.arrivalOrder < $1.arrivalOrder }.map(\.source)
        }
    }

    /// The rows that refer to an object now, in the order of the relationship back.
    private func referring(through layout: RelationshipLayout, to number: Int64) -> [Int64] {
        guard case .reference(let slot) = layout.storage else { return [] }
        let root = root(of: layout.entity)
        let committed = state.references[layout.index].committed(at: number).filter { source in
            guard let position = state.tables[root].position(of: source) else { return true }
            return state.tables[root].entries[position].state == .clean
        }
        let pending = state.references[layout.index].pending(
            at: number, slot: slot, in: state.tables[root])
        let sources = committed + pending.filter { state.isAlive(root: root, $0) }
        guard let positionSlot = positionSlot(of: layout) else { return sources.sorted() }
        return sources.sorted {
            orderKey($0, root, positionSlot) < orderKey($1, root, positionSlot)
        }
    }

    /// The slot that orders the sources of a reference, if the relationship back is ordered.
    func positionSlot(of layout: RelationshipLayout) -> Int? {
        model.layouts[layout.entity].slots.firstIndex {
            $0.content == .position(relationship: layout.index)
        }
    }

    private func orderKey(_ number: Int64, _ root: Int, _ slot: Int) -> (Int64, Int64) {
        guard let position = state.tables[root].position(of: number) else { return (.max, number) }
        return (state.tables[root].entries[position].row.reference(slot) ?? .max, number)
    }
}

extension ManagedObjectContext {
    /// Makes a relationship lead to these objects, and keeps the way back true.
    ///
    /// A to-one relationship takes the first. Objects that a one-to-one or one-to-many relationship
    /// already gave to somebody else leave there.
    package func set(
        _ relationship: Int, of number: Int64, to destinations: [Int64]
    ) throws(StoreError) {
        let layout = model.relationships[relationship]
        let wanted = layout.isToMany ? destinations.withoutRepeats : Array(destinations.prefix(1))
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
        let old = try destinations(of: layout.index, from: number).first
        guard old != target else { return }
        if let inverse = layout.inverse.map({ model.relationships[$0] }), !inverse.isToMany {
            if let target {
                for holder in try destinations(of: inverse.index, from: target) {
                    try write(layout, of: holder, nil)
                }
            }
            if layout.isSymmetric {
                if let old { try write(layout, of: old, nil) }
                if let target { try write(layout, of: target, number) }
            }
        }
        try write(layout, of: number, target)
        if let target, let slot = positionSlot(of: layout), let inverse = layout.inverse {
            let others = try destinations(of: inverse, from: target).filter { $0 != number }
            try renumber(others + [number], slot: slot, root: root(of: layout.entity))
        }
    }

    /// Writes the slot of a reference, and nothing else.
    private func write(
        _ layout: RelationshipLayout, of number: Int64, _ target: Int64?
    ) throws(StoreError) {
        let root = root(of: layout.entity)
        guard case .reference(let slot) = layout.storage,
            let position = try position(root: root, number),
            state.tables[root].entries[position].row.reference(slot) != target
        else { return }
        set(target.map(Value.integer) ?? .null, slot: slot, root: root, at: position)
        if let order = positionSlot(of: layout) {
            set(.null, slot: order, root: root, at: position)
        }
    }

    /// Gives rows the positions 0, 1, 2 …, writing those that differ.
    private func renumber(_ numbers: [Int64], slot: Int, root: Int) throws(StoreError) {
        for (place, number) in numbers.enumerated() {
            guard let position = try position(root: root, number) else { continue }
            set(.integer(Int64(place)), slot: slot, root: root, at: position)
        }
    }

    private func setReferring(
        _ layout: RelationshipLayout, through other: RelationshipLayout, to number: Int64,
        _ wanted: [Int64]
    ) throws(StoreError) {
        let current = try destinations(of: layout.index, from: number)
        let kept = Set(wanted)
        for source in current where !kept.contains(source) { try write(other, of: source, nil) }
        try load(root: root(of: other.entity), wanted)
        for source in wanted { try write(other, of: source, number) }
        if let slot = positionSlot(of: other) {
            try renumber(wanted, slot: slot, root: root(of: other.entity))
        }
    }
}

extension ManagedObjectContext {
    /// Gives a new object the links of a relationship that is kept as links and is not symmetric.
    ///
    /// - Returns: False if the object has links already; nothing is changed then.
    package func setLinks(
        _ relationship: Int, ofNew number: Int64, to destinations: [Int64]
    ) -> Bool {
        guard !state.links[relationship].isLoaded(number) else { return false }
        let wanted = destinations.withoutRepeats
        let isOrdered = model.relationships[relationship].isOrdered
        state.links[relationship].insert(isOrdered ? wanted : wanted.sorted(), of: number)
        return true
    }

    private func setLinks(
        _ layout: RelationshipLayout, of number: Int64, to wanted: [Int64]
    ) throws(StoreError) {
        try load(layout.index, from: [number])
        let old = state.links[layout.index].list(of: number) ?? []
        let known = Dictionary(
            old.map { ($0.destination, $0) }, uniquingKeysWith: { first, _ in first })
        let ordered = layout.isOrdered ? wanted : wanted.sorted()
        let links = ordered.map { known[$0] ?? LinkTable.Link(destination: $0) }
        state.links[layout.index].set(links, of: number)
        guard layout.isSymmetric else { return }
        let (before, after) = (Set(old.map(\.destination)), Set(wanted))
        try load(layout.index, from: Array(before.symmetricDifference(after)))
        for other in before.subtracting(after) where other != number {
            try edit(layout, of: other) { $0.removeAll { $0.destination == number } }
        }
        for other in after.subtracting(before) where other != number {
            try edit(layout, of: other) { $0.append(LinkTable.Link(destination: number)) }
        }
    }

    private func setArrivals(
        _ layout: RelationshipLayout, through other: RelationshipLayout, at number: Int64,
        _ wanted: [Int64]
    ) throws(StoreError) {
        let current = try destinations(of: layout.index, from: number)
        let (before, after) = (Set(current), Set(wanted))
        try load(other.index, from: Array(before.union(after)))
        for source in before.subtracting(after) {
            try edit(other, of: source) { $0.removeAll { $0.destination == number } }
        }
        for (place, source) in wanted.enumerated()
        where layout.isOrdered || !before.contains(source) {
            let position = layout.isOrdered ? Int64(place) : nil
            try edit(other, of: source) { links in
                if let index = links.firstIndex(where: { $0.destination == number }) {
                    links[index].inversePosition = position
                } else {
                    links.append(.init(destination: number, inversePosition: position))
                }
            }
        }
    }

    private func edit(
        _ layout: RelationshipLayout, of source: Int64,
        _ change: (inout [LinkTable.Link]) -> Void
    ) throws(StoreError) {
        try load(layout.index, from: [source])
        var links = state.links[layout.index].list(of: source) ?? []
        change(&links)
        if !layout.isOrdered { links.sort { $0.destination < $1.destination } }
        state.links[layout.index].set(links, of: source)
    }
}

extension StoredLink {
    /// Sorts links by their place at the destination, then by age of the source.
    fileprivate var arrivalOrder: (Int64, Int64) { (inversePosition ?? .max, source) }
}

extension [Int64] {
    /// The first occurrence of each number.
    fileprivate var withoutRepeats: [Int64] {
        // Short lists are the rule, and comparing them all is cheaper than a set.
        if count <= 8 {
            var unique: [Int64] = []
            unique.reserveCapacity(count)
            for number in self where !unique.contains(number) { unique.append(number) }
            return unique
        }
        var seen: Set<Int64> = []
        return filter { seen.insert($0).inserted }
    }
}
