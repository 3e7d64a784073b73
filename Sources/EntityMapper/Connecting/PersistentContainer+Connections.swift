public import ObjectGraph

/// The connections of a store.
extension PersistentContainer {
    /// Returns the foreign keys of the whole store that have no destination yet.
    ///
    /// ```swift
    /// for open in try container.openConnections() { print(open) }
    /// // Order.customer: 1 foreign key waits for 1 object that is not here yet
    /// ```
    ///
    /// ``MappingResult/unresolved`` contains those of the objects of one payload.
    ///
    /// - Returns: An element for each connection with unresolved foreign keys.
    /// - Throws: ``MappingError`` or `StoreError` if the store cannot be read.
    /// - Complexity: A few requests for each connection; O(*n*) in the objects with foreign keys.
    public func openConnections() throws -> [UnresolvedConnection] {
        try perform { try $0.openConnections(of: $0.connections(with: nil).plans) }
    }

    /// Returns the connections that loads have registered in the store, in order of registration.
    ///
    /// If there are several for a relationship, the last one applies.
    ///
    /// - Throws: `StoreError` if the store cannot be read.
    public func registeredConnections() throws -> [ConnectionDescription] {
        try perform { try $0.reader().connections() }
    }

    /// Removes the connection of a relationship from the store, so that later loads do not evaluate
    /// it.
    ///
    /// Existing links remain. The next load with a mapping that contains the connection registers
    /// it again.
    ///
    /// ```swift
    /// try container.removeConnection(for: "customer", of: "Order")
    /// ```
    ///
    /// - Parameters:
    ///   - relationship: The relationship that the connection fills.
    ///   - entity: The entity of the connection.
    /// - Returns: `true` if the connection was registered.
    /// - Throws: `StoreError` if the store fails; nothing is changed then.
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
    /// Returns the foreign keys of given connections that have no destination.
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
