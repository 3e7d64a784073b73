public import Payload

extension EntityMapping {
    /// The attribute mapping to an attribute; of several, the one that is applied last.
    ///
    /// - Parameter destination: The attribute.
    /// - Returns: The mapping, or `nil` if nothing is mapped to the attribute.
    public func attributeMapping(to destination: String) -> AttributeMapping? {
        attributeMappings.last { $0.destination == destination }
    }

    /// The relationship mapping to a relationship; of several, the one that is applied last.
    ///
    /// - Parameter destination: The relationship.
    /// - Returns: The mapping, or `nil` if nothing is mapped to the relationship.
    public func relationshipMapping(to destination: String) -> RelationshipMapping? {
        relationshipMappings.last { $0.destination == destination }
    }

    /// The attribute mappings from a path, in the order they are applied.
    ///
    /// - Parameter source: The path.
    /// - Returns: The mappings; one source may go to several attributes.
    public func attributeMappings(from source: some PayloadPathConvertible) -> [AttributeMapping] {
        let source = PayloadPath(declared: source)
        return attributeMappings.filter { $0.source == source }
    }

    /// The relationship mappings from a path, in the order they are applied.
    ///
    /// - Parameter source: The path.
    /// - Returns: The mappings.
    public func relationshipMappings(from source: some PayloadPathConvertible)
        -> [RelationshipMapping]
    {
        let source = PayloadPath(declared: source)
        return relationshipMappings.filter { $0.source == source }
    }
}

extension AttributeMapping: CustomStringConvertible {
    /// Source and destination: `headline.text => title`.
    public var description: String { "\(source) => \(destination)" }
}

extension RelationshipMapping: CustomStringConvertible {
    /// Source, destination and mapping: `tags => tags (Tag)`.
    public var description: String { "\(source) => \(destination) (\(mapping))" }
}
