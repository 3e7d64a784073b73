import ObjectGraph

/// Connecting inside the store.
extension ConnectionOperation {
    /// Lets the store do the work; `nil`, and nothing has changed, if a context has to.
    func runInStore(of container: PersistentContainer) throws -> Result? {
        let model = container.model
        let connections: [ConnectionPlan] = try container.perform { try self.connections(in: $0) }
        let requests = connections.map { $0.request(in: model) }
        guard requests.allSatisfy({ $0.isSetBased(in: model) }) else { return nil }
        var changes = ChangeSet()
        changes.indexes = plan?.indexes ?? []
        // Destinations are looked up; a store that was moved or seeded may lack the index.
        for index in connections.compactMap(\.indexes.first) {
            let isKnown = changes.indexes.contains {
                $0.entity == index.entity && $0.slots == index.slots
            }
            if !isKnown { changes.indexes.append(index) }
        }
        changes.connections = plan?.connections.map(\.description) ?? []
        guard let outcomes = try container.backend.connect(requests, registering: changes) else {
            return nil
        }
        return Result(
            connected: outcomes.reduce(0) { $0 + $1.connected },
            unresolved: zip(connections, outcomes).filter { !$1.missing.isEmpty }.map {
                UnresolvedConnection($0.description, $1.missing)
            },
            ambiguous: outcomes.reduce(0) { $0 + $1.ambiguous })
    }
}

extension ConnectionDescription {
    /// How an operation names the connection: `Order.customer`.
    var name: String { "\(entity).\(relationship)" }
}

extension ConnectionPlan {
    /// Sources whose relationship may be open: an empty to-one, or any to-many, with a foreign key.
    func openSources(in model: ManagedObjectModel) -> RowRequest {
        let slots = model.layouts[sourceEntity].slots
        let hasKey =
            path.isEmpty
            ? EntityPredicate.any(
                sourceSlots.map { !PropertyPath.attribute(slots[$0].name).isNil })
            : .true
        let isOpen =
            relationship.isToMany
            ? EntityPredicate.true : PropertyPath.relationship(relationship.name).isNil
        return RowRequest(entity: sourceEntity, predicate: hasKey && isOpen)
    }

    /// What a store is asked to do.
    func request(in model: ManagedObjectModel) -> ConnectionRequest {
        var sources = openSources(in: model)
        sources.predicate = sources.predicate && description.sourcePredicate
        return ConnectionRequest(
            relationship: relationship.index, sources: sources,
            destinations: RowRequest(
                entity: destinationEntity, includesSubentities: description.includesSubentities,
                predicate: description.destinationPredicate),
            sourceSlots: sourceSlots, destinationSlots: destinationSlots,
            path: path.map(\.index),
            keepsWithoutMatch: !path.isEmpty && description.onMissing == .keep)
    }
}
