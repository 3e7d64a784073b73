/// A comparison of two states of a context.
///
/// It collects different rows, and different links from both ends.
struct ChangeCollector {
    /// The identity of an object.
    struct ObjectKey: Hashable {
        let root: Int
        let number: Int64
    }

    /// A relationship of one object.
    struct LinkKey: Hashable {
        let relationship: Int
        let number: Int64
    }

    /// A row that differs between the states; at least one of the two versions exists.
    struct RowChange {
        let entity: Int
        let old: Row?
        let new: Row?
    }

    /// The links of one relationship of an object that differ between the states.
    struct LinkChange {
        /// The added destinations, each with its sort key.
        var added: [Int64: Int64] = [:]
        var removed: Set<Int64> = []
        var moved: [MoveSearch.Move] = []
    }

    private let context: ManagedObjectContext
    private let before: GraphState
    private(set) var rows: [ObjectKey: RowChange] = [:]
    private(set) var links: [LinkKey: LinkChange] = [:]
    /// The relationships of objects with a possibly different order of the remaining objects.
    private var reordered: Set<LinkKey> = []

    init(_ context: ManagedObjectContext, since before: GraphState) {
        self.context = context
        self.before = before
    }

    /// Compares rows, links and orders.
    mutating func run() throws(StoreError) {
        for root in context.state.tables.indices { collectRows(root) }
        for layout in context.model.relationships where layout.storage == .links {
            try collectLinks(of: layout)
        }
        try collectMoves()
    }

    /// Records an added link at both ends; `positions` are the sort keys in the lists there.
    private mutating func noteAddition(
        _ layout: RelationshipLayout, _ source: Int64, _ target: Int64,
        positions: (source: Int64?, target: Int64?)
    ) {
        let here = LinkKey(relationship: layout.index, number: source)
        links[here, default: LinkChange()].added[target] = positions.source ?? .max
        guard let inverse = layout.inverse, !layout.isSymmetric else { return }
        let there = LinkKey(relationship: inverse, number: target)
        links[there, default: LinkChange()].added[source] = positions.target ?? .max
    }

    /// Records a removed link at both ends.
    private mutating func noteRemoval(
        _ layout: RelationshipLayout, _ source: Int64, _ target: Int64
    ) {
        let here = LinkKey(relationship: layout.index, number: source)
        links[here, default: LinkChange()].removed.insert(target)
        guard let inverse = layout.inverse, !layout.isSymmetric else { return }
        let there = LinkKey(relationship: inverse, number: target)
        links[there, default: LinkChange()].removed.insert(source)
    }
}

/// Comparing rows and their references.
extension ChangeCollector {
    private mutating func collectRows(_ root: Int) {
        let table = context.state.tables[root]
        for position in table.changed {
            let entry = table.entries[position]
            let change = RowChange(
                entity: entry.entity, old: oldRow(root, position, table),
                new: table.isAlive(at: position) ? entry.row : nil)
            guard change.old != change.new else { continue }
            rows[ObjectKey(root: root, number: entry.number)] = change
            collectReferences(change, entry.number, root)
        }
    }

    /// Returns the row of the earlier state, or `nil` if the object did not exist.
    private func oldRow(_ root: Int, _ position: Int, _ table: RowTable) -> Row? {
        let known = before.tables[root].entries
        guard position < known.count else { return table.original(at: position) }
        switch known[position].state {
        case .clean, .inserted, .updated: return known[position].row
        case .deleted: return nil
        // The row was read after the earlier state, or the object never existed.
        case .stale, .gone: return table.original(at: position)
        }
    }

    private mutating func collectReferences(_ change: RowChange, _ number: Int64, _ root: Int) {
        let model = context.model
        for relationship in model.references[root] {
            let layout = model.relationships[relationship]
            guard case .reference(let slot) = layout.storage,
                model.layouts[layout.entity].includes(change.entity)
            else { continue }
            let (old, new) = (change.old?.reference(slot), change.new?.reference(slot))
            let order = model.positionSlot(of: layout)
            if old != new {
                if let old { noteRemoval(layout, number, old) }
                if let new {
                    let position = order.flatMap { change.new?.reference($0) }
                    noteAddition(layout, number, new, positions: (nil, position))
                }
            } else if let new, let order, let inverse = layout.inverse,
                change.old?[order] != change.new?[order]
            {
                reordered.insert(LinkKey(relationship: inverse, number: new))
            }
        }
    }
}

/// Comparing links.
extension ChangeCollector {
    private mutating func collectLinks(of layout: RelationshipLayout) throws(StoreError) {
        let root = context.root(of: layout.entity)
        let table = context.state.links[layout.index]
        var originals: [Int64: ArraySlice<LinkTable.Link>] = [:]
        for list in table.touched.map({ table.list(at: $0) }) {
            originals[list.source] = list.original
            guard context.state.isAlive(root: root, list.source) else { continue }
            compare(oldLinks(layout, list.source, list.original), list.current, list.source, layout)
        }
        let deleted = deletedNumbers(layout.entity)
        try context.load(layout.index, from: deleted)
        for number in deleted {
            let known = context.state.links[layout.index].list(of: number) ?? []
            let old = oldLinks(layout, number, originals[number] ?? known)
            for link in old { noteRemoval(layout, number, link.destination) }
        }
        try collectArrivals(of: layout)
    }

    /// Returns the deleted objects of an entity.
    private func deletedNumbers(_ entity: Int) -> [Int64] {
        let layout = context.model.layouts[entity]
        return rows.filter {
            $0.key.root == layout.root && $0.value.new == nil && layout.includes($0.value.entity)
        }.map(\.key.number).sorted()
    }

    /// Returns an object's links in the earlier state, without links to objects that did not exist.
    private func oldLinks(
        _ layout: RelationshipLayout, _ source: Int64, _ committed: ArraySlice<LinkTable.Link>
    ) -> [LinkTable.Link] {
        let root = context.root(of: layout.destination)
        return (before.links[layout.index].list(of: source) ?? committed)
            .filter { before.isAlive(root: root, $0.destination) }
    }

    private mutating func compare(
        _ old: [LinkTable.Link], _ current: ArraySlice<LinkTable.Link>, _ source: Int64,
        _ layout: RelationshipLayout
    ) {
        let root = context.root(of: layout.destination)
        let new = current.filter { context.state.isAlive(root: root, $0.destination) }
        guard old != new else { return }
        let known = Dictionary(
            old.map { ($0.destination, $0) }, uniquingKeysWith: { first, _ in first })
        for (index, link) in new.enumerated() {
            guard let same = known[link.destination] else {
                let position = layout.isOrdered ? Int64(index) : nil
                noteAddition(
                    layout, source, link.destination, positions: (position, link.inversePosition))
                continue
            }
            guard same.inversePosition != link.inversePosition, let inverse = layout.inverse,
                !layout.isSymmetric
            else { continue }
            reordered.insert(LinkKey(relationship: inverse, number: link.destination))
        }
        let kept = Set(new.map(\.destination))
        for link in old where !kept.contains(link.destination) {
            noteRemoval(layout, source, link.destination)
        }
        guard layout.isOrdered else { return }
        let moves = MoveSearch.moves(from: old.map(\.destination), to: new.map(\.destination))
        guard !moves.isEmpty else { return }
        let here = LinkKey(relationship: layout.index, number: source)
        links[here, default: LinkChange()].moved = moves
    }

    /// Records the removed links to deleted objects.
    ///
    /// The lists at the sources of these links are not marked as changed.
    private mutating func collectArrivals(of layout: RelationshipLayout) throws(StoreError) {
        let deleted = deletedNumbers(layout.destination)
        guard !deleted.isEmpty else { return }
        let (context, root) = (context, context.root(of: layout.entity))
        let arrivals = try context.looking(at: before) { () throws(StoreError) -> [StoredLink] in
            try context.loadArrivals(of: layout.index, to: deleted)
            var arrivals: [StoredLink] = []
            for number in deleted {
                let links = context.state.links[layout.index].arriving(at: number)
                arrivals += links.filter { context.state.isAlive(root: root, $0.source) }
            }
            return arrivals
        }
        for link in arrivals { noteRemoval(layout, link.source, link.destination) }
    }
}

/// Comparing the order of lists.
extension ChangeCollector {
    private mutating func collectMoves() throws(StoreError) {
        let keysByRelationship = Dictionary(grouping: reordered, by: \.relationship)
        for (relationship, keys) in keysByRelationship.sorted(by: { $0.key < $1.key }) {
            guard context.model.relationships[relationship].isOrdered else { continue }
            let numbers = keys.map(\.number).sorted()
            let (context, before) = (context, before)
            let old = try context.looking(at: before) { () throws(StoreError) -> [[Int64]] in
                try Self.lists(relationship, numbers, context)
            }
            let new = try Self.lists(relationship, numbers, context)
            for (number, (old, new)) in zip(numbers, zip(old, new)) {
                let moves = MoveSearch.moves(from: old, to: new)
                guard !moves.isEmpty else { continue }
                let key = LinkKey(relationship: relationship, number: number)
                links[key, default: LinkChange()].moved = moves
            }
        }
    }

    private static func lists(
        _ relationship: Int, _ numbers: [Int64], _ context: ManagedObjectContext
    ) throws(StoreError) -> [[Int64]] {
        try context.load(relationship, from: numbers)
        var lists: [[Int64]] = []
        for number in numbers {
            lists.append(try context.destinations(of: relationship, from: number))
        }
        return lists
    }
}
