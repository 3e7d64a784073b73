package import ObjectGraph

/// The total changes made by connections over several evaluations.
package struct ConnectionTally {
    /// The numbers of objects with changed destinations.
    package struct Count: Sendable {
        package var connected = 0
        package var cleared = 0

        package init(connected: Int = 0, cleared: Int = 0) {
            self.connected = connected
            self.cleared = cleared
        }
    }

    /// The changed sources with their previous destinations, by relationship.
    private var changed: [Int: [(source: Int64, before: [Int64])]] = [:]
    private var connected: [Int: Int] = [:]
    /// Indicates whether a later change may have undone an earlier one.
    private var isOverwritten = false
    /// The state before the evaluation, if connections fill a relationship from both ends.
    private var start: GraphState?

    package init() {}

    /// Adds the changes of an evaluation.
    package mutating func add(_ engine: ConnectionEngine) {
        isOverwritten = isOverwritten || !changed.isEmpty || engine.start != nil
        if start == nil { start = engine.start }
        for (connection, outcome) in zip(engine.connections, engine.outcomes)
        where !outcome.changed.isEmpty {
            let index = connection.relationship.index
            changed[index, default: []] += outcome.changed
            connected[index, default: 0] += outcome.connected
        }
    }

    /// Returns the counts by relationship.
    ///
    /// - Complexity: O(1) for connections evaluated once, O(*n*) in the changes of connections
    ///   evaluated several times.
    package func counts(in context: ManagedObjectContext) throws(StoreError) -> [Int: Count] {
        var counts: [Int: Count] = [:]
        for (index, changed) in changed {
            guard isOverwritten else {
                let connected = connected[index] ?? 0
                counts[index] = Count(connected: connected, cleared: changed.count - connected)
                continue
            }
            counts[index] = try count(changed, context.model.relationships[index], context)
        }
        return counts
    }

    private func count(
        _ changed: [(source: Int64, before: [Int64])], _ layout: RelationshipLayout,
        _ context: ManagedObjectContext
    ) throws(StoreError) -> Count {
        var count = Count()
        var seen: Set<Int64> = []
        let root = context.root(of: layout.entity)
        for (source, before) in changed where seen.insert(source).inserted {
            guard context.state.isAlive(root: root, source) else { continue }
            var before = before
            if let start {
                before = try context.destinations(of: layout, from: source, in: start)
            }
            let now = try context.destinations(of: layout.index, from: source)
            let isSame = layout.isOrdered ? now == before : now.sorted() == before.sorted()
            guard !isSame else { continue }
            if now.isEmpty { count.cleared += 1 } else { count.connected += 1 }
        }
        return count
    }
}

extension ManagedObjectContext {
    /// Returns the destinations of a relationship in an earlier state of the context.
    fileprivate func destinations(
        of layout: RelationshipLayout, from source: Int64, in earlier: GraphState
    ) throws(StoreError) -> [Int64] {
        let now = state
        state = earlier
        defer { state = now }
        return try destinations(of: layout.index, from: source)
    }
}

extension [ConnectionPlan] {
    /// Returns counts by relationship as counts by the entity of each connection.
    package func counts(_ counts: [Int: ConnectionTally.Count]) -> [String: ConnectionTally.Count] {
        var sums: [String: ConnectionTally.Count] = [:]
        for connection in self {
            let count = counts[connection.relationship.index] ?? ConnectionTally.Count()
            sums[connection.description.entity, default: ConnectionTally.Count()] += count
        }
        return sums
    }
}

extension ConnectionTally.Count {
    package static func += (left: inout ConnectionTally.Count, right: ConnectionTally.Count) {
        left.connected += right.connected
        left.cleared += right.cleared
    }
}
