package import ObjectGraph

/// The connections that apply in a context.
package struct ActiveConnections {
    /// The connections, in order of evaluation.
    package var plans: [ConnectionPlan] = []
    /// The relationships of new connections in the store.
    ///
    /// Objects of any age may be unconnected.
    package var unknown: Set<Int> = []
    /// The outstanding checks of earlier commits, by name.
    package var marks: [String: String] = [:]
    /// The registered connections that no longer match the model, and are not evaluated.
    package var unfit: [UnresolvedConnection] = []
}

extension ManagedObjectContext {
    /// Returns the connections of an operation, and connections registered by earlier loads.
    ///
    /// - Parameter own: The connections of the operation.
    /// - Returns: The connections, and separately the connections that do not match the model: a
    ///   registered connection outlives changes of types.
    /// - Throws: `StoreError` if the store cannot be read.
    package func activeConnections(
        with own: [ConnectionPlan] = []
    ) throws(StoreError) -> ActiveConnections {
        let stored = try registeredConnections()
        let registered = stored.descriptions + state.connections
        // A relationship has one connection: the operation's connection, or else the last
        // registered one.
        let taken = Set(own.map(\.description.target))
        var latest: [ConnectionTarget: ConnectionDescription] = [:]
        var order: [ConnectionTarget] = []
        for connection in registered where !taken.contains(connection.target) {
            if latest.updateValue(connection, forKey: connection.target) == nil {
                order.append(connection.target)
            }
        }
        let unknown = own.filter { !registered.contains($0.description) }
        var active = ActiveConnections(
            plans: own, unknown: Set(unknown.map(\.relationship.index)), marks: stored.marks)
        for connection in order.compactMap({ latest[$0] })
        where model.layout(named: connection.entity) != nil {
            var compiler = ConnectionCompiler(connection, model)
            if let plan = compiler.compile(for: nil) {
                active.plans.append(plan)
            } else if let problem = compiler.problems.first?.message {
                active.unfit.append(UnresolvedConnection(connection, problem: problem))
            }
        }
        active.plans = active.plans.inOrder
        return active
    }

    /// Returns the foreign keys of given connections without a destination.
    ///
    /// The result includes the connections that are not evaluated.
    package func openConnections(
        of active: ActiveConnections
    ) throws(StoreError) -> [UnresolvedConnection] {
        var open: [UnresolvedConnection] = []
        for connection in active.plans where connection.path.isEmpty {
            let root = root(of: connection.sourceEntity)
            let positions = try numbers(matching: connection.allSources(in: model)).compactMap {
                state.tables[root].position(of: $0)
            }
            var outcome = JoinOutcome()
            _ = try ConnectionJoin(connection, self).claims(of: positions, &outcome)
            guard !outcome.missing.isEmpty else { continue }
            open.append(UnresolvedConnection(connection.description, outcome.missing))
        }
        return open + active.unfit
    }
}
