/// A reference to a relationship: its name, or a key path such as `\Article.tags`.
public protocol RelationshipReference: PropertyReference {}

extension String: RelationshipReference {}

extension KeyPath: RelationshipReference where Root: Entity, Value: RelationshipProperty {}
