public import ObjectGraph

/// What a store knows of connections.
extension PersistentContainer {
    /// Foreign keys that have no destination yet, in the whole store.
    ///
    /// ```swift
    /// for open in try container.openConnections() { print(open) }
    /// // Order.customer: 1 foreign key waits for 1 object that is not here yet
    /// ```
    ///
    /// ``MappingResult/unresolved`` says the same of the objects of one payload.
    ///
    /// - Returns: One element for each connection by which objects wait.
    /// - Throws: ``MappingError`` or `StoreError` if the store cannot be read.
    /// - Complexity: A handful of requests for each connection; O(*n*) in the objects that have
    ///   foreign keys.
    public func openConnections() throws -> [UnresolvedConnection] {
        try perform { try $0.openConnections(of: $0.connections(with: nil).plans) }
    }

    /// The connections that loads have registered with the store, in the order in which they came.
    ///
    /// Of several for one relationship, the last is in force.
    ///
    /// - Throws: `StoreError` if the store cannot be read.
    public func registeredConnections() throws -> [ConnectionDescription] {
        try perform { try $0.reader().connections() }
    }

    /// Takes the connection of a relationship out of the store, so that no later load evaluates it.
    ///
    /// What it has connected stays. A mapping that still has it registers it again with its next load.
    ///
    /// ```swift
    /// try container.removeConnection(for: "customer", of: "Order")
    /// ```
    ///
    /// - Parameters:
    ///   - relationship: The relationship that the connection fills.
    ///   - entity: The entity that the connection was described for.
    /// - Returns: Whether there was one.
    /// - Throws: `StoreError` if the store fails; nothing has changed then.
    @discardableResult
    public func removeConnection(for relationship: String, of entity: String) throws -> Bool {
        let target = ConnectionTarget(entity: entity, relationship: relationship)
        guard try registeredConnections().contains(where: { $0.target == target }) else {
            return false
        }
        var changes = ChangeSet()
        changes.removedConnections = [target]
        try backend.commit(changes)
        return true
    }
}

extension ManagedObjectContext {
    /// Foreign keys of some connections that have no destination.
    func openConnections(of connections: [ConnectionPlan]) throws -> [UnresolvedConnection] {
        var open: [UnresolvedConnection] = []
        for connection in connections where connection.path.isEmpty {
            let root = root(of: connection.sourceEntity)
            let positions = try numbers(matching: connection.allSources(in: model)).compactMap {
                state.tables[root].position(of: $0)
            }
            var outcome = ConnectionJoin.Outcome()
            _ = try ConnectionJoin(connection, self).claims(of: positions, &outcome)
            guard !outcome.missing.isEmpty else { continue }
            open.append(UnresolvedConnection(connection.description, outcome.missing))
        }
        return open
    }
}
