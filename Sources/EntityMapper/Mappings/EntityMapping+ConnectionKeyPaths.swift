public import ObjectGraph

/// Connecting relationships of schema structs, both ends checked by the compiler.
extension EntityMapping {
    /// Links a relationship by foreign keys once the objects have been mapped.
    ///
    /// ```swift
    /// articles.addConnection(for: \Article.author, connectedBy: (\.authorID, \.authorID))
    /// ```
    ///
    /// - Parameters:
    ///   - relationship: The relationship to connect.
    ///   - keys: Pairs of an attribute of this entity and the attribute it must equal at the other
    ///     end.
    public mutating func addConnection<
        E: Entity, Relationship: RelationshipProperty, each Source, each Destination
    >(
        for relationship: KeyPath<E, Relationship>,
        connectedBy keys: repeat (
            KeyPath<E, Attribute<each Source>>,
            KeyPath<Relationship.Destination, Attribute<each Destination>>
        )
    ) {
        add(ConnectionDescription(for: relationship, connectedBy: repeat each keys))
    }

    /// Links a relationship by a foreign key; ``keyNaming`` finds the attribute at the other end.
    ///
    /// - Parameters:
    ///   - relationship: The relationship to connect.
    ///   - attribute: The attribute of this entity.
    public mutating func addConnection<E: Entity, Relationship: RelationshipProperty, Source>(
        for relationship: KeyPath<E, Relationship>,
        connectedBy attribute: KeyPath<E, Attribute<Source>>
    ) {
        addConnection(for: E.name(of: relationship), connectedBy: E.name(of: attribute))
    }

    /// Links a relationship to what two relationships lead to, one after the other.
    ///
    /// ```swift
    /// humans.addConnection(for: \Human.landlord, keyPath: \.residence, \.owner)
    /// ```
    ///
    /// - Parameters:
    ///   - relationship: The relationship to connect.
    ///   - first: The first relationship of the way.
    ///   - second: The one that leads on from there.
    public mutating func addConnection<
        E: Entity, Relationship: RelationshipProperty, First: RelationshipProperty,
        Second: RelationshipProperty
    >(
        for relationship: KeyPath<E, Relationship>, keyPath first: KeyPath<E, First>,
        _ second: KeyPath<First.Destination, Second>
    ) {
        add(ConnectionDescription(for: relationship, keyPath: first, second))
    }

    /// Links a relationship to what three relationships lead to, one after the other.
    ///
    /// - Parameters:
    ///   - relationship: The relationship to connect.
    ///   - first: The first relationship of the way.
    ///   - second: The one that leads on from there.
    ///   - third: The last.
    public mutating func addConnection<
        E: Entity, Relationship: RelationshipProperty, First: RelationshipProperty,
        Second: RelationshipProperty, Third: RelationshipProperty
    >(
        for relationship: KeyPath<E, Relationship>, keyPath first: KeyPath<E, First>,
        _ second: KeyPath<First.Destination, Second>,
        _ third: KeyPath<Second.Destination, Third>
    ) {
        add(ConnectionDescription(for: relationship, keyPath: first, second, third))
    }

    /// The connection of a relationship.
    ///
    /// - Parameter relationship: The relationship.
    /// - Returns: The connection, or `nil` if nothing connects the relationship.
    public func connection<E: Entity, Relationship: RelationshipProperty>(
        for relationship: KeyPath<E, Relationship>
    ) -> ConnectionDescription? {
        connection(for: E.name(of: relationship))
    }

    /// Takes out the connection of a relationship.
    ///
    /// - Parameter relationship: The relationship.
    public mutating func removeConnection<E: Entity, Relationship: RelationshipProperty>(
        for relationship: KeyPath<E, Relationship>
    ) {
        removeConnection(for: E.name(of: relationship))
    }

    /// Adds a connection as one of this entity, as the methods with names do.
    private mutating func add(_ connection: ConnectionDescription) {
        var connection = connection
        connection.entity = entity.name
        connections.append(connection)
    }
}
