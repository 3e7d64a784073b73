/// The description of one entity: its parent and its properties.
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
/// A description created by hand includes only the properties that the entity itself declares; a
/// description from a ``ManagedObjectModel`` or a schema struct includes inherited properties as
/// well.
public struct EntityDescription: Sendable, Hashable {
    /// The name, unique in the model.
    public var name: String
    /// The name of the parent entity.
    public var parent: String?
    /// Indicates whether only sub-entities have objects.
    public var isAbstract: Bool
    /// The attributes that this entity itself declares.
    public var declaredAttributes: [AttributeDescription]
    /// The relationships that this entity itself declares.
    public var declaredRelationships: [RelationshipDescription]
    /// Combinations of attributes, by name, that are unique among the objects of the entity.
    public var uniquenessConstraints: [[String]]
    /// Annotations for tools.
    ///
    /// `identificationAttributes` lists the attributes that identify an object.
    public var userInfo: [String: Value]
    /// The name of the entity in an earlier model.
    ///
    /// Migration renames the objects that a store has under that name.
    public var renamingIdentifier: String?
    /// The ancestors, nearest first; empty in a description created by hand.
    public internal(set) var ancestors: [EntityDescription] = []

    /// Creates a description of an entity.
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

    /// The same description without ancestors.
    package var withoutAncestors: EntityDescription {
        var entity = self
        entity.ancestors = []
        return entity
    }

    /// All attributes, with inherited ones first.
    public var attributes: [AttributeDescription] {
        ancestors.reversed().flatMap(\.declaredAttributes) + declaredAttributes
    }

    /// All relationships, with inherited ones first.
    public var relationships: [RelationshipDescription] {
        ancestors.reversed().flatMap(\.declaredRelationships) + declaredRelationships
    }

    /// Returns the attribute with a name, declared or inherited.
    public func attribute(named name: String) -> AttributeDescription? {
        // Without the array of all, which a search for each attribute of a model would make.
        for ancestor in ancestors.reversed() {
            if let found = ancestor.declaredAttributes.first(where: { $0.name == name }) {
                return found
            }
        }
        return declaredAttributes.first { $0.name == name }
    }

    /// Returns the relationship with a name, declared or inherited.
    public func relationship(named name: String) -> RelationshipDescription? {
        relationships.first { $0.name == name }
    }
}

/// Names in earlier models.
extension EntityDescription {
    /// Returns the same entity with the name it had in an earlier model.
    ///
    /// ```swift
    /// let model = try ManagedObjectModel([Author.entityDescription.renamed(from: "Writer")])
    /// ```
    public func renamed(from earlier: String) -> EntityDescription {
        var entity = self
        entity.renamingIdentifier = earlier
        return entity
    }

    /// Returns the same entity with the name that one of its properties had in an earlier model.
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
