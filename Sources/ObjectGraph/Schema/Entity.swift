/// A schema struct: an entity in Swift code, which is both part of the model and its typed view.
///
/// Each stored property that is an ``Attribute``, a ``ToOne`` or a ``ToMany`` describes a property
/// of the entity, with the same name unless an explicit name is given.
///
/// ```swift
/// struct Article: Entity {
///     let articleID = Attribute<Int64>()
///     let title     = Attribute<String>(default: "Untitled")
///     let authorID  = Attribute<Int64?>()
///     let author    = ToOne<Author>(inverse: \.articles)
///     let tags      = ToMany<Tag>(isOrdered: true)
/// }
/// let model = try ManagedObjectModel(Article.self, Author.self, Tag.self)
/// ```
public protocol Entity: Sendable {
    /// Creates the schema.
    ///
    /// This initializer is implicit for structs with initial values for all properties.
    ///
    /// It is called once for each type, and its result is kept. The properties of an instance that
    /// you create yourself have only the names that you give them.
    init()
    /// The name of the entity; by default the name of the type.
    static var entityName: String { get }
    /// The parent entity.
    static var parent: (any Entity.Type)? { get }
    /// Indicates whether only sub-entities have objects.
    static var isAbstract: Bool { get }
    /// Annotations for tools.
    ///
    /// `identificationAttributes` lists the attributes that identify an object.
    static var userInfo: [String: Value] { get }
    /// The name of the entity in an earlier model.
    ///
    /// Migration renames the objects that a store has under that name.
    static var renamingIdentifier: String? { get }
}

extension Entity {
    /// The name of the type.
    public static var entityName: String { String(describing: Self.self) }
    /// No parent.
    public static var parent: (any Entity.Type)? { nil }
    /// `false`.
    public static var isAbstract: Bool { false }
    /// Empty.
    public static var userInfo: [String: Value] { [:] }
    /// No earlier name.
    public static var renamingIdentifier: String? { nil }

    /// The description of the entity, including its ancestors.
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

    /// The description of the schema struct's own declarations.
    private static var declaration: EntityDescription {
        let properties = Mirror(reflecting: schema).children.compactMap { child in
            child.value as? any SchemaProperty
        }
        var entity = EntityDescription(
            entityName, parent: parent?.entityName, isAbstract: isAbstract, userInfo: userInfo,
            renamingIdentifier: renamingIdentifier)
        for property in properties { property.describe(in: &entity, of: Self.self) }
        entity.declareIdentity(properties.compactMap(\.identityName))
        return entity
    }
}

extension EntityDescription {
    /// The key of `userInfo` that Mercator itself reads, besides the keys of Groot and RestKit.
    private static let identity = "identificationAttributes"

    /// Adds the annotations for the attributes that identify objects, unless `userInfo` has any.
    fileprivate mutating func declareIdentity(_ names: [String]) {
        let own = AnnotationKey.identityAttributes.rawValue
        let keys = [
            Self.identity, "RKEntityIdentificationAttributes", own,
            AnnotationKey.identityAttribute.rawValue,
        ]
        guard !names.isEmpty, keys.allSatisfy({ userInfo[$0] == nil }) else { return }
        for key in [Self.identity, own] { userInfo[key] = .string(names.joined(separator: ",")) }
    }
}

extension ManagedObjectModel {
    /// Creates a model from schema structs, and from descriptions of entities without one.
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
