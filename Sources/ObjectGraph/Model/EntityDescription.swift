/// What a model says about one entity: its place in the inheritance tree and its properties.
///
/// ```swift
/// let article = EntityDescription("Article", attributes: [
///     AttributeDescription("articleID", .integer64, isOptional: false),
///     AttributeDescription("title", .string),
/// ], relationships: [
///     .toOne("author", "Author", inverse: "articles"),
/// ])
/// let model = try ManagedObjectModel([article, author])
/// ```
///
/// A description that was made by hand knows its own properties only; one that comes out of a
/// ``ManagedObjectModel`` or of a schema struct knows the inherited ones as well.
public struct EntityDescription: Sendable, Hashable {
    /// The name, unique in the model.
    public var name: String
    /// The name of the entity it inherits from.
    public var parent: String?
    /// Whether only sub-entities have objects.
    public var isAbstract: Bool
    /// The attributes declared by this entity itself.
    public var declaredAttributes: [AttributeDescription]
    /// The relationships declared by this entity itself.
    public var declaredRelationships: [RelationshipDescription]
    /// Combinations of attributes that no two objects may share, each a list of names.
    public var uniquenessConstraints: [[String]]
    /// Annotations for tools; `identificationAttributes` names what identifies an object.
    public var userInfo: [String: Value]
    /// The name it had in an earlier model; a store that still has that name renames its objects.
    public var renamingIdentifier: String?
    /// The entities it inherits from, nearest first; empty in a description made by hand.
    public internal(set) var ancestors: [EntityDescription] = []

    /// Describes an entity.
    public init(
        _ name: String, parent: String? = nil, isAbstract: Bool = false,
        attributes: [AttributeDescription] = [], relationships: [RelationshipDescription] = [],
        uniquenessConstraints: [[String]] = [], userInfo: [String: Value] = [:],
        renamingIdentifier: String? = nil
    ) {
        self.name = name
        self.parent = parent
        self.isAbstract = isAbstract
        self.declaredAttributes = attributes
        self.declaredRelationships = relationships
        self.uniquenessConstraints = uniquenessConstraints
        self.userInfo = userInfo
        self.renamingIdentifier = renamingIdentifier
    }

    /// The same description with its own properties only.
    var withoutAncestors: EntityDescription {
        var entity = self
        entity.ancestors = []
        return entity
    }

    /// All attributes, inherited ones first.
    public var attributes: [AttributeDescription] {
        ancestors.reversed().flatMap(\.declaredAttributes) + declaredAttributes
    }

    /// All relationships, inherited ones first.
    public var relationships: [RelationshipDescription] {
        ancestors.reversed().flatMap(\.declaredRelationships) + declaredRelationships
    }

    /// The attribute of a name, own or inherited.
    public func attribute(named name: String) -> AttributeDescription? {
        attributes.first { $0.name == name }
    }

    /// The relationship of a name, own or inherited.
    public func relationship(named name: String) -> RelationshipDescription? {
        relationships.first { $0.name == name }
    }
}

/// Earlier names.
extension EntityDescription {
    /// The same entity, which had another name in an earlier model.
    ///
    /// ```swift
    /// let model = try ManagedObjectModel([Author.entityDescription.renamed(from: "Writer")])
    /// ```
    public func renamed(from earlier: String) -> EntityDescription {
        var entity = self
        entity.renamingIdentifier = earlier
        return entity
    }

    /// The same entity with a property that had another name in an earlier model.
    ///
    /// - Precondition: The entity itself declares the property.
    public func renaming(_ property: String, from earlier: String) -> EntityDescription {
        var entity = self
        if let index = declaredAttributes.firstIndex(where: { $0.name == property }) {
            entity.declaredAttributes[index].renamingIdentifier = earlier
            return entity
        }
        let names = declaredAttributes.map(\.name) + declaredRelationships.map(\.name)
        guard let index = declaredRelationships.firstIndex(where: { $0.name == property }) else {
            preconditionFailure(
                "\(name) declares no property '\(property)'"
                    + Suggestion.text(for: property, among: names))
        }
        entity.declaredRelationships[index].renamingIdentifier = earlier
        return entity
    }
}
