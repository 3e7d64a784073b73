import ObjectGraph

/// A number of stored objects, with an example: `2 stored objects (one is Post/3)`.
struct ObjectCount: CustomStringConvertible {
    private(set) var count: Int64 = 0
    private var example: ManagedObjectID?

    /// Adds the objects of a tree that satisfy all conditions.
    mutating func add(
        _ tree: StoredTree, where conditions: [String], _ session: any SQLSession
    ) throws(StoreError) {
        let rest = conditions.isEmpty ? "" : " WHERE " + conditions.joined(separator: " AND ")
        let id = SystemColumn.id.quotedName
        try add(id, from: tree.table.quotedName + rest, root: tree.root, session)
    }

    /// Adds an object of a tree.
    mutating func add(_ number: Int64, of tree: StoredTree) {
        count += 1
        example = example ?? ManagedObjectID(entityName: tree.root, number: number)
    }

    /// Adds the objects whose numbers are in a column; `root` is the root entity of their tree.
    mutating func add(
        _ column: String, from source: String, root: String, _ session: any SQLSession
    ) throws(StoreError) {
        let found = try session.query("SELECT count(\(column)), min(\(column)) FROM \(source)") {
            (row) throws(StoreError) in (count: row.integer(0), first: row.integer(1))
        }
        guard let found = found.first, found.count > 0 else { return }
        count += found.count
        example = example ?? ManagedObjectID(entityName: root, number: found.first)
    }

    var description: String {
        let one = example.map { count == 1 ? " (\($0))" : " (one is \($0))" } ?? ""
        return (count == 1 ? "1 stored object" : "\(count) stored objects") + one
    }
}
