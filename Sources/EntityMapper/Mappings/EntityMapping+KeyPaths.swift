public import ObjectGraph
public import Payload

/// Naming properties by key paths of schema structs, checked by the compiler.
///
/// Whatever is named is kept as its name: each of these methods writes what the one with texts does.
extension EntityMapping {
    /// Maps a value of the representation to an attribute at the other end of a to-one relationship.
    ///
    /// - Parameters:
    ///   - source: The way to the value.
    ///   - relationship: The relationship.
    ///   - attribute: The attribute at the other end.
    ///   - transform: How the value is converted.
    public mutating func addAttributeMapping<E: Entity, Destination: Entity, Value>(
        from source: some PayloadPathConvertible, to relationship: KeyPath<E, ToOne<Destination>>,
        _ attribute: KeyPath<Destination, Attribute<Value>>,
        using transform: ValueTransform = .default
    ) {
        let name = "\(E.name(of: relationship)).\(Destination.name(of: attribute))"
        addAttributeMapping(from: source, to: name, using: transform)
    }

    /// Maps the key of the representation to an attribute.
    ///
    /// - Parameters:
    ///   - destination: The attribute.
    ///   - transform: How the key is converted.
    public mutating func addAttributeMapping<E: Entity, Value>(
        fromKeyOfRepresentationTo destination: KeyPath<E, Attribute<Value>>,
        using transform: ValueTransform = .default
    ) {
        addAttributeMapping(
            fromKeyOfRepresentationTo: E.name(of: destination), using: transform)
    }

    /// Maps nested representations to the objects of a relationship.
    ///
    /// - Parameters:
    ///   - source: The way to the nested representations.
    ///   - destination: The relationship.
    ///   - mapping: The name of the mapping for them; that of the entity at the other end if left out.
    ///   - policy: What happens to objects that the relationship led to before.
    public mutating func addRelationshipMapping<E: Entity, Relationship: RelationshipProperty>(
        from source: some PayloadPathConvertible, to destination: KeyPath<E, Relationship>,
        using mapping: String? = nil, assignmentPolicy policy: AssignmentPolicy = .set
    ) {
        addRelationshipMapping(
            from: source, to: E.name(of: destination),
            using: mapping ?? Relationship.Destination.entityName, assignmentPolicy: policy)
    }

    /// Sets the attribute that says how an object stands to the server.
    ///
    /// - Parameter attribute: The attribute.
    public mutating func setSynchronizationAttribute<E: Entity, Value>(
        _ attribute: KeyPath<E, Attribute<Value>>
    ) {
        synchronizationAttribute = E.name(of: attribute)
    }

    /// Has the values of an attribute judged before they are assigned.
    ///
    /// - Parameters:
    ///   - attribute: The attribute.
    ///   - validation: Who judges; it takes the place of another one.
    public mutating func addValidation<E: Entity, Value>(
        for attribute: KeyPath<E, Attribute<Value>>, _ validation: ValueValidation
    ) {
        addValidation(for: E.name(of: attribute), validation)
    }

    /// Takes out the mappings of an attribute.
    ///
    /// - Parameter destination: The attribute; every mapping to it is taken out.
    public mutating func removeMappings<E: Entity, Value>(
        to destination: KeyPath<E, Attribute<Value>>
    ) {
        removeMappings(to: E.name(of: destination))
    }

    /// Takes out the mappings of a relationship.
    ///
    /// - Parameter destination: The relationship; every mapping to it is taken out.
    public mutating func removeMappings<E: Entity, Relationship: RelationshipProperty>(
        to destination: KeyPath<E, Relationship>
    ) {
        removeMappings(to: E.name(of: destination))
    }

    /// The attribute mapping to an attribute; of several, the one that is applied last.
    ///
    /// - Parameter destination: The attribute.
    /// - Returns: The mapping, or `nil` if nothing is mapped to the attribute.
    public func attributeMapping<E: Entity, Value>(
        to destination: KeyPath<E, Attribute<Value>>
    ) -> AttributeMapping? {
        attributeMapping(to: E.name(of: destination))
    }

    /// The relationship mapping to a relationship; of several, the one that is applied last.
    ///
    /// - Parameter destination: The relationship.
    /// - Returns: The mapping, or `nil` if nothing is mapped to the relationship.
    public func relationshipMapping<E: Entity, Relationship: RelationshipProperty>(
        to destination: KeyPath<E, Relationship>
    ) -> RelationshipMapping? {
        relationshipMapping(to: E.name(of: destination))
    }
}

extension AttributeMapping {
    /// Makes a mapping to an attribute of a schema struct.
    ///
    /// - Parameters:
    ///   - source: The way to the value.
    ///   - destination: The attribute.
    ///   - transform: How the value is converted.
    ///   - isReadOnly: Whether a ``RepresentationWriter`` leaves the attribute out.
    public init<E: Entity, Value>(
        from source: some PayloadPathConvertible, to destination: KeyPath<E, Attribute<Value>>,
        using transform: ValueTransform = .default, isReadOnly: Bool = false
    ) {
        self.init(
            from: source, to: E.name(of: destination), using: transform, isReadOnly: isReadOnly)
    }
}

extension RelationshipMapping {
    /// Makes a mapping to a relationship of a schema struct.
    ///
    /// - Parameters:
    ///   - source: The way to the nested representations.
    ///   - destination: The relationship.
    ///   - mapping: The name of the mapping for them; that of the entity at the other end if left out.
    ///   - policy: What happens to objects that the relationship led to before.
    ///   - representation: What a ``RepresentationWriter`` writes for the objects.
    public init<E: Entity, Relationship: RelationshipProperty>(
        from source: some PayloadPathConvertible, to destination: KeyPath<E, Relationship>,
        using mapping: String? = nil, assignmentPolicy policy: AssignmentPolicy = .set,
        representation: RelationshipRepresentation = .automatic
    ) {
        self.init(
            from: source, to: E.name(of: destination),
            using: mapping ?? Relationship.Destination.entityName, assignmentPolicy: policy,
            representation: representation)
    }
}
