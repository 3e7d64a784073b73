/// A to-many relationship of a schema struct.
///
/// Aggregates of the related objects are values of the object: `\Article.comments.count` is a
/// column, `{ $0.comments.likes.sum > 100 }` a condition.
@dynamicMemberLookup
public struct ToMany<Destination: Entity>: Sendable {
    private let declaration: RelationshipDeclaration
    private let isOrdered: Bool

    /// Creates a to-many relationship with an inverse.
    ///
    /// ```swift
    /// let tags = ToMany<Tag>(from: "tags", inverse: \.articles, isOrdered: true)
    /// ```
    ///
    /// - Parameters:
    ///   - name: The name in the model; by default the name of the stored property.
    ///   - source: The path to nested representations, for mappings that read declarations, like
    ///     the source of an ``Attribute``.
    ///   - inverse: The relationship in the opposite direction; one of the two declares the pair.
    ///   - key: The attribute of this entity that is the foreign key.
    ///   - destinationKey: The matching attribute of the destination; by default the attribute with
    ///     the same name.
    ///   - isOrdered: Whether the objects are ordered.
    ///   - isOptional: Whether the relationship can be empty when its object is saved.
    ///   - deleteRule: The effect of deleting the object on the objects at the other end.
    ///   - renamingIdentifier: The name of the relationship in an earlier model.
    public init<Inverse: RelationshipProperty>(
        _ name: String? = nil,
        from source: String? = nil,
        inverse: any KeyPath<Destination, Inverse> & Sendable,
        connectedBy key: (any PartialKeyPath<Inverse.Destination> & Sendable)? = nil,
        _ destinationKey: (any PartialKeyPath<Destination> & Sendable)? = nil,
        isOrdered: Bool = false,
        isOptional: Bool = true,
        deleteRule: DeleteRule = .nullify,
        renamingIdentifier: String? = nil
    ) {
        declaration = RelationshipDeclaration(
            name: PropertyName(name), source: source, isOptional: isOptional,
            deleteRule: deleteRule, renamingIdentifier: renamingIdentifier,
            inverse: { Destination.name(of: inverse) }, key: key, destinationKey: destinationKey)
        self.isOrdered = isOrdered
    }

    /// Creates a to-many relationship without declaring an inverse.
    ///
    /// The relationship has no inverse, or the inverse declares the pair.
    ///
    /// - Parameters:
    ///   - name: The name in the model; by default the name of the stored property.
    ///   - source: The path to nested representations, for mappings that read declarations, like
    ///     the source of an ``Attribute``.
    ///   - key: The attribute of this entity that is the foreign key.
    ///   - destinationKey: The matching attribute of the destination; by default the attribute with
    ///     the same name.
    ///   - isOrdered: Whether the objects are ordered.
    ///   - isOptional: Whether the relationship can be empty when its object is saved.
    ///   - deleteRule: The effect of deleting the object on the objects at the other end.
    ///   - renamingIdentifier: The name of the relationship in an earlier model.
    public init(
        _ name: String? = nil,
        from source: String? = nil,
        connectedBy key: (any AnyKeyPath & Sendable)? = nil,
        _ destinationKey: (any PartialKeyPath<Destination> & Sendable)? = nil,
        isOrdered: Bool = false,
        isOptional: Bool = true,
        deleteRule: DeleteRule = .nullify,
        renamingIdentifier: String? = nil
    ) {
        declaration = RelationshipDeclaration(
            name: PropertyName(name), source: source, isOptional: isOptional,
            deleteRule: deleteRule, renamingIdentifier: renamingIdentifier,
            key: key, destinationKey: destinationKey)
        self.isOrdered = isOrdered
    }
}

extension ToMany: RelationshipProperty {
    /// The name in the model; see ``Attribute/name``.
    public var nameInModel: String { propertyName.text }
}

extension ToMany: SchemaProperty {
    var propertyName: PropertyName { declaration.name }

    func describe(in entity: inout EntityDescription, of type: any Entity.Type) {
        entity.declaredRelationships.append(
            .toMany(
                nameInModel, Destination.entityName, inverse: declaration.inverse(),
                isOrdered: isOrdered,
                isOptional: declaration.isOptional, deleteRule: declaration.deleteRule,
                userInfo: declaration.annotations(in: type),
                renamingIdentifier: declaration.renamingIdentifier))
    }
}
