/// A relationship of a schema struct: a ``ToOne`` or a ``ToMany``.
///
/// Functions that take the name of a relationship also accept a key path to either:
///
/// ```swift
/// articles.addRelationshipMapping(from: "tags", to: \Article.tags)
/// articles.addConnection(for: \Article.author, connectedBy: (\.authorID, \.authorID))
/// ```
public protocol RelationshipProperty<Destination>: NamedProperty {
    /// The entity at the other end.
    associatedtype Destination: Entity
}
