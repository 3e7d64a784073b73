import ConnectionEvaluation
import ObjectGraph

extension ManagedObjectContext {
    /// Returns the connections of a plan, and those registered in the store by earlier loads.
    ///
    /// - Throws: `StoreError` if the store cannot be read.
    func connections(with plan: MappingPlan?) throws(StoreError) -> ActiveConnections {
        try activeConnections(with: plan?.connections ?? [])
    }

    /// Registers indexes and new connections of a plan with the next save.
    func register(_ plan: MappingPlan, _ active: ActiveConnections?) {
        for index in plan.indexes where !state.indexes.contains(index) {
            state.indexes.append(index)
        }
        state.mappedEntities.formUnion(plan.entities.map(\.layout.index))
        guard let unknown = active?.unknown, !unknown.isEmpty else { return }
        state.connections += plan.connections.filter { unknown.contains($0.relationship.index) }
            .map(\.description)
    }
}
