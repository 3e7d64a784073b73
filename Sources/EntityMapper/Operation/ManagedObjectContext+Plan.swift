import ObjectGraph

extension ManagedObjectContext {
    /// The connections of a plan, and those that earlier loads have registered with the store.
    ///
    /// - Throws: ``MappingError`` if the store cannot be read, or keeps a connection that does not
    ///   fit the model.
    func connections(with plan: MappingPlan?) throws(MappingError) -> [ConnectionPlan] {
        let own = plan?.connections ?? []
        let registered = try MappingError.wrapping { () throws(StoreError) in
            try reader().connections()
        }
        // A relationship has one connection: the plan's own, else the one registered last.
        let taken = Set(own.map { Target($0.description) })
        var latest: [Target: ConnectionDescription] = [:]
        var order: [Target] = []
        for connection in registered + state.connections {
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
                .storeFailed, "a connection that the store keeps does not fit: \(problem)")
        }
        // Key paths follow what foreign keys connect.
        let all = own + compiler.connections
        return all.filter(\.path.isEmpty) + all.filter { !$0.path.isEmpty }.inOrderOfPaths
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

    /// Hands the indexes and connections of a plan to the next save.
    func register(_ plan: MappingPlan) {
        for index in plan.indexes where !state.indexes.contains(index) {
            state.indexes.append(index)
        }
        for connection in plan.connections.map(\.description)
        where !state.connections.contains(connection) {
            state.connections.append(connection)
        }
    }
}
