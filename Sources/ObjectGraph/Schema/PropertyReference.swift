/// A reference to a property of an entity: its name, or a key path of a schema struct.
///
/// The compiler checks a key path. It is stored as the name of the property.
///
/// ```swift
/// articles.removeMappings(to: "title")
/// articles.removeMappings(to: \Article.title)
/// ```
public protocol PropertyReference {
    /// The name of the property in the model.
    var nameInModel: String { get }
    /// The entity of the schema struct; `nil` if the property is referred to by its name.
    var schemaEntityName: String? { get }
}

extension String: PropertyReference {
    /// The name itself.
    public var nameInModel: String { self }
    /// `nil`.
    public var schemaEntityName: String? { nil }
}

extension KeyPath: PropertyReference where Root: Entity, Value: NamedProperty {
    /// The name of the property in the model.
    public var nameInModel: String { Root.name(of: self) }
    /// The name of the root's entity.
    public var schemaEntityName: String? { Root.entityName }
}
