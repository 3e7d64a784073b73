/// The order in which new rows are written: what is referred to comes before what refers to it.
///
/// SQLite counts references to rows that are not there yet, and while there are any, it looks for
/// them with every row of the table they lead to. In this order there are none, except inside circles.
struct FillingOrder: Sendable {
    private var places: [Int: Int] = [:]

    /// Orders tables by their references; a circle begins with the table that the model has first.
    init(_ tables: [Int: StoreTable]) {
        var visited: Set<Int> = []
        for root in tables.keys.sorted() { visit(root, tables, &visited) }
    }

    /// The place of a table, by the entity at the top of its tree.
    func place(of root: Int) -> Int { places[root] ?? 0 }

    private mutating func visit(
        _ root: Int, _ tables: [Int: StoreTable], _ visited: inout Set<Int>
    ) {
        guard visited.insert(root).inserted, let table = tables[root] else { return }
        for destination in table.columns.compactMap(\.destinationRoot).sorted() {
            visit(destination, tables, &visited)
        }
        places[root] = places.count
    }
}

extension StoreSchema {
    /// Whether new rows of one table are written before those of another.
    func fills(_ root: Int, before other: Int) -> Bool {
        order.place(of: root) < order.place(of: other)
    }
}
