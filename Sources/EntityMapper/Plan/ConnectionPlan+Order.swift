import ObjectGraph

extension [ConnectionPlan] {
    /// Connections in the order in which they are evaluated.
    ///
    /// Each comes behind those that fill a relationship on its way, or on that of its predicates; key
    /// paths come behind foreign keys. Where connections fill one relationship from both ends, the end
    /// that keeps it comes last and so has the last word: the to-one end, of two to-many ends the
    /// ordered one, else the one that the model declares first. Where they lead through each other,
    /// which a plan refuses, the order is that in which they came.
    var inOrder: [ConnectionPlan] {
        let all = filter(\.path.isEmpty) + filter { !$0.path.isEmpty }
        var sorted: [ConnectionPlan] = []
        var seen: Set<Int> = []
        func visit(_ index: Int) {
            guard seen.insert(index).inserted else { return }
            for other in all.indices where all[index].comes(behind: all[other]) { visit(other) }
            sorted.append(all[index])
        }
        for index in all.indices { visit(index) }
        return sorted
    }

    /// Whether two of them fill one relationship, from both ends.
    var hasContraries: Bool {
        let filled = Set(map(\.relationship.index))
        return contains { connection in
            let layout = connection.relationship
            return layout.inverse.map { $0 != layout.index && filled.contains($0) } ?? false
        }
    }
}

extension ConnectionPlan {
    /// Whether a step of the key path or of a predicate is a relationship that another connection fills,
    /// from either end.
    func leads(through other: ConnectionPlan) -> Bool {
        (path + sourceChains.joined() + destinationChains.joined()).contains {
            $0.index == other.relationship.index || $0.inverse == other.relationship.index
        }
    }

    fileprivate func comes(behind other: ConnectionPlan) -> Bool {
        if leads(through: other) { return true }
        guard relationship.inverse == other.relationship.index, !relationship.isSymmetric else {
            return false
        }
        switch relationship.storage {
        case .reference, .links: return true
        case .inverseReference, .inverseLinks: return false
        }
    }
}

extension PlanCompiler {
    /// Reports key paths and predicates that lead through what they fill: they would never come to rest,
    /// since each load would follow them one step further.
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
        let subject = connection.path.isEmpty ? "the predicate" : "the way"
        let keyPath = connection.description.keyPath.map { " by '\($0)'" } ?? ""
        let way =
            isOwn
            ? "\(subject) leads through '\(name)' itself, so each load would change it again"
            : "\(subject) leads back to it through the connection of '\(other.relationship.name)', so "
                + "each load would change both again"
        report(
            .connection, mapping, name,
            "the connection of '\(name)'\(keyPath): \(way); begin at a relationship that is mapped "
                + "or has foreign keys")
    }
}
