import ObjectGraph

/// Evaluates one connection for a set of sources.
struct ConnectionJoin {
    private let connection: ConnectionPlan
    private let context: ManagedObjectContext
    private let sourceRoot: Int
    private let destinationRoot: Int

    /// What came of it.
    struct Outcome {
        /// Sources whose relationship changed.
        var connected = 0
        /// Keys without a destination, with the number of sources that have them.
        var missing: [[Value]: Int] = [:]
        /// Sources of a to-one relationship with several destinations.
        var ambiguities: [(source: Int64, count: Int)] = []
    }

    init(_ connection: ConnectionPlan, _ context: ManagedObjectContext) {
        self.connection = connection
        self.context = context
        sourceRoot = context.root(of: connection.sourceEntity)
        destinationRoot = context.root(of: connection.destinationEntity)
    }

    /// Makes the relationship of each source what its foreign keys, or its key path, say.
    ///
    /// One request for the destinations, or two for each step of a key path, and one for what the
    /// relationship needs.
    func run(_ positions: [Int]) throws(MappingError) -> Outcome {
        try MappingError.wrapping { () throws(StoreError) in
            guard connection.path.isEmpty else { return try follow(positions) }
            var sources: [(position: Int, keys: [[Value]])] = []
            var wanted: [[Value]] = []
            var seen: Set<[Value]> = []
            for position in positions {
                guard try isSource(position), let keys = keys(of: position) else { continue }
                for key in keys where seen.insert(key).inserted { wanted.append(key) }
                sources.append((position, keys))
            }
            let destinations = try destinations(of: wanted)
            try preload(
                sources.map { number(at: $0.position) }, destinations.values.flatMap(\.self))
            var outcome = Outcome()
            for source in sources { try connect(source, destinations, &outcome) }
            return outcome
        }
    }

    /// The positions of the sources whose foreign keys are among some keys of destinations.
    func sources(naming keys: Set<[Value]>) throws(StoreError) -> [Int] {
        guard let arrayPlace = connection.arrayPlace else {
            return try context.positions(
                entity: connection.sourceEntity, slots: connection.sourceSlots,
                keys: .values(Array(keys)))
        }
        // Which arrays contain a key cannot be looked up: all sources that have one are read.
        let layout = context.model.layouts[connection.sourceEntity]
        let name = layout.slots[connection.sourceSlots[arrayPlace]].name
        let numbers = try context.numbers(
            matching: RowRequest(
                entity: layout.index, predicate: !PropertyPath.attribute(name).isNil))
        return numbers.compactMap { context.state.tables[sourceRoot].position(of: $0) }.filter {
            self.keys(of: $0)?.contains(where: keys.contains) == true
        }
    }

    private func isSource(_ position: Int) throws(StoreError) -> Bool {
        guard context.state.tables[sourceRoot].isAlive(at: position) else { return false }
        guard let predicate = connection.sourcePredicate else { return true }
        let row = context.state.tables[sourceRoot].entries[position].stored
        return try predicate.matches(row, in: context)
    }

    /// The keys a source names, in order; `nil` if it is to be left alone, none to clear it.
    private func keys(of position: Int) -> [[Value]]? {
        let row = context.state.tables[sourceRoot].entries[position].row
        let key = connection.sourceSlots.map { row[$0] }
        guard key.contains(where: { !$0.isNull }) else {
            return connection.description.onMissing == .clear ? [] : nil
        }
        guard let place = connection.arrayPlace, case .array(let elements) = key[place] else {
            return [key]
        }
        return connection.destinationTypes[place].keys(for: elements).map { element in
            var single = key
            single[place] = element
            return single
        }
    }

    /// The numbers of the destinations by key, lowest first.
    private func destinations(of keys: [[Value]]) throws(StoreError) -> [[Value]: [Int64]] {
        guard !keys.isEmpty else { return [:] }
        let positions = try context.positions(
            entity: connection.destinationEntity, slots: connection.destinationSlots,
            keys: .values(keys))
        var found: [[Value]: [Int64]] = [:]
        for position in positions {
            let entry = context.state.tables[destinationRoot].entries[position]
            guard try isDestination(entry) else { continue }
            found[connection.destinationSlots.map { entry.row[$0] }, default: []]
                .append(entry.number)
        }
        return found
    }

    private func isDestination(_ entry: GraphTable.Entry) throws(StoreError) -> Bool {
        guard
            connection.description.includesSubentities
                || entry.entity == connection.destinationEntity
        else { return false }
        guard let predicate = connection.destinationPredicate else { return true }
        return try predicate.matches(entry.stored, in: context)
    }

    private func number(at position: Int) -> Int64 {
        context.state.tables[sourceRoot].entries[position].number
    }

    /// Makes the relationship of each source what its key path leads to.
    private func follow(_ positions: [Int]) throws(StoreError) -> Outcome {
        var sources: [Int64] = []
        for position in positions where try isSource(position) {
            sources.append(number(at: position))
        }
        let found = try ConnectionPath(connection, context).destinations(from: sources)
        let all = Set(found.joined())
        var accepted: Set<Int64> = []
        for number in all {
            guard let position = try context.position(root: destinationRoot, number),
                try isDestination(context.state.tables[destinationRoot].entries[position])
            else { continue }
            accepted.insert(number)
        }
        try preload(sources, Array(accepted))
        var outcome = Outcome()
        for (source, found) in zip(sources, found) {
            let wanted = found.filter(accepted.contains)
            if wanted.isEmpty, connection.description.onMissing == .keep { continue }
            try set(source, wanted, &outcome)
        }
        return outcome
    }

    private func preload(_ sources: [Int64], _ destinations: [Int64]) throws(StoreError) {
        let layout = connection.relationship
        try context.load(layout.index, from: sources)
        guard let inverse = layout.inverse else { return }
        let isPlain =
            if case .reference = layout.storage {
                context.model.relationships[inverse].isToMany
                    && !context.model.relationships[inverse].isOrdered
            } else { false }
        guard !isPlain else { return }
        try context.load(inverse, from: destinations.sorted())
    }

    private func connect(
        _ source: (position: Int, keys: [[Value]]), _ destinations: [[Value]: [Int64]],
        _ outcome: inout Outcome
    ) throws(StoreError) {
        var wanted: [Int64] = []
        for key in source.keys {
            guard let found = destinations[key] else {
                outcome.missing[key, default: 0] += 1
                continue
            }
            wanted += found
        }
        try set(number(at: source.position), wanted, &outcome)
    }

    /// Makes the relationship lead to some objects; a to-one relationship takes the lowest.
    private func set(
        _ number: Int64, _ wanted: [Int64], _ outcome: inout Outcome
    ) throws(StoreError) {
        let layout = connection.relationship
        var wanted = wanted
        if !layout.isToMany, wanted.count > 1 {
            outcome.ambiguities.append((number, wanted.count))
            wanted = [wanted.min() ?? wanted[0]]
        }
        let current = try context.destinations(of: layout.index, from: number)
        let isSame =
            layout.isOrdered ? current == wanted : current.sorted() == wanted.sorted()
        guard !isSame else { return }
        try context.set(layout.index, of: number, to: wanted)
        if !wanted.isEmpty { outcome.connected += 1 }
    }
}
