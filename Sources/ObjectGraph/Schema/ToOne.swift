/// A to-one relationship of a schema struct.
public struct ToOne<Destination: Entity>: Sendable {
    let propertyName: PropertyName
    private let inverse: @Sendable () -> String?
    private let isOptional: Bool
    private let deleteRule: DeleteRule
    private let renamingIdentifier: String?

    private init(
        _ name: String?, _ isOptional: Bool, _ deleteRule: DeleteRule,
        _ renamingIdentifier: String?, inverse: @escaping @Sendable () -> String?
    ) {
        propertyName = PropertyName(name)
        self.isOptional = isOptional
        self.deleteRule = deleteRule
        self.renamingIdentifier = renamingIdentifier
        self.inverse = inverse
    }
}

extension ToOne {
    /// Creates a to-one relationship with an inverse and the name of its stored property.
    ///
    /// ```swift
    /// let author = ToOne<Author>(inverse: \.articles)
    /// ```
    ///
    /// - Parameters:
    ///   - inverse: The relationship in the opposite direction; one of the two declares the pair.
    ///   - isOptional: Whether the relationship can be empty when its object is saved.
    ///   - deleteRule: The effect of deleting the object on the objects at the other end.
    public init<Inverse: RelationshipProperty>(
        inverse: any KeyPath<Destination, Inverse> & Sendable, isOptional: Bool = true,
        deleteRule: DeleteRule = .nullify
    ) {
        self.init(nil, isOptional, deleteRule, nil) { Destination.name(of: inverse) }
    }

    /// Creates a to-one relationship without an inverse, or whose inverse declares the pair, and
    /// with the name of its stored property.
    ///
    /// - Parameters:
    ///   - isOptional: Whether the relationship can be empty when its object is saved.
    ///   - deleteRule: The effect of deleting the object on the objects at the other end.
    public init(
        isOptional: Bool = true, deleteRule: DeleteRule = .nullify
    ) {
        self.init(nil, isOptional, deleteRule, nil) { nil }
    }

    /// Creates a to-one relationship with an inverse and a name of its own.
    ///
    /// - Parameters:
    ///   - name: The name in the model.
    ///   - inverse: The relationship in the opposite direction; one of the two declares the pair.
    ///   - isOptional: Whether the relationship can be empty when its object is saved.
    ///   - deleteRule: The effect of deleting the object on the objects at the other end.
    ///   - renamingIdentifier: The name of the relationship in an earlier model.
    public init<Inverse: RelationshipProperty>(
        _ name: String, inverse: any KeyPath<Destination, Inverse> & Sendable,
        isOptional: Bool = true, deleteRule: DeleteRule = .nullify,
        renamingIdentifier: String? = nil
    ) {
        self.init(name, isOptional, deleteRule, renamingIdentifier) {
            Destination.name(of: inverse)
        }
    }

    /// Creates a to-one relationship without an inverse, or whose inverse declares the pair, and
    /// with a name of its own.
    ///
    /// - Parameters:
    ///   - name: The name in the model.
    ///   - isOptional: Whether the relationship can be empty when its object is saved.
    ///   - deleteRule: The effect of deleting the object on the objects at the other end.
    ///   - renamingIdentifier: The name of the relationship in an earlier model.
    public init(
        _ name: String, isOptional: Bool = true, deleteRule: DeleteRule = .nullify,
        renamingIdentifier: String? = nil
    ) {
        self.init(name, isOptional, deleteRule, renamingIdentifier) { nil }
    }
}

extension ToOne: RelationshipProperty {
    /// The name in the model; see ``Attribute/name``.
    public var name: String { propertyName.text }
}

extension ToOne: SchemaProperty {
    func describe(in entity: inout EntityDescription) {
        entity.declaredRelationships.append(
            .toOne(
                name, Destination.entityName, inverse: inverse(), isOptional: isOptional,
                deleteRule: deleteRule, renamingIdentifier: renamingIdentifier))
    }
}
