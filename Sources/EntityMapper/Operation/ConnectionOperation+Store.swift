import ConnectionEvaluation
import ObjectGraph

/// Connecting inside of the store.
extension ConnectionOperation {
    /// Connects inside of the store; returns `nil`, without changes, if a context is needed.
    func runInStore(of container: PersistentContainer) throws -> Result? {
        let model = container.model
        let active: ActiveConnections = try container.perform { try self.connections(in: $0) }
        let connections = active.plans
        let requests = connections.map { $0.request(in: model) }
        guard requests.allSatisfy({ $0.isSetBased(in: model) }), !connections.hasContraries,
            // Earlier versions accepted longer paths, which cannot be expressed as a statement.
            connections.allSatisfy({ $0.path.count <= EntityPredicate.stepLimit })
        else {
            return nil
        }
        var changes = ChangeSet()
        changes.indexes = plan?.indexes ?? []
        // Destinations are looked up by index, which a copied or seeded store may lack.
        for index in connections.compactMap(\.indexes.first) {
            let isKnown = changes.indexes.contains {
                $0.entity == index.entity && $0.slots == index.slots
            }
            if !isKnown { changes.indexes.append(index) }
        }
        let unknown = connections.filter { active.unknown.contains($0.relationship.index) }
        changes.connections = unknown.map(\.description)
        if only == nil { changes.settledMarks = Array(active.marks.keys) }
        let outcomes = try container.backend.commits.gate.admit {
            try container.backend.connect(requests, registering: changes)
        }
        guard let outcomes else { return nil }
        return Result(
            connected: outcomes.reduce(0) { $0 + $1.connected },
            cleared: outcomes.reduce(0) { $0 + $1.cleared },
            unresolved: zip(connections, outcomes).filter { !$1.missing.isEmpty }.map {
                UnresolvedConnection($0.description, $1.missing)
            } + active.unfit,
            ambiguous: outcomes.reduce(0) { $0 + $1.ambiguous })
    }
}

extension ConnectionDescription {
    /// The name of the connection in ``ConnectionOperation/only``, such as `Order.customer`.
    var name: String { "\(entity).\(relationship)" }
}

extension UnresolvedConnection {
    /// The name of the connection in ``ConnectionOperation/only``.
    var name: String { "\(entity).\(relationship)" }
}
