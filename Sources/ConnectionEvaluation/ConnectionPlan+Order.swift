import ObjectGraph

extension [ConnectionPlan] {
    /// The connections in order of evaluation.
    ///
    /// A connection follows all connections that fill a relationship on its key path or in its
    /// predicates, and key paths follow foreign keys. If connections fill a relationship from both
    /// ends, the end that stores it is evaluated first and takes precedence: the to-one end, of two
    /// to-many ends the ordered end, or else the end that the model declares first. Connections
    /// that depend on each other, which a plan rejects, keep their given order.
    package var inOrder: [ConnectionPlan] {
        let contraries = indicesByRelationship
        let all = (filter(\.path.isEmpty) + filter { !$0.path.isEmpty }).map { connection in
            var connection = connection
            connection.preceding = connection.preferred(in: self, contraries).map { self[$0] }
            return connection
        }
        let filling = all.indicesByRelationship
        var sorted: [ConnectionPlan] = []
        var seen: Set<Int> = []
        var open = all.indices.reversed().map { (index: $0, isReady: false) }
        while let (index, isReady) = open.popLast() {
            if isReady { sorted.append(all[index]) }
            guard seen.insert(index).inserted else { continue }
            open.append((index, true))
            let preceding =
                all[index].relationshipsOnWay.flatMap { filling[$0] ?? [] }
                + all[index].preferred(in: all, filling)
            open += preceding.sorted(by: >).map { ($0, false) }
        }
        return sorted
    }

    /// The indices of the connections by the relationship that they fill.
    private var indicesByRelationship: [Int: [Int]] {
        Dictionary(grouping: indices) { self[$0].relationship.index }
    }

    /// Indicates whether some of the connections yield to connections of the inverse relationship.
    package var hasContraries: Bool { contains { !$0.preceding.isEmpty } }
}

extension ConnectionPlan {
    /// The relationships on the key path and in the predicates, and their inverses.
    ///
    /// Another connection can fill them through either end.
    fileprivate var relationshipsOnWay: [Int] {
        (path + sourceChains.joined() + destinationChains.joined())
            .flatMap { [$0.index, $0.inverse].compactMap(\.self) }
    }

    /// Returns the indices of the connections that fill the inverse at its storing end.
    fileprivate func preferred(
        in connections: [ConnectionPlan], _ filling: [Int: [Int]]
    ) -> [Int] {
        let contrary = relationship.inverse.flatMap { filling[$0] } ?? []
        return contrary.filter { yields(to: connections[$0]) }
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
    /// Returns the connections that depend on their own relationship, each with the reason.
    ///
    /// Their key path or predicates depend on the relationship that they fill.
    ///
    /// Such a connection would not converge: each load would follow the path one step further.
    package func cyclic() -> [(connection: ConnectionPlan, reason: String)] {
        let filling = indicesByRelationship
        return compactMap { connection in
            var seen: Set<Int> = []
            var open = [connection]
            while let next = open.popLast() {
                let relationships = next.relationshipsOnWay
                if relationships.contains(connection.relationship.index) {
                    return (connection, connection.cycle(through: next))
                }
                for relationship in relationships.sorted()
                where seen.insert(relationship).inserted {
                    open += (filling[relationship] ?? []).map { self[$0] }
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
