import ObjectGraph

/// What an object and everything around it looked like, to tell later whether it has changed.
struct OrphanSnapshot: Sendable, Hashable {
    /// How often the row was written; `nil` if a change of it was pending.
    private let version: Int64?
    private let entity: Int
    private let row: Row
    /// By relationship of the object, and then by relationship without a way back that may lead to
    /// it: who is at the other end.
    private let others: [[Int64]]

    /// Whether an object with these looks is the one of an earlier time.
    func isSame(as earlier: OrphanSnapshot) -> Bool {
        // A row that was to be written by then has a new version now.
        (earlier.version == nil || earlier.version == version)
            && (entity, row, others) == (earlier.entity, earlier.row, earlier.others)
    }

    /// Takes snapshots of the living among the objects of a scope, with a request for each
    /// relationship.
    static func take(
        _ objects: [ManagedObjectID], in context: ManagedObjectContext
    ) throws(StoreError) -> [ManagedObjectID: OrphanSnapshot] {
        // A scope is of one entity, and so of one tree.
        guard let name = objects.first?.entityName, let root = context.model.index(ofEntity: name)
        else { return [:] }
        let numbers = objects.map(\.number)
        try context.load(root: root, numbers)
        var byEntity: [Int: [GraphTable.Entry]] = [:]
        for number in numbers {
            guard let position = try context.position(root: root, number) else { continue }
            let entry = context.state.tables[root].entries[position]
            byEntity[entry.entity, default: []].append(entry)
        }
        var snapshots: [ManagedObjectID: OrphanSnapshot] = [:]
        for (entity, entries) in byEntity.sorted(by: { $0.key < $1.key }) {
            let others = try others(of: entries.map(\.number), entity, context)
            for entry in entries {
                let id = context.objectID(root: root, entry.number)
                snapshots[id] = OrphanSnapshot(
                    version: entry.state == .clean ? entry.version : nil, entity: entry.entity,
                    row: entry.row, others: others.map { $0[entry.number] ?? [] })
            }
        }
        return snapshots
    }

    private static func others(
        of numbers: [Int64], _ entity: Int, _ context: ManagedObjectContext
    ) throws(StoreError) -> [[Int64: [Int64]]] {
        var result: [[Int64: [Int64]]] = []
        for index in context.model.layouts[entity].relationships {
            var destinations: [Int64: [Int64]] = [:]
            try context.load(index, from: numbers)
            for number in numbers {
                destinations[number] = try context.destinations(of: index, from: number).sorted()
            }
            result.append(destinations)
        }
        for layout in context.model.relationships
        where layout.inverse == nil && context.model.layouts[layout.destination].includes(entity) {
            let sources = try context.sources(of: layout.index, to: numbers)
            result.append(sources.mapValues { $0.sorted() })
        }
        return result
    }
}
