public import ObjectGraph
public import Payload

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

    /// Maps the key of the representation to an attribute.
    ///
    /// - Parameters:
    ///   - destination: The attribute.
    ///   - transform: The conversion of the key.
    public mutating func addAttributeMapping<E: Entity, Value>(
        fromKeyOfRepresentationTo destination: KeyPath<E, Attribute<Value>>,
        using transform: ValueTransform = .default
    ) {
        append(
            AttributeMapping(
                from: PayloadPath([.context(.key)]), to: destination, using: transform))
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
        schemaUses.add(E.name(of: attribute), of: E.self)
    }

    /// Adds a validation for the values of an attribute, replacing any previous validation.
    ///
    /// - Parameters:
    ///   - attribute: The attribute.
    ///   - validation: The validation, run before a value is assigned.
    public mutating func addValidation<E: Entity, Value>(
        for attribute: KeyPath<E, Attribute<Value>>, _ validation: ValueValidation
    ) {
        addValidation(for: E.name(of: attribute), validation)
        schemaUses.add(E.name(of: attribute), of: E.self)
    }

    /// Removes all mappings to an attribute.
    ///
    /// - Parameter destination: The attribute.
    public mutating func removeMappings<E: Entity, Value>(
        to destination: KeyPath<E, Attribute<Value>>
    ) {
        removeMappings(to: E.name(of: destination))
    }

    /// Removes all mappings to a relationship.
    ///
    /// - Parameter destination: The relationship.
    public mutating func removeMappings<E: Entity, Relationship: RelationshipProperty>(
        to destination: KeyPath<E, Relationship>
    ) {
        removeMappings(to: E.name(of: destination))
    }

    /// Returns the mapping to an attribute; the last applied mapping if there are several.
    ///
    /// - Parameter destination: The attribute.
    /// - Returns: The mapping, or `nil` if there is none.
    public func attributeMapping<E: Entity, Value>(
        to destination: KeyPath<E, Attribute<Value>>
    ) -> AttributeMapping? {
        attributeMapping(to: E.name(of: destination))
    }

    /// Returns the mapping to a relationship; the last applied mapping if there are several.
    ///
    /// - Parameter destination: The relationship.
    /// - Returns: The mapping, or `nil` if there is none.
    public func relationshipMapping<E: Entity, Relationship: RelationshipProperty>(
        to destination: KeyPath<E, Relationship>
    ) -> RelationshipMapping? {
        relationshipMapping(to: E.name(of: destination))
    }
}

extension AttributeMapping {
    /// Creates a mapping to an attribute of a schema struct.
    ///
    /// - Parameters:
    ///   - source: The path to the value.
    ///   - destination: The attribute.
    ///   - transform: The conversion of the value.
    ///   - isReadOnly: Whether a ``RepresentationWriter`` omits the attribute.
    public init<E: Entity, Value>(
        from source: some PayloadPathConvertible, to destination: KeyPath<E, Attribute<Value>>,
        using transform: ValueTransform = .default, isReadOnly: Bool = false
    ) {
        self.init(
            from: source, to: E.name(of: destination), using: transform, isReadOnly: isReadOnly)
        schemaRoot = SchemaRoot(E.entityName)
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
