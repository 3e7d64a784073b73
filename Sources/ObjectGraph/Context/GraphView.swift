/// Reads many rows of a context, one by one, without asking the context for each.
///
/// It holds on to the rows as they are. That costs nothing while the context stays as it is; as soon
/// as rows change or come in, they would be copied as a whole. So whoever lets other code run calls
/// ``release()`` before; the view itself does so where it reads from the store.
///
/// ```swift
/// var view = GraphView(context)
/// for number in numbers {
///     guard let entry = try view.entry(root: root, number) else { continue }
///     for target in try view.destinations(of: tags, from: entry) { … }
/// }
/// ```
package struct GraphView {
    private let context: ManagedObjectContext
    /// By the index of the root entity; empty where nothing is held.
    private var tables: [GraphTable]
    /// By relationship, in the same way.
    private var links: [LinkTable]
    private var heldTables: [Int] = []
    private var heldLinks: [Int] = []

    /// A view that holds nothing yet.
    package init(_ context: ManagedObjectContext) {
        self.context = context
        tables = Array(repeating: GraphTable(), count: context.model.entities.count)
        links = Array(
            repeating: LinkTable(isOrdered: false), count: context.model.relationships.count)
    }

    /// A row that takes part in the graph, read from the store if need be; `nil` if there is none.
    ///
    /// - Complexity: O(1) for rows that are known.
    package mutating func entry(
        root: Int, _ number: Int64
    ) throws(StoreError) -> GraphTable.Entry? {
        guard let position = tables[root].position(of: number),
            tables[root].entries[position].state != .stale
        else { return try readEntry(root: root, number) }
        return tables[root].isAlive(at: position) ? tables[root].entries[position] : nil
    }

    private mutating func readEntry(
        root: Int, _ number: Int64
    ) throws(StoreError) -> GraphTable.Entry? {
        release()
        let position = try context.position(root: root, number)
        hold(root)
        return position.map { tables[root].entries[$0] }
    }

    /// The row as it is in the store; `nil` for one that is new.
    package mutating func original(of entry: GraphTable.Entry, root: Int) -> Row? {
        guard entry.state != .clean else { return entry.row }
        if tables[root].position(of: entry.number) == nil { hold(root) }
        return tables[root].position(of: entry.number).flatMap { tables[root].original(at: $0) }
    }

    /// Where a relationship leads from an object that exists.
    ///
    /// Objects that do not exist any more may be among them; they have no entry.
    package mutating func destinations(
        of relationship: RelationshipLayout, from entry: GraphTable.Entry
    ) throws(StoreError) -> GraphDestinations {
        if case .reference(let slot) = relationship.storage {
            return GraphDestinations(entry.row.reference(slot))
        }
        let index = relationship.index
        if let known = links[index].list(of: entry.number) { return GraphDestinations(known) }
        if !context.isFollowed(relationship, from: entry.number) {
            release()
            try context.load(index, from: [entry.number])
            try context.load(
                root: context.root(of: relationship.destination),
                context.destinations(of: index, from: entry.number))
        }
        guard relationship.storage == .links else {
            return GraphDestinations(try context.destinations(of: index, from: entry.number))
        }
        links[index] = context.state.links[index]
        heldLinks.append(index)
        return GraphDestinations(links[index].list(of: entry.number) ?? [])
    }

    private mutating func hold(_ root: Int) {
        tables[root] = context.state.tables[root]
        heldTables.append(root)
    }

    /// Lets go of the rows, so that the context can change them in place.
    package mutating func release() {
        for root in heldTables { tables[root] = GraphTable() }
        for index in heldLinks { links[index] = LinkTable(isOrdered: false) }
        heldTables = []
        heldLinks = []
    }
}

/// Where a relationship leads from one object, in order.
package struct GraphDestinations: RandomAccessCollection, Sendable {
    private enum Content {
        case none
        case one(Int64)
        case links(ArraySlice<LinkTable.Link>)
        case numbers([Int64])
    }

    private let content: Content

    init(_ number: Int64?) { content = number.map(Content.one) ?? .none }

    init(_ links: ArraySlice<LinkTable.Link>) { content = .links(links) }

    init(_ numbers: [Int64]) { content = .numbers(numbers) }

    package var startIndex: Int { 0 }

    package var endIndex: Int {
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
        case .numbers(let numbers): numbers[index]
        }
    }
}
