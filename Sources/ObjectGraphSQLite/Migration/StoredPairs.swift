import ObjectGraph

/// The pairs of a relationship in a file, as a question.
struct StoredPairs {
    let definition: StoreDefinition
    let isReversed: Bool
    /// The table of the objects that have the relationship.
    let owner: StoredTree?
    /// The tree that it leads to.
    let destination: StoredTree?
    private let table: String
    private let places: String?

    init(_ definition: StoreDefinition, isReversed: Bool, _ stored: StoredSchema) {
        self.definition = definition
        self.isReversed = isReversed
        owner = stored.tree(of: definition.key.entity)
        switch definition.content {
        case .reference(let root):
            destination = stored.trees[root]
            table = owner?.table ?? ""
            places = stored.places(of: definition)?.name
        case .links(let root, _, _):
            destination = stored.trees[root]
            table = definition.name
            places = nil
        default:
            destination = nil
            table = ""
            places = nil
        }
    }

    /// Where the relationship of the model begins.
    var sourceTree: StoredTree? { isReversed ? destination : owner }
    /// Where it leads.
    var destinationTree: StoredTree? { isReversed ? owner : destination }

    /// Whether the objects it leads to have an order, and those it comes from.
    var orders: (own: Bool, inverse: Bool) {
        isReversed ? (storedOrders.inverse, storedOrders.own) : storedOrders
    }

    /// The orders as the file has them, whichever way round the pairs are read.
    private var storedOrders: (own: Bool, inverse: Bool) {
        if case .links(_, let isOrdered, let isInverseOrdered) = definition.content {
            (isOrdered, isInverseOrdered)
        } else {
            (false, places != nil)
        }
    }

    /// Selects `source`, `destination`, `position` and `inverse_position`.
    var sql: String {
        let ends: [String]
        let stored = storedOrders
        var condition = ""
        if case .links = definition.content {
            ends = [
                "source", "destination", stored.own ? "position" : "NULL",
                stored.inverse ? "inverse_position" : "NULL",
            ]
        } else {
            let column = definition.name.quotedName
            ends = [SystemColumn.id.quotedName, column, "NULL", places?.quotedName ?? "NULL"]
            condition = " WHERE \(column) IS NOT NULL"
        }
        let order = isReversed ? [1, 0, 3, 2] : [0, 1, 2, 3]
        let names = ["source", "destination", "position", "inverse_position"]
        let columns = zip(order, names).map { "\(ends[$0]) AS \($1)" }
        return "SELECT \(columns.joined(separator: ", ")) FROM \(table.quotedName)" + condition
    }
}
