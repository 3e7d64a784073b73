public import MercatorPayload
public import ObjectGraph

extension EntityMapping {
    /// Returns the mapping to an attribute; the last applied mapping if there are several.
    ///
    /// - Parameter destination: The attribute: its name, or a key path such as `\Article.title`.
    /// - Returns: The mapping, or `nil` if there is none.
    public func attributeMapping(to destination: some AttributeReference) -> AttributeMapping? {
        let name = destination.nameInModel
        return attributeMappings.last { $0.destination == name }
    }

    /// Returns the mapping to a relationship; the last applied mapping if there are several.
    ///
    /// - Parameter destination: The relationship: its name, or a key path such as `\Article.tags`.
    /// - Returns: The mapping, or `nil` if there is none.
    public func relationshipMapping(
        to destination: some RelationshipReference
    ) -> RelationshipMapping? {
        let name = destination.nameInModel
        return relationshipMappings.last { $0.destination == name }
    }

    /// Returns the attribute mappings with a source path, in the order they are applied.
    ///
    /// - Parameter source: The source path.
    /// - Returns: The mappings; one source can be mapped to several attributes.
    public func attributeMappings(from source: some PayloadPathConvertible) -> [AttributeMapping] {
        let source = PayloadPath(declared: source)
        return attributeMappings.filter { $0.source == source }
    }

    /// Returns the relationship mappings with a source path, in the order they are applied.
    ///
    /// - Parameter source: The source path.
    /// - Returns: The mappings.
    public func relationshipMappings(from source: some PayloadPathConvertible)
        -> [RelationshipMapping]
    {
        let source = PayloadPath(declared: source)
        return relationshipMappings.filter { $0.source == source }
    }
}

extension AttributeMapping: CustomStringConvertible {
    /// The source and the destination, such as `headline.text => title`.
    public var description: String { "\(source) => \(destination)" }
}

extension RelationshipMapping: CustomStringConvertible {
    /// The source, the destination and the mapping, such as `tags => tags (Tag)`.
    public var description: String { "\(source) => \(destination) (\(mapping))" }
}
