/// Makes connections in a ``MemoryState``, source by source.
///
/// It works on a copy, which replaces the state if all changes are valid.
struct MemoryConnector {
    private let before: MemoryState
    private var state: MemoryState
    /// The rows that were written, by root.
    private var written: [Set<Int64>]
    /// Indicates, by root, whether relationships of its objects may have become empty.
    private var isAffected: [Bool]
    /// The position of the next source in the ordered inverse, by destination.
    private var nextPositions: [Int64: Int64] = [:]
    private var model: ManagedObjectModel { state.model }

    init(_ state: MemoryState) {
        before = state
        self.state = state
        written = Array(repeating: [], count: state.model.entities.count)
        isAffected = Array(repeating: false, count: state.model.entities.count)
    }

    /// Connects each source with the destinations given by its foreign keys or its key path.
    mutating func connect(_ request: ConnectionRequest) throws(StoreError) -> ConnectionOutcome {
        let layout = model.relationships[request.relationship]
        isAffected[model.layouts[layout.entity].root] = true
        isAffected[model.root(ofDestination: layout.index)] = true
        nextPositions = [:]
        var outcome = ConnectionOutcome()
        var matches = try matches(of: request, &outcome)
        for index in matches.indices where !layout.isToMany && matches[index].destinations.count > 1
        {
            outcome.ambiguous += 1
            matches[index].destinations = Array(matches[index].destinations.sorted().prefix(1))
        }
        if layout.isExclusive(in: model) { settle(&matches) }
        let changed = matches.filter { match in
            let current = holders(of: layout, from: match.source)
            return layout.isOrdered
                ? current != match.destinations : current.sorted() != match.destinations.sorted()
        }
        // All sources are cleared first, so that new positions follow the positions of the
        // unchanged sources.
        for match in changed { set(layout, of: match.source, to: []) }
        for match in changed where !match.destinations.isEmpty {
            set(layout, of: match.source, to: match.destinations)
        }
        outcome.connected = changed.count { !$0.destinations.isEmpty }
        outcome.cleared = changed.count - outcome.connected + release(matches, layout)
        return outcome
    }

    /// Returns the destinations of a relationship.
    ///
    /// For a one-to-one relationship, these are all objects that reference its source.
    private func holders(of layout: RelationshipLayout, from number: Int64) -> [Int64] {
        guard case .inverseReference(let other) = layout.storage else {
            return state.destinations(of: layout.index, from: number)
        }
        return state.referringRows(other, to: number).map(\.number)
    }

    /// Removes excess sources of exclusive destinations, and returns their number.
    ///
    /// Other programs or earlier versions may have left such sources.
    private mutating func release(_ matches: [Match], _ layout: RelationshipLayout) -> Int {
        guard case .reference = layout.storage, layout.isExclusive(in: model) else { return 0 }
        let known = Set(matches.map(\.source))
        var count = 0
        for match in matches {
            guard let destination = match.destinations.first else { continue }
            for row in state.referringRows(layout.index, to: destination)
            where !known.contains(row.number) {
                write(layout, of: row.number, nil)
                count += 1
            }
        }
        return count
    }

    /// Assigns each destination to the newest of the sources that match it.
    private func settle(_ matches: inout [Match]) {
        var owners: [Int64: Int64] = [:]
        for match in matches {
            for destination in match.destinations {
                owners[destination] = max(owners[destination] ?? match.source, match.source)
            }
        }
        for index in matches.indices {
            let source = matches[index].source
            matches[index].destinations.removeAll { owners[$0] != source }
        }
    }

    /// Returns the state with all connections, or `nil` with an invalid object in it.
    mutating func finished() throws(StoreError) -> MemoryState? {
        for root in written.indices {
            for number in written[root] {
                guard var row = state.tables[root][number], let old = before.tables[root][number]
                else { continue }
                if model.layouts[row.entity].mandatorySlots.contains(where: { row.row[$0].isNull })
                {
                    return nil
                }
                row.version = old.row == row.row ? old.version : old.version + 1
                state.tables[root].set(row, at: number)
            }
        }
        let reader = InMemoryReader(state, counter: RequestCounter())
        for layout in model.relationships
        where !layout.description.isOptional && isAffected[model.layouts[layout.entity].root] {
            let isEmpty = PropertyPath.relationship(layout.name).isNil
            let request = RowRequest(entity: layout.entity, predicate: isEmpty, limit: 1)
            guard try reader.count(matching: request) == 0 else { return nil }
        }
        return state
    }
}

/// Matching sources with destinations.
extension MemoryConnector {
    private struct Match {
        let source: Int64
        var destinations: [Int64] = []
    }

    /// The condition for destinations, evaluated in the state before the request writes anything.
    private struct Acceptance {
        private let request: RowRequest
        private let evaluator: PredicateEvaluator
        private let state: MemoryState

        init(_ request: RowRequest, _ state: MemoryState) throws(StoreError) {
            let resolver = PredicateResolver(model: state.model, entity: request.entity)
            self.request = request
            self.state = state
            evaluator = PredicateEvaluator(
                try resolver.resolve(request.predicate), model: state.model)
        }

        func holds(_ row: StoredRow) throws(StoreError) -> Bool {
            guard request.includesSubentities || row.entity == request.entity else { return false }
            return try evaluator.matches(row, in: state)
        }
    }

    private func matches(
        of request: ConnectionRequest, _ outcome: inout ConnectionOutcome
    ) throws(StoreError) -> [Match] {
        let reader = InMemoryReader(state, counter: RequestCounter())
        let sources = try reader.rows(matching: request.sources)
        let accepts = try Acceptance(request.destinations, state)
        guard request.path.isEmpty else {
            return try follow(request, from: sources.map(\.number), accepts)
        }
        let named = sources.map { keys(of: $0.row, request, &outcome) }
        var destinations: [[Value]: [Int64]] = [:]
        let found = reader.rows(
            entity: request.destinations.entity, slots: request.destinationSlots,
            keys: .values(Array(Set(named.joined()))))
        for row in found.sorted(by: { $0.number < $1.number }) where try accepts.holds(row) {
            destinations[request.destinationSlots.map { row.row[$0] }, default: []]
                .append(row.number)
        }
        var matches: [Match] = []
        for (source, keys) in zip(sources, named) {
            var match = Match(source: source.number)
            for key in keys {
                guard let found = destinations[key] else {
                    outcome.missing[key, default: 0] += 1
                    continue
                }
                match.destinations += found
            }
            matches.append(match)
        }
        return matches
    }

    /// Returns the keys of a source, in order; empty for a source to clear.
    private func keys(
        of row: Row, _ request: ConnectionRequest, _ outcome: inout ConnectionOutcome
    ) -> [[Value]] {
        let key = request.sourceSlots.map { row[$0] }
        guard key.contains(where: { !$0.isNull }) else { return [] }
        guard let index = request.arrayIndex(in: model), case .array(let elements) = key[index]
        else { return [key] }
        func single(_ element: Value) -> [Value] {
            var single = key
            single[index] = element
            return single
        }
        let keys = ElementKeys(elements, for: request.destinationTypes(in: model)[index])
        for mismatch in keys.mismatches { outcome.missing[single(mismatch), default: 0] += 1 }
        return keys.fitting.map(single)
    }

    private func follow(
        _ request: ConnectionRequest, from sources: [Int64],
        _ accepts: Acceptance
    ) throws(StoreError) -> [Match] {
        let root = model.root(ofDestination: request.relationship)
        var matches: [Match] = []
        for source in sources {
            var reached = [source]
            for step in request.path {
                reached = reached.flatMap { state.destinations(of: step, from: $0) }.withoutRepeats
            }
            var match = Match(source: source)
            for number in reached {
                guard let row = state.tables[root][number], try accepts.holds(row) else { continue }
                match.destinations.append(number)
            }
            if match.destinations.isEmpty, request.keepsWithoutMatch { continue }
            matches.append(match)
        }
        return matches
    }
}

/// Writing relationships.
extension MemoryConnector {
    private mutating func set(
        _ layout: RelationshipLayout, of number: Int64, to wanted: [Int64]
    ) {
        let current = holders(of: layout, from: number)
        switch layout.storage {
        case .reference: setReference(layout, of: number, to: wanted.first)
        case .inverseReference(let other):
            let other = model.relationships[other]
            let kept = Set(wanted)
            for source in current where !kept.contains(source) { write(other, of: source, nil) }
            for (index, source) in wanted.enumerated() {
                write(other, of: source, number, position: Int64(index))
            }
        case .links:
            let kept = Set(wanted)
            for destination in current where !kept.contains(destination) {
                state.links[layout.index].remove(source: number, destination: destination)
            }
            for (index, destination) in wanted.enumerated() {
                state.links[layout.index].store(
                    StoredLink(
                        source: number, destination: destination,
                        position: layout.isOrdered ? Int64(index) : nil))
            }
        case .inverseLinks(let other):
            let kept = Set(wanted)
            for source in current where !kept.contains(source) {
                state.links[other].remove(source: source, destination: number)
            }
            for source in wanted {
                state.links[other].store(StoredLink(source: source, destination: number))
            }
        }
    }

    private mutating func setReference(
        _ layout: RelationshipLayout, of number: Int64, to target: Int64?
    ) {
        guard let target else { return write(layout, of: number, nil) }
        if let inverse = layout.inverse, !model.relationships[inverse].isToMany {
            for holder in state.referringRows(layout.index, to: target) {
                write(layout, of: holder.number, nil)
            }
        }
        guard let slot = model.positionSlot(of: layout) else {
            return write(layout, of: number, target)
        }
        let position = nextPositions[target] ?? nextPosition(behind: target, layout, slot)
        write(layout, of: number, target, position: position)
        nextPositions[target] = position + 1
    }

    /// Returns a position after all rows that reference an object.
    ///
    /// Rows are renumbered if some have no position.
    private mutating func nextPosition(
        behind target: Int64, _ layout: RelationshipLayout, _ slot: Int
    ) -> Int64 {
        let others = state.referringRows(layout.index, to: target)
        let positions = others.compactMap { $0.row.reference(slot) }
        if positions.count == others.count { return positions.last.map { $0 + 1 } ?? 0 }
        for (index, other) in others.enumerated() {
            write(layout, of: other.number, target, position: Int64(index))
        }
        return Int64(others.count)
    }

    /// Writes a reference and, if the inverse is ordered, the position.
    private mutating func write(
        _ layout: RelationshipLayout, of number: Int64, _ target: Int64?, position: Int64? = nil
    ) {
        let root = model.layouts[layout.entity].root
        guard case .reference(let slot) = layout.storage, var row = state.tables[root][number]
        else { return }
        let old = row.row.reference(slot)
        row.row[slot] = target.map(Value.integer) ?? .null
        if let order = model.positionSlot(of: layout) {
            row.row[order] = position.map(Value.integer) ?? .null
        }
        if let old { state.referrers[layout.index].remove(number, owner: old) }
        if let target { state.referrers[layout.index].insert(number, owner: target) }
        state.tables[root].set(row, at: number)
        written[root].insert(number)
    }
}
