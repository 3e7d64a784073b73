public import ObjectGraph

/// Connections of relationships by key paths of schema structs; the compiler checks both ends.
extension EntityMapping {
    /// Connects a relationship by foreign keys after the objects have been mapped.
    ///
    /// ```swift
    /// articles.addConnection(for: \Article.author, connectedBy: (\.authorID, \.authorID))
    /// ```
    ///
    /// - Parameters:
    ///   - relationship: The relationship to connect.
    ///   - keys: Pairs of an attribute of this entity and the attribute of the destination entity
    ///     whose value must be equal.
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

    /// Connects a relationship by a foreign key.
    ///
    /// ``keyNaming`` derives the attribute of the destination.
    ///
    /// - Parameters:
    ///   - relationship: The relationship to connect.
    ///   - attribute: The foreign key, an attribute of this entity.
    public mutating func addConnection<E: Entity, Relationship: RelationshipProperty, Source>(
        for relationship: KeyPath<E, Relationship>,
        connectedBy attribute: KeyPath<E, Attribute<Source>>
    ) {
        addConnection(for: E.name(of: relationship), connectedBy: E.name(of: attribute))
        schemaUses.add(relationship)
    }

    /// Connects a relationship to the objects at the end of a path of two relationships.
    ///
    /// ```swift
    /// humans.addConnection(for: \Human.landlord, keyPath: \.residence, \.owner)
    /// ```
    ///
    /// - Parameters:
    ///   - relationship: The relationship to connect.
    ///   - first: The first relationship of the path.
    ///   - second: The second relationship of the path.
    public mutating func addConnection<
        E: Entity, Relationship: RelationshipProperty, First: RelationshipProperty,
        Second: RelationshipProperty
    >(
        for relationship: KeyPath<E, Relationship>, keyPath first: KeyPath<E, First>,
        _ second: KeyPath<First.Destination, Second>
    ) {
        add(ConnectionDescription(for: relationship, keyPath: first, second))
    }

    /// Connects a relationship to the objects at the end of a path of three relationships.
    ///
    /// - Parameters:
    ///   - relationship: The relationship to connect.
    ///   - first: The first relationship of the path.
    ///   - second: The second relationship of the path.
    ///   - third: The third relationship of the path.
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

    /// Adds a connection with this entity as its source, like the methods that take names.
    mutating func add(_ connection: ConnectionDescription) {
        schemaUses.add(connection.relationship, ofEntityNamed: connection.entity)
        var connection = connection
        connection.entity = entity.name
        append(connection)
    }
}
