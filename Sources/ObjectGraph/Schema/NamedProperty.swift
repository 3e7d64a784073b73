/// A property of a schema struct: an ``Attribute``, or a ``RelationshipProperty``.
public protocol NamedProperty: Sendable {
    /// The name in the model.
    var nameInModel: String { get }
}

extension Entity {
    /// Returns the name of a property.
    package static func name(of property: KeyPath<Self, some NamedProperty>) -> String {
        schema[keyPath: property].nameInModel
    }

    /// Returns the name of an attribute or a relationship; for any other key path, its description.
    package static func name(of property: PartialKeyPath<Self>) -> String {
        (schema[keyPath: property] as? any NamedProperty)?.nameInModel ?? "\(property)"
    }
}
