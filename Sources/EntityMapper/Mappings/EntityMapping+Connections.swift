public import ObjectGraph

extension EntityMapping {
    /// Links a relationship by foreign keys once the objects have been mapped.
    ///
    /// - Parameters:
    ///   - relationship: The relationship to connect.
    ///   - keys: Attributes of this entity, and the attributes they must equal at the other end.
    public mutating func addConnection(
        for relationship: String, connectedBy keys: [String: String]
    ) {
        connections.append(
            ConnectionDescription(
                entity: entity.name, relationship: relationship, connectedBy: keys))
    }

    /// Links a relationship by foreign keys; ``keyNaming`` finds the attributes at the other end.
    ///
    /// - Parameters:
    ///   - relationship: The relationship to connect.
    ///   - names: Attributes of this entity. By default those at the other end have the same names.
    public mutating func addConnection(for relationship: String, connectedBy names: [String]) {
        let keys = names.map { ($0, keyNaming.destination(for: $0, among: [])) }
        addConnection(
            for: relationship,
            connectedBy: Dictionary(keys, uniquingKeysWith: { first, _ in first }))
    }

    /// Links a relationship by a foreign key; ``keyNaming`` finds the attribute at the other end.
    ///
    /// - Parameters:
    ///   - relationship: The relationship to connect.
    ///   - name: The attribute of this entity.
    public mutating func addConnection(for relationship: String, connectedBy name: String) {
        addConnection(for: relationship, connectedBy: [name])
    }

    /// Links a relationship to what a path of relationships leads to.
    ///
    /// ```swift
    /// humans.addConnection(for: "landlord", keyPath: "residence.owner")
    /// ```
    ///
    /// - Parameters:
    ///   - relationship: The relationship to connect.
    ///   - keyPath: The way to its objects, relationship by relationship; through a to-many one it leads
    ///     to the objects of all.
    public mutating func addConnection(for relationship: String, keyPath: String) {
        connections.append(
            ConnectionDescription(
                entity: entity.name, relationship: relationship, keyPath: keyPath))
    }

    /// Adds a connection with options of its own.
    ///
    /// - Parameter connection: The connection; its entity must be this one or an ancestor. The plan
    ///   reports a second one for the same relationship.
    public mutating func addConnection(_ connection: ConnectionDescription) {
        connections.append(connection)
    }

    /// The connection of a relationship.
    ///
    /// - Parameter relationship: The relationship.
    /// - Returns: The connection, or `nil` if nothing connects the relationship.
    public func connection(for relationship: String) -> ConnectionDescription? {
        connections.first { $0.relationship == relationship }
    }

    /// Takes out a connection; without an equal one, nothing happens.
    ///
    /// - Parameter connection: The connection.
    public mutating func removeConnection(_ connection: ConnectionDescription) {
        connections.removeAll { $0 == connection }
    }

    /// Takes out the connection of a relationship.
    ///
    /// - Parameter relationship: The relationship.
    public mutating func removeConnection(for relationship: String) {
        connections.removeAll { $0.relationship == relationship }
    }
}
