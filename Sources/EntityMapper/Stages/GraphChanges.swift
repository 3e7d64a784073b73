import ObjectGraph

/// The unsaved changes of a context between two points in time.
struct GraphChanges {
    /// The new objects.
    private(set) var inserted: Set<RowID> = []
    /// The existing objects whose row has changed.
    private(set) var written: Set<RowID> = []
    /// The objects whose own links have changed.
    private(set) var relinked: Set<RowID> = []
    /// The destinations of changed references and links, if these have an inverse.
    private(set) var reached: Set<RowID> = []
    /// Indicates whether objects were deleted.
    private(set) var hasDeleted = false

    /// The state of a context at a point in time.
    struct Moment {
        fileprivate let state: GraphState
        fileprivate let links: [Int: [Int64: Set<StoredLink>]]

        init(_ context: ManagedObjectContext) {
            state = context.state
            links = context.changedLinks()
        }
    }

    /// Indicates whether nothing has changed.
    var isEmpty: Bool { inserted.isEmpty && written.isEmpty && relinked.isEmpty && !hasDeleted }

    /// Compares a context with an earlier state.
    ///
    /// - Complexity: O(unsaved changes).
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
                    RowID(root: context.root(of: layout.entity), number: source))
                guard layout.inverse != nil else { continue }
                let ends = (old[source] ?? []).symmetricDifference(new[source] ?? [])
                let root = context.root(of: layout.destination)
                for link in ends {
                    reached.insert(RowID(root: root, number: link.destination))
                }
            }
        }
    }

    private mutating func compareRow(
        at position: Int, _ root: Int, _ before: RowTable, _ context: ManagedObjectContext
    ) {
        let table = context.state.tables[root]
        let entry = table.entries[position]
        let id = RowID(root: root, number: entry.number)
        let old = before.entries.indices.contains(position) ? before.entries[position] : nil
        let wasAlive = old.map { $0.state != .stale && before.isAlive(at: position) } ?? false
        switch entry.state {
        case .deleted, .gone:
            if wasAlive || old == nil && entry.state == .deleted { hasDeleted = true }
        case .inserted where !wasAlive: inserted.insert(id)
        case .inserted, .updated:
            guard let row = wasAlive ? old?.row : table.original(at: position), row != entry.row
            else { return }
            written.insert(id)
            noteReferences(of: entry, row, context)
        case .clean, .stale: break
        }
    }

    /// Records the previous and the new destinations of changed references.
    private mutating func noteReferences(
        of entry: RowTable.Entry, _ old: Row, _ context: ManagedObjectContext
    ) {
        for (slot, layout) in context.model.layouts[entry.entity].slots.enumerated()
        where old[slot] != entry.row[slot] {
            guard case .reference(let index) = layout.content else { continue }
            let relationship = context.model.relationships[index]
            guard relationship.inverse != nil else { continue }
            let root = context.root(of: relationship.destination)
            for number in [old.reference(slot), entry.row.reference(slot)] {
                if let number { reached.insert(RowID(root: root, number: number)) }
            }
        }
    }
}

extension ManagedObjectContext {
    /// Returns the links that a save would write or remove, by relationship and source.
    fileprivate func changedLinks() -> [Int: [Int64: Set<StoredLink>]] {
        var links: [Int: [Int64: Set<StoredLink>]] = [:]
        for change in changeSet().links {
            var bySource: [Int64: Set<StoredLink>] = [:]
            for link in change.stored { bySource[link.source, default: []].insert(link) }
            for link in change.removed {
                // Position -1 distinguishes removed links from stored links.
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
