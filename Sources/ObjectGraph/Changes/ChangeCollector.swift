/// Compares two states of a context: which rows differ, and which links, seen from both ends.
struct ChangeCollector {
    /// An object.
    struct Place: Hashable {
        let root: Int
        let number: Int64
    }

    /// A relationship of an object.
    struct LinkPlace: Hashable {
        let relationship: Int
        let number: Int64
    }

    /// A row that is not as before; one of both is there.
    struct RowChange {
        let entity: Int
        let old: Row?
        let new: Row?
    }

    /// Links of one object that are not as before.
    struct LinkChange {
        /// What came, each with a number to sort by.
        var added: [Int64: Int64] = [:]
        var removed: Set<Int64> = []
        var moved: [MoveSearch.Move] = []
    }

    private let context: ManagedObjectContext
    private let before: GraphState
    private(set) var rows: [Place: RowChange] = [:]
    private(set) var links: [LinkPlace: LinkChange] = [:]
    /// Where the order of what stays may be another one.
    private var reordered: Set<LinkPlace> = []

    init(_ context: ManagedObjectContext, since before: GraphState) {
        self.context = context
        self.before = before
    }

    /// Compares everything.
    mutating func run() throws(StoreError) {
        for root in context.state.tables.indices { collectRows(root) }
        for layout in context.model.relationships where layout.storage == .links {
            try collectLinks(of: layout)
        }
        try collectMoves()
    }

    /// Notes a link that came, at both ends; `places` are what lists there are sorted by.
    private mutating func noteAddition(
        _ layout: RelationshipLayout, _ source: Int64, _ target: Int64,
        places: (source: Int64?, target: Int64?)
    ) {
        let here = LinkPlace(relationship: layout.index, number: source)
        links[here, default: LinkChange()].added[target] = places.source ?? .max
        guard let inverse = layout.inverse, !layout.isSymmetric else { return }
        let there = LinkPlace(relationship: inverse, number: target)
        links[there, default: LinkChange()].added[source] = places.target ?? .max
    }

    /// Notes a link that went, at both ends.
    private mutating func noteRemoval(
        _ layout: RelationshipLayout, _ source: Int64, _ target: Int64
    ) {
        let here = LinkPlace(relationship: layout.index, number: source)
        links[here, default: LinkChange()].removed.insert(target)
        guard let inverse = layout.inverse, !layout.isSymmetric else { return }
        let there = LinkPlace(relationship: inverse, number: target)
        links[there, default: LinkChange()].removed.insert(source)
    }
}

/// Rows, and the references in them.
extension ChangeCollector {
    private mutating func collectRows(_ root: Int) {
        let table = context.state.tables[root]
        for position in table.changed {
            let entry = table.entries[position]
            let change = RowChange(
                entity: entry.entity, old: oldRow(root, position, table),
                new: table.isAlive(at: position) ? entry.row : nil)
            guard change.old != change.new else { continue }
            rows[Place(root: root, number: entry.number)] = change
            collectReferences(change, entry.number, root)
        }
    }

    /// The row as it was; `nil` if it was not there.
    private func oldRow(_ root: Int, _ position: Int, _ table: GraphTable) -> Row? {
        let known = before.tables[root].entries
        guard position < known.count else { return table.original(at: position) }
        switch known[position].state {
        case .clean, .inserted, .updated: return known[position].row
        case .deleted: return nil
        // Its row was read afterwards, or it was never there.
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
            let order = context.positionSlot(of: layout)
            if old != new {
                if let old { noteRemoval(layout, number, old) }
                if let new {
                    let place = order.flatMap { change.new?.reference($0) }
                    noteAddition(layout, number, new, places: (nil, place))
                }
            } else if let new, let order, let inverse = layout.inverse,
                change.old?[order] != change.new?[order]
            {
                reordered.insert(LinkPlace(relationship: inverse, number: new))
            }
        }
    }
}

/// Links.
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

    /// The objects of an entity that are not there any more.
    private func deletedNumbers(_ entity: Int) -> [Int64] {
        let layout = context.model.layouts[entity]
        return rows.filter {
            $0.key.root == layout.root && $0.value.new == nil && layout.includes($0.value.entity)
        }.map(\.key.number).sorted()
    }

    /// The links of an object as they were, without those to objects that were not there.
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
        for (place, link) in new.enumerated() {
            guard let same = known[link.destination] else {
                let place = layout.isOrdered ? Int64(place) : nil
                noteAddition(
                    layout, source, link.destination, places: (place, link.inversePosition))
                continue
            }
            guard same.inversePosition != link.inversePosition, let inverse = layout.inverse,
                !layout.isSymmetric
            else { continue }
            reordered.insert(LinkPlace(relationship: inverse, number: link.destination))
        }
        let kept = Set(new.map(\.destination))
        for link in old where !kept.contains(link.destination) {
            noteRemoval(layout, source, link.destination)
        }
        guard layout.isOrdered else { return }
        let moves = MoveSearch.moves(from: old.map(\.destination), to: new.map(\.destination))
        guard !moves.isEmpty else { return }
        let here = LinkPlace(relationship: layout.index, number: source)
        links[here, default: LinkChange()].moved = moves
    }

    /// Notes the links to objects that are gone; lists that lose something this way are not touched.
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

/// Orders.
extension ChangeCollector {
    private mutating func collectMoves() throws(StoreError) {
        let places = Dictionary(grouping: reordered, by: \.relationship)
        for (relationship, places) in places.sorted(by: { $0.key < $1.key }) {
            guard context.model.relationships[relationship].isOrdered else { continue }
            let numbers = places.map(\.number).sorted()
            let (context, before) = (context, before)
            let old = try context.looking(at: before) { () throws(StoreError) -> [[Int64]] in
                try Self.lists(relationship, numbers, context)
            }
            let new = try Self.lists(relationship, numbers, context)
            for (number, (old, new)) in zip(numbers, zip(old, new)) {
                let moves = MoveSearch.moves(from: old, to: new)
                guard !moves.isEmpty else { continue }
                let place = LinkPlace(relationship: relationship, number: number)
                links[place, default: LinkChange()].moved = moves
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
