public import MercatorPayload
public import ObjectGraph

/// Variants that refer to properties by key paths of schema structs, checked by the compiler.
///
/// Key paths are stored as names; each method is equivalent to its counterpart that takes names.
extension EntityMapping {
    /// Maps a value of the representation to an attribute of a to-one destination.
    ///
    /// - Parameters:
    ///   - source: The path to the value.
    ///   - relationship: The to-one relationship.
    ///   - attribute: The attribute of the destination entity.
    ///   - transform: The conversion of the value.
    public mutating func addAttributeMapping<E: Entity, Destination: Entity, Value>(
        from source: some PayloadPathConvertible, to relationship: KeyPath<E, ToOne<Destination>>,
        _ attribute: KeyPath<Destination, Attribute<Value>>,
        using transform: ValueTransform = .default
    ) {
        addAttributeMapping(
            AttributeMapping(from: source, to: relationship, attribute, using: transform))
    }

    /// Maps nested representations to the objects of a relationship.
    ///
    /// - Parameters:
    ///   - source: The path to the nested representations.
    ///   - destination: The relationship.
    ///   - mapping: The name of the mapping for the nested representations; by default the name of
    ///     the destination entity.
    ///   - policy: The treatment of the objects that the relationship references before the
    ///     assignment.
    public mutating func addRelationshipMapping<E: Entity, Relationship: RelationshipProperty>(
        from source: some PayloadPathConvertible, to destination: KeyPath<E, Relationship>,
        using mapping: String? = nil, assignmentPolicy policy: AssignmentPolicy = .set
    ) {
        append(
            RelationshipMapping(
                from: source, to: destination, using: mapping, assignmentPolicy: policy))
    }

    /// Sets the attribute that stores the synchronization state of an object.
    ///
    /// - Parameter attribute: The attribute.
    public mutating func setSynchronizationAttribute<E: Entity, Value>(
        _ attribute: KeyPath<E, Attribute<Value>>
    ) {
        synchronizationAttribute = E.name(of: attribute)
        schemaUses.add(attribute)
    }
}

extension AttributeMapping {
    /// Creates a mapping to an attribute of the destination of a to-one relationship.
    init<E: Entity, Destination: Entity, Value>(
        from source: some PayloadPathConvertible, to relationship: KeyPath<E, ToOne<Destination>>,
        _ attribute: KeyPath<Destination, Attribute<Value>>, using transform: ValueTransform
    ) {
        self.init(
            from: source, to: "\(E.name(of: relationship)).\(Destination.name(of: attribute))",
            using: transform)
        schemaRoot = SchemaRoot(E.entityName)
    }
}

extension RelationshipMapping {
    /// Creates a mapping to a relationship of a schema struct.
    ///
    /// - Parameters:
    ///   - source: The path to the nested representations.
    ///   - destination: The relationship.
    ///   - mapping: The name of the mapping for the nested representations; by default the name of
    ///     the destination entity.
    ///   - policy: The treatment of the objects that the relationship references before the
    ///     assignment.
    ///   - representation: The form of the objects in the output of a ``RepresentationWriter``.
    public init<E: Entity, Relationship: RelationshipProperty>(
        from source: some PayloadPathConvertible, to destination: KeyPath<E, Relationship>,
        using mapping: String? = nil, assignmentPolicy policy: AssignmentPolicy = .set,
        representation: RelationshipRepresentation = .automatic
    ) {
        self.init(
            from: source, to: E.name(of: destination),
            using: mapping ?? Relationship.Destination.entityName, assignmentPolicy: policy,
            representation: representation)
        schemaRoot = SchemaRoot(E.entityName)
    }
}
