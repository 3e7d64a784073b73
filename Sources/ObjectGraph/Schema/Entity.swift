/// A schema struct: an entity as Swift code, which is both the model and the typed view of it.
///
/// Every stored property that is an ``Attribute``, a ``ToOne`` or a ``ToMany`` describes a property
/// of the entity.
///
/// ```swift
/// struct Article: Entity {
///     let articleID = Attribute<Int64>("articleID")
///     let title     = Attribute<String>("title", default: "Untitled")
///     let authorID  = Attribute<Int64?>("authorID")
///     let author    = ToOne<Author>("author", inverse: \.articles)
///     let tags      = ToMany<Tag>("tags", isOrdered: true)
/// }
/// let model = try ManagedObjectModel(Article.self, Author.self, Tag.self)
/// ```
public protocol Entity: Sendable {
    /// Makes the schema; a struct whose properties all have values has this initialiser.
    init()
    /// The name of the entity; that of the type unless said otherwise.
    static var entityName: String { get }
    /// The entity it inherits from.
    static var parent: (any Entity.Type)? { get }
    /// Whether only sub-entities have objects.
    static var isAbstract: Bool { get }
    /// Annotations for tools; `identificationAttributes` names what identifies an object.
    static var userInfo: [String: Value] { get }
    /// The name it had in an earlier model; a store that still has that name renames its objects.
    static var renamingIdentifier: String? { get }
}

extension Entity {
    /// The name of the type.
    public static var entityName: String { String(describing: Self.self) }
    /// None.
    public static var parent: (any Entity.Type)? { nil }
    /// False.
    public static var isAbstract: Bool { false }
    /// Empty.
    public static var userInfo: [String: Value] { [:] }
    /// None.
    public static var renamingIdentifier: String? { nil }

    /// The same entity by name: what this schema struct and those it inherits from say.
    public static var entityDescription: EntityDescription {
        var entity = declaration
        var visited: Set<String> = [entityName]
        var next = parent
        while let ancestor = next, visited.insert(ancestor.entityName).inserted {
            entity.ancestors.append(ancestor.declaration)
            next = ancestor.parent
        }
        return entity
    }

    /// What this schema struct itself says.
    private static var declaration: EntityDescription {
        let properties = Mirror(reflecting: Self()).children.compactMap { child in
            child.value as? any SchemaProperty
        }
        var entity = EntityDescription(
            entityName, parent: parent?.entityName, isAbstract: isAbstract, userInfo: userInfo,
            renamingIdentifier: renamingIdentifier)
        for property in properties { property.describe(in: &entity) }
        return entity
    }
}

/// A property of a schema struct.
protocol SchemaProperty {
    /// Adds the description of the property to its entity.
    func describe(in entity: inout EntityDescription)
    /// The name in the model, if it is an attribute.
    var attributeName: String? { get }
}

extension SchemaProperty {
    var attributeName: String? { nil }
}

extension ManagedObjectModel {
    /// Makes a model of schema structs, and of descriptions by name where a struct has no words.
    ///
    /// ```swift
    /// let model = try ManagedObjectModel(Article.self, Author.self, and: tag, badge)
    /// ```
    ///
    /// - Parameters:
    ///   - entities: The schema structs.
    ///   - descriptions: Further entities.
    /// - Throws: ``ManagedObjectModelError`` with every problem found.
    public convenience init(
        _ entities: any Entity.Type..., and descriptions: EntityDescription...
    ) throws(ManagedObjectModelError) {
        try self.init(entities.map { $0.entityDescription } + descriptions)
    }
}
