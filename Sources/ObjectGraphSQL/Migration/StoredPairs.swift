import ObjectGraph

/// The pairs of objects of a relationship in a file, as a query.
struct StoredPairs {
    let definition: StoreDefinition
    let isReversed: Bool
    /// The tree of the objects that have the relationship.
    let owner: StoredTree?
    /// The tree of the relationship's destination.
    let destination: StoredTree?
    private let table: String
    private let positions: String?

    init(_ definition: StoreDefinition, isReversed: Bool, _ stored: StoredSchema) {
        self.definition = definition
        self.isReversed = isReversed
        owner = stored.tree(of: definition.key.entity)
        switch definition.content {
        case .reference(let root):
            destination = stored.trees[root]
            table = owner?.table ?? ""
            positions = stored.positions(of: definition)?.name
        case .links(let root, _, _):
            destination = stored.trees[root]
            table = definition.name
            positions = nil
        default:
            destination = nil
            table = ""
            positions = nil
        }
    }

    /// The tree in the file of the source of the model's relationship.
    var sourceTree: StoredTree? { isReversed ? destination : owner }
    /// The tree in the file of the destination of the model's relationship.
    var destinationTree: StoredTree? { isReversed ? owner : destination }

    /// Indicates whether the destinations of a source, and the sources of a
    /// destination, are ordered.
    var orders: (own: Bool, inverse: Bool) {
        isReversed ? (storedOrders.inverse, storedOrders.own) : storedOrders
    }

    /// The orders of the relationship in the file, without reversal.
    private var storedOrders: (own: Bool, inverse: Bool) {
        if case .links(_, let isOrdered, let isInverseOrdered) = definition.content {
            (isOrdered, isInverseOrdered)
        } else {
            (false, positions != nil)
        }
    }

    /// Returns a query with the columns `source`, `destination`, `position` and
    /// `inverse_position`.
    func sql(_ dialect: any SQLDialect) -> String {
        let none = "CAST(NULL AS \(dialect.type(of: .integer)))"
        let ends: [String]
        let stored = storedOrders
        var condition = ""
        if case .links = definition.content {
            ends = [
                "source", "destination", stored.own ? "position" : none,
                stored.inverse ? "inverse_position" : none,
            ]
        } else {
            let column = definition.name.quotedName
            ends = [SystemColumn.id.quotedName, column, none, positions?.quotedName ?? none]
            condition = " WHERE \(column) IS NOT NULL"
        }
        let order = isReversed ? [1, 0, 3, 2] : [0, 1, 2, 3]
        let names = ["source", "destination", "position", "inverse_position"]
        let columns = zip(order, names).map { "\(ends[$0]) AS \($1)" }
        return "SELECT \(columns.joined(separator: ", ")) FROM \(table.quotedName)" + condition
    }
}
