import ObjectGraph

/// Connections with sources that compete for a destination.
///
/// Only one source can reference such a destination.
///
/// The newest source takes precedence, regardless of the order of loads: the result is a function
/// of the keys, and connecting again changes nothing.
extension ConnectionJoin {
    /// Assigns each destination to the newest of all sources that claim it, including stored ones.
    ///
    /// A source without claims keeps its destination unless another source claims it.
    ///
    /// - Parameters:
    ///   - claims: The claims of sources.
    ///   - positions: The positions of these sources, and of sources without claims.
    /// - Returns: The claims of these sources and of their rivals, each with the assigned
    ///   destinations.
    /// - Throws: `StoreError` if the store cannot be read.
    func settle(
        _ claims: [Claim], of positions: [Int]
    ) throws(StoreError) -> [Claim] {
        let own = Set(claims.map(\.source))
        // Another source may claim a destination that a source loses.
        let evaluated = existingSources(at: positions)
        try context.load(connection.relationship.index, from: evaluated)
        var contested = Set(claims.flatMap(\.destinations))
        for source in evaluated {
            contested.formUnion(
                try context.destinations(of: connection.relationship.index, from: source))
        }
        var ignored = JoinOutcome()
        let rivals = try self.claims(of: sources(claiming: contested, beside: own), &ignored)
        var owners: [Int64: Int64] = [:]
        for claim in claims + rivals {
            for destination in claim.destinations where contested.contains(destination) {
                owners[destination] = max(owners[destination] ?? claim.source, claim.source)
            }
        }
        // The other destinations of competing sources are assigned correctly already.
        let others = Set(rivals.flatMap(\.destinations)).subtracting(contested)
        let holders = try context.sources(of: connection.relationship.index, to: others.sorted())
        for (destination, holders) in holders { owners[destination] = holders.first }
        return (claims + rivals).map { claim in
            Claim(
                source: claim.source,
                destinations: claim.destinations.filter { owners[$0] == claim.source })
        }.sorted { $0.source < $1.source }
    }

    /// Returns the existing sources; separate from loading rows, so that no table is copied.
    private func existingSources(at positions: [Int]) -> [Int64] {
        let table = context.state.tables[sourceRoot]
        return positions.filter(table.isAlive).map { table.entries[$0].number }
    }

    /// Returns the positions of sources with keys or a key path for some of the destinations.
    private func sources(
        claiming destinations: Set<Int64>, beside known: Set<Int64>
    ) throws(StoreError) -> [Int] {
        guard !destinations.isEmpty else { return [] }
        let found: [Int]
        if connection.path.isEmpty {
            found = try sources(naming: keys(ofDestinations: destinations))
        } else {
            let numbers = try context.sources(along: connection.path, from: destinations) { _ in []
            }
            try context.load(root: sourceRoot, numbers.sorted())
            let layout = context.model.layouts[connection.sourceEntity]
            let table = context.state.tables[sourceRoot]
            found = numbers.sorted().compactMap { table.position(of: $0) }.filter {
                layout.includes(table.entries[$0].entity)
            }
        }
        let entries = context.state.tables[sourceRoot].entries
        return found.filter { !known.contains(entries[$0].number) }
    }

    private func keys(ofDestinations numbers: Set<Int64>) throws(StoreError) -> Set<[Value]> {
        try context.load(root: destinationRoot, numbers.sorted())
        var keys: Set<[Value]> = []
        for number in numbers {
            guard let position = try context.position(root: destinationRoot, number) else {
                continue
            }
            let key = key(
                ofDestination: context.state.tables[destinationRoot].entries[position].row)
            if key.contains(where: { !$0.isNull }) { keys.insert(key) }
        }
        return keys
    }
}

/// Symmetric relationships, with the combined claims of both ends.
extension ConnectionJoin {
    /// Combines the claims of sources with claims on them.
    ///
    /// In a to-one relationship, the newest claims take precedence.
    func settleMutual(_ claims: [Claim]) throws(StoreError) -> [Claim] {
        guard connection.path.isEmpty else { return claims }
        var known = claims
        var numbers = Set(claims.map(\.source))
        var open = numbers
        while !open.isEmpty {
            var reached = open
            if !connection.relationship.isToMany {
                // A successful claim may undo one of an object that neither end claims.
                reached.formUnion(known.flatMap(\.destinations))
            }
            var ignored = JoinOutcome()
            var found = try sources(claiming: reached, beside: numbers)
            if !connection.relationship.isToMany {
                try context.load(root: sourceRoot, reached.sorted())
                let table = context.state.tables[sourceRoot]
                let entity = context.model.layouts[connection.sourceEntity]
                found += reached.subtracting(numbers).compactMap { table.position(of: $0) }
                    .filter { entity.includes(table.entries[$0].entity) }
                found = Set(found).sorted()
            }
            let further = try self.claims(of: found, &ignored)
            let fresh = further.filter { !numbers.contains($0.source) }
            known += fresh
            numbers.formUnion(fresh.map(\.source))
            open = connection.relationship.isToMany ? [] : Set(fresh.map(\.source))
        }
        known.sort { $0.source < $1.source }
        return connection.relationship.isToMany
            ? union(of: known, for: Set(claims.map(\.source))) : pairs(of: known)
    }

    private func union(of known: [Claim], for own: Set<Int64>) -> [Claim] {
        var naming: [Int64: [Int64]] = [:]
        for claim in known {
            for destination in claim.destinations {
                naming[destination, default: []].append(claim.source)
            }
        }
        return known.filter { own.contains($0.source) }.map { claim in
            let named = Set(claim.destinations)
            let others = (naming[claim.source] ?? []).filter { !named.contains($0) }
            return Claim(source: claim.source, destinations: claim.destinations + others)
        }
    }

    private func pairs(of known: [Claim]) -> [Claim] {
        var partners: [Int64: Int64] = [:]
        for claim in known.reversed() {
            guard let other = claim.destinations.first, partners[claim.source] == nil,
                partners[other] == nil
            else { continue }
            partners[claim.source] = other
            partners[other] = claim.source
        }
        return known.map { claim in
            Claim(source: claim.source, destinations: partners[claim.source].map { [$0] } ?? [])
        }
    }
}
