import ObjectGraph

extension [ConnectionPlan] {
    /// The connections in order of evaluation.
    ///
    /// A connection follows all connections that fill a relationship on its key path or in its
    /// predicates, and key paths follow foreign keys. If connections fill a relationship from both
    /// ends, the end that stores it is evaluated first and takes precedence: the to-one end, of two
    /// to-many ends the ordered one, or else the one that the model declares first. Connections
    /// that depend on each other, which a plan rejects, stay in their given order.
    package var inOrder: [ConnectionPlan] {
        let all = (filter(\.path.isEmpty) + filter { !$0.path.isEmpty }).map { connection in
            var connection = connection
            connection.preceding = filter(connection.yields(to:))
            return connection
        }
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

    /// Indicates whether some of the connections yield to connections of the inverse relationship.
    package var hasContraries: Bool { contains { !$0.preceding.isEmpty } }
}

extension ConnectionPlan {
    /// Tests whether the key path or a predicate contains a relationship that another connection
    /// fills from either end.
    func leads(through other: ConnectionPlan) -> Bool {
        (path + sourceChains.joined() + destinationChains.joined()).contains {
            $0.index == other.relationship.index || $0.inverse == other.relationship.index
        }
    }

    fileprivate func comes(behind other: ConnectionPlan) -> Bool {
        leads(through: other) || yields(to: other)
    }

    /// Tests whether another connection fills the inverse relationship, at the end that stores it.
    fileprivate func yields(to other: ConnectionPlan) -> Bool {
        guard relationship.inverse == other.relationship.index, !relationship.isSymmetric else {
            return false
        }
        switch relationship.storage {
        case .reference, .links: return false
        case .inverseReference, .inverseLinks: return true
        }
    }
}

extension [ConnectionPlan] {
    /// Returns the connections whose key path or predicates depend on the relationship they fill,
    /// each with the reason.
    ///
    /// Such a connection would not converge: each load would follow the path one step further.
    package func cyclic() -> [(connection: ConnectionPlan, reason: String)] {
        compactMap { connection in
            var seen: Set<Int> = []
            var open = [connection]
            while let next = open.popLast() {
                if next.leads(through: connection) {
                    return (connection, connection.cycle(through: next))
                }
                open += filter {
                    next.leads(through: $0) && seen.insert($0.relationship.index).inserted
                }
            }
            return nil
        }
    }
}

extension ConnectionPlan {
    /// Returns the message that the connection depends on its own relationship.
    fileprivate func cycle(through other: ConnectionPlan) -> String {
        let name = relationship.name
        let subject = path.isEmpty ? "the predicate" : "the way"
        let keyPath = description.keyPath.map { " by '\($0)'" } ?? ""
        let way =
            other.relationship.index == relationship.index
            ? "\(subject) leads through '\(name)' itself, so each load would change it again"
            : "\(subject) leads back to it through the connection of '\(other.relationship.name)', "
                + "so each load would change both again"
        return "the connection of '\(name)'\(keyPath): \(way); begin at a relationship that is "
            + "mapped or has foreign keys"
    }
}
