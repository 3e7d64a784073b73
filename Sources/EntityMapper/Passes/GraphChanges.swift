import ObjectGraph

/// What happened in a context between two moments, as far as it is not saved.
struct GraphChanges {
    /// Objects that are new.
    private(set) var inserted: Set<ObjectPlace> = []
    /// Objects that were there before and have another row.
    private(set) var written: Set<ObjectPlace> = []
    /// Objects with links of their own that are others than before.
    private(set) var relinked: Set<ObjectPlace> = []
    /// Objects at the far ends of references and links that are others than before, if there is a way
    /// back.
    private(set) var reached: Set<ObjectPlace> = []
    /// Whether objects were deleted.
    private(set) var hasDeleted = false

    /// What a context looked like.
    struct Moment {
        fileprivate let state: GraphState
        fileprivate let links: [Int: [Int64: Set<StoredLink>]]

        init(_ context: ManagedObjectContext) {
            state = context.state
            links = context.changedLinks()
        }
    }

    /// Whether nothing happened.
    var isEmpty: Bool { inserted.isEmpty && written.isEmpty && relinked.isEmpty && !hasDeleted }

    /// Compares a context with an earlier moment.
    ///
    /// - Complexity: O(changes that are not saved).
    init(since before: Moment, in context: ManagedObjectContext) {
        for root in context.state.tables.indices {
            for position in context.state.tables[root].changed {
                compareRow(at: position, root, before.state.tables[root], context)
            }
        }
        let links = context.changedLinks()
        for layout in context.model.relationships {
            let (old, new) = (before.links[layout.index] ?? [:], links[layout.index] ?? [:])
            for source in Set(old.keys).union(new.keys) where old[source] != new[source] {
                relinked.insert(
                    ObjectPlace(root: context.root(of: layout.entity), number: source))
                guard layout.inverse != nil else { continue }
                let ends = (old[source] ?? []).symmetricDifference(new[source] ?? [])
                let root = context.root(of: layout.destination)
                for link in ends {
                    reached.insert(ObjectPlace(root: root, number: link.destination))
                }
            }
        }
    }

    private mutating func compareRow(
        at position: Int, _ root: Int, _ before: GraphTable, _ context: ManagedObjectContext
    ) {
        let table = context.state.tables[root]
        let entry = table.entries[position]
        let place = ObjectPlace(root: root, number: entry.number)
        let old = before.entries.indices.contains(position) ? before.entries[position] : nil
        let wasAlive = old.map { $0.state != .stale && before.isAlive(at: position) } ?? false
        switch entry.state {
        case .deleted, .gone:
            if wasAlive || old == nil && entry.state == .deleted { hasDeleted = true }
        case .inserted where !wasAlive: inserted.insert(place)
        case .inserted, .updated:
            guard let row = wasAlive ? old?.row : table.original(at: position), row != entry.row
            else { return }
            written.insert(place)
            noteReferences(of: entry, row, context)
        case .clean, .stale: break
        }
    }

    /// Notes where references lead that are others than before, and where they led.
    private mutating func noteReferences(
        of entry: GraphTable.Entry, _ old: Row, _ context: ManagedObjectContext
    ) {
        for (slot, layout) in context.model.layouts[entry.entity].slots.enumerated()
        where old[slot] != entry.row[slot] {
            guard case .reference(let index) = layout.content else { continue }
            let relationship = context.model.relationships[index]
            guard relationship.inverse != nil else { continue }
            let root = context.root(of: relationship.destination)
            for number in [old.reference(slot), entry.row.reference(slot)] {
                if let number { reached.insert(ObjectPlace(root: root, number: number)) }
            }
        }
    }
}

extension ManagedObjectContext {
    /// The links that a save would write or remove, by relationship and source.
    fileprivate func changedLinks() -> [Int: [Int64: Set<StoredLink>]] {
        var links: [Int: [Int64: Set<StoredLink>]] = [:]
        for change in changeSet().links {
            var bySource: [Int64: Set<StoredLink>] = [:]
            for link in change.stored { bySource[link.source, default: []].insert(link) }
            for link in change.removed {
                // What is removed must not look like what is stored.
                bySource[link.source, default: []].insert(
                    StoredLink(
                        source: link.source, destination: link.destination, position: -1,
                        inversePosition: -1))
            }
            links[change.relationship] = bySource
        }
        return links
    }
}
