public import ObjectGraph

/// Asking by the properties of schema structs; each writes the request that the one with names does.
extension ResourceRequests {
    /// Asks for the objects with a value: `?name=Boot`.
    ///
    /// ```swift
    /// let request = try requests.find(Product.self, where: \.name, is: "Boot")
    /// ```
    ///
    /// - Parameters:
    ///   - type: The schema struct of the objects.
    ///   - attribute: The attribute.
    ///   - value: Its value, written as the mapping writes it.
    /// - Returns: The request.
    /// - Throws: ``MappingError`` if nothing is mapped for the entity or to the attribute, or the value
    ///   is not one that the attribute could have.
    public func find<E: Entity, Content: AttributeValue>(
        _ type: E.Type, where attribute: KeyPath<E, Attribute<Content>>, is value: Content
    ) throws(MappingError) -> ResourceRequest {
        try find(E.entityName, where: E.name(of: attribute), is: value.attributeValue)
    }

    /// Asks for the objects that lead to another one: `?brand_id=44`.
    ///
    /// - Parameters:
    ///   - type: The schema struct of the objects.
    ///   - relationship: The relationship.
    ///   - object: What it leads to, which the server must know.
    /// - Returns: The request.
    /// - Throws: ``MappingError`` if nothing is mapped for the entity or to the relationship, or the
    ///   server does not know the object.
    public func find<E: Entity, Relationship: RelationshipProperty>(
        _ type: E.Type, where relationship: KeyPath<E, Relationship>,
        is object: Object<Relationship.Destination>
    ) throws(MappingError) -> ResourceRequest {
        try find(E.entityName, where: E.name(of: relationship), is: object)
    }

    /// Asks for one object.
    ///
    /// - Parameters:
    ///   - type: The schema struct of the object.
    ///   - identifier: The value of the attribute that identifies it.
    /// - Returns: The request.
    /// - Throws: ``MappingError`` if nothing is mapped for the entity, or the value is not one that the
    ///   attribute could have.
    public func find<E: Entity>(
        _ type: E.Type, identifiedBy identifier: Value
    ) throws(MappingError) -> ResourceRequest {
        try find(E.entityName, identifiedBy: identifier)
    }
}
