/// A reference to an attribute: its name, or a key path such as `\Article.title`.
public protocol AttributeReference: PropertyReference {}

extension String: AttributeReference {}

extension KeyPath: AttributeReference where Root: Entity, Value: AttributeProperty {}
