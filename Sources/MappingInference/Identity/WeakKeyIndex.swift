/// Indexes objects by weak keys (classes D to F), to find single objects among elements (E3).
///
/// `primaryView` is found in `views`, and `reporter` in `assignee`.
struct WeakKeyIndex {
    private var tables: [String: [(node: SchemaNodeID, table: KeyTable)]] = [:]

    init(_ tree: SchemaTree) {
        for index in tree.profile.nodes.indices {
            let node = SchemaNodeID(index)
            for table in tree[node].candidates where table.missing == 0 {
                guard let key = Self.key(of: table, at: node, tree) else { continue }
                tables[key, default: []].append((node, table))
            }
        }
    }

    private static func key(
        of table: KeyTable, at node: SchemaNodeID, _ tree: SchemaTree
    ) -> String? {
        guard let key = tree.onlyKey(of: table, at: node),
            let letter = IdentityNames.class(of: key, entity: nil)?.letter
        else { return nil }
        return letter > .c ? key : nil
    }

    /// Returns the elements and entries that include all objects of a node, with the key.
    ///
    /// All key values occur there, and the other members agree.
    func elements(
        with table: KeyTable, in tree: SchemaTree, at node: SchemaNodeID
    ) -> [(node: SchemaNodeID, key: String)] {
        others(with: table, in: tree, at: node).compactMap { key, other in
            [.element, .entry].contains(tree[other.node].step)
                && table.entries.keys.allSatisfy { other.table.entries[$0] != nil }
                ? (other.node, key) : nil
        }
    }

    /// Tests whether a single object occurs elsewhere, by its URL and values.
    ///
    /// Links, whose URL is a `href`, are not objects.
    func isElsewhere(_ table: KeyTable, in tree: SchemaTree, at node: SchemaNodeID) -> Bool {
        others(with: table, in: tree, at: node).contains { key, other in
            IdentityNames.class(of: key, entity: nil)?.letter == .d && key != "href"
                && table.entries.keys.contains { other.table.entries[$0] != nil }
        }
    }

    /// Returns the nodes with a superset of the members, where objects with equal keys agree.
    private func others(
        with table: KeyTable, in tree: SchemaTree, at node: SchemaNodeID
    ) -> [(key: String, other: (node: SchemaNodeID, table: KeyTable))] {
        guard let key = Self.key(of: table, at: node, tree) else { return [] }
        let members = Set(tree.members(of: node).map(\.key))
        return tables[key, default: []].compactMap { other in
            guard other.node != node,
                members.isSubset(of: tree.members(of: other.node).map(\.key))
            else { return nil }
            let comparison = RecordComparison(
                Self.side(table, key, at: node, tree),
                Self.side(other.table, key, at: other.node, tree))
            return comparison.compared > 0 && comparison.agreement >= Threshold.agreement
                ? (key, other) : nil
        }
    }

    private static func side(
        _ table: KeyTable, _ key: String, at node: SchemaNodeID, _ tree: SchemaTree
    ) -> RecordComparison.Side {
        var columns: [String: Int] = [:]
        for (index, column) in tree[node].columns.enumerated() {
            guard let keys = tree.keys(from: node, to: column), keys.count == 1, keys[0] != key,
                tree[column].kinds.booleans == 0
            else { continue }
            columns[keys[0]] = index
        }
        return RecordComparison.Side(table: table, columns: columns)
    }
}
