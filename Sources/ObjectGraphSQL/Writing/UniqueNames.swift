package import ObjectGraph

/// The names of the columns that have unique indexes, by the root of their table.
package struct UniqueNames {
    /// The question for the entities and attributes of the indexes.
    package static let question =
        "SELECT entity, attributes FROM mercator_indexes WHERE wanted_unique"

    private var names: [Int: Set<String>] = [:]

    package init() {}

    /// Reads the names that are stored.
    package init(_ session: any SQLSession, _ schema: StoreSchema) throws(StoreError) {
        let rows = try session.query(Self.question) { (row) throws(StoreError) in
            (entity: row.text(0), attributes: row.text(1))
        }
        for row in rows { try add(row.attributes, of: row.entity, schema) }
    }

    /// Adds the columns of one answer to the question.
    package mutating func add(
        _ attributes: String, of entity: String, _ schema: StoreSchema
    ) throws(StoreError) {
        guard let layout = schema.model.layout(named: entity) else { return }
        for name in attributes.split(separator: ", ") {
            guard let slot = layout.slotIndexes[String(name)] else { continue }
            let column = try schema.column(slot, of: layout.index)
            names[layout.root, default: []].insert(column.name)
        }
    }

    /// Returns those of the columns of a table that have unique indexes.
    func columns(among columns: [StoreColumn], of root: Int) -> [StoreColumn] {
        guard let names = names[root] else { return [] }
        return columns.filter { names.contains($0.name) }
    }
}
