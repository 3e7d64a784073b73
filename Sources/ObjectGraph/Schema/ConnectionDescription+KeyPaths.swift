extension ConnectionDescription {
    /// Creates a connection by attributes of two schema structs.
    ///
    /// ```swift
    /// ConnectionDescription(for: \Article.author, connectedBy: (\.authorID, \.authorID))
    /// ```
    ///
    /// - Parameters:
    ///   - relationship: The relationship to connect.
    ///   - keys: Pairs of an attribute of the entity and the attribute it must equal at
    ///     the other end.
    ///   - includesSubentities: Whether objects of the destination's sub-entities are candidates.
    ///   - sourcePredicate: The condition that a source must satisfy.
    ///   - destinationPredicate: The condition that a destination must satisfy.
    ///   - onMissing: The effect of a foreign key that is `nil`.
    public init<E: Entity, Relationship: RelationshipProperty, each Source, each Destination>(
        for relationship: KeyPath<E, Relationship>,
        connectedBy keys: repeat (
            KeyPath<E, Attribute<each Source>>,
            KeyPath<Relationship.Destination, Attribute<each Destination>>
        ),
        includesSubentities: Bool = true, sourcePredicate: EntityPredicate = .true,
        destinationPredicate: EntityPredicate = .true, onMissing: MissingKeyPolicy = .keep
    ) {
        var names: [String: String] = [:]
        for (source, destination) in repeat each keys {
            names[E.name(of: source)] = Relationship.Destination.name(of: destination)
        }
        self.init(
            entity: E.entityName, relationship: E.name(of: relationship), connectedBy: names,
            includesSubentities: includesSubentities, sourcePredicate: sourcePredicate,
            destinationPredicate: destinationPredicate, onMissing: onMissing)
    }

    /// Creates a connection along two relationships of schema structs.
    ///
    /// ```swift
    /// ConnectionDescription(for: \Human.landlord, keyPath: \.residence, \.owner)
    /// ```
    public init<
        E: Entity, Relationship: RelationshipProperty, First: RelationshipProperty,
        Second: RelationshipProperty
    >(
        for relationship: KeyPath<E, Relationship>, keyPath first: KeyPath<E, First>,
        _ second: KeyPath<First.Destination, Second>
    ) {
        self.init(
            entity: E.entityName, relationship: E.name(of: relationship),
            keyPath: "\(E.name(of: first)).\(First.Destination.name(of: second))")
    }

    /// Creates a connection along three relationships of schema structs.
    public init<
        E: Entity, Relationship: RelationshipProperty, First: RelationshipProperty,
        Second: RelationshipProperty, Third: RelationshipProperty
    >(
        for relationship: KeyPath<E, Relationship>, keyPath first: KeyPath<E, First>,
        _ second: KeyPath<First.Destination, Second>,
        _ third: KeyPath<Second.Destination, Third>
    ) {
        let names = [
            E.name(of: first), First.Destination.name(of: second),
            Second.Destination.name(of: third),
        ]
        self.init(
            entity: E.entityName, relationship: E.name(of: relationship),
            keyPath: names.joined(separator: "."))
    }
}
