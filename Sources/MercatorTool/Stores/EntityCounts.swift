import Mercator

/// The entities of a store with the number of their objects.
struct EntityCounts {
    private let rows: [(entity: EntityDescription, keys: [String], count: Int)]

    init(_ store: OpenStore) throws {
        rows = try store.container.perform { context in
            try store.model.entities.map { entity in
                let count = try context.count(FetchRequest(entity.name))
                return (entity, store.identification(of: entity).map(\.name), count)
            }
        }
    }

    /// The number of objects in the store.
    var total: Int { rows.filter { $0.entity.parent == nil }.reduce(0) { $0 + $1.count } }

    /// Returns the number of objects of an entity, including subentities.
    subscript(entity: String) -> Int { rows.first { $0.entity.name == entity }?.count ?? 0 }

    /// The entities as a table.
    var table: TextTable {
        TextTable(
            ["entity", "objects", "identified by", "label"],
            rows: rows.map { row in
                [
                    row.entity.name.escapingControls, "\(row.count)",
                    row.keys.joined(separator: ", ").escapingControls,
                    (row.entity.labelAttribute ?? "").escapingControls,
                ]
            })
    }

    /// The entities as JSON, one in each line.
    var lines: [String] {
        rows.map { row in
            JSONLine.text(
                .dictionary([
                    "entity": .string(row.entity.name), "objects": .integer(Int64(row.count)),
                    "identifiedBy": .array(row.keys.map { .string($0) }),
                ]))
        }
    }
}

extension Console {
    /// Prints the entities of a store.
    func say(_ counts: EntityCounts, as format: ResultFormat) {
        switch format {
        case .table, .csv: say(counts.table)
        case .json: say(array: counts.lines)
        case .lines: for line in counts.lines { say(line) }
        }
    }
}
