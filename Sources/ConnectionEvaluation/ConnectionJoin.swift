import ObjectGraph

/// The evaluation of a connection for a set of sources.
struct ConnectionJoin {
    let connection: ConnectionPlan
    let context: ManagedObjectContext
    let sourceRoot: Int
    let destinationRoot: Int

    /// A source with the ordered destinations that it claims.
    struct Claim {
        let source: Int64
        var destinations: [Int64]
    }

    init(_ connection: ConnectionPlan, _ context: ManagedObjectContext) {
        self.connection = connection
        self.context = context
        sourceRoot = context.root(of: connection.sourceEntity)
        destinationRoot = context.root(of: connection.destinationEntity)
    }

    /// Fills the relationship of each source from its foreign keys or its key path.
    ///
    /// It takes one request for the destinations, or two for each step of a key path, and one for
    /// the relationship; if sources compete, one or two more for the competing ones.
    ///
    /// Sources are connected in the order of their numbers, as sets are in a database. The row
    /// order of a store is unspecified, and would become the order of an ordered relationship.
    func run(_ positions: [Int]) throws(StoreError) -> JoinOutcome {
        var outcome = JoinOutcome()
        var claims = try claims(of: positions, &outcome)
        let layout = connection.relationship
        if layout.isSymmetric {
            claims = try settleMutual(claims)
        } else if layout.isExclusive(in: context.model) {
            claims = try settle(claims, of: positions)
        }
        claims.sort { $0.source < $1.source }
        try preload(claims)
        try apply(claims, &outcome)
        return outcome
    }

    /// Returns the destinations that sources claim, without unchanged sources.
    func claims(
        of positions: [Int], _ outcome: inout JoinOutcome
    ) throws(StoreError) -> [Claim] {
        var claims =
            connection.path.isEmpty
            ? try claimsByKeys(of: positions, &outcome) : try claimsByPath(of: positions)
        if !connection.relationship.isToMany {
            for index in claims.indices where claims[index].destinations.count > 1 {
                let found = claims[index].destinations
                outcome.ambiguities.append((claims[index].source, found.count))
                claims[index].destinations = [found.min() ?? found[0]]
            }
        }
        return connection.preceding.isEmpty ? claims : try yield(claims)
    }

    private func claimsByKeys(
        of positions: [Int], _ outcome: inout JoinOutcome
    ) throws(StoreError) -> [Claim] {
        var sources: [(number: Int64, keys: Keys)] = []
        var wanted: [[Value]] = []
        var seen: Set<[Value]> = []
        for position in positions {
            guard let keys = try claimedKeys(at: position) else { continue }
            let entry = context.state.tables[sourceRoot].entries[position]
            for key in keys.fitting where seen.insert(key).inserted { wanted.append(key) }
            sources.append((entry.number, keys))
        }
        let found = try destinations(of: wanted)
        return sources.map { number, keys in
            var claim = Claim(source: number, destinations: [])
            for key in keys.mismatches { outcome.missing[key, default: 0] += 1 }
            if !keys.mismatches.isEmpty { outcome.mismatches.insert(number) }
            for key in keys.fitting {
                if let numbers = found[key] {
                    claim.destinations += numbers
                } else {
                    outcome.missing[key, default: 0] += 1
                    if !connection.fits(key) { outcome.mismatches.insert(number) }
                }
            }
            return claim
        }
    }

    /// Returns the keys of a source, or `nil` if the source must remain unchanged.
    func claimedKeys(at position: Int) throws(StoreError) -> Keys? {
        guard try isSource(position) else { return nil }
        let keys = keys(of: context.state.tables[sourceRoot].entries[position].row)
        return keys.isEmpty && connection.description.onMissing == .keep ? nil : keys
    }

    func claimsByPath(of positions: [Int]) throws(StoreError) -> [Claim] {
        var sources: [Int64] = []
        for position in positions where try isSource(position) {
            sources.append(context.state.tables[sourceRoot].entries[position].number)
        }
        let found = try context.destinations(along: connection.path, from: sources)
        var accepted: Set<Int64> = []
        for number in Set(found.joined()) {
            guard let position = try context.position(root: destinationRoot, number),
                try isDestination(context.state.tables[destinationRoot].entries[position])
            else { continue }
            accepted.insert(number)
        }
        let keeps = connection.description.onMissing == .keep
        return zip(sources, found).compactMap { source, found in
            let wanted = found.filter(accepted.contains)
            return wanted.isEmpty && keeps ? nil : Claim(source: source, destinations: wanted)
        }
    }

    private func isSource(_ position: Int) throws(StoreError) -> Bool {
        guard context.state.tables[sourceRoot].isAlive(at: position) else { return false }
        guard let predicate = connection.sourcePredicate else { return true }
        let row = context.state.tables[sourceRoot].entries[position].stored
        return try predicate.matches(row, in: context)
    }

    /// Returns the numbers of the destinations by key, in ascending order.
    func destinations(of keys: [[Value]]) throws(StoreError) -> [[Value]: [Int64]] {
        guard !keys.isEmpty else { return [:] }
        let positions = try context.positions(
            entity: connection.destinationEntity, slots: connection.destinationSlots,
            keys: .values(keys))
        var found: [[Value]: [Int64]] = [:]
        for position in positions {
            let entry = context.state.tables[destinationRoot].entries[position]
            guard try isDestination(entry) else { continue }
            found[key(ofDestination: entry.row), default: []].append(entry.number)
        }
        return found
    }

    private func isDestination(_ entry: RowTable.Entry) throws(StoreError) -> Bool {
        guard
            connection.description.includesSubentities
                || entry.entity == connection.destinationEntity
        else { return false }
        guard let predicate = connection.destinationPredicate else { return true }
        return try predicate.matches(entry.stored, in: context)
    }
}

/// Keys of sources and destinations.
extension ConnectionJoin {
    /// The keys of a source, in order; without keys, the relationship is kept or cleared.
    struct Keys {
        var fitting: [[Value]] = []
        /// The keys with an element that no destination can have.
        var mismatches: [[Value]] = []
        /// Indicates whether the foreign key is null; an empty array is not.
        var isEmpty = false
    }

    func keys(of row: Row) -> Keys {
        let key = connection.sourceSlots.map { row[$0] }
        guard key.contains(where: { !$0.isNull }) else { return Keys(isEmpty: true) }
        guard let index = connection.arrayIndex, case .array(let elements) = key[index] else {
            return Keys(fitting: [key])
        }
        func single(_ element: Value) -> [Value] {
            var single = key
            single[index] = element
            return single
        }
        let keys = ElementKeys(elements, for: connection.destinationTypes[index])
        return Keys(fitting: keys.fitting.map(single), mismatches: keys.mismatches.map(single))
    }

    func key(ofDestination row: Row) -> [Value] { connection.destinationSlots.map { row[$0] } }

    /// Returns the positions of the sources with foreign keys among the given keys.
    func sources(naming keys: Set<[Value]>) throws(StoreError) -> [Int] {
        guard connection.arrayIndex != nil else {
            return try context.positions(
                entity: connection.sourceEntity, slots: connection.sourceSlots,
                keys: .values(Array(keys)))
        }
        // Arrays that contain a key cannot be looked up, so all sources with a key are read; the
        // array may be null in a key with several parts.
        let numbers = try context.numbers(
            matching: RowRequest(
                entity: connection.sourceEntity,
                predicate: connection.hasKey(in: context.model)))
        return numbers.compactMap { context.state.tables[sourceRoot].position(of: $0) }.filter {
            let row = context.state.tables[sourceRoot].entries[$0].row
            return self.keys(of: row).fitting.contains(where: keys.contains)
        }
    }
}

/// Writing relationships.
extension ConnectionJoin {
    private func preload(_ claims: [Claim]) throws(StoreError) {
        let layout = connection.relationship
        try context.load(layout.index, from: claims.map(\.source))
        guard let inverse = layout.inverse else { return }
        let isPlain =
            if case .reference = layout.storage {
                context.model.relationships[inverse].isToMany
                    && !context.model.relationships[inverse].isOrdered
            } else { false }
        guard !isPlain else { return }
        try context.load(inverse, from: Set(claims.flatMap(\.destinations)).sorted())
    }

    private func apply(_ claims: [Claim], _ outcome: inout JoinOutcome) throws(StoreError) {
        let layout = connection.relationship
        var changed: [Claim] = []
        for claim in claims {
            let current = try context.holders(of: layout, from: claim.source)
            let isSame =
                layout.isOrdered
                ? current == claim.destinations : current.sorted() == claim.destinations.sorted()
            guard !isSame else { continue }
            changed.append(claim)
            outcome.changed.append((claim.source, current))
            if !claim.destinations.isEmpty { outcome.connected += 1 }
        }
        // All other destinations are removed first, so that new sources follow the remaining
        // sources.
        for (claim, change) in zip(changed, outcome.changed) where !change.before.isEmpty {
            let wanted = Set(claim.destinations)
            let kept = change.before.filter(wanted.contains)
            guard kept.count < change.before.count else { continue }
            try context.set(layout.index, of: claim.source, to: kept)
        }
        for claim in changed where !claim.destinations.isEmpty {
            try context.set(layout.index, of: claim.source, to: claim.destinations)
        }
        try release(claims, &outcome)
    }

    /// Removes excess sources of exclusive destinations.
    ///
    /// Other programs or earlier versions may have left such sources.
    private func release(_ claims: [Claim], _ outcome: inout JoinOutcome) throws(StoreError) {
        let layout = connection.relationship
        guard case .reference = layout.storage, layout.isExclusive(in: context.model),
            !layout.isSymmetric,
            let inverse = layout.inverse.map({ context.model.relationships[$0] })
        else { return }
        let known = Set(claims.map(\.source))
        for claim in claims {
            guard let destination = claim.destinations.first else { continue }
            for source in try context.holders(of: inverse, from: destination)
            where !known.contains(source) {
                outcome.changed.append((source, [destination]))
                try context.set(layout.index, of: source, to: [])
            }
        }
    }
}
