package import ObjectGraph

/// One-to-one relationships of objects with two owners after overlapping commits.
extension ConnectionEngine {
    /// Leaves each object with the newest owner if no connection has determined one.
    ///
    /// Loads do not conflict over such an object, because the connections determine its owner; that
    /// two payloads nest it without a key is the remaining case.
    func separateOwners() throws(StoreError) {
        for layout in connections.compactMap({ $0.settledRelationship(in: context.model) }) {
            guard let inverse = layout.inverse.map({ context.model.relationships[$0] }) else {
                continue
            }
            let entries = context.state.tables[context.root(of: layout.entity)].entries
            let touched = scope.positions(\.touched, of: layout.entity, in: context)
            for source in touched.map({ entries[$0].number }) {
                for object in try context.destinations(of: layout.index, from: source) {
                    let owners = try context.holders(of: inverse, from: object)
                    guard owners.count > 1, let newest = owners.max() else { continue }
                    for owner in owners where owner != newest {
                        try context.set(layout.index, of: owner, to: [])
                    }
                }
            }
        }
    }
}

extension [ConnectionPlan] {
    /// The one-to-one relationships that the connections fill, by the names at the storing ends.
    package func settledRelationships(in model: ManagedObjectModel) -> Set<ConnectionTarget> {
        Set(
            compactMap { $0.settledRelationship(in: model) }.map {
                ConnectionTarget(entity: model.layouts[$0.entity].name, relationship: $0.name)
            })
    }
}

extension ConnectionPlan {
    /// Returns the end that stores the relationship of the connection, if it is one-to-one.
    fileprivate func settledRelationship(in model: ManagedObjectModel) -> RelationshipLayout? {
        var layout = relationship
        if case .inverseReference(let other) = layout.storage {
            layout = model.relationships[other]
        }
        guard case .reference = layout.storage, layout.isExclusive(in: model), !layout.isSymmetric
        else { return nil }
        return layout
    }
}
