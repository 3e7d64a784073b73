import ObjectGraph

/// The connections that are in force in a unit of work.
struct ActiveConnections {
    /// In the order in which they are evaluated.
    var plans: [ConnectionPlan] = []
    /// The relationships of those that the store does not know: objects of any age may be waiting.
    var unknown: Set<Int> = []
    /// What earlier commits have left to check, by name.
    var marks: [String: String] = [:]
}

extension ManagedObjectContext {
    /// The connections of a plan, and those that earlier loads have registered with the store.
    ///
    /// - Throws: ``MappingError`` if the store cannot be read, or keeps a connection that does not
    ///   fit the model.
    func connections(with plan: MappingPlan?) throws(MappingError) -> ActiveConnections {
        let own = plan?.connections ?? []
        let stored = try MappingError.wrapping { () throws(StoreError) in
            try reader().registeredConnections()
        }
        let registered = stored.descriptions + state.connections
        // A relationship has one connection: the plan's own, else the one registered last.
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

    /// What a connection fills.
    private struct Target: Hashable {
        let entity: String
        let relationship: String

        init(_ connection: ConnectionDescription) {
            entity = connection.entity
            relationship = connection.relationship
        }
    }

    /// Hands the indexes of a plan, and the connections that the store does not know, to the next save.
    func register(_ plan: MappingPlan, _ active: ActiveConnections?) {
        for index in plan.indexes where !state.indexes.contains(index) {
            state.indexes.append(index)
        }
        guard let unknown = active?.unknown, !unknown.isEmpty else { return }
        state.connections += plan.connections.filter { unknown.contains($0.relationship.index) }
            .map(\.description)
    }
}
