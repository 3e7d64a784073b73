public import ObjectGraph

extension EntityMapping {
    /// Connects a relationship by foreign keys after the objects have been mapped.
    ///
    /// - Parameters:
    ///   - relationship: The relationship to connect.
    ///   - keys: Attributes of the destination entity, by the attribute of this entity whose value
    ///     must be equal.
    public mutating func addConnection(
        for relationship: String, connectedBy keys: [String: String]
    ) {
        append(
            ConnectionDescription(
                entity: entity.name, relationship: relationship, connectedBy: keys))
    }

    /// Connects a relationship by foreign keys.
    ///
    /// ``keyNaming`` derives the attributes of the destination.
    ///
    /// - Parameters:
    ///   - relationship: The relationship to connect.
    ///   - names: The foreign keys: attributes of this entity, or keys from which ``keyNaming``
    ///     derives them. By default the attributes of the destination entity have the same names.
    ///     The plan, which resolves the destination, derives them in the same way: `author_id` is
    ///     its `authorID`.
    public mutating func addConnection(for relationship: String, connectedBy names: [String]) {
        let keys = names.map { ($0, keyNaming.destination(for: $0, among: [])) }
        addConnection(
            for: relationship,
            connectedBy: Dictionary(keys, uniquingKeysWith: { first, _ in first }))
    }

    /// Connects a relationship by a foreign key.
    ///
    /// ``keyNaming`` derives the attribute of the destination.
    ///
    /// - Parameters:
    ///   - relationship: The relationship to connect.
    ///   - name: The foreign key, an attribute of this entity.
    public mutating func addConnection(for relationship: String, connectedBy name: String) {
        addConnection(for: relationship, connectedBy: [name])
    }

    /// Connects a relationship to the objects at the end of a path of relationships.
    ///
    /// ```swift
    /// humans.addConnection(for: "landlord", keyPath: "residence.owner")
    /// ```
    ///
    /// - Parameters:
    ///   - relationship: The relationship to connect.
    ///   - keyPath: The names of relationships, separated by dots. A to-many relationship in the
    ///     path contributes all its objects.
    public mutating func addConnection(for relationship: String, keyPath: String) {
        append(
            ConnectionDescription(
                entity: entity.name, relationship: relationship, keyPath: keyPath))
    }

    /// Adds an existing connection.
    ///
    /// - Parameter connection: The connection; its entity must be the entity of this mapping or an
    ///   ancestor. The plan reports a second connection of the same relationship.
    public mutating func addConnection(_ connection: ConnectionDescription) {
        append(connection)
    }

    /// Returns a connection whose derived names are resolved to attributes of the destination.
    ///
    /// The names were derived without the destination; only the model contains its attributes.
    func resolved(
        _ connection: ConnectionDescription, in model: ManagedObjectModel
    ) -> ConnectionDescription {
        guard let source = model.index(ofEntity: connection.entity),
            let relationship = model.relationship(
                named: connection.relationship, of: source)
        else { return connection }
        func attributes(of entity: Int) -> [String] {
            model.layouts[entity].slots.filter { $0.attribute != nil }.map(\.name)
        }
        let (own, others) = (attributes(of: source), attributes(of: relationship.destination))
        var connection = connection
        connection.keys = connection.keys.map { key in
            ConnectionDescription.Key(
                source: own.contains(key.source)
                    ? key.source : keyNaming.destination(for: key.source, among: own),
                destination: keyNaming.destination(forDerived: key.destination, among: others))
        }
        return connection
    }

    /// Returns the connection of a relationship.
    ///
    /// - Parameter relationship: The relationship: its name, or a key path such as `\Article.tags`.
    /// - Returns: The connection, or `nil` if the relationship has none.
    public func connection(
        for relationship: some RelationshipReference
    ) -> ConnectionDescription? {
        let name = relationship.nameInModel
        return connections.first { $0.relationship == name }
    }

    /// Removes all connections that equal the given one.
    ///
    /// - Parameter connection: The connection.
    public mutating func removeConnection(_ connection: ConnectionDescription) {
        connections.removeAll { $0 == connection }
    }

    /// Removes the connection of a relationship.
    ///
    /// - Parameter relationship: The relationship: its name, or a key path such as `\Article.tags`.
    public mutating func removeConnection(for relationship: some RelationshipReference) {
        let name = relationship.nameInModel
        connections.removeAll { $0.relationship == name }
    }
}
