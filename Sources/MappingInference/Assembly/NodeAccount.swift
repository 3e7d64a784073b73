/// Accounts for the nodes of a profile.
///
/// Each value must be in an attribute, below an attribute that keeps JSON, or among the leftovers.
struct NodeAccount {
    let tree: SchemaTree
    private var kept: [SchemaNodeID: Column.Form] = [:]
    /// The nodes whose scalars are identifiers of objects at the same node.
    private let identifying: Set<SchemaNodeID>
    private var left: Set<String> = []

    init(_ tree: SchemaTree, _ records: [RecordType], _ leftovers: [Leftover]) {
        self.tree = tree
        identifying = Set(records.filter(\.takesIdentifiers).map(\.node))
        for column in records.lazy.flatMap(\.columns) { kept[column.node] = column.form }
        left = Set(leftovers.map(\.path))
    }

    /// The outermost nodes with unaccounted values, in order.
    ///
    /// - Complexity: O(*n*) in the number of nodes.
    var open: [SchemaNodeID] {
        var open: [SchemaNodeID] = []
        for group in tree.profile.groups { visit(group.root, &open) }
        return open
    }

    private func visit(_ node: SchemaNodeID, _ open: inout [SchemaNodeID]) {
        guard !left.contains(tree.text(of: node)) else { return }
        switch kept[node] {
        case .list, .array, .dictionary: return
        case .scalar: break
        case nil:
            // Members of a dictionary are not tracked individually.
            guard tree[node].kinds.scalars == 0 || identifying.contains(node),
                tree[node].map?.isDictionary != true
            else {
                open.append(node)
                return
            }
        }
        for child in tree[node].children { visit(child, &open) }
    }
}
