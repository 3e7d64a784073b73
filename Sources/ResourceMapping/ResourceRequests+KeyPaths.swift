public import EntityMapper
public import HTTPValues
import MappingConventions
public import ObjectGraph
import RepresentationWriting

/// Requests for objects by the properties of schema structs.
///
/// Each method creates the same request as its variant with names.
extension ResourceRequests {
    /// Creates a request for the objects with a given value: `?name=Boot`.
    ///
    /// ```swift
    /// let request = try requests.find(Product.self, where: \.name, is: "Boot")
    /// ```
    ///
    /// - Parameters:
    ///   - type: The schema struct of the objects.
    ///   - attribute: The attribute.
    ///   - value: The value, which is written according to the mapping.
    /// - Returns: The request.
    /// - Throws: ``MappingError`` if the entity or the attribute has no mapping, or if the value is
    ///   not valid for the attribute.
    public func find<E: Entity, Content: AttributeValue>(
        _ type: E.Type, where attribute: KeyPath<E, Attribute<Content>>, is value: Content
    ) throws(MappingError) -> ResourceRequest {
        try find(E.entityName, where: E.name(of: attribute), is: value.attributeValue)
    }

    /// Creates a request for the objects that reference a given object: `?brand_id=44`.
    ///
    /// - Parameters:
    ///   - type: The schema struct of the objects.
    ///   - relationship: The relationship.
    ///   - object: The referenced object, which must have an identifier.
    /// - Returns: The request.
    /// - Throws: ``MappingError`` if the entity or the relationship has no mapping, or if the
    ///   object has no identifier.
    public func find<E: Entity, Relationship: RelationshipProperty>(
        _ type: E.Type, where relationship: KeyPath<E, Relationship>,
        is object: Object<Relationship.Destination>
    ) throws(MappingError) -> ResourceRequest {
        try find(E.entityName, where: E.name(of: relationship), is: object)
    }

    /// Creates a request for one object.
    ///
    /// - Parameters:
    ///   - type: The schema struct of the object.
    ///   - identifier: The value of the identification attribute.
    /// - Returns: The request.
    /// - Throws: ``MappingError`` if the entity has no mapping, or if the value is not valid for
    ///   the attribute.
    public func find<E: Entity>(
        _ type: E.Type, identifiedBy identifier: Value
    ) throws(MappingError) -> ResourceRequest {
        try find(E.entityName, identifiedBy: identifier)
    }
}
