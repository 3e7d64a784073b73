package import ObjectGraph

/// The names of the columns that have unique indexes, by the root of their table.
package struct UniqueNames {
    private var names: [Int: Set<String>] = [:]

    package init() {}

    /// Reads the names that are stored.
    package init(_ session: any SQLSession, _ schema: StoreSchema) throws(StoreError) {
        let entries = try session.query(IndexEntry.uniqueQuestion) { (row) throws(StoreError) in
            IndexEntry(row)
        }
        for entry in entries { try add(entry, schema) }
    }

    /// Adds the columns of the entry of a unique index.
    package mutating func add(_ entry: IndexEntry, _ schema: StoreSchema) throws(StoreError) {
        guard let index = entry.index(in: schema.model) else { return }
        let root = schema.model.layouts[index.entity].root
        for slot in index.slots {
            names[root, default: []].insert(try schema.column(slot, of: index.entity).name)
        }
    }

    /// Returns the columns of a table that have unique indexes.
    func columns(among columns: [StoreColumn], of root: Int) -> [StoreColumn] {
        guard let names = names[root] else { return [] }
        return columns.filter { names.contains($0.name) }
    }
}
