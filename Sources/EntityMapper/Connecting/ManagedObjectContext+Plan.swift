import ObjectGraph

/// The connections that apply in a context.
struct ActiveConnections {
    /// The connections, in order of evaluation.
    var plans: [ConnectionPlan] = []
    /// The relationships of connections that are new to the store, so that objects of any age may
    /// be unconnected.
    var unknown: Set<Int> = []
    /// The checks left to be done by earlier commits, by name.
    var marks: [String: String] = [:]
}

extension ManagedObjectContext {
    /// Returns the connections of a plan, and those registered in the store by earlier loads.
    ///
    /// - Throws: ``MappingError`` if the store cannot be read, or contains a connection that does
    ///   not match the model.
    func connections(with plan: MappingPlan?) throws -> ActiveConnections {
        let own = plan?.connections ?? []
        let stored = try reader().registeredConnections()
        let registered = stored.descriptions + state.connections
        // A relationship has one connection: that of the plan, or else the last registered one.
        let taken = Set(own.map { Target($0.description) })
        var latest: [Target: ConnectionDescription] = [:]
        var order: [Target] = []
        for connection in registered {
            let target = Target(connection)
            guard !taken.contains(target) else { continue }
            if latest.updateValue(connection, forKey: target) == nil { order.append(target) }
        }
        var compiler = PlanCompiler(MappingSet(), model)
        for target in order {
            guard let connection = latest[target], let layout = model.layout(named: target.entity)
            else { continue }
            compiler.compile(connection, of: nil, layout)
        }
        if let problem = compiler.problems.first {
            throw MappingError(
                .storeFailed,
                "a connection that the store keeps does not fit: \(problem); "
                    + "container.removeConnection(for:of:) takes it out")
        }
        let unknown = own.filter { !registered.contains($0.description) }
        return ActiveConnections(
            plans: (own + compiler.connections).inOrder,
            unknown: Set(unknown.map(\.relationship.index)), marks: stored.marks)
    }

    /// The relationship that a connection fills.
    private struct Target: Hashable {
        let entity: String
        let relationship: String

        init(_ connection: ConnectionDescription) {
            entity = connection.entity
            relationship = connection.relationship
        }
    }

    /// Registers the indexes of a plan, and connections that are new to the store, with the next
    /// save.
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
