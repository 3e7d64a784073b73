import ObjectGraph

extension [ConnectionPlan] {
    /// Connections by key path, each behind those that fill a relationship on its way.
    ///
    /// Where they lead through each other, which a plan refuses, the order is that in which they came.
    var inOrderOfPaths: [ConnectionPlan] {
        var sorted: [ConnectionPlan] = []
        var seen: Set<Int> = []
        func visit(_ index: Int) {
            guard seen.insert(index).inserted else { return }
            for other in indices where self[index].leads(through: self[other]) { visit(other) }
            sorted.append(self[index])
        }
        for index in indices { visit(index) }
        return sorted
    }
}

extension ConnectionPlan {
    /// Whether a step of the key path is a relationship that another connection fills, from either end.
    func leads(through other: ConnectionPlan) -> Bool {
        path.contains {
            $0.index == other.relationship.index || $0.inverse == other.relationship.index
        }
    }
}

extension PlanCompiler {
    /// Reports key paths that lead through what they fill: they would never come to rest, since each
    /// load would follow them one step further.
    mutating func checkConnectionPaths() {
        for connection in connections {
            var seen: Set<Int> = []
            var open = [connection]
            while let next = open.popLast() {
                if next.leads(through: connection) {
                    reportCycle(of: connection, through: next)
                    break
                }
                open += connections.filter {
                    next.leads(through: $0) && seen.insert($0.relationship.index).inserted
                }
            }
        }
    }

    private mutating func reportCycle(
        of connection: ConnectionPlan, through other: ConnectionPlan
    ) {
        let mapping = mappings.mappings.first { $0.connections.contains(connection.description) }
        let name = connection.relationship.name
        let isOwn = other.relationship.index == connection.relationship.index
        let way =
            isOwn
            ? "the way leads through '\(name)' itself, so each load would change it again"
            : "the way leads back to it through the connection of '\(other.relationship.name)', so "
                + "each load would change both again"
        report(
            .connection, mapping, name,
            "the connection of '\(name)' by '\(connection.description.keyPath?.description ?? "")': "
                + "\(way); begin at a relationship that is mapped or has foreign keys")
    }
}
