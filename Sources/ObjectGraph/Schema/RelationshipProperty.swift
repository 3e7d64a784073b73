/// A relationship of a schema struct: a ``ToOne`` or a ``ToMany``.
///
/// Functions that take the name of a relationship also accept a key path to either:
///
/// ```swift
/// articles.addRelationshipMapping(from: "tags", to: \Article.tags)
/// articles.addConnection(for: \Article.author, connectedBy: (\.authorID, \.authorID))
/// ```
public protocol RelationshipProperty<Destination>: Sendable {
    /// The entity at the other end.
    associatedtype Destination: Entity
    /// The name in the model.
    var name: String { get }
}

extension Entity {
    /// Returns the name of an attribute.
    package static func name<Value>(of attribute: KeyPath<Self, Attribute<Value>>) -> String {
        schema[keyPath: attribute].name
    }

    /// Returns the name of a relationship.
    package static func name<Relationship: RelationshipProperty>(
        of relationship: KeyPath<Self, Relationship>
    ) -> String {
        schema[keyPath: relationship].name
    }

    /// Returns the name of an attribute or a relationship; for any other key path, its description.
    package static func name(of property: PartialKeyPath<Self>) -> String {
        let value = schema[keyPath: property]
        return (value as? any SchemaProperty)?.attributeName
            ?? (value as? any RelationshipProperty)?.name ?? "\(property)"
    }
}
