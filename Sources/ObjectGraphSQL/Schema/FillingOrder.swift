/// The order of filling tables with new rows: referenced tables first.
///
/// SQLite counts references to rows that do not exist yet and, while there are any, searches for
/// them with every row that is inserted into the referenced table. In this order there are none,
/// except in reference cycles.
package struct FillingOrder: Sendable {
    private var positions: [Int: Int] = [:]

    /// Orders tables by their references; a cycle begins with the table that is first in the model.
    package init(_ tables: [Int: StoreTable]) {
        var visited: Set<Int> = []
        for root in tables.keys.sorted() { visit(root, tables, &visited) }
    }

    /// Returns the position of a table, by the root entity of its tree.
    package func position(of root: Int) -> Int { positions[root] ?? 0 }

    private mutating func visit(
        _ root: Int, _ tables: [Int: StoreTable], _ visited: inout Set<Int>
    ) {
        guard visited.insert(root).inserted, let table = tables[root] else { return }
        for destination in table.columns.compactMap(\.destinationRoot).sorted() {
            visit(destination, tables, &visited)
        }
        positions[root] = positions.count
    }
}

extension StoreSchema {
    /// Tests whether a table is filled before a second one.
    package func fills(_ root: Int, before other: Int) -> Bool {
        order.position(of: root) < order.position(of: other)
    }
}
