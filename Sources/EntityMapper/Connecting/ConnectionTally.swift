import ObjectGraph

/// What connecting has changed in the end, however often it was done on the way.
struct ConnectionTally {
    /// How many objects lead to something else than before.
    struct Count {
        var connected = 0
        var cleared = 0
    }

    private var changed: [Int: [(source: Int64, before: [Int64])]] = [:]
    private var connected: [Int: Int] = [:]
    /// Whether a later change may have undone an earlier one.
    private var isOverwritten = false

    /// Adds what one run of an engine has done.
    mutating func add(_ engine: ConnectionEngine) {
        isOverwritten = isOverwritten || !changed.isEmpty || engine.connections.hasContraries
        for (connection, outcome) in zip(engine.connections, engine.outcomes)
        where !outcome.changed.isEmpty {
            let index = connection.relationship.index
            changed[index, default: []] += outcome.changed
            connected[index, default: 0] += outcome.connected
        }
    }

    /// The counts, by relationship.
    ///
    /// - Complexity: O(1) for what was connected once, O(*n*) in what changed several times.
    func counts(in context: ManagedObjectContext) throws(StoreError) -> [Int: Count] {
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
            let now = try context.destinations(of: layout.index, from: source)
            let isSame = layout.isOrdered ? now == before : now.sorted() == before.sorted()
            guard !isSame else { continue }
            if now.isEmpty { count.cleared += 1 } else { count.connected += 1 }
        }
        return count
    }
}
