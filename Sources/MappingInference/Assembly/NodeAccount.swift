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
        identifying = Set(records.filter(\.takesIdentifiers).map(\.place))
        for column in records.lazy.flatMap(\.columns) { kept[column.place] = column.form }
        left = Set(leftovers.map(\.place))
    }

    /// The outermost nodes with unaccounted values, in order.
    ///
    /// - Complexity: O(*n*) in the number of nodes.
    var open: [SchemaNodeID] {
        var open: [SchemaNodeID] = []
        for group in tree.profile.groups { visit(group.root, &open) }
        return open
    }

    private func visit(_ place: SchemaNodeID, _ open: inout [SchemaNodeID]) {
        guard !left.contains(tree.text(of: place)) else { return }
        switch kept[place] {
        case .list, .array, .dictionary: return
        case .scalar: break
        case nil:
            // Members of a dictionary are not tracked individually.
            guard tree[place].kinds.scalars == 0 || identifying.contains(place),
                tree[place].map?.isDictionary != true
            else {
                open.append(place)
                return
            }
        }
        for child in tree[place].children { visit(child, &open) }
    }
}
