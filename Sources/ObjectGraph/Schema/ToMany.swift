/// A to-many relationship of a schema struct.
public struct ToMany<Destination: Entity>: Sendable {
    let propertyName: PropertyName
    private let inverse: @Sendable () -> String?
    private let isOrdered: Bool
    private let isOptional: Bool
    private let deleteRule: DeleteRule
    private let renamingIdentifier: String?

    private init(
        _ name: String?, _ isOrdered: Bool, _ isOptional: Bool, _ deleteRule: DeleteRule,
        _ renamingIdentifier: String?, inverse: @escaping @Sendable () -> String?
    ) {
        propertyName = PropertyName(name)
        self.isOrdered = isOrdered
        self.isOptional = isOptional
        self.deleteRule = deleteRule
        self.renamingIdentifier = renamingIdentifier
        self.inverse = inverse
    }
}

extension ToMany {
    /// Creates a to-many relationship with an inverse and the name of its stored property.
    ///
    /// ```swift
    /// let tags = ToMany<Tag>(inverse: \.articles, isOrdered: true)
    /// ```
    ///
    /// - Parameters:
    ///   - inverse: The relationship in the opposite direction; one of the two declares the pair.
    ///   - isOrdered: Whether the objects are ordered.
    ///   - isOptional: Whether the relationship can be empty when its object is saved.
    ///   - deleteRule: The effect of deleting the object on the objects at the other end.
    public init<Inverse: RelationshipProperty>(
        inverse: any KeyPath<Destination, Inverse> & Sendable, isOrdered: Bool = false,
        isOptional: Bool = true,
        deleteRule: DeleteRule = .nullify
    ) {
        self.init(nil, isOrdered, isOptional, deleteRule, nil) { Destination.name(of: inverse) }
    }

    /// Creates a to-many relationship without an inverse, or whose inverse declares the pair, and
    /// with the name of its stored property.
    ///
    /// - Parameters:
    ///   - isOrdered: Whether the objects are ordered.
    ///   - isOptional: Whether the relationship can be empty when its object is saved.
    ///   - deleteRule: The effect of deleting the object on the objects at the other end.
    public init(
        isOrdered: Bool = false, isOptional: Bool = true, deleteRule: DeleteRule = .nullify
    ) {
        self.init(nil, isOrdered, isOptional, deleteRule, nil) { nil }
    }

    /// Creates a to-many relationship with an inverse and a name of its own.
    ///
    /// - Parameters:
    ///   - name: The name in the model.
    ///   - inverse: The relationship in the opposite direction; one of the two declares the pair.
    ///   - isOrdered: Whether the objects are ordered.
    ///   - isOptional: Whether the relationship can be empty when its object is saved.
    ///   - deleteRule: The effect of deleting the object on the objects at the other end.
    ///   - renamingIdentifier: The name of the relationship in an earlier model.
    public init<Inverse: RelationshipProperty>(
        _ name: String, inverse: any KeyPath<Destination, Inverse> & Sendable,
        isOrdered: Bool = false, isOptional: Bool = true, deleteRule: DeleteRule = .nullify,
        renamingIdentifier: String? = nil
    ) {
        self.init(name, isOrdered, isOptional, deleteRule, renamingIdentifier) {
            Destination.name(of: inverse)
        }
    }

    /// Creates a to-many relationship without an inverse, or whose inverse declares the pair, and
    /// with a name of its own.
    ///
    /// - Parameters:
    ///   - name: The name in the model.
    ///   - isOrdered: Whether the objects are ordered.
    ///   - isOptional: Whether the relationship can be empty when its object is saved.
    ///   - deleteRule: The effect of deleting the object on the objects at the other end.
    ///   - renamingIdentifier: The name of the relationship in an earlier model.
    public init(
        _ name: String, isOrdered: Bool = false, isOptional: Bool = true,
        deleteRule: DeleteRule = .nullify,
        renamingIdentifier: String? = nil
    ) {
        self.init(name, isOrdered, isOptional, deleteRule, renamingIdentifier) { nil }
    }
}

extension ToMany: RelationshipProperty {
    /// The name in the model; see ``Attribute/name``.
    public var name: String { propertyName.text }
}

extension ToMany: SchemaProperty {
    func describe(in entity: inout EntityDescription) {
        entity.declaredRelationships.append(
            .toMany(
                name, Destination.entityName, inverse: inverse(), isOrdered: isOrdered,
                isOptional: isOptional,
                deleteRule: deleteRule, renamingIdentifier: renamingIdentifier))
    }
}
