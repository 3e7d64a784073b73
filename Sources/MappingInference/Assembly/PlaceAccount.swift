/// The account of the places of a profile: each value ends in an attribute, below one that keeps
/// JSON, or among the parts that are left out.
struct PlaceAccount {
    let tree: PlaceTree
    private var kept: [SchemaNodeID: Column.Form] = [:]
    /// The places whose scalars are identifiers of the objects beside them.
    private let identifying: Set<SchemaNodeID>
    private var left: Set<String> = []

    init(_ tree: PlaceTree, _ records: [Record], _ leftovers: [Leftover]) {
        self.tree = tree
        identifying = Set(records.filter(\.takesIdentifiers).map(\.place))
        for column in records.lazy.flatMap(\.columns) { kept[column.place] = column.form }
        left = Set(leftovers.map(\.place))
    }

    /// The outermost places with values that are nowhere, in order.
    ///
    /// - Complexity: O(places).
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
            // The members of a map that is no record are not known one by one.
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
