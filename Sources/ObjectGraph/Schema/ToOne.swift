/// A to-one relationship of a schema struct.
///
/// The properties of the related object are values of the object: `\Article.author.name` is a
/// column, `{ $0.author.name == "Anna" }` a condition.
@dynamicMemberLookup
public struct ToOne<Destination: Entity>: Sendable {
    private let declaration: RelationshipDeclaration

    /// Creates a to-one relationship with an inverse.
    ///
    /// ```swift
    /// let author = ToOne<Author>(inverse: \.articles, connectedBy: \Article.authorID)
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
    ///   - isOptional: Whether the relationship can be empty when its object is saved.
    ///   - deleteRule: The effect of deleting the object on the objects at the other end.
    ///   - renamingIdentifier: The name of the relationship in an earlier model.
    public init<Inverse: RelationshipProperty>(
        _ name: String? = nil,
        from source: String? = nil,
        inverse: any KeyPath<Destination, Inverse> & Sendable,
        connectedBy key: (any PartialKeyPath<Inverse.Destination> & Sendable)? = nil,
        _ destinationKey: (any PartialKeyPath<Destination> & Sendable)? = nil,
        isOptional: Bool = true,
        deleteRule: DeleteRule = .nullify,
        renamingIdentifier: String? = nil
    ) {
        declaration = RelationshipDeclaration(
            name: PropertyName(name), source: source, isOptional: isOptional,
            deleteRule: deleteRule, renamingIdentifier: renamingIdentifier,
            inverse: { Destination.name(of: inverse) }, key: key, destinationKey: destinationKey)
    }

    /// Creates a to-one relationship without declaring an inverse.
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
    ///   - isOptional: Whether the relationship can be empty when its object is saved.
    ///   - deleteRule: The effect of deleting the object on the objects at the other end.
    ///   - renamingIdentifier: The name of the relationship in an earlier model.
    public init(
        _ name: String? = nil,
        from source: String? = nil,
        connectedBy key: (any AnyKeyPath & Sendable)? = nil,
        _ destinationKey: (any PartialKeyPath<Destination> & Sendable)? = nil,
        isOptional: Bool = true,
        deleteRule: DeleteRule = .nullify,
        renamingIdentifier: String? = nil
    ) {
        declaration = RelationshipDeclaration(
            name: PropertyName(name), source: source, isOptional: isOptional,
            deleteRule: deleteRule, renamingIdentifier: renamingIdentifier,
            key: key, destinationKey: destinationKey)
    }
}

extension ToOne: RelationshipProperty {
    /// The name in the model; see ``Attribute/name``.
    public var nameInModel: String { propertyName.text }
}

extension ToOne: SchemaProperty {
    var propertyName: PropertyName { declaration.name }

    func describe(in entity: inout EntityDescription, of type: any Entity.Type) {
        entity.declaredRelationships.append(
            .toOne(
                nameInModel, Destination.entityName, inverse: declaration.inverse(),
                isOptional: declaration.isOptional, deleteRule: declaration.deleteRule,
                userInfo: declaration.annotations(in: type),
                renamingIdentifier: declaration.renamingIdentifier))
    }
}
