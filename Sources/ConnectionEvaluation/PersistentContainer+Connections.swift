public import ObjectGraph

/// The connections of a store.
extension PersistentContainer {
    /// Returns the connections that loads have registered in the store, in order of registration.
    ///
    /// If there are several for a relationship, the last one applies. Connections that no longer
    /// match the model are included; ``unfitConnections()`` returns them with the reason.
    ///
    /// - Throws: `StoreError` if the store cannot be read.
    public func registeredConnections() throws -> [ConnectionDescription] {
        try perform { try $0.reader().connections() }
    }

    /// Returns the registered connections that no longer match the model.
    ///
    /// Neither loads nor a `ConnectionOperation` evaluates them.
    ///
    /// A registered connection outlives migrations. If one of them changes the type at one end of
    /// its keys, values of both ends can no longer be equal.
    ///
    /// ```swift
    /// for connection in try container.unfitConnections() { print(connection) }
    /// // Order.customer is not connected any more: the connection of 'customer': 'customerID' is …
    /// ```
    ///
    /// - Returns: An element with a ``UnresolvedConnection/problem`` for each such connection.
    /// - Throws: `StoreError` if the store cannot be read.
    public func unfitConnections() throws -> [UnresolvedConnection] {
        try perform { try $0.activeConnections().unfit }
    }

    /// Removes the connection of a relationship from the store.
    ///
    /// Later loads do not evaluate it.
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
    /// - Throws: `StoreError` if the store fails; the store is unchanged then.
    @discardableResult
    public func removeConnection(for relationship: String, of entity: String) throws -> Bool {
        let target = ConnectionTarget(entity: entity, relationship: relationship)
        guard try registeredConnections().contains(where: { $0.target == target }) else {
            return false
        }
        var changes = ChangeSet()
        changes.removedConnections = [target]
        try backend.commits.gate.admit { try backend.commit(changes) }
        return true
    }
}
