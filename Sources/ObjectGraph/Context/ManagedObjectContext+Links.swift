/// Writing relationships that are stored as links, from either end.
extension ManagedObjectContext {
    /// Tests whether the links of an object are loaded.
    package func knowsLinks(of relationship: Int, from number: Int64) -> Bool {
        state.links[relationship].isLoaded(number)
    }

    /// Returns whether an object with loaded links has exactly these destinations.
    ///
    /// In an ordered relationship, the destinations must be in this order.
    package func hasLinks(
        _ destinations: [Int64], of relationship: Int, from number: Int64
    ) -> Bool {
        guard let known = state.links[relationship].list(of: number),
            known.count == destinations.count
        else { return false }
        let isOrdered = model.relationships[relationship].isOrdered
        // Lists of unordered relationships are sorted.
        let wanted = isOrdered ? destinations : destinations.sorted()
        return zip(known, wanted).allSatisfy { $0.destination == $1 }
    }

    /// Adds the links of new objects to a plain list, see ``ManagedObjectModel/isPlainList(_:)``.
    ///
    /// The objects must not have any links yet, which ``knowsLinks(of:from:)`` tests.
    package func insert(_ links: NewLinks, of relationship: Int) {
        state.links[relationship].insert(links)
    }

    func setLinks(
        _ layout: RelationshipLayout, of number: Int64, to wanted: [Int64]
    ) throws(StoreError) {
        try load(layout.index, from: [number])
        let old = state.links[layout.index].list(of: number) ?? []
        let known = Dictionary(
            old.map { ($0.destination, $0) }, uniquingKeysWith: { first, _ in first })
        let added = wanted.filter { known[$0] == nil }
        let positions = try nextPositions(of: layout, at: added)
        let ordered = layout.isOrdered ? wanted : wanted.sorted()
        let links = ordered.map {
            known[$0] ?? LinkTable.Link(destination: $0, inversePosition: positions[$0])
        }
        state.links[layout.index].set(links, of: number)
        guard layout.isSymmetric else { return }
        let kept = Set(wanted)
        let removed = old.map(\.destination).filter { !kept.contains($0) }
        try load(layout.index, from: added + removed)
        for other in removed where other != number {
            state.links[layout.index].remove(number, from: other)
        }
        for other in added where other != number {
            state.links[layout.index].add(LinkTable.Link(destination: number), to: other)
        }
    }

    func setArrivals(
        _ layout: RelationshipLayout, through other: RelationshipLayout, at number: Int64,
        _ wanted: [Int64]
    ) throws(StoreError) {
        let current = try destinations(of: layout.index, from: number)
        let (before, after) = (Set(current), Set(wanted))
        let changed = layout.isOrdered ? current + wanted : Array(before.symmetricDifference(after))
        try load(other.index, from: changed)
        for source in current where !after.contains(source) {
            state.links[other.index].remove(number, from: source)
        }
        for (index, source) in wanted.enumerated()
        where layout.isOrdered || !before.contains(source) {
            let link = LinkTable.Link(
                destination: number, inversePosition: layout.isOrdered ? Int64(index) : nil)
            state.links[other.index].add(link, to: source)
        }
        if layout.isOrdered { state.links[other.index].nextPositions[number] = Int64(wanted.count) }
    }

    /// Returns a position after all links to each destination; empty for an unordered inverse.
    ///
    /// The position is computed once and then incremented, so that adding links one by
    /// one is linear.
    private func nextPositions(
        of layout: RelationshipLayout, at destinations: [Int64]
    ) throws(StoreError) -> [Int64: Int64] {
        guard let inverse = layout.inverse.map({ model.relationships[$0] }),
            inverse.isOrdered, !layout.isSymmetric
        else { return [:] }
        let unknown = destinations.filter { state.links[layout.index].nextPositions[$0] == nil }
        try loadArrivals(of: layout.index, to: unknown)
        for destination in unknown {
            let arriving = state.links[layout.index].arriving(at: destination)
            let last = arriving.isEmpty ? -1 : arriving.compactMap(\.inversePosition).max()
            if arriving.allSatisfy({ $0.inversePosition != nil }), let next = last?.nextPosition {
                state.links[layout.index].nextPositions[destination] = next
            } else {
                let sources = try self.destinations(of: inverse.index, from: destination)
                try setArrivals(inverse, through: layout, at: destination, sources)
            }
        }
        var positions: [Int64: Int64] = [:]
        for destination in destinations {
            let position = state.links[layout.index].nextPositions[destination] ?? 0
            positions[destination] = position
            state.links[layout.index].nextPositions[destination] = position + 1
        }
        return positions
    }
}

extension Int64 {
    /// The next position in an order; `nil` for an extreme position that requires renumbering.
    ///
    /// Only another program can have written such a position.
    var nextPosition: Int64? { self < Int64.max / 2 ? self + 1 : nil }
}
