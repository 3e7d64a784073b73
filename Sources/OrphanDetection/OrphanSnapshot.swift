package import ObjectGraph

/// The state of an object and its relationships, for the detection of later changes.
package struct OrphanSnapshot: Sendable, Hashable {
    /// The version of the row; `nil` if a change was pending.
    private let version: Int64?
    private let entity: Int
    private let row: Row
    /// The numbers of related objects, by relationship.
    ///
    /// The relationships of the object come first, followed by relationships to it that have no
    /// inverse.
    private let others: [[Int64]]

    /// Tests whether this state equals an earlier one.
    package func isSame(as earlier: OrphanSnapshot) -> Bool {
        // A row with a previously pending change then has a new version now.
        (earlier.version == nil || earlier.version == version)
            && (entity, row, others) == (earlier.entity, earlier.row, earlier.others)
    }

    /// Returns the state of all objects that exist, with one request for each relationship.
    package static func take(
        _ objects: [ManagedObjectID], in context: ManagedObjectContext
    ) throws(StoreError) -> [ManagedObjectID: OrphanSnapshot] {
        // All objects of a scope have the same entity, and therefore the same inheritance tree.
        guard let name = objects.first?.entityName, let root = context.model.index(ofEntity: name)
        else { return [:] }
        let numbers = objects.map(\.number)
        try context.load(root: root, numbers)
        var byEntity: [Int: [RowTable.Entry]] = [:]
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
