/// Reads many rows of a context one by one, without a call to the context for each.
///
/// The reader shares the storage of the context's tables. That is free while the context does not
/// change; a write to a shared table would copy it. Therefore call ``release()`` before any other
/// code runs that may change the context. The reader itself calls it before reading from the store.
///
/// ```swift
/// var reader = GraphReader(context)
/// for number in numbers {
///     guard let entry = try reader.entry(root: root, number) else { continue }
///     for target in try reader.destinations(of: tags, from: entry) { … }
/// }
/// ```
package struct GraphReader {
    private let context: ManagedObjectContext
    /// The shared tables, by the index of the root entity; empty where none is shared.
    private var tables: [RowTable]
    /// The shared links, by relationship; empty where none are shared.
    private var links: [LinkTable]
    private var references: [ReferenceIndex]
    private var heldTables: [Int] = []
    private var heldRelationships: [Int] = []

    /// Creates a reader that shares no tables yet.
    package init(_ context: ManagedObjectContext) {
        self.context = context
        let count = context.model.relationships.count
        tables = Array(repeating: RowTable(), count: context.model.entities.count)
        links = Array(repeating: LinkTable(isOrdered: false), count: count)
        references = Array(repeating: ReferenceIndex(), count: count)
    }

    /// Returns an existing row, reading it from the store if necessary; `nil` if it does not exist.
    ///
    /// - Complexity: O(1) for loaded rows.
    package mutating func entry(
        root: Int, _ number: Int64
    ) throws(StoreError) -> RowTable.Entry? {
        try position(root: root, number).map { tables[root].entries[$0] }
    }

    /// Returns the entity of an object, or `nil` if the object does not exist.
    ///
    /// - Complexity: O(1) for loaded rows.
    package mutating func entity(root: Int, _ number: Int64) throws(StoreError) -> Int? {
        try position(root: root, number).map { tables[root].entries[$0].entity }
    }

    /// Returns the position of an existing object's row in its table, which is shared afterwards.
    private mutating func position(
        root: Int, _ number: Int64
    ) throws(StoreError) -> Int? {
        var position = tables[root].position(of: number)
        if position == nil, !heldTables.contains(root) {
            hold(root)
            position = tables[root].position(of: number)
        }
        guard let position, tables[root].entries[position].state != .stale else {
            release()
            let position = try context.position(root: root, number)
            hold(root)
            return position
        }
        return tables[root].isAlive(at: position) ? position : nil
    }

    /// Returns the stored row; `nil` for a new row.
    package mutating func original(of entry: RowTable.Entry, root: Int) -> Row? {
        guard entry.state != .clean else { return entry.row }
        if !heldTables.contains(root) { hold(root) }
        return tables[root].position(of: entry.number).flatMap { tables[root].original(at: $0) }
    }

    private mutating func hold(_ root: Int) {
        tables[root] = context.state.tables[root]
        heldTables.append(root)
    }

    /// Stops sharing tables, so that the context can modify them without a copy.
    package mutating func release() {
        for root in heldTables { tables[root] = RowTable() }
        for index in heldRelationships {
            links[index] = LinkTable(isOrdered: false)
            references[index] = ReferenceIndex()
        }
        heldTables = []
        heldRelationships = []
    }
}

/// Reading relationships.
extension GraphReader {
    /// Returns the destinations of a relationship of an existing object.
    ///
    /// They can include objects that no longer exist, which have no entry.
    package mutating func destinations(
        of relationship: RelationshipLayout, from entry: RowTable.Entry
    ) throws(StoreError) -> GraphDestinations {
        if case .reference(let slot) = relationship.storage {
            return GraphDestinations(entry.row.reference(slot))
        }
        if let known = known(relationship, from: entry.number) { return known }
        if !context.isFollowed(relationship, from: entry.number) {
            release()
            try context.load(relationship.index, from: [entry.number])
            try context.load(
                root: context.root(of: relationship.destination),
                context.destinations(of: relationship.index, from: entry.number))
        }
        if hold(relationship), let known = known(relationship, from: entry.number) { return known }
        return GraphDestinations(
            try context.destinations(of: relationship.index, from: entry.number))
    }

    /// Returns the destinations of a relationship of these objects, ascending and distinct.
    ///
    /// One or two requests are made; afterwards all destinations are loaded.
    package mutating func follow(
        _ relationship: RelationshipLayout, from numbers: [Int64]
    ) throws(StoreError) -> [Int64] {
        release()
        try context.load(relationship.index, from: numbers)
        _ = hold(relationship)
        let root = context.root(of: relationship.entity)
        var targets: [Int64] = []
        targets.reserveCapacity(numbers.count)
        for number in numbers {
            guard let position = try position(root: root, number) else { continue }
            if case .reference(let slot) = relationship.storage {
                let target = tables[root].entries[position].row.reference(slot)
                if let target { targets.append(target) }
            } else if let known = known(relationship, from: number) {
                for index in known.indices { targets.append(known[index]) }
            } else {
                targets += try context.destinations(of: relationship.index, from: number)
            }
        }
        release()
        let sorted = targets.ascendingDistinct
        try context.load(root: context.root(of: relationship.destination), sorted)
        return sorted
    }

    /// Returns the destinations from shared lists; `nil` if they are missing or need a request.
    private func known(
        _ relationship: RelationshipLayout, from number: Int64
    ) -> GraphDestinations? {
        switch relationship.storage {
        case .reference, .inverseLinks: return nil
        case .links: return links[relationship.index].list(of: number).map { GraphDestinations($0) }
        case .inverseReference(let other):
            guard references[other].isLoaded(number) else { return nil }
            let sources = references[other].committed(at: number)
            return GraphDestinations(relationship.isToMany ? sources : sources.prefix(1))
        }
    }

    /// Shares the lists of a relationship; returns `false` without complete lists.
    private mutating func hold(_ relationship: RelationshipLayout) -> Bool {
        switch relationship.storage {
        case .reference, .inverseLinks: return false
        case .links:
            links[relationship.index] = context.state.links[relationship.index]
            heldRelationships.append(relationship.index)
        case .inverseReference(let other):
            // Changed rows can reference other objects than in the store.
            let root = context.root(of: relationship.destination)
            guard context.state.tables[root].changed.isEmpty else { return false }
            references[other] = context.state.references[other]
            heldRelationships.append(other)
        }
        return true
    }
}

/// The destinations of a relationship of one object, in order.
package struct GraphDestinations: RandomAccessCollection, Sendable {
    private enum Content {
        case none
        case one(Int64)
        case links(ArraySlice<LinkTable.Link>)
        case numbers(ArraySlice<Int64>)
    }

    private let content: Content

    init(_ number: Int64?) { content = number.map(Content.one) ?? .none }

    init(_ links: ArraySlice<LinkTable.Link>) { content = .links(links) }

    init(_ numbers: ArraySlice<Int64>) { content = .numbers(numbers) }

    init(_ numbers: [Int64]) { content = .numbers(numbers[...]) }

    package var startIndex: Int { 0 }

    package var endIndex: Int { count }

    package var count: Int {
        switch content {
        case .none: 0
        case .one: 1
        case .links(let links): links.count
        case .numbers(let numbers): numbers.count
        }
    }

    package subscript(index: Int) -> Int64 {
        switch content {
        case .none: preconditionFailure("there is no destination")
        case .one(let number): number
        case .links(let links): links[links.startIndex + index].destination
        case .numbers(let numbers): numbers[numbers.startIndex + index]
        }
    }
}
