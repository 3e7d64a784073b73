package import ObjectGraph

/// The engine that fills relationships according to their connections, for all objects in a scope.
///
/// Loads, `ConnectionOperation`, and the check after a commit use the engine. A connection makes a
/// relationship a function of its keys or of a key path. It is therefore sufficient to evaluate the
/// touched sources, the sources with keys of a touched destination, and the sources with a touched
/// object on their key path or in their predicate. Each group takes one or two requests for each
/// connection.
package struct ConnectionEngine {
    let context: ManagedObjectContext
    package let connections: [ConnectionPlan]
    package private(set) var scope: ConnectionScope
    /// The results of the connections, in order.
    package private(set) var outcomes: [JoinOutcome] = []
    /// The state before the evaluation, if connections fill a relationship from both ends.
    private(set) var start: GraphState?

    package init(
        _ connections: [ConnectionPlan], _ scope: ConnectionScope, in context: ManagedObjectContext
    ) {
        self.connections = connections
        self.scope = scope
        self.context = context
    }

    /// The foreign keys without a destination.
    package var unresolved: [UnresolvedConnection] {
        zip(connections, outcomes).filter { !$1.missing.isEmpty }.map {
            UnresolvedConnection($0.description, $1.missing)
        }
    }

    /// Evaluates the connections in order of dependency.
    package mutating func run() throws(StoreError) {
        if connections.hasContraries { start = context.state }
        for connection in connections {
            let sources = try self.sources(of: connection)
            guard !sources.isEmpty else {
                outcomes.append(JoinOutcome())
                continue
            }
            let outcome = try ConnectionJoin(connection, context).run(sources)
            try record(sources, outcome, of: connection)
            outcomes.append(outcome)
        }
    }

    /// Records the evaluated sources, with the competing sources that changed with them.
    ///
    /// If a source is deleted later, its destination returns to one of the competing sources.
    private mutating func record(
        _ sources: [Int], _ outcome: JoinOutcome, of connection: ConnectionPlan
    ) throws(StoreError) {
        let index = connection.relationship.index
        scope.evaluated[index] = sources
        guard connection.relationship.isExclusive(in: context.model) else { return }
        let rivals = try positions(Set(outcome.changed.map(\.source)), of: connection.sourceEntity)
        scope.evaluated[index, default: []] += rivals
    }

    /// Returns the positions of the sources to evaluate.
    private mutating func sources(of connection: ConnectionPlan) throws(StoreError) -> [Int] {
        let index = connection.relationship.index
        if scope.isEverything { return try allSources(of: connection) }
        let touched = scope.positions(\.touched, of: connection.sourceEntity, in: context)
        var sources = scope.evaluated[index] ?? []
        var numbers: Set<Int64> = []
        for chain in connection.sourceChains { numbers.formUnion(try along(chain)) }
        var destinations: Set<Int64> = []
        for chain in connection.destinationChains { destinations.formUnion(try along(chain)) }
        if !connection.preceding.isEmpty {
            let affected = try affected(by: connection)
            destinations.formUnion(affected.destinations)
            numbers.formUnion(affected.sources)
        }
        if connection.relationship.isSymmetric {
            numbers.formUnion(try partners(of: connection, and: numbers))
        } else if !connection.path.isEmpty, let inverse = connection.relationship.inverse,
            connection.relationship.isExclusive(in: context.model)
        {
            // Another source may now replace a deleted source.
            destinations.formUnion(changedSources(of: inverse))
        }
        if scope.includesHolders { numbers.formUnion(try holders(of: connection)) }
        if connection.path.isEmpty {
            let keys = try keys(of: connection, and: destinations)
            if !keys.isEmpty {
                sources += try ConnectionJoin(connection, context).sources(naming: keys)
            }
        } else {
            numbers.formUnion(try along(connection.path, and: destinations))
        }
        sources += try positions(numbers, of: connection.sourceEntity)
        if scope.whole.contains(index) { sources += try storedSources(of: connection) }
        return (sources.isEmpty ? touched : touched + sources).ascendingDistinct
    }

    /// Returns the objects with a changed relationship.
    ///
    /// It was changed in the context, or by the commits in the scope.
    private func changedSources(of relationship: Int) -> Set<Int64> {
        context.changedSources(of: relationship).union(scope.formerSources[relationship] ?? [])
    }

    /// Returns the sources that are linked with changed destinations.
    private func holders(of connection: ConnectionPlan) throws(StoreError) -> Set<Int64> {
        let root = context.root(of: connection.destinationEntity)
        let entries = context.state.tables[root].entries
        let changed = scope.positions(\.changed, of: connection.destinationEntity, in: context)
        let holders = try context.sources(
            of: connection.relationship.index, to: changed.map { entries[$0].number }.sorted())
        return Set(holders.values.joined())
    }

    /// Returns the objects linked with changed objects and with the given objects.
    ///
    /// The claims of these objects may no longer support the link.
    private func partners(
        of connection: ConnectionPlan, and numbers: Set<Int64>
    ) throws(StoreError) -> Set<Int64> {
        let index = connection.relationship.index
        let entries = context.state.tables[context.root(of: connection.sourceEntity)].entries
        let changed = scope.positions(\.changed, of: connection.sourceEntity, in: context)
        let sources = numbers.union(changed.map { entries[$0].number })
        try context.load(index, from: sources.sorted())
        var partners: Set<Int64> = []
        for source in sources {
            partners.formUnion(try context.destinations(of: index, from: source))
        }
        return partners
    }

    /// Returns the destinations that connections of the inverse may have released or taken.
    ///
    /// The result also contains the sources linked with them, now or before.
    private func affected(
        by connection: ConnectionPlan
    ) throws(StoreError) -> (destinations: Set<Int64>, sources: Set<Int64>) {
        guard let inverse = connection.relationship.inverse else { return ([], []) }
        var destinations = changedSources(of: inverse)
        var sources = changedSources(of: connection.relationship.index)
        var linked = destinations
        for other in connection.preceding {
            let entries = context.state.tables[context.root(of: other.sourceEntity)].entries
            let changed = scope.positions(\.changed, of: other.sourceEntity, in: context)
            linked.formUnion(changed.map { entries[$0].number })
            if !other.path.isEmpty || !other.sourceChains.isEmpty {
                destinations.formUnion((scope.evaluated[inverse] ?? []).map { entries[$0].number })
            }
            guard scope.includesHolders, let keys = scope.formerKeys[inverse] else { continue }
            let released = try ConnectionJoin(other, context).destinations(of: Array(keys))
            sources.formUnion(released.values.joined())
        }
        linked.formUnion(destinations)
        try context.load(inverse, from: linked.sorted())
        for number in linked {
            sources.formUnion(try context.destinations(of: inverse, from: number))
        }
        return (destinations, sources)
    }

    /// Returns the sources that the connection affects.
    ///
    /// These are the sources with a key, or all sources if an empty key clears.
    private func allSources(of connection: ConnectionPlan) throws(StoreError) -> [Int] {
        let root = context.root(of: connection.sourceEntity)
        let request = connection.allSources(in: context.model)
        return try context.numbers(matching: request).compactMap {
            context.state.tables[root].position(of: $0)
        }
    }

    /// Returns the stored sources.
    ///
    /// Pending sources are omitted, because they are in the scope already and numerous for a large
    /// payload.
    private func storedSources(of connection: ConnectionPlan) throws(StoreError) -> [Int] {
        let root = context.root(of: connection.sourceEntity)
        let rows = try context.reader().rows(matching: connection.allSources(in: context.model))
        context.register(rows, root: root)
        return rows.compactMap { context.state.tables[root].position(of: $0.number) }
    }

    /// Returns the current and previous keys of changed destinations.
    ///
    /// If sources compete for destinations, the result also contains the previous keys of sources,
    /// because other sources may now replace them.
    private mutating func keys(
        of connection: ConnectionPlan, and destinations: Set<Int64>
    ) throws(StoreError) -> Set<[Value]> {
        let join = ConnectionJoin(connection, context)
        let index = connection.relationship.index
        let root = context.root(of: connection.destinationEntity)
        var keys: Set<[Value]> = []
        var former = scope.formerKeys[index] ?? []
        let changed = scope.positions(\.changed, of: connection.destinationEntity, in: context)
        let others = try positions(destinations, of: connection.destinationEntity)
        for position in changed + others {
            let key = join.key(ofDestination: context.state.tables[root].entries[position].row)
            keys.insert(key)
            for row in scope.formerRows(root: root, at: position, in: context) {
                let old = join.key(ofDestination: row)
                if old != key { former.insert(old) }
            }
        }
        if connection.relationship.isExclusive(in: context.model) {
            let root = context.root(of: connection.sourceEntity)
            let changed = scope.positions(\.changed, of: connection.sourceEntity, in: context)
            for position in changed {
                let rows = scope.formerRows(root: root, at: position, in: context)
                for row in rows { former.formUnion(join.keys(of: row).fitting) }
                // A source that was inserted and deleted again may have taken a destination in the
                // meantime.
                guard !context.state.tables[root].isAlive(at: position) else { continue }
                let row = context.state.tables[root].entries[position].row
                if row.count > 0 { former.formUnion(join.keys(of: row).fitting) }
            }
        }
        if !former.isEmpty { scope.formerKeys[index] = former }
        return keys.union(former).filter { $0.contains { !$0.isNull } }
    }

    /// Returns the objects with a path, present or previous, through a touched object.
    private func along(
        _ path: [RelationshipLayout], and destinations: Set<Int64> = []
    ) throws(StoreError) -> Set<Int64> {
        try context.sources(along: path, from: destinations, former: scope.formerSources) {
            entity in
            let entries = context.state.tables[context.root(of: entity)].entries
            return scope.positions(\.touched, of: entity, in: context).map { entries[$0].number }
        }
    }

    /// Returns the positions of the existing objects of an entity or its sub-entities.
    private func positions(
        _ numbers: Set<Int64>, of entity: Int
    ) throws(StoreError) -> [Int] {
        guard !numbers.isEmpty else { return [] }
        let (root, layout) = (context.root(of: entity), context.model.layouts[entity])
        try context.load(root: root, numbers.sorted())
        let table = context.state.tables[root]
        return numbers.compactMap { number in
            guard let position = table.position(of: number), table.isAlive(at: position),
                layout.includes(table.entries[position].entity)
            else { return nil }
            return position
        }
    }
}

extension [Int] {
    /// The distinct elements in ascending order, without sorting if they are sorted already.
    fileprivate var ascendingDistinct: [Int] {
        for index in indices.dropFirst() where self[index] <= self[index - 1] {
            return Set(self).sorted()
        }
        return self
    }
}
